import type { cancellationRecord } from '../../../model/desk/cancellationRecord.ts'
import type { RowOf } from '../../../model/language/resource.ts'
import { isIn, statesOf } from '../../../model/language/states.ts'
import { servicePaymentOrder } from '../../../model/payment/payments.ts'
import { servicePaymentOrderDetail } from '../../../model/payment/servicePayment.ts'
import { resultOrder } from '../../../model/settlement/results/resultOrder.ts'
import { settlementCycle } from '../../../model/settlement/results/settlementCycle.ts'
import { orderDoctorSettlement } from '../../../model/settlement/settlementLines.ts'
import { settlementOrder } from '../../../model/settlement/settlementOrder.ts'
import { orderDoctorSettlementPoint } from '../../../model/settlement/settlementOrderPoint.ts'
import { tenderDoctorProtocols } from '../../../model/tender/protocols.ts'
import type { Label } from '../../../model/values/label.ts'
import { hold, holds } from '../../writing/save/held.ts'
import { LocksMoved } from '../../writing/unitOfWork/locksMoved.ts'
import type { AnyResource } from '../../writing/unitOfWork/rows.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { vouchersOf } from '../payment/vouchers.ts'
import { moneySettlement } from '../settlement/moneySettlement.ts'
import { locksOfOrder } from '../settlement/outcomes.ts'
import { pointsSettlement } from '../settlement/pointsSettlement.ts'
import { moneyResults } from '../settlement/results/moneyResults.ts'
import { pointsResults } from '../settlement/results/pointsResults.ts'
import { locksOfParts } from '../settlement/results/resultOrder.ts'
import type { Results } from '../settlement/results/results.ts'
import { ofOrder, type Settlement } from '../settlement/settlement.ts'
import { settleIfDone } from '../settlement/settling.ts'
import { locksOfProtocol, protocolProblem } from '../tender/protocolVoids.ts'
import { locksOfPointVoid, pointLineVoided } from './pointVoids.ts'
import { feeProblem, lineProblem, lineVoided, locksOfVoid, orderVoided } from './voiding.ts'

const { settleStatus } = statesOf(orderDoctorSettlement)
const { settlementStatus } = statesOf(settlementOrder)
const { payStatus } = statesOf(servicePaymentOrder)
const { resultStatus } = statesOf(resultOrder)
const { cycleStatus } = statesOf(settlementCycle)

export type Cancellation = RowOf<typeof cancellationRecord>
type Locks = Record<string, string[]>

/** A kind of document that can be void, and what its cancellation brings about. */
export interface Voidable {
  readonly of: AnyResource
  /** Locks of its void, one of `many` that are voided together, by resource. */
  locks(work: UnitOfWork, id: string, many: number): Promise<Locks>
  /** Why it cannot be void now. */
  problem(work: UnitOfWork, id: string): Promise<Label | null>
  /** Void of the document, for the reason of its cancellation. Returns the record of its refund, where there is one. */
  voided(work: UnitOfWork, id: string, reason: string | null): Promise<string | null>
  /**
   * Refusal of the void: the document returns to the state it had before the application. Without it nothing had
   * changed.
   */
  kept?(work: UnitOfWork, record: Cancellation): Promise<void>
}

const idsOf = (rows: readonly { readonly id: string }[]): string[] => rows.map((r) => r.id)

/** Why a line that waits for the decision cannot be void now. */
const lineStays =
  (settlement: Settlement): Voidable['problem'] =>
  async (work, id) => {
    const row = await work.row(settlement.lines, id)
    if (row?.settleStatus !== settleStatus.voidRequested)
      return [
        `结算明细 ${row?.code ?? ''} 不在作废审核中`,
        `Settlement line ${row?.code ?? ''} does not wait to be voided`,
      ]
    return (await lineProblem(work, settlement, row)) ?? (await feeProblem(work, settlement, row))
  }

/** A line goes back to where it was before its void was asked for. */
const lineKept =
  (settlement: Settlement): NonNullable<Voidable['kept']> =>
  async (work, { bizId: id, prevStatus }) => {
    const row = await work.row(settlement.lines, id)
    if (row?.settleStatus !== settleStatus.voidRequested) return
    const decision = {
      transition: settlement.lineSteps.transitions.keep,
      lifecycle: settlement.lineSteps,
      remark: null,
      bySystem: true,
    }
    await work.update(
      settlement.lines,
      row.id,
      { settleStatus: (prevStatus ?? settleStatus.unsettled) as 0 },
      { action: 'keep', decision },
    )
  }

/** 3.14: a line, which waits for the decision. */
const line: Voidable = {
  of: orderDoctorSettlement,
  locks: async (work, id, many) => {
    const row = await work.row(orderDoctorSettlement, id)
    return row ? locksOfVoid(work, row, many) : {}
  },
  problem: lineStays(moneySettlement),
  voided: async (work, id) => {
    const row = await work.row(orderDoctorSettlement, id)
    if (!row) throw new Error(`no settlement line ${id}`)
    const refundRecordId = await lineVoided(work, row)
    await settleIfDone(work, moneySettlement, row.settlementOrderId ?? '')
    return refundRecordId
  },
  kept: lineKept(moneySettlement),
}

/** The same of a line in points. */
const pointLine: Voidable = {
  of: orderDoctorSettlementPoint,
  locks: async (work, id, many) => {
    const row = await work.row(orderDoctorSettlementPoint, id)
    return row ? locksOfPointVoid(work, row, many) : {}
  },
  problem: lineStays(pointsSettlement),
  voided: async (work, id) => {
    const row = await work.row(orderDoctorSettlementPoint, id)
    if (!row) throw new Error(`no settlement line ${id}`)
    const refundRecordId = await pointLineVoided(work, row)
    await settleIfDone(work, pointsSettlement, row.settlementOrderId ?? '')
    return refundRecordId
  },
  kept: lineKept(pointsSettlement),
}

/** 3.12: a whole order that nobody has paid for. */
const wholeOrder = (settlement: Settlement): Voidable => ({
  of: settlement.order,
  locks: async (work, id) => {
    const payments = await work.rows(servicePaymentOrder, ofOrder(settlement, id))
    const vouchers = idsOf(await vouchersOf(work, payments))
    hold(work, [...idsOf(payments), ...vouchers])
    return { ...(await locksOfOrder(work, settlement, id)), [servicePaymentOrderDetail.id]: vouchers }
  },
  problem: async (work, id) => {
    const row = await work.row(settlement.order, id)
    if (!isIn([settlementStatus.toConfirm, settlementStatus.confirmed, settlementStatus.toPay], row?.settlementStatus))
      return [
        `结算单 ${row?.code ?? ''} 不在待企业确认、企业已确认或待付款状态，不能作废`,
        `Settlement order ${row?.code ?? ''} is neither with its company nor waiting for payment: it cannot be voided`,
      ]
    const payments = await work.rows(servicePaymentOrder, ofOrder(settlement, id))
    const under = payments.find((p) => p.payStatus === payStatus.toCheck || p.payStatus === payStatus.paid)
    return under
      ? [
          `支付单 ${under.code ?? ''} 待复核或已付款，结算单不能作废`,
          `Payment order ${under.code ?? ''} is being checked or paid: the settlement order cannot be voided`,
        ]
      : null
  },
  voided: async (work, id) => {
    const payments = await work.rows(servicePaymentOrder, ofOrder(settlement, id))
    if (!holds(work, idsOf([...payments, ...(await vouchersOf(work, payments))])))
      throw new LocksMoved('the order was put to settling meanwhile')
    await orderVoided(work, settlement, id)
    return null
  },
})

/** 3.10: a result order whose cycle is not confirmed. */
const wholeResult = (results: Results): Voidable => ({
  of: results.order,
  locks: async (work, id) => {
    const row = await work.row(results.order, id)
    return {
      ...(await locksOfParts(work, results, id)),
      [results.order.id]: [id],
      settlementCycle: row?.settlementCycleId ? [row.settlementCycleId] : [],
    }
  },
  problem: async (work, id) => {
    const row = await work.row(results.order, id)
    if (row?.resultStatus !== resultStatus.confirmed)
      return [
        `结果单 ${row?.code ?? ''} 不在已确认状态，不能作废`,
        `Result order ${row?.code ?? ''} is not confirmed: it cannot be voided`,
      ]
    const cycle = await work.row(settlementCycle, row.settlementCycleId)
    return (cycle?.cycleStatus ?? cycleStatus.open) >= 2
      ? [
          `结果单 ${row.code ?? ''} 所在的结算周期已确认，不能作废`,
          `The settlement cycle of result order ${row.code ?? ''} has been confirmed: it cannot be voided`,
        ]
      : null
  },
  voided: async (work, id) => {
    await work.step(results.order, id, 'void')
    return null
  },
})

/** 3.2: an agreement that a doctor has signed. */
const protocol: Voidable = {
  of: tenderDoctorProtocols,
  locks: locksOfProtocol,
  problem: protocolProblem,
  voided: async (work, id, reason) => {
    await work.step(tenderDoctorProtocols, id, 'cancel', { reason })
    return null
  },
}

/** Documents that can be void, by the kind that a cancellation names. */
export const voidable: Readonly<Record<NonNullable<Cancellation['bizType']>, Voidable>> = {
  orderDoctorSettlement: line,
  orderDoctorSettlementPoint: pointLine,
  settlementOrder: wholeOrder(moneySettlement),
  settlementOrderPoint: wholeOrder(pointsSettlement),
  resultOrder: wholeResult(moneyResults),
  resultOrderPoint: wholeResult(pointsResults),
  tenderDoctorProtocols: protocol,
}
