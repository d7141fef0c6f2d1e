import { isSummed } from '../../../model/language/derived/grouping.ts'
import { type Field, isChoice } from '../../../model/language/fields/field.ts'
import { kindOf } from '../../../model/language/fields/kinds.ts'
import { fieldOf, type Resource } from '../../../model/language/resource.ts'
import { type Language, label } from '../../../model/values/label.ts'
import { yuan } from '../../../model/values/money.ts'
import type { WireRow } from '../../../model/wire/wire.ts'
import { cellText } from '../../fields/cell.ts'

/** Sum of the numbers of one column, as they are shown. */
export interface CellSum {
  readonly title: string
  /** Cells that hold a number. */
  readonly count: number
  readonly sum: string
  readonly average: string
  /** False: the average is rounded. */
  readonly exact: boolean
}

/** A number of the wire in hundredths; null for none. */
function hundredths(value: unknown): bigint | null {
  const m = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(String(value ?? ''))
  if (!m) return null
  const n = BigInt(`${m[2]}${(m[3] ?? '').padEnd(2, '0')}`)
  return m[1] ? -n : n
}

/** Hundredths as a decimal; places of whole numbers only where they have any. */
const decimal = (n: bigint, field: Field): string =>
  kindOf(field).wire === 'decimal'
    ? yuan(n)
    : yuan(n)
        .replace(/\.00$/, '')
        .replace(/(\.\d)0$/, '$1')

function sumOf(title: string, field: Field, values: readonly bigint[], language: Language): CellSum {
  let total = 0n
  for (const n of values) total += n
  const count = BigInt(values.length)
  const whole = field.facts.seconds ? 100n : 1n
  const divisor = count * whole
  const rest = ((total % divisor) + divisor) % divisor
  const below = (total - rest) / divisor
  const average = (rest * 2n >= divisor ? below + 1n : below) * whole
  const shown = (n: bigint) => cellText(field, decimal(n, field), language)
  return { title, count: values.length, sum: shown(total), average: shown(average), exact: rest === 0n }
}

/**
 * Sums of the columns `names` over these rows: each column by itself, so that money is never summed with points, and what comes
 * in never with what goes out (`list.direction`). What means nothing added up
 * (`isSummed`: balances, places in an order, rates) has none. Pure.
 */
export function cellSums(
  of: Resource,
  names: readonly string[],
  rows: readonly WireRow[],
  language: Language,
): CellSum[] {
  const { amount, direction } = of.list
  return names.flatMap((name): CellSum[] => {
    const field = fieldOf(of, name)
    if (!field || !isSummed(of, name)) return []
    const ways = name === amount && direction ? fieldOf(of, direction) : undefined
    const parts = new Map<string, bigint[]>()
    for (const row of rows) {
      const n = row[name] === field.facts.none ? null : hundredths(row[name])
      if (n === null) continue
      const way = ways && direction ? cellText(ways, row[direction], language) : ''
      const part = parts.get(way)
      if (part) part.push(n)
      else parts.set(way, [n])
    }
    const title = label(field.label, language)
    return [...parts].map(([way, values]) =>
      sumOf(way && ways && isChoice(ways) ? `${title} · ${way}` : title, field, values, language),
    )
  })
}
