/** User's changes to the columns of one list. Names of columns that are no longer there do no harm. */
export interface ListSetup {
  /** Columns in the user's order; those not named follow in the declared one. */
  readonly order: readonly string[]
  readonly hidden: readonly string[]
  /** Shown although the list does not show them by itself. */
  readonly shown: readonly string[]
  /** Widths by column, px. */
  readonly widths: Readonly<Record<string, number>>
  /** Kept in front while the others scroll sideways, besides the record's name. */
  readonly pinned?: readonly string[]
  /** Height of the rows; absent: normal. */
  readonly density?: Density
  /** Rows are numbered, or not; absent: as the list declares it. */
  readonly numbers?: boolean
}

/** Heights of rows besides the normal one. */
export const DENSITIES = ['compact', 'roomy'] as const
export type Density = (typeof DENSITIES)[number]

/** Pinned columns and rows of a setup, without what is as it always is; null where they are none. */
export function rowsIn(
  of: Readonly<Record<string, unknown>>,
  pinned: readonly string[] | null,
): Pick<ListSetup, 'pinned' | 'density' | 'numbers'> | null {
  const density = DENSITIES.find((one) => one === of.density)
  if (
    !pinned ||
    (of.density !== undefined && !density) ||
    (of.numbers !== undefined && typeof of.numbers !== 'boolean')
  )
    return null
  return {
    ...(pinned.length > 0 ? { pinned } : {}),
    ...(density ? { density } : {}),
    ...(typeof of.numbers === 'boolean' ? { numbers: of.numbers } : {}),
  }
}
