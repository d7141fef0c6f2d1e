/** The rows every grid of the bench shows: 20 columns, made from the row number, the same for all. */
export const ROWS = 1_000_000
export const columns = Array.from({ length: 20 }, (_, i) => `column${i}`)

/** Row `i`: a code, names, amounts and states as the queue has them. */
export function rowAt(i: number): Record<string, string> & { id: string } {
  const row: Record<string, string> = { id: String(10_000_000 + i) }
  for (let c = 0; c < columns.length; c++) {
    const name = columns[c] as string
    row[name] =
      c === 0
        ? `SO20240615${String(i).padStart(7, '0')}`
        : c % 4 === 1
          ? `杭州康泰医药有限公司${i % 977}`
          : c % 4 === 2
            ? `${(i * 37 + c * 101) % 1_000_000}.${String(i % 100).padStart(2, '0')}`
            : `值${(i + c) % 313}`
  }
  return row as Record<string, string> & { id: string }
}
