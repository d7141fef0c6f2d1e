import type { Database, Tx } from '../core/database.ts'
import { APP_ROLE } from '../database/driver.ts'
import type { Invariant } from '../promises/invariant.ts'
import { invariants } from './check.ts'

/** Violations that are told of one invariant; all are counted. */
const VIOLATIONS_SHOWN_MAX = 20

/** Result of checking an invariant, and its duration, ms. */
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

/** Checks one invariant on the rows visible to the transaction: counts all violations and returns the first ones. */
async function verifyOne(tx: Tx, { id, title, sql }: Invariant): Promise<Verified> {
  const from = performance.now()
  const rows = await tx.query<{ violations_in_all: string | number }>(
    `with v as materialized (${sql}) select *, count(*) over () as violations_in_all from v limit ${VIOLATIONS_SHOWN_MAX}`,
  )
  return {
    id,
    number: numberOf(id),
    title: title[0],
    count: Number(rows[0]?.violations_in_all ?? 0),
    violations: rows.map(({ violations_in_all: _, ...row }) => row),
    ms: performance.now() - from,
  }
}

/**
 * Checks every invariant over all tenants, one statement each, all in one snapshot of the database: what is written
 * meanwhile is seen by none of them.
 */
export const verifyLedger = (db: Database): Promise<Verified[]> =>
  db.owner(async (tx) => {
    await tx.query('set transaction isolation level repeatable read, read only')
    const all: Verified[] = []
    for (const one of invariants) all.push(await verifyOne(tx, one))
    return all
  })

/**
 * Checks every invariant in one tenant, under row security, beside people at work: a statement sees one snapshot, and
 * between two of them others have their turn. Takes what it takes (no time limit of a request). Null when it was stopped.
 */
export async function verifyTenant(
  db: Database,
  tenantId: string,
  run: { stopped(): boolean; progress(done: number, total: number | null): void },
): Promise<Verified[] | null> {
  const all: Verified[] = []
  for (const one of invariants) {
    if (run.stopped()) return null
    const found = await db.owner(async (tx) => {
      await tx.query('set transaction read only')
      await tx.query(`set local role ${APP_ROLE}`)
      await tx.query(`select set_config('rounds.tenant', $1, true)`, [tenantId])
      return verifyOne(tx, one)
    })
    all.push(found)
    run.progress(all.length, invariants.length)
  }
  return all
}
