import type { Label } from '../values/label.ts'
import { once } from '../values/once.ts'
import { type AddressOrShort, addressOf } from './address.ts'
import { type Condition, DECLARED } from './conditions/condition.ts'
import { tester } from './conditions/evaluator.ts'
import { fromExpression } from './conditions/fromExpression.ts'
import { meets } from './conditions/meets.ts'
import type { Value } from './conditions/value.ts'
import type { DrawsOn } from './drawsOn.ts'
import type { Choice, Fields, ValueOf } from './fields/field.ts'
import type { SheetRow } from './fields/imports.ts'
import type { Checked } from './makers.ts'
import type { Resource, RowOf } from './resource.ts'
import type { RoleAlias } from './role.ts'
import { type StateOf, transitionValues } from './states.ts'

// biome-ignore lint/suspicious/noExplicitAny: any set of choices
type AnyChoice = Choice<any>
type States<F, Extra> = {
  readonly [K in keyof F as F[K] extends AnyChoice ? K : never]?: StateOf<F[K]> | Extra
}
/**
 * States by status fields: each is written by the name of its state (`states`; by its value where it is a plain
 * `choice`), or by several; `null` is an empty field, no field at all every state.
 */
export type From<F> = {
  readonly [K in keyof F as F[K] extends AnyChoice ? K : never]?:
    | StateOf<F[K]>
    | null
    | readonly (StateOf<F[K]> | null)[]
}

/** Edge of a lifecycle: who may move which records from where to where, through which call. */
export interface Transition<F extends Fields = Fields> {
  readonly label: Label
  /** States the status fields must be in, by name; an array means any of them. `new` creates the record. */
  readonly from: 'new' | From<F>
  /**
   * States the status fields get, by name, `null` empties one; `deleted` removes the record; `previous` restores what the last
   * transition changed.
   */
  readonly to: 'deleted' | States<F, 'previous' | null>
  /**
   * `system` edges are only ever caused by other records' effects, the clock or partners; `both` by them and by people
   * through call and permission.
   */
  readonly by: 'operator' | 'system' | 'both'
  /** The call that carries it: `POST audit`, or in full with paths, key and entries. Several may share one. */
  readonly call?: AddressOrShort<Extract<keyof F, string>>
  /**
   * Parameters that distinguish transitions of one call: each has to be sent with this value. Of several that are left
   * the one that starts in the record's state is taken.
   */
  readonly match?: Readonly<Record<string, string | number>>
  /** The same for parameters that may be omitted: only another value excludes this transition. */
  readonly matchIf?: Readonly<Record<string, string | number>>
  /** Set on the edge that is meant when the call comes without the parameters of `match`. */
  readonly byDefault?: boolean
  /**
   * The generic operation (`submit`, `remove`) that is served under the same address and whose place the call takes.
   * Without it two claimants of one address stop the server.
   */
  readonly replaces?: string
  /** Fields that a generic save sends to take this transition in the same transaction: `{ submitFlag: 1 }`. */
  readonly savedWith?: Readonly<Record<string, string | number>>
  /** Permission code `<resource>_<action>`. */
  readonly permission?: string
  /**
   * The built-in roles that hold `permission` besides the administrator; no others hold it. The same wherever the code
   * is.
   */
  readonly roles?: readonly RoleAlias[]
  readonly select?: 'one' | 'many'
  /**
   * How a call with `ids` behaves: money stays all-or-nothing for stock clients; the console always goes row by row.
   */
  readonly batch?: 'allOrNothing' | 'perRow'
  /** Records that may be decided with others; each of the rest is decided by itself, for the reason given. */
  readonly together?: { readonly where: States<F, never>; readonly why: Label }
  /** Fields of the form, in order. */
  readonly ask?: Fields
  /**
   * The asked file that is a workbook: its rows are read before the decision, outside its transaction, and handed to the
   * rule beside what is asked, as `sheet`.
   */
  readonly sheet?: string
  /** Record fields that answers replace: the form for a single record begins with their values. */
  readonly present?: Readonly<Record<string, string>>
  /** The balance its amount comes from: stands beside the choice, with what would be left. */
  readonly drawsOn?: DrawsOn
  /**
   * The maker may not decide (INV-41): the person who created, edited or resubmitted the record, or a maker named here.
   */
  readonly makerChecker?: true | Checked
  /**
   * Moves money or fixes amounts: not shown as done before the server has confirmed it, and not repeated by a held key.
   */
  readonly money?: boolean
  /**
   * Message (503) where the decision takes too long: nothing was decided, and the same key sent again decides once.
   * Without it, the message is that the server is busy.
   */
  readonly late?: Label
  /**
   * Fields of the record that it is refused without, each where others have these values (`{}`: always). The forms that
   * ask for them say so.
   */
  readonly demands?: { readonly [K in keyof F]?: States<F, never> }
  /** The transition that takes this one back. */
  readonly undo?: string
  /** This transition takes another one back: it is offered by `z`, not as a decision. */
  readonly takesBack?: readonly string[]
  /** How long after the decision it may be taken back, minutes. */
  readonly withinMinutes?: number
  /** Suggested key in a queue. */
  readonly key?: string
  readonly danger?: boolean
  /** How the outcome reads: drives history's `result` (1 pass, 2 reject, 3 other) and the button's tone. */
  readonly result?: 'pass' | 'reject' | 'other'
  /**
   * Declared but its documents do not exist yet: answers 409 暂未开放 and is shown disabled with this reason. An operator
   * transition that the server's rules do not name is closed too, without a reason of its own.
   */
  readonly closed?: Label
}

export interface Lifecycle<Id extends string = string, T = Readonly<Record<string, Transition>>> {
  readonly resource: Id
  readonly transitions: T
  /**
   * Resource of the original lifecycle (`lifecycleTwin`); a twin has the rules of the original unless it declares its
   * own.
   */
  readonly twinOf?: string
}

/**
 * Transitions as every projection reads them: states are values there, whatever they were declared by. The types of
 * `from` and `to` are those of any transition.
 */
export type Declared<T> = {
  readonly [K in keyof T]: Omit<T[K], keyof Stated> & Pick<Transition, keyof Stated & keyof T[K] & keyof Transition>
}
type Stated = Pick<Transition, 'from' | 'to' | 'together' | 'demands'>

/**
 * Declares the lifecycle of a resource; names of states and of fields are checked against its fields. The names become
 * values here, once.
 */
export const lifecycle = <Id extends string, F extends Fields, const T extends Record<string, Transition<F>>>(
  r: Resource<Id, F>,
  transitions: T,
): Lifecycle<Id, Declared<T>> => ({
  resource: r.id,
  // entries have lost their names: they are those of `transitions`
  transitions: Object.fromEntries(
    Object.entries<Transition>(transitions as never).map(([name, t]) => [name, transitionValues(r.fields, t)]),
  ) as unknown as Declared<T>,
})

// biome-ignore lint/complexity/noBannedTypes: a transition that asks nothing is called with nothing
export type AnswersOf<T> = (T extends { ask: infer A extends Fields } ? { [K in keyof A]: ValueOf<A[K]> } : {}) &
  // biome-ignore lint/complexity/noBannedTypes: nothing beside what is asked
  (T extends { sheet: string } ? { readonly sheet?: readonly SheetRow[] } : {})

/**
 * Server half of a transition.
 * - `guard`: a sentence (Chinese, English) refusing the transition, or null.
 * - `set`: fields of the record itself that change together with its status (who decided, when, why). Pure.
 * - `effect`: further changes in the same transaction; may return fields to set on the record itself. `before`: the
 * record as it was.
 * - `lock`: ids of further rows to lock, by resource, before the guard runs: every row that `effect` writes and does
 * not   create. A write of any other row is refused as a programming error. Its `rows` are all that are decided
 * together, where something has to be locked of all of them before more is read.
 *
 * A transition that creates its record gives `lock`, `guard` and `set` the record as it is going to be, with an empty
 * id.
 */
export interface Rule<Row, Ask, Tx> {
  lock?(row: Row, tx: Tx, rows: readonly Row[]): Promise<Readonly<Record<string, readonly string[]>>>
  guard?(row: Row, ask: Ask, tx: Tx): Promise<Label | null> | Label | null
  set?(row: Row, ask: Ask, tx: Tx): Partial<Row>
  effect?(row: Row, ask: Ask, tx: Tx, before: Row): Promise<Partial<Row> | undefined>
}

/**
 * The word for "no guard, no effect": a transition that only changes its status. Money and two pairs of eyes need
 * rules.
 */
export const NONE = 'none'

/** Returns whether a transition may have no rules. One that moves money or needs a second person may not. */
export const mayBeBare = (t: Pick<Transition, 'money' | 'makerChecker'>): boolean => !t.money && !t.makerChecker

type RuleEntry<R extends { fields: Fields }, T, Tx> =
  | Rule<RowOf<R>, AnswersOf<T>, Tx>
  | (T extends { money: true } | { makerChecker: true | Checked } ? never : typeof NONE)

/** Names of the transitions that people may cause and that are not declared closed: each needs an entry. */
type Open<T> = {
  [K in keyof T]: T[K] extends { by: 'operator' | 'both' } ? (T[K] extends { closed: Label } ? never : K) : never
}[keyof T]

/**
 * Rules of a lifecycle, typed from both declarations: a forgotten operator transition, extra names, misspelt fields and
 * `'none'` for a transition with `money` or `makerChecker` do not compile. At run time a transition without an entry is
 * refused (409).
 */
// biome-ignore lint/suspicious/noExplicitAny: any lifecycle
export type RulesOf<R extends { fields: Fields }, L extends Lifecycle<any, any>, Tx> = {
  readonly [K in Open<L['transitions']>]: RuleEntry<R, L['transitions'][K], Tx>
} & {
  readonly [K in Exclude<keyof L['transitions'], Open<L['transitions']>>]?: RuleEntry<R, L['transitions'][K], Tx>
}

/** Returns whether users may take the transition, through its call and permission. */
export const isByPeople = (t: Pick<Transition, 'by'>): boolean => t.by === 'operator' || t.by === 'both'

/** Returns whether effects, clock edges and partners may take the transition. */
export const isBySystem = (t: Pick<Transition, 'by'>): boolean => t.by === 'system' || t.by === 'both'

type StateRow = Readonly<Record<string, unknown>>

/** State of a field: nothing is null in code, and "" on the wire for what is a text there. */
const stateOf = (row: StateRow, name: string): Value | undefined => (row[name] === '' ? null : (row[name] as Value))

const testOf = once((from: StateRow) => tester(fromExpression(from), stateOf))

/** Returns whether a row is in a state in which a transition starts. Pure; used by server, buttons and keys. */
export const isInState = (from: 'new' | StateRow, row: StateRow): boolean => from !== 'new' && testOf(from)(row)

/** The transition by which people add a record, where adding one is a step of its lifecycle: at most one. Pure. */
export const creationOf = (
  transitions: Readonly<Record<string, Transition>> = {},
): { readonly name: string; readonly transition: Transition } | undefined => {
  const found = Object.entries(transitions).find(([, t]) => t.from === 'new' && isByPeople(t))
  return found && { name: found[0], transition: found[1] }
}

/**
 * The status field by which no record can both meet the conditions and be in a state of `from`; undefined where some
 * may. Looks at what is declared of one field at a time (`DECLARED`). Pure.
 */
export const apartBy = (from: Readonly<Record<string, unknown>>, where: readonly Condition[]): string | undefined =>
  Object.keys(from).find((name) => {
    const conditions = where.filter((c) => c.field === name && DECLARED.some((op) => op === c.op))
    return ![from[name]].flat().some((value) => meets(conditions, { [name]: value }))
  })

/** Transitions that people may cause through one address (`POST audit`), by their names. */
export interface Carried {
  readonly address: ReturnType<typeof addressOf>
  readonly names: readonly string[]
}

/** The calls of a lifecycle that people may ask for, each with the transitions it carries. Pure. */
export function carriedBy(transitions: Readonly<Record<string, Transition>>): Carried[] {
  const found = new Map<string, { address: ReturnType<typeof addressOf>; names: string[] }>()
  for (const [name, t] of Object.entries(transitions)) {
    if (!isByPeople(t) || t.call === undefined) continue
    const address = addressOf(t.call)
    const mark = `${address.method} ${address.paths[0]}`
    const known = found.get(mark)
    if (known) known.names.push(name)
    else found.set(mark, { address, names: [name] })
  }
  return [...found.values()]
}
