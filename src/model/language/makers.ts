import type { Label } from '../values/label.ts'
import { DECIDABLE, MADE } from './decidable.ts'
import { type Field, isRef } from './fields/field.ts'
import { isByPeople, type Lifecycle, type Transition } from './lifecycle.ts'
import { fieldOf, type Resource } from './resource.ts'

/**
 * Kind of maker of a record: such a user may not decide it where a second person has to (INV-41):
 * - `field`: a field of the record holds the user; with `through`, a field of the record that this reference names.
 * - `took`: the user took this transition of the record, taken back since or not.
 * - `edited`: the user changed a field that people write, or asked for a change that a second person agreed to.
 *
 * Declared once: the engine reads it in the transaction of a decision (server/deciding/makers.ts), lists find it as data
 * that the database keeps (server/database/schema/makers.ts).
 */
export type Maker =
  | { readonly field: string; readonly through?: string }
  | { readonly took: string }
  | { readonly edited: true }

/** Maker by creation. */
const CREATED: Maker = { field: 'createUser' }

/** Makers of a transition where the default is not enough. */
export interface Checked {
  /** Replaces the default: who created, edited or (re)submitted the record. */
  readonly makers?: readonly Maker[]
  /** Also while separation of duties is switched off (`sod.enabled`). */
  readonly always?: boolean
}

/** A name for a way, one for all transitions of a resource: `createUser`, `cycleId.confirmUser`, `took.submit`. */
export function makerCode(m: Maker): string {
  if ('edited' in m) return 'edited'
  if ('took' in m) return `took.${m.took}`
  return m.through === undefined ? m.field : `${m.through}.${m.field}`
}

/**
 * Returns the operator transitions that lead to a state in which `t` starts: who took one of them is a maker of what
 * `t` decides. Those that only take back do not count. Pure.
 */
export function leadingTo(l: Lifecycle, t: Transition): string[] {
  const from: Readonly<Record<string, unknown>> = t.from === 'new' ? {} : t.from
  return Object.entries<Transition>(l.transitions).flatMap(([name, other]) => {
    if (other === t || !isByPeople(other) || other.takesBack || typeof other.to !== 'object') return []
    const shared = Object.entries(other.to).filter(([field]) => Object.hasOwn(from, field))
    const leads =
      shared.length > 0 && shared.every(([field, v]) => v === 'previous' || [from[field]].flat().includes(v as never))
    return leads ? [name] : []
  })
}

/** Returns the makers of a transition; none where it needs no second person. Pure. */
export function makersOf(l: Lifecycle, t: Transition): readonly Maker[] {
  if (!t.makerChecker) return []
  const own = t.makerChecker === true ? undefined : t.makerChecker.makers
  return own ?? [CREATED, ...leadingTo(l, t).map((took): Maker => ({ took })), { edited: true }]
}

/** A transition that needs a second person. */
export interface Check {
  readonly name: string
  readonly transition: Transition
  readonly makers: readonly Maker[]
  /** Also while separation of duties is switched off. */
  readonly always: boolean
}

/** Returns the transitions of a lifecycle that need a second person. Pure. */
export const checksIn = (l: Lifecycle): Check[] =>
  Object.entries<Transition>(l.transitions).flatMap(([name, transition]): Check[] => {
    const { makerChecker } = transition
    if (!makerChecker) return []
    return [
      {
        name,
        transition,
        makers: makersOf(l, transition),
        always: makerChecker !== true && makerChecker.always === true,
      },
    ]
  })

/** Returns the different ways in which users are makers of the records of a lifecycle, by their codes. Pure. */
export const waysIn = (l: Lifecycle): ReadonlyMap<string, Maker> =>
  new Map(checksIn(l).flatMap((c) => c.makers.map((m): [string, Maker] => [makerCode(m), m])))

const written = new WeakMap<Resource, readonly string[]>()

/** Returns the fields of a resource that people write: who changed one of them edited the record. */
export function writtenFields(r: Resource): readonly string[] {
  const there =
    written.get(r) ??
    Object.entries<Field>(r.fields).flatMap(([name, f]) => (f.facts.readOnly === 'always' ? [] : [name]))
  written.set(r, there)
  return there
}

type Find = (id: string) => Resource | undefined

/** Returns the resource whose record holds the user: the one that the reference names, else the record's own. */
function holderOf(m: Extract<Maker, { field: string }>, of: Resource, find: Find): Resource | undefined {
  if (m.through === undefined) return of
  const reference = fieldOf(of, m.through)
  return reference && isRef(reference) ? find(reference.to) : undefined
}

/** Returns in words, to a maker, what makes them one. Pure. */
export function madeInWords(m: Maker, of: Resource, l: Lifecycle, find: Find): Label {
  if ('edited' in m) return ['您修改过', 'You edited it']
  if ('took' in m) {
    const [zh, en] = l.transitions[m.took]?.label ?? [m.took, m.took]
    return [`您做过${zh}`, `You did ${en}`]
  }
  if (makerCode(m) === makerCode(CREATED)) return ['您是制单人', 'You made it']
  const holder = holderOf(m, of, find)
  const [zh, en] = (holder && fieldOf(holder, m.field)?.label) ?? [m.field, m.field]
  const [whoseZh, whoseEn] = (m.through !== undefined && holder?.title) || ['', '']
  return [`您是${whoseZh}${zh}`, `You: ${en}${whoseEn && ` (${whoseEn})`}`]
}

/** Returns problems of the makers that a lifecycle declares, an empty list when there are none. Pure. */
export function makerProblems(of: Resource, l: Lifecycle, find: Find): string[] {
  const checks = checksIn(l)
  const names = [DECIDABLE, MADE].filter((name) => checks.length > 0 && fieldOf(of, name))
  const odd = checks.filter((c) => c.always !== checks[0]?.always)
  const problems = checks.flatMap(({ name, makers }) => {
    if (makers.length === 0) return [`${name} needs a second person and names no maker`]
    return makers.flatMap((m): string[] => {
      if ('edited' in m) return []
      if ('took' in m) return l.transitions[m.took] ? [] : [`${name} names who took the undeclared ${m.took} as makers`]
      const holder = holderOf(m, of, find)
      if (!holder) return [`${name} names makers through ${m.through}, which is no reference`]
      const f = fieldOf(holder, m.field)
      return f && isRef(f) && f.to === 'user'
        ? []
        : [`${name} names as makers ${holder.id}.${m.field}, which holds no user`]
    })
  })
  return [
    ...names.map((name) => `has a field ${name}: lists use this name for who may decide`),
    ...odd.map(
      (c) => `${c.name} says another \`always\` than ${checks[0]?.name}: what is marked in lists is one for all`,
    ),
    ...problems,
  ]
}
