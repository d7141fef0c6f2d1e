import { tester } from '../src/model/language/conditions/evaluator.ts'
import {
  and,
  compared,
  type Expression,
  equal,
  not as negated,
  or,
  value,
} from '../src/model/language/conditions/expression.ts'
import { once } from '../src/model/values/once.ts'

/** The state of the console that conditions of commands test: flat, typed keys, each set by the part that owns it. */
export interface ContextKeys {
  /** Kind of the main screen. */
  readonly screen: 'signIn' | 'home' | 'queueHub' | 'steps' | 'inbox' | 'queue' | 'table' | 'detail' | 'form' | 'other'
  /** Resource of that screen, "" when it has none. */
  readonly resource: string
  /** Current queue and view, "" elsewhere. */
  readonly queue: string
  readonly view: string
  /** Where the keyboard is. `widget` = a menu, combobox, listbox … that needs arrows and letters itself. */
  readonly focus: 'grid' | 'detail' | 'input' | 'widget' | 'page'
  /** Open layers above the page: dialogs, palette. Plain commands are dead while > 0. */
  readonly layers: number
  readonly palette: boolean
  /** The inbox stands open over the page. */
  readonly inbox: boolean
  /** Rows ticked with x; `all` when "all N matching" is selected. */
  readonly selected: number
  readonly allSelected: boolean
  /** Another person has the record in hand, too. */
  readonly claimed: boolean
  /** A range of cells is there. */
  readonly cells: boolean
  /** A row is under the cursor. */
  readonly hasRow: boolean
  readonly online: boolean
  /** Decisions that can be taken back with z. */
  readonly undoable: number
  /** Decisions that were taken back here and can be taken again. */
  readonly redoable: number
  /** The sidebar, the preview … */
  readonly previewOpen: boolean
  /** Sections of the record that is shown. */
  readonly sections: number
  /** The record that is shown stands in a line of documents. */
  readonly traced: boolean
  /** The record that is shown takes rows. */
  readonly addsRows: boolean
  /** The evidence of the record in hand is open: over the list, where there is one. */
  readonly evidence: boolean
  /** The rows of the current grid form a tree. */
  readonly tree: boolean
  readonly signedIn: boolean
}
export type ContextKey = keyof ContextKeys

/** A context in which nothing is the case yet: where the console begins, and what conditions are tried against. */
export const BLANK: ContextKeys = {
  screen: 'other',
  resource: '',
  queue: '',
  view: '',
  focus: 'page',
  layers: 0,
  palette: false,
  inbox: false,
  selected: 0,
  allSelected: false,
  cells: false,
  claimed: false,
  hasRow: false,
  online: true,
  undoable: 0,
  redoable: 0,
  previewOpen: false,
  sections: 0,
  traced: false,
  addsRows: false,
  evidence: false,
  tree: false,
  signedIn: false,
}

/** A condition over the context, as data: printable, comparable, testable for overlap. */
export type When =
  | { readonly all: readonly When[] }
  | { readonly any: readonly When[] }
  | { readonly not: When }
  | { readonly key: ContextKey; readonly is: string | number | boolean }
  | { readonly key: ContextKey; readonly atLeast: number }

export const always: When = { all: [] }
export const all = (...of: readonly When[]): When => ({ all: of })
export const any = (...of: readonly When[]): When => ({ any: of })
export const not = (of: When): When => ({ not: of })
export const is = <K extends ContextKey>(key: K, value: ContextKeys[K]): When => ({ key, is: value })
export const atLeast = (key: ContextKey, n: number): When => ({ key, atLeast: n })

/** A condition over the context in the language of conditions. Pure. */
function whenExpression(when: When): Expression {
  if ('all' in when) return and(...when.all.map(whenExpression))
  if ('any' in when) return or(...when.any.map(whenExpression))
  if ('not' in when) return negated(whenExpression(when.not))
  return 'is' in when ? equal(when.key, value(when.is)) : compared('>=', when.key, value(when.atLeast))
}

const testOf = once((when: When) => tester<ContextKeys>(whenExpression(when), (of, key) => of[key as ContextKey]))

/** Returns whether a condition holds. Pure. */
export const holds = (when: When, context: ContextKeys): boolean => testOf(when)(context)
