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
import type { Label } from '../../../model/values/label.ts'
import { readable, yuan } from '../../../model/values/money.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { isListed } from '../people/blacklist.ts'
import { CASH, type Families, POINTS } from '../settlement/families.ts'
import { computed, locksOfLines } from '../settlement/lineTaxes.ts'
import { linesApproved, linesReleased, linesStepped } from '../settlement/outcomes.ts'
import type { Line } from '../settlement/requote.ts'
import { declaredProblem, returnsNow } from './declared.ts'
import { IN_NO_BATCH, intoBatch, locksOfBatch } from './handBatch.ts'
import { orderProblem } from './orderDoctorSettlement.ts'
import { accountOf, feeOf, type Payment } from './paymentOf.ts'
import { granted, grantProblem, locksToGrant } from './pointGrants.ts'

const { approvalStatus: approvalStates } = statesOf(orderDoctorPayment)

const { settleStatus } = statesOf(orderDoctorSettlement)

/** Why a payment is frozen whose taxes leave nothing of the fee. */
export const TAX_EXCEEDS = 'TAX_EXCEEDS 税额超过劳务费'

/** The line that a payment pays. */
async function lineOf(work: UnitOfWork, p: Payment, f: Families = CASH): Promise<Line> {
  const line = await work.row(f.lines, p.orderDoctorSettlementId)
  if (!line) throw new Error(`payment ${p.code} has no line`)
  return line
}

/** Why a payment does not move: its line is not on its way any more. */
async function lineProblem(work: UnitOfWork, p: Payment, f: Families = CASH): Promise<Label | null> {
  const line = await work.row(f.lines, p.orderDoctorSettlementId)
  return line?.settleStatus === settleStatus.paying
    ? null
    : [`结算明细 ${line?.code ?? ''} 不在付款中`, `Settlement line ${line?.code ?? ''} is not being paid`]
}

async function lockLine(p: Payment, work: UnitOfWork): Promise<Record<string, string[]>> {
  const line = await work.row(CASH.lines, p.orderDoctorSettlementId)
  return line ? locksOfLines(work, [line]) : {}
}

const listedProblem = async (work: UnitOfWork, p: Payment): Promise<Label | null> =>
  (await isListed(work, p.doctorId, p.entrustedCompanyId))
    ? [`${p.doctorName}在黑名单中，不能付款`, `${p.doctorName} is blacklisted and is not paid`]
    : null

/** Why a frozen payment stays so: it goes nowhere, or its doctor is still listed. */
async function stoppedProblem(work: UnitOfWork, p: Payment, f: Families): Promise<Label | null> {
  const moved = await lineProblem(work, p, f)
  if (moved) return moved
  return (await listedProblem(work, p))
    ? [`${p.doctorName}仍在黑名单中，不能解冻`, `${p.doctorName} is still blacklisted`]
    : null
}

/** The first cause of a frozen payment that is not gone. */
async function frozenProblem(work: UnitOfWork, p: Payment): Promise<Label | null> {
  const stopped = await stoppedProblem(work, p, CASH)
  if (stopped) return stopped
  const doctor = await work.row(authenticationDoctor, p.doctorId)
  if (!doctor?.bankAccount) return [`${p.doctorName}没有银行账号，不能解冻`, `${p.doctorName} has no bank account`]
  const { quote } = await computed(work, await lineOf(work, p))
  const net = readable(yuan(quote.net))
  return quote.net > 0n
    ? null
    : [`税额仍超过劳务费（税后 ${net}），不能解冻`, `The taxes still exceed the fee (net ${net})`]
}

const reviewed = (approvalStatus: 1 | 2, work: UnitOfWork, remark: string | null): Partial<Payment> => ({
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
      (await lineProblem(work, p)) ??
      (await listedProblem(work, p)) ??
      (await orderProblem(work, p.settlementOrderId)) ??
      (await declaredProblem(work, p)),
    set: (_p, _ask, work) => reviewed(approvalStates.approved, work, null),
    effect: async (p, _ask, work) => {
      const line = await lineOf(work, p)
      const { quote } = await computed(work, line)
      if (quote.net <= 0n) {
        await work.step(orderDoctorPayment, p.id, 'freeze', { remark: TAX_EXCEEDS })
        return { freezeReason: TAX_EXCEEDS }
      }
      await linesApproved(work, line.settlementOrderId ?? '', [line])
      const fee = feeOf(await lineOf(work, p))
      return { ...fee, ...(await intoBatch(work, { ...p, ...fee })) }
    },
  },
  auditReject: {
    lock: lockLine,
    guard: (p, _ask, work) => lineProblem(work, p),
    set: (_p, ask, work) => reviewed(approvalStates.rejected, work, ask.reason),
    effect: async (p, ask, work) => {
      const line = await lineOf(work, p)
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
      ...feeOf(await lineOf(work, p)),
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

/** A payment in points with the fields that payments in money have too. Pure. */
const paid = (p: RowOf<typeof orderDoctorPaymentPoint>): Payment => p as unknown as Payment

/** 3.15 of points: what finance approves is granted at once. */
export const orderDoctorPaymentPointRules: RulesOf<
  typeof orderDoctorPaymentPoint,
  typeof orderDoctorPaymentPointLifecycle,
  UnitOfWork
> = {
  auditPass: {
    lock: async (p, work, { length }) => {
      const line = await work.row(POINTS.lines, p.orderDoctorSettlementId)
      return line ? locksToGrant(work, line, length) : {}
    },
    guard: async (p, _ask, work) =>
      (await lineProblem(work, paid(p), POINTS)) ??
      (await listedProblem(work, paid(p))) ??
      (await orderProblem(work, p.settlementOrderId, POINTS)) ??
      (await grantProblem(work, await lineOf(work, paid(p), POINTS))),
    set: (_p, _ask, work) => ({ ...reviewed(approvalStates.approved, work, null), payTime: work.time }) as object,
    effect: async (p, _ask, work) => {
      const line = await lineOf(work, paid(p), POINTS)
      await linesStepped(work, 'pay', [{ id: line.id, payTime: work.time }], null, POINTS)
      await granted(work, line, p)
      return undefined
    },
  },
  auditReject: {
    lock: async (p) => ({ [POINTS.lines.id]: p.orderDoctorSettlementId ? [p.orderDoctorSettlementId] : [] }),
    guard: (p, _ask, work) => lineProblem(work, paid(p), POINTS),
    set: (_p, ask, work) => reviewed(approvalStates.rejected, work, ask.reason) as object,
    effect: async (p, ask, work) => {
      await linesStepped(work, 'refuse', [{ id: p.orderDoctorSettlementId ?? '' }], ask.reason, POINTS)
      return undefined
    },
  },
  thaw: {
    lock: async (p) => ({ authenticationDoctor: [p.doctorId] }),
    guard: (p, _ask, work) => stoppedProblem(work, paid(p), POINTS),
    set: () => ({ freezeReason: null }),
  },
  freeze: {
    set: (_p, ask: { readonly remark?: string }) => ({ freezeReason: ask.remark ?? null }),
  },
}
