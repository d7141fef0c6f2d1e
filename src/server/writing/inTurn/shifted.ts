import { decimalOf, unitsOf } from '../memory/sums.ts'
import type { Row } from '../unitOfWork/rows.ts'
import { scaleOf } from '../unitOfWork/summing.ts'
import type { Summing, Sums } from '../unitOfWork/unitOfWork.ts'

/** A record that was written: as the database has it (null for a new one), and as it is now. */
export interface Changed {
  readonly before: Row | null
  readonly after: Row
}

/**
 * Sums read from the database, adjusted by writes that it has not seen: rows that matched before are subtracted, rows
 * that match now are added. Pure.
 */
export function shifted(
  s: Summing,
  kept: readonly Sums[],
  changed: readonly Changed[],
  matches: (row: Row) => boolean,
): Sums[] {
  const { of, fields, by = [] } = s
  const scales = fields.map((name) => scaleOf(of, name))
  const keyOf = (row: Readonly<Record<string, unknown>>) => JSON.stringify(by.map((name) => row[name] ?? null))
  const groups = new Map(
    kept.map((g) => [keyOf(g.key), { sums: fields.map((name) => unitsOf(g.sums[name])), count: g.count }]),
  )
  const add = (row: Row | null, sign: 1 | -1): void => {
    if (row?.isDeleted !== 0 || !matches(row)) return
    const key = keyOf(row)
    const group = groups.get(key) ?? { sums: fields.map(() => 0n), count: 0 }
    groups.set(key, group)
    for (const [n, name] of fields.entries())
      group.sums[n] = (group.sums[n] as bigint) + BigInt(sign) * unitsOf(row[name])
    group.count += sign
  }
  for (const { before, after } of changed) {
    add(before, -1)
    add(after, 1)
  }
  return [...groups].flatMap(([key, { sums, count }]) => {
    // without groups there is always one
    if (count === 0 && by.length > 0) return []
    const values = JSON.parse(key) as (string | number | null)[]
    return [
      {
        key: Object.fromEntries(by.map((name, n) => [name, values[n] ?? null])),
        sums: Object.fromEntries(fields.map((name, n) => [name, decimalOf(sums[n] as bigint, scales[n] ?? 0)])),
        count,
      },
    ]
  })
}
