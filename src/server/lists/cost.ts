import type { Database, Scope, Statement } from '../core/database.ts'
import { AppError } from '../core/errors.ts'

/**
 * The most a statement that freezes a whole result may cost, in the planner's units (a page read in order is 1).
 * Measured as the application's role beside a million settlement orders and two million lines: the dearest declared
 * filter costs 138,000, the most values a query may ask for 89,000, thirty "not equal" 49,000; 50,000 took two to four
 * seconds. Beyond the ceiling nothing would be answered within the time limit of a read (driver.ts).
 */
export const CEILING = 500_000

/** Planner's cost of a statement. One short round trip; nothing is read. */
export async function costOf(db: Database, scope: Scope, statement: Statement): Promise<number> {
  const [row] = await db.scoped<{ 'QUERY PLAN': readonly { Plan?: { 'Total Cost'?: number } }[] }>(scope, {
    text: `explain (format json) ${statement.text}`,
    values: statement.values,
  })
  return row?.['QUERY PLAN'][0]?.Plan?.['Total Cost'] ?? 0
}

/** 422 for a statement dearer than `ceiling`: said before it is run instead of after the time limit. */
export async function affordable(db: Database, scope: Scope, statement: Statement, ceiling = CEILING): Promise<void> {
  if ((await costOf(db, scope, statement)) > ceiling)
    throw new AppError(422, ['符合条件的范围过大，请缩小范围', 'This filter reaches too far; please narrow it'])
}
