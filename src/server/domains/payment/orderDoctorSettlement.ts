import { cancellationRecord } from '../../../model/desk/cancellationRecord.ts'
import type { RulesOf } from '../../../model/language/lifecycle.ts'
import { statesOf } from '../../../model/language/states.ts'
import { authenticationDoctor } from '../../../model/people/authenticationDoctor.ts'
import { settlementOrder } from '../../../model/settlement/settlementOrder.ts'
import type { Label } from '../../../model/values/label.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import type { Settlement, SettlementLine } from '../settlement/settlement.ts'
import { moneyPayout, type Payout, pointsPayout } from './payout.ts'

const { settlementStatus } = statesOf(settlementOrder)
const { certStatus, faceStatus, protocolStatus } = statesOf(authenticationDoctor)

/** Why the order of a line does not pay its doctors: the client has not paid yet, or all of it is settled. */
export async function orderProblem(
  work: UnitOfWork,
  settlement: Settlement,
  orderId: string | null,
): Promise<Label | null> {
  const order = await work.row(settlement.order, orderId)
  return order?.settlementStatus === settlementStatus.paid
    ? null
    : [`结算单 ${order?.code ?? ''} 不在已付款状态`, `Settlement order ${order?.code ?? ''} is not paid by the client`]
}

/** Why a doctor cannot be paid yet; the first thing that is missing. */
async function payeeProblem(work: UnitOfWork, payout: Payout, line: SettlementLine): Promise<Label | null> {
  const doctor = await work.row(authenticationDoctor, line.doctorId)
  const name = line.doctorName ?? ''
  if (doctor?.certStatus !== certStatus.certified)
    return [`${name}未通过认证，不能申请付款`, `${name} is not certified`]
  if (doctor.faceStatus !== faceStatus.passed)
    return [`${name}未通过人脸核验，不能申请付款`, `The face of ${name} is not verified`]
  if (doctor.protocolStatus !== protocolStatus.agreed)
    return [`${name}未签署框架协议，不能申请付款`, `${name} has not signed the protocol`]
  return payout.accountProblem(doctor, name)
}

/** Guards and effects of lifecycle 3.14, for lines in money or in points. */
const rulesOf = (payout: Payout): RulesOf<Settlement['lines'], Settlement['lineSteps'], UnitOfWork> => ({
  applyForPayment: {
    // before who lists the doctor, or after
    lock: async (line) => ({ authenticationDoctor: [line.doctorId] }),
    guard: async (line, _ask, work) =>
      (await orderProblem(work, payout.settlement, line.settlementOrderId)) ?? (await payeeProblem(work, payout, line)),
    effect: async (line, _ask, work) => ({ paymentId: (await payout.putUp(work, line)).id }),
  },
  applyForVoid: {
    // its review begins afterwards, or has begun
    lock: async (line) => ({ [payout.settlement.order.id]: line.settlementOrderId ? [line.settlementOrderId] : [] }),
    guard: (line, _ask, work) => work.domains.services.desk.lineProblem(work, payout.settlement, line),
    effect: async (line, ask, work, before) => {
      await work.insert(cancellationRecord, {
        bizType: payout.settlement.lines.id,
        bizId: line.id,
        bizCode: line.code ?? '',
        entrustedCompanyId: line.entrustedCompanyId,
        entrustedCompanyName: line.entrustedCompanyName,
        socialCreditCode: line.socialCreditCode,
        doctorId: line.doctorId,
        doctorName: line.doctorName,
        ...payout.settlement.worthOf(line),
        reason: ask.reason,
        applyUserName: work.actor.name.slice(0, 50),
        applyTime: work.time,
        prevStatus: before.settleStatus,
      })
      return undefined
    },
  },
  simulatedPayment: {
    lock: (line, work, { length }) => payout.locksToSimulate(work, line, length),
    guard: async (line, _ask, work) =>
      (await orderProblem(work, payout.settlement, line.settlementOrderId)) ?? payout.simulationProblem(work, line),
    set: (_line, _ask, work) => ({ payTime: work.time }),
    effect: (line, _ask, work) => payout.simulated(work, line),
  },
})

export const orderDoctorSettlementRules = rulesOf(moneyPayout)
export const orderDoctorSettlementPointRules = rulesOf(pointsPayout)
