import { session } from '../data/session.ts'

/** User's changes to the columns of one list. Names of columns that are no longer there do no harm. */
export interface ListSetup {
  /** Columns in the user's order; those not named follow in the declared one. */
  readonly order: readonly string[]
  readonly hidden: readonly string[]
  /** Shown although the list does not show them by itself. */
  readonly shown: readonly string[]
  /** Widths by column, px. */
  readonly widths: Readonly<Record<string, number>>
}

/** Nothing was changed. */
export const asDeclared: ListSetup = { order: [], hidden: [], shown: [], widths: {} }

/** Returns whether nothing was changed. */
export const isAsDeclared = (s: ListSetup): boolean =>
  s.order.length + s.hidden.length + s.shown.length + Object.keys(s.widths).length === 0

const without = (names: readonly string[], name: string): string[] => names.filter((n) => n !== name)

/** Another width of a column; null: its own again. */
export function withWidth(s: ListSetup, name: string, width: number | null): ListSetup {
  const { [name]: _, ...rest } = s.widths
  return { ...s, widths: width === null ? rest : { ...rest, [name]: width } }
}

/** A column is shown or hidden. `extra`: the list does not show it by itself. */
export const withShown = (s: ListSetup, name: string, is: boolean, extra: boolean): ListSetup => ({
  ...s,
  hidden: is || extra ? without(s.hidden, name) : [...without(s.hidden, name), name],
  shown: is && extra ? [...without(s.shown, name), name] : without(s.shown, name),
})

/** A column stands before another one, or last. `names`: the columns as they stand. */
export function withOrder(s: ListSetup, names: readonly string[], name: string, before: string | null): ListSetup {
  const rest = without(names, name)
  const at = before === null ? -1 : rest.indexOf(before)
  return { ...s, order: rest.toSpliced(at < 0 ? rest.length : at, 0, name) }
}

/** separate entries by list, so that two tabs that change two lists do not undo each other */
const keyOf = (list: string): string => `rounds.columns.${session.tenantId}.${session.userId}.${list}`

const namesIn = (x: unknown): string[] => (Array.isArray(x) ? x.filter((n) => typeof n === 'string') : [])

/** Setup of a list by the signed-in user in this browser; anything unreadable counts as nothing. */
export function readSetup(list: string): ListSetup {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(keyOf(list)) ?? 'null')
    if (typeof found !== 'object' || found === null) return asDeclared
    const { order, hidden, shown, widths } = found as Partial<Record<keyof ListSetup, unknown>>
    const px = Object.entries(typeof widths === 'object' && widths !== null ? widths : {})
    return {
      order: namesIn(order),
      hidden: namesIn(hidden),
      shown: namesIn(shown),
      widths: Object.fromEntries(
        px.filter(
          (e): e is [string, number] =>
            typeof e[1] === 'number' && e[1] >= COLUMN_WIDTH_MIN_PX && e[1] <= COLUMN_WIDTH_MAX_PX,
        ),
      ),
    }
  } catch {
    return asDeclared
  }
}

/** Keeps it; on this page it is in force even where the browser keeps nothing. */
export function keepSetup(list: string, setup: ListSetup): void {
  try {
    if (isAsDeclared(setup)) localStorage.removeItem(keyOf(list))
    else localStorage.setItem(keyOf(list), JSON.stringify(setup))
  } catch {
    // storage is full or forbidden
  }
}

/** Narrowest and widest a user makes a column, px. */
export const COLUMN_WIDTH_MIN_PX = 40
export const COLUMN_WIDTH_MAX_PX = 1200
