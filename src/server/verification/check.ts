import type { Tx } from '../core/database.ts'
import { activityInvariants } from '../domains/activities/promises/activities.ts'
import { deliveryInvariants } from '../domains/activities/promises/deliveries.ts'
import { wayOutInvariants } from '../domains/administration/promises/waysOut.ts'
import { historyInvariants } from '../domains/desk/promises/history.ts'
import { accountInvariants } from '../domains/funds/promises/accounts.ts'
import { ledgerInvariants } from '../domains/funds/promises/ledgers.ts'
import { suspenseInvariants } from '../domains/funds/promises/suspense.ts'
import { orderInvariants } from '../domains/orders/promises/orders.ts'
import { passedOnInvariants } from '../domains/payment/promises/passedOn.ts'
import { paymentInvariants } from '../domains/payment/promises/payments.ts'
import { awardInvariants } from '../domains/points/promises/awards.ts'
import { pointInvariants } from '../domains/points/promises/points.ts'
import { documentInvariants } from '../domains/settlement/promises/documents.ts'
import { orderPartInvariants } from '../domains/settlement/promises/orderParts.ts'
import { refundInvariants } from '../domains/settlement/promises/refunds.ts'
import { resultInvariants } from '../domains/settlement/promises/results.ts'
import { sumInvariants } from '../domains/settlement/promises/sums.ts'
import { taxInvariants } from '../domains/settlement/promises/taxes.ts'
import { totalInvariants } from '../domains/settlement/promises/totals.ts'
import { invoiceInvariants } from '../domains/tax/promises/invoices.ts'
import type { Invariant } from '../promises/invariant.ts'

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
