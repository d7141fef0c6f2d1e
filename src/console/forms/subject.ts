import { type Mark, marksIn } from '../../model/language/derived/marks.ts'
import { sum } from '../../model/values/money.ts'
import { NAMED } from '../../model/wire/batchWire.ts'
import type { WireRow } from '../../model/wire/wire.ts'
import { resourceNow } from '../data/domains.ts'
import { displayOf } from '../fields/displays.ts'

/** The records a question is about, as it names them. */
export interface Subject {
  readonly count: number
  /** Their amount, or its sum (a decimal string); null where the resource has none. */
  readonly amount: string | null
  /** The same before deductions; null where the resource has none. */
  readonly gross?: string | null
  /** Owners and month of these records. */
  readonly marks?: readonly Mark[]
  /** Names of the first of these records. */
  readonly names: readonly string[]
  /** Ticked records that are not among them: their state does not allow it. */
  readonly left?: number
  /** They are at most so many: not each was looked at. */
  readonly most?: boolean
}

/** Name of a row. */
export const titleOf = (resource: string, row: WireRow): string => {
  const name = resourceNow(resource)?.name
  return String((name && row[name]) || row.id)
}

/** Sum of the rows' amounts (`gross`: before deductions), null where the resource has none. */
export function amountOf(resource: string, rows: readonly WireRow[], of: 'amount' | 'gross' = 'amount'): string | null {
  const name = resourceNow(resource)?.list[of]
  const field = name === undefined ? undefined : resourceNow(resource)?.fields[name]
  // of what the person does not see there is no sum
  if (!name || !field || !displayOf(field).summed || rows.some((r) => r[name] === null || r[name] === undefined))
    return null
  return sum(rows.map((r) => String(r[name] || '0.00')))
}

/** Owners and month of these rows. */
function marksOf(resource: string, rows: readonly WireRow[]): readonly Mark[] {
  const of = resourceNow(resource)
  return of ? marksIn(of, rows) : []
}

/** These rows as a question names them. */
export const subjectOf = (resource: string, rows: readonly WireRow[]): Subject => ({
  count: rows.length,
  amount: amountOf(resource, rows),
  gross: amountOf(resource, rows, 'gross'),
  marks: marksOf(resource, rows),
  names: rows.slice(0, NAMED).map((row) => titleOf(resource, row)),
})
