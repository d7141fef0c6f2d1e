import type { Tx } from '../core/database.ts'
import { businessDomains } from '../domains/domains.ts'
import { withParts } from '../domains/serverDomain.ts'
import type { Invariant } from '../promises/invariant.ts'
import { historyInvariants } from './history.ts'

/** Every invariant that the tables can express: those of each domain, and of the histories of all. */
export const invariants: readonly Invariant[] = [
  ...withParts(businessDomains).flatMap((domain) => domain.promises ?? []),
  ...historyInvariants,
]

/** Finding of an invariant; no rows is good. */
export interface Finding {
  readonly id: string
  readonly violations: readonly Readonly<Record<string, unknown>>[]
}

/** Violations shown of one invariant. */
const VIOLATIONS_SHOWN_MAX = 20

/**
 * Checks all invariants, or those named, in what the transaction may see: one tenant in its scope, all as the owner.
 * Returns a finding for each, at most 20 rows of violations. Throws where one is named that there is not: nothing would
 * be checked of it.
 */
export async function checkInvariants(tx: Tx, only?: readonly string[]): Promise<Finding[]> {
  const unknown = only?.filter((name) => !invariants.some(({ id }) => id === name)) ?? []
  if (unknown.length > 0) throw new Error(`no such invariants: ${unknown.join(', ')}`)
  const found: Finding[] = []
  for (const { id, sql } of invariants) {
    if (only && !only.includes(id)) continue
    // materialized: planned for all rows, and not for the first few, which there are not
    found.push({
      id,
      violations: await tx.query(`with v as materialized (${sql}) select * from v limit ${VIOLATIONS_SHOWN_MAX}`),
    })
  }
  return found
}

/** Only what is wrong. */
export const broken = (findings: readonly Finding[]): Finding[] => findings.filter((f) => f.violations.length > 0)
