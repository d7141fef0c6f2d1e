import type { Tx } from '../core/database.ts'
import { accountInvariants } from './accounts.ts'
import { activityInvariants } from './activities.ts'
import { awardInvariants } from './awards.ts'
import { deliveryInvariants } from './deliveries.ts'
import { documentInvariants } from './documents.ts'
import { historyInvariants } from './history.ts'
import type { Invariant } from './invariant.ts'
import { invoiceInvariants } from './invoices.ts'
import { ledgerInvariants } from './ledgers.ts'
import { orderPartInvariants } from './orderParts.ts'
import { orderInvariants } from './orders.ts'
import { passedOnInvariants } from './passedOn.ts'
import { paymentInvariants } from './payments.ts'
import { pointInvariants } from './points.ts'
import { refundInvariants } from './refunds.ts'
import { resultInvariants } from './results.ts'
import { sumInvariants } from './sums.ts'
import { suspenseInvariants } from './suspense.ts'
import { taxInvariants } from './taxes.ts'
import { totalInvariants } from './totals.ts'
import { wayOutInvariants } from './waysOut.ts'

/** Every invariant that the tables can express, in the order of their numbers. */
export const invariants: readonly Invariant[] = [
  ...documentInvariants,
  ...orderPartInvariants,
  ...totalInvariants,
  ...sumInvariants,
  ...refundInvariants,
  ...resultInvariants,
  ...taxInvariants,
  ...invoiceInvariants,
  ...accountInvariants,
  ...paymentInvariants,
  ...passedOnInvariants,
  ...ledgerInvariants,
  ...suspenseInvariants,
  ...wayOutInvariants,
  ...pointInvariants,
  ...activityInvariants,
  ...awardInvariants,
  ...orderInvariants,
  ...deliveryInvariants,
  ...historyInvariants,
]

/** What one invariant found wrong; no rows is good. */
export interface Finding {
  readonly id: string
  readonly violations: readonly Readonly<Record<string, unknown>>[]
}

/** Violations shown of one invariant. */
const MOST = 20

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
    found.push({ id, violations: await tx.query(`with v as materialized (${sql}) select * from v limit ${MOST}`) })
  }
  return found
}

/** Only what is wrong. */
export const broken = (findings: readonly Finding[]): Finding[] => findings.filter((f) => f.violations.length > 0)
