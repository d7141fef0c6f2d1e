import type { RulesOf } from '../../../model/language/lifecycle.ts'
import type { RowOf } from '../../../model/language/resource.ts'
import { statesOf } from '../../../model/language/states.ts'
import { orderDoctorPayment, type orderDoctorPaymentPoint } from '../../../model/payment/orderDoctorPayment.ts'
import type {
  orderDoctorPaymentLifecycle,
  orderDoctorPaymentPointLifecycle,
} from '../../../model/payment/orderDoctorPaymentLifecycles.ts'
import { authenticationDoctor } from '../../../model/people/authenticationDoctor.ts'
import { orderDoctorSettlement } from '../../../model/settlement/settlementLines.ts'
import { orderDoctorSettlementPoint } from '../../../model/settlement/settlementOrderPoint.ts'
import type { Label } from '../../../model/values/label.ts'
import { readable, yuan } from '../../../model/values/money.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { isListed } from '../people/blacklist.ts'
import { computed, locksOfLines } from '../settlement/lineTaxes.ts'
import { moneySettlement } from '../settlement/moneySettlement.ts'
import { linesApproved, linesReleased, linesStepped } from '../settlement/outcomes.ts'
import { pointsSettlement } from '../settlement/pointsSettlement.ts'
import type { Settlement } from '../settlement/settlement.ts'
import { declaredProblem, returnsNow } from './declared.ts'
import { IN_NO_BATCH, intoBatch, locksOfBatch } from './handBatch.ts'
import { orderProblem } from './orderDoctorSettlement.ts'
import { type AnyPayment, accountOf, feeOf, type Payment } from './paymentOf.ts'
import { granted, grantProblem, locksToGrant } from './pointGrants.ts'

const { approvalStatus: approvalStates } = statesOf(orderDoctorPayment)

const { settleStatus } = statesOf(orderDoctorSettlement)

/** Why a payment is frozen whose taxes leave nothing of the fee. */
export const TAX_EXCEEDS = 'TAX_EXCEEDS 税额超过劳务费'

type OfLine = Pick<AnyPayment, 'code' | 'orderDoctorSettlementId'>

/** The line that a payment pays. */
async function lineOf<S extends Settlement>(work: UnitOfWork, { lines }: S, p: OfLine): Promise<RowOf<S['lines']>> {
  const line = await work.row<S['lines']>(lines, p.orderDoctorSettlementId)
  if (!line) throw new Error(`payment ${p.code} has no line`)
  return line
}

/** Why a payment does not move: its line is not on its way any more. */
async function lineProblem(work: UnitOfWork, { lines }: Settlement, p: OfLine): Promise<Label | null> {
  const line = await work.row(lines, p.orderDoctorSettlementId)
  return line?.settleStatus === settleStatus.paying
    ? null
    : [`结算明细 ${line?.code ?? ''} 不在付款中`, `Settlement line ${line?.code ?? ''} is not being paid`]
}

async function lockLine(p: Payment, work: UnitOfWork): Promise<Record<string, string[]>> {
  const line = await work.row(orderDoctorSettlement, p.orderDoctorSettlementId)
  return line ? locksOfLines(work, [line]) : {}
}

const listedProblem = async (work: UnitOfWork, p: AnyPayment): Promise<Label | null> =>
  (await isListed(work, p.doctorId, p.entrustedCompanyId))
    ? [`${p.doctorName}在黑名单中，不能付款`, `${p.doctorName} is blacklisted and is not paid`]
    : null

/** Why a frozen payment stays so: it goes nowhere, or its doctor is still listed. */
async function stoppedProblem(work: UnitOfWork, settlement: Settlement, p: AnyPayment): Promise<Label | null> {
  const moved = await lineProblem(work, settlement, p)
  if (moved) return moved
  return (await listedProblem(work, p))
    ? [`${p.doctorName}仍在黑名单中，不能解冻`, `${p.doctorName} is still blacklisted`]
    : null
}

/** The first cause of a frozen payment that is not gone. */
async function frozenProblem(work: UnitOfWork, p: Payment): Promise<Label | null> {
  const stopped = await stoppedProblem(work, moneySettlement, p)
  if (stopped) return stopped
  const doctor = await work.row(authenticationDoctor, p.doctorId)
  if (!doctor?.bankAccount) return [`${p.doctorName}没有银行账号，不能解冻`, `${p.doctorName} has no bank account`]
  const { quote } = await computed(work, await lineOf(work, moneySettlement, p))
  const net = readable(yuan(quote.net))
  return quote.net > 0n
    ? null
    : [`税额仍超过劳务费（税后 ${net}），不能解冻`, `The taxes still exceed the fee (net ${net})`]
}

const reviewed = (approvalStatus: 1 | 2, work: UnitOfWork, remark: string | null) => ({
  approvalStatus,
  approvalOfficer: work.actor.name,
  approvalDate: work.time,
  approvalRemark: remark,
})
const NOT_REVIEWED: Partial<Payment> = {
  approvalStatus: approvalStates.pending,
  approvalOfficer: null,
  approvalDate: null,
  approvalRemark: null,
}

/** Guards and effects of lifecycle 3.15, as far as people and the blacklist decide. */
export const orderDoctorPaymentRules: RulesOf<
  typeof orderDoctorPayment,
  typeof orderDoctorPaymentLifecycle,
  UnitOfWork
> = {
  auditPass: {
    lock: async (p, work) => {
      const [line, batch, returns] = await Promise.all([lockLine(p, work), locksOfBatch(work, p), returnsNow(work, p)])
      return { ...line, ...batch, summaryTaxReturns: returns.map((r) => r.id) }
    },
    guard: async (p, _ask, work) =>
      (await lineProblem(work, moneySettlement, p)) ??
      (await listedProblem(work, p)) ??
      (await orderProblem(work, moneySettlement, p.settlementOrderId)) ??
      (await declaredProblem(work, p)),
    set: (_p, _ask, work) => reviewed(approvalStates.approved, work, null),
    effect: async (p, _ask, work) => {
      const line = await lineOf(work, moneySettlement, p)
      const { quote } = await computed(work, line)
      if (quote.net <= 0n) {
        await work.step(orderDoctorPayment, p.id, 'freeze', { remark: TAX_EXCEEDS })
        return { freezeReason: TAX_EXCEEDS }
      }
      await linesApproved(work, line.settlementOrderId ?? '', [line])
      const fee = feeOf(await lineOf(work, moneySettlement, p))
      return { ...fee, ...(await intoBatch(work, { ...p, ...fee })) }
    },
  },
  auditReject: {
    lock: lockLine,
    guard: (p, _ask, work) => lineProblem(work, moneySettlement, p),
    set: (_p, ask, work) => reviewed(approvalStates.rejected, work, ask.reason),
    effect: async (p, ask, work) => {
      const line = await lineOf(work, moneySettlement, p)
      await linesReleased(work, line.settlementOrderId ?? '', [line], 'refuse', ask.reason)
      return undefined
    },
  },
  thaw: {
    lock: async (p) => ({ authenticationDoctor: [p.doctorId] }),
    guard: (p, _ask, work) => frozenProblem(work, p),
    set: () => ({ freezeReason: null }),
    effect: async (p, _ask, work) => ({
      ...accountOf(await work.row(authenticationDoctor, p.doctorId)),
      ...feeOf(await lineOf(work, moneySettlement, p)),
    }),
  },
  freeze: {
    set: (_p, ask: { readonly remark?: string }) => ({
      freezeReason: ask.remark ?? null,
      ...IN_NO_BATCH,
      ...NOT_REVIEWED,
    }),
  },
  simulate: { set: (_p, _ask, work) => ({ payTime: work.time }) },
  takeBack: { set: () => ({ ...IN_NO_BATCH, ...NOT_REVIEWED }) },
}

/** 3.15 of points: what finance approves is granted at once. */
export const orderDoctorPaymentPointRules: RulesOf<
  typeof orderDoctorPaymentPoint,
  typeof orderDoctorPaymentPointLifecycle,
  UnitOfWork
> = {
  auditPass: {
    lock: async (p, work, { length }) => {
      const line = await work.row(orderDoctorSettlementPoint, p.orderDoctorSettlementId)
      return line ? locksToGrant(work, line, length) : {}
    },
    guard: async (p, _ask, work) =>
      (await lineProblem(work, pointsSettlement, p)) ??
      (await listedProblem(work, p)) ??
      (await orderProblem(work, pointsSettlement, p.settlementOrderId)) ??
      (await grantProblem(work, await lineOf(work, pointsSettlement, p))),
    set: (_p, _ask, work) => ({ ...reviewed(approvalStates.approved, work, null), payTime: work.time }),
    effect: async (p, _ask, work) => {
      const line = await lineOf(work, pointsSettlement, p)
      await linesStepped(work, pointsSettlement, 'pay', [{ id: line.id, payTime: work.time }])
      await granted(work, line, p)
      return undefined
    },
  },
  auditReject: {
    lock: async (p) => ({
      [orderDoctorSettlementPoint.id]: p.orderDoctorSettlementId ? [p.orderDoctorSettlementId] : [],
    }),
    guard: (p, _ask, work) => lineProblem(work, pointsSettlement, p),
    set: (_p, ask, work) => reviewed(approvalStates.rejected, work, ask.reason),
    effect: async (p, ask, work) => {
      await linesStepped(work, pointsSettlement, 'refuse', [{ id: p.orderDoctorSettlementId ?? '' }], ask.reason)
      return undefined
    },
  },
  thaw: {
    lock: async (p) => ({ authenticationDoctor: [p.doctorId] }),
    guard: (p, _ask, work) => stoppedProblem(work, pointsSettlement, p),
    set: () => ({ freezeReason: null }),
  },
  freeze: {
    set: (_p, ask: { readonly remark?: string }) => ({ freezeReason: ask.remark ?? null }),
  },
}
