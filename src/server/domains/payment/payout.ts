import type { RowOf } from '../../../model/language/resource.ts'
import { authenticationDoctor } from '../../../model/people/authenticationDoctor.ts'
import type { Label } from '../../../model/values/label.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { moneySettlement } from '../settlement/moneySettlement.ts'
import { pointsSettlement } from '../settlement/pointsSettlement.ts'
import type { Line } from '../settlement/requote.ts'
import type { Settlement, SettlementLine } from '../settlement/settlement.ts'
import { paymentOf, putUp } from './paymentOf.ts'
import { grantPutUp, grantSimulated, grantSimulationProblem, locksToGrant } from './pointGrants.ts'
import { locksToSimulate, simulated, simulationProblem } from './simulated.ts'

/** How lines reach their doctors: by the bank, or as points from the company's account. */
export interface Payout {
  readonly settlement: Settlement
  /** Why a doctor of this name has no account to be paid to. Pure. */
  accountProblem(doctor: RowOf<typeof authenticationDoctor>, name: string): Label | null

  // Lines that are given to these methods are of the settlement's own resource, as in `Settlement`.

  /** Puts a line up for payment (`putUp`). */
  putUp(work: UnitOfWork, line: SettlementLine): Promise<{ readonly id: string }>
  /** Everything that a simulated payment writes, one of `many` that are made together. */
  locksToSimulate(work: UnitOfWork, line: SettlementLine, many: number): Promise<Record<string, string[]>>
  /** Why a line is not paid by simulation. */
  simulationProblem(work: UnitOfWork, line: SettlementLine): Promise<Label | null>
  /** Pays a line by simulation. Returns its payment as the line names it. */
  simulated(work: UnitOfWork, line: SettlementLine): Promise<{ readonly paymentId: string }>
}

/** Lines in money are paid by the bank. */
export const moneyPayout: Payout = {
  settlement: moneySettlement,
  accountProblem: ({ bankAccount }: RowOf<typeof authenticationDoctor>, name): Label | null =>
    bankAccount ? null : [`${name}没有银行账号，不能申请付款`, `${name} has no bank account`],
  putUp: async (work: UnitOfWork, line: Line) =>
    putUp(work, moneySettlement, line, paymentOf(line, await work.row(authenticationDoctor, line.doctorId))),
  locksToSimulate,
  simulationProblem,
  simulated,
}

/** Points of lines are granted: they need no account at a bank. */
export const pointsPayout: Payout = {
  settlement: pointsSettlement,
  accountProblem: () => null,
  putUp: grantPutUp,
  locksToSimulate: locksToGrant,
  simulationProblem: grantSimulationProblem,
  simulated: grantSimulated,
}
