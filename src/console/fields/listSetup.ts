import type { Density, ListSetup } from '../../model/wire/listSetup.ts'
import { columnsShape } from '../../model/wire/settings/shapes.ts'

export type { Density, ListSetup } from '../../model/wire/listSetup.ts'
export { COLUMN_WIDTH_MAX_PX, COLUMN_WIDTH_MIN_PX } from '../../model/wire/settings/shapes.ts'

/** Nothing was changed. */
export const asDeclared: ListSetup = columnsShape.fallback

/** Returns whether nothing was changed. */
export const isAsDeclared = (s: ListSetup): boolean =>
  s.order.length + s.hidden.length + s.shown.length + Object.keys(s.widths).length + (s.pinned?.length ?? 0) === 0 &&
  s.density === undefined &&
  s.numbers === undefined

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

/** A column is kept in front, or scrolls with the others again. */
export function withPinned(s: ListSetup, name: string, is: boolean): ListSetup {
  const { pinned = [], ...rest } = s
  const next = is ? [...without(pinned, name), name] : without(pinned, name)
  return next.length > 0 ? { ...rest, pinned: next } : rest
}

/** Rows of another height; null: the normal one. */
export function withDensity({ density: _, ...rest }: ListSetup, density: Density | null): ListSetup {
  return density ? { ...rest, density } : rest
}

/** Rows are numbered, or not; `declared`: as the list has them by itself. */
export function withNumbers({ numbers: _, ...rest }: ListSetup, is: boolean, declared: boolean): ListSetup {
  return is === declared ? rest : { ...rest, numbers: is }
}

/** Heights of rows, px. */
const HEIGHT = { compact: 24, normal: 28, roomy: 38 } as const
/** Height of a row that a finger finds, px. */
const TOUCHED = 44

/** Height of a list's rows, px. Pure. */
export const rowHeightOf = (s: Pick<ListSetup, 'density'>, touched: boolean): number =>
  touched ? TOUCHED : HEIGHT[s.density ?? 'normal']
