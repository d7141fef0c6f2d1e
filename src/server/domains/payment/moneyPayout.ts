import type { RowOf } from '../../../model/language/resource.ts'
import { authenticationDoctor } from '../../../model/people/authenticationDoctor.ts'
import type { Label } from '../../../model/values/label.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { moneySettlement } from '../settlement/moneySettlement.ts'
import type { Line } from '../settlement/requote.ts'
import { paymentOf, putUp } from './paymentOf.ts'
import type { Payout } from './payout.ts'
import { locksToSimulate, simulated, simulationProblem } from './simulated.ts'

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
