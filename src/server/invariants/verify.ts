import type { Database } from '../core/database.ts'
import { invariants } from './check.ts'

/** Violations that are told of one invariant; all are counted. */
const MOST = 20

/** What the check of one invariant found, and how long it took, ms. */
export interface Verified {
  readonly id: string
  /** Its number in the list of invariants; null for what a lifecycle promises besides. */
  readonly number: number | null
  readonly title: string
  readonly count: number
  /** The first of them: tenant, id and what helps to understand it. */
  readonly violations: readonly Readonly<Record<string, unknown>>[]
  readonly ms: number
}

/** `INV-14.lines` → 14; `3.12.void` → null. */
export function numberOf(id: string): number | null {
  const found = /^INV-(\d+)/.exec(id)
  return found ? Number(found[1]) : null
}

/**
 * Checks every invariant over all tenants, one statement each, all in one snapshot of the database: what is written
 * meanwhile is seen by none of them.
 */
export const verifyLedger = (db: Database): Promise<Verified[]> =>
  db.owner(async (tx) => {
    await tx.query('set transaction isolation level repeatable read, read only')
    const all: Verified[] = []
    for (const { id, title, sql } of invariants) {
      const from = performance.now()
      const rows = await tx.query<{ violations_in_all: string | number }>(
        `with v as materialized (${sql}) select *, count(*) over () as violations_in_all from v limit ${MOST}`,
      )
      all.push({
        id,
        number: numberOf(id),
        title: title[0],
        count: Number(rows[0]?.violations_in_all ?? 0),
        violations: rows.map(({ violations_in_all: _, ...row }) => row),
        ms: performance.now() - from,
      })
    }
    return all
  })
