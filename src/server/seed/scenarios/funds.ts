import { moneySettlement } from '../../domains/settlement/moneySettlement.ts'
import { pointsSettlement } from '../../domains/settlement/pointsSettlement.ts'
import { addFeeTransfers, addTaxTransfers, addUnits, unitAccountOf } from './funds/bank.ts'
import { addLateReturns } from './funds/lateReturns.ts'
import { addReconciliations } from './funds/reconciliations.ts'
import { addPayouts } from './payment/payouts.ts'
import type { Company, Doctor, Partner } from './people/parties.ts'
import type { Character, Stage } from './stage/stage.ts'

/** Owners of the demo's money. */
interface Parties {
  readonly companies: readonly Company[]
  /** How many of the companies settle; the others wait for their admission. */
  readonly working: number
  readonly doctors: readonly Doctor[]
  readonly fiscal: readonly Partner[]
}

/**
 * Money of the settlement: paid to doctors through the bank, passed on as fee and taxes and compared with the bank.
 * Runs when the settlement has been played, so that every document is of one that is there.
 */
export async function addFunds(
  stage: Stage,
  who: (account: string) => Character,
  parties: Parties,
  since: string,
): Promise<void> {
  const { companies, working, doctors, fiscal } = parties
  const cashier = who('cashier')
  const units = new Map(companies.slice(0, working).map((c, n) => [c.id, unitAccountOf(n)]))
  await addPayouts(stage, { operations: who('ops'), reviewer: who('fin'), cashier }, { doctors, units })
  await addTaxTransfers(stage, cashier, companies, fiscal)
  await addFeeTransfers(stage, cashier, companies, moneySettlement, 'YD')
  await addFeeTransfers(stage, cashier, companies, pointsSettlement, 'YP')
  await addUnits(stage, cashier, { companies, working, fiscal }, since)
  await addReconciliations(stage, cashier, who('fin'), companies)
  await addLateReturns(stage, { cashier, finance: who('fin'), second: who('fin2') }, companies)
}
