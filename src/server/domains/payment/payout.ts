import type { RowOf } from '../../../model/language/resource.ts'
import type { authenticationDoctor } from '../../../model/people/authenticationDoctor.ts'
import type { Label } from '../../../model/values/label.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import type { Settlement, SettlementLine } from '../settlement/settlement.ts'

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
