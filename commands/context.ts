/** The state of the console that conditions of commands test: flat, typed keys, each set by the part that owns it. */
export interface ContextKeys {
  /** Kind of the main screen. */
  readonly screen: 'signIn' | 'home' | 'queueHub' | 'steps' | 'queue' | 'table' | 'detail' | 'form' | 'other'
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
  /** Rows ticked with x; `all` when "all N matching" is selected. */
  readonly selected: number
  readonly allSelected: boolean
  /** A row is under the cursor. */
  readonly hasRow: boolean
  readonly online: boolean
  /** Decisions that can be taken back with z. */
  readonly undoable: number
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
  selected: 0,
  allSelected: false,
  hasRow: false,
  online: true,
  undoable: 0,
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

/** Returns whether a condition holds. Pure. */
export function holds(when: When, context: ContextKeys): boolean {
  if ('all' in when) return when.all.every((w) => holds(w, context))
  if ('any' in when) return when.any.some((w) => holds(w, context))
  if ('not' in when) return !holds(when.not, context)
  const value = context[when.key]
  return 'is' in when ? value === when.is : Number(value) >= when.atLeast
}
