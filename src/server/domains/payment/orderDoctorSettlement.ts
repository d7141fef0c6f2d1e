import { cancellationRecord } from '../../../model/desk/cancellationRecord.ts'
import type { RulesOf } from '../../../model/language/lifecycle.ts'
import { statesOf } from '../../../model/language/states.ts'
import { authenticationDoctor } from '../../../model/people/authenticationDoctor.ts'
import type { orderDoctorSettlementLifecycle } from '../../../model/settlement/lineLifecycles.ts'
import type { orderDoctorSettlement } from '../../../model/settlement/settlementLines.ts'
import { settlementOrder } from '../../../model/settlement/settlementOrder.ts'
import type { Label } from '../../../model/values/label.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { CASH, type Families, POINTS, worthOf } from '../settlement/families.ts'
import type { Line } from '../settlement/requote.ts'
import { putUp } from './paymentOf.ts'
import { grantSimulated, grantSimulationProblem, locksToGrant } from './pointGrants.ts'
import { locksToSimulate, simulated, simulationProblem } from './simulated.ts'

const { settlementStatus } = statesOf(settlementOrder)
const { certStatus, faceStatus, protocolStatus } = statesOf(authenticationDoctor)

/** Why the order of a line does not pay its doctors: the client has not paid yet, or all of it is settled. */
export async function orderProblem(
  work: UnitOfWork,
  orderId: string | null,
  f: Families = CASH,
): Promise<Label | null> {
  const order = await work.row(f.order, orderId)
  return order?.settlementStatus === settlementStatus.paid
    ? null
    : [`结算单 ${order?.code ?? ''} 不在已付款状态`, `Settlement order ${order?.code ?? ''} is not paid by the client`]
}

/** Why a doctor cannot be paid yet; the first thing that is missing. */
async function payeeProblem(work: UnitOfWork, line: Line, f: Families): Promise<Label | null> {
  const doctor = await work.row(authenticationDoctor, line.doctorId)
  const name = line.doctorName ?? ''
  if (doctor?.certStatus !== certStatus.certified)
    return [`${name}未通过认证，不能申请付款`, `${name} is not certified`]
  if (doctor.faceStatus !== faceStatus.passed)
    return [`${name}未通过人脸核验，不能申请付款`, `The face of ${name} is not verified`]
  if (doctor.protocolStatus !== protocolStatus.agreed)
    return [`${name}未签署框架协议，不能申请付款`, `${name} has not signed the protocol`]
  // points need no bank
  if (f === CASH && !doctor.bankAccount) return [`${name}没有银行账号，不能申请付款`, `${name} has no bank account`]
  return null
}

/** Guards and effects of lifecycle 3.14, for lines in money or in points. */
const rulesOf = (
  f: Families,
): RulesOf<typeof orderDoctorSettlement, typeof orderDoctorSettlementLifecycle, UnitOfWork> => ({
  applyForPayment: {
    // before who lists the doctor, or after
    lock: async (line) => ({ authenticationDoctor: [line.doctorId] }),
    guard: async (line, _ask, work) =>
      (await orderProblem(work, line.settlementOrderId, f)) ?? (await payeeProblem(work, line, f)),
    effect: async (line, _ask, work) => ({ paymentId: (await putUp(work, line, f)).id }),
  },
  applyForVoid: {
    // its review begins afterwards, or has begun
    lock: async (line) => ({ [f.order.id]: line.settlementOrderId ? [line.settlementOrderId] : [] }),
    guard: (line, _ask, work) => work.domains.services.desk.lineProblem(work, line, f),
    effect: async (line, ask, work, before) => {
      await work.insert(cancellationRecord, {
        bizType: f.lines.id,
        bizId: line.id,
        bizCode: line.code ?? '',
        entrustedCompanyId: line.entrustedCompanyId,
        entrustedCompanyName: line.entrustedCompanyName,
        socialCreditCode: line.socialCreditCode,
        doctorId: line.doctorId,
        doctorName: line.doctorName,
        ...worthOf(line, f),
        reason: ask.reason,
        applyUserName: work.actor.name.slice(0, 50),
        applyTime: work.time,
        prevStatus: before.settleStatus,
      })
      return undefined
    },
  },
  simulatedPayment: {
    lock: (line, work, { length }) =>
      f === POINTS ? locksToGrant(work, line, length) : locksToSimulate(work, line, length),
    guard: async (line, _ask, work) =>
      (await orderProblem(work, line.settlementOrderId, f)) ??
      (f === POINTS ? await grantSimulationProblem(work, line) : await simulationProblem(work, line)),
    set: (_line, _ask, work) => ({ payTime: work.time }),
    effect: (line, _ask, work) => (f === POINTS ? grantSimulated(work, line) : simulated(work, line)),
  },
})

export const orderDoctorSettlementRules = rulesOf(CASH)
export const orderDoctorSettlementPointRules = rulesOf(POINTS)
