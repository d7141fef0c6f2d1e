import type { RowOf } from '../../../model/language/resource.ts'
import { orderDoctor } from '../../../model/orders/orderDoctor.ts'
import { platServiceFeePoint } from '../../../model/payment/platServiceFeePoint.ts'
import {
  orderDoctorSettlementPoint,
  settlementOrderDoctorPoint,
  settlementOrderPoint,
  settlementOrderTaxItemPoint,
} from '../../../model/settlement/settlementOrderPoint.ts'
import { fen, yuan } from '../../../model/values/money.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { moneyOf, post } from '../funds/ledger/ledger.ts'
import { pointsOf, returnPoints } from '../funds/ledger/pointsLedger.ts'
import { acceptedVoid, locksOfCompanyOrders } from '../orders/companyOrder.ts'
import type { PointLine } from '../payment/paymentOf.ts'
import { mergedLocks } from '../settlement/mergedLocks.ts'
import { grantedBy } from '../settlement/openPointOrder.ts'
import { linesStepped, updateDoctors } from '../settlement/outcomes.ts'
import { pointsSettlement } from '../settlement/pointsSettlement.ts'
import { locksToSettle } from '../settlement/settling.ts'
import { locksOfDrafts, redraft } from '../tax/draft.ts'
import { pointsInvoicing } from '../tax/pointsInvoicing.ts'

// Void of lines in points (3.14): of one that the client has paid for, its points go back to where they were issued,
// and what they cost to the company's account.

const TRANSFERRED = 2
const PAID = 5

/** Refund of a void line in points. */
export interface PointRefund {
  /** Points that go from the company back to where they were issued. */
  readonly points: number
  /** Cost of the points and the platform's fee for them (fen). */
  readonly cost: bigint
  readonly platform: bigint
  /** Both are with the platform already, which keeps them: only the points go back (3.18). */
  readonly kept: boolean
  /** Amount that returns to the company's account (fen). */
  readonly amount: bigint
}

/** Refund of a void line in points; null while the client has not paid for it. */
export async function pointRefundOf(work: UnitOfWork, line: PointLine): Promise<PointRefund | null> {
  const order = await work.row(settlementOrderPoint, line.settlementOrderId)
  if (order?.settlementStatus !== PAID) return null
  const [fee] = await work.rows(platServiceFeePoint, { settlementOrderId: line.settlementOrderId })
  const [cost, platform] = [fen(line.pointCost ?? '0'), fen(line.platformFee ?? '0')]
  const kept = fee?.feeStatus === TRANSFERRED
  return { points: line.pointAmount ?? 0, cost, platform, kept, amount: kept ? 0n : cost + platform }
}

/** Locks of the void of a line in points, one of `many` that are voided together: for `lock` of rules. */
export async function locksOfPointVoid(
  work: UnitOfWork,
  line: PointLine,
  many: number,
): Promise<Record<string, string[]>> {
  const settlementOrderId = line.settlementOrderId ?? ''
  const [people, items] = await Promise.all([
    work.rows(settlementOrderDoctorPoint, { settlementOrderId, doctorId: line.doctorId }),
    work.rows(settlementOrderTaxItemPoint, { settlementOrderId }),
  ])
  return mergedLocks(
    {
      [orderDoctorSettlementPoint.id]: [line.id],
      [settlementOrderDoctorPoint.id]: people.map((p) => p.id),
      [settlementOrderTaxItemPoint.id]: items.map((i) => i.id),
      [orderDoctor.id]: line.orderDoctorId ? [line.orderDoctorId] : [],
    },
    await locksToSettle(work, pointsSettlement, settlementOrderId, many),
    await locksOfCompanyOrders(work, line.orderDoctorId ? [line.orderDoctorId] : []),
    await moneyOf(work, line.entrustedCompanyId),
    await pointsOf(work, line.entrustedCompanyId),
    await locksOfDrafts(work, pointsInvoicing, settlementOrderId),
  )
}

/**
 * A line in points is void (5→9) and its doctor order has come to nothing. Of an order that is not paid it no longer counts;
 * of a paid one its points go back, and what they cost with the platform's fee, unless the platform has both already: the
 * order keeps its amounts and says what it refunded. Returns the record of the refund (of the points, where no money goes
 * back), null where nothing was.
 */
export async function pointLineVoided(work: UnitOfWork, line: PointLine): Promise<string | null> {
  const orderId = line.settlementOrderId ?? ''
  const refund = await pointRefundOf(work, line)
  const refundRecordId = refund ? await refunded(work, line, refund) : null
  await linesStepped(work, pointsSettlement, 'void', [{ id: line.id, refundRecordId }])
  if (refund) await orderRefunds(work, orderId, refund)
  else await countedAnew(work, orderId, line)
  await updateDoctors(work, pointsSettlement, orderId, [line])
  await work.step(orderDoctor, line.orderDoctorId ?? [], 'void')
  await acceptedVoid(work, line.orderDoctorId)
  if (refund) await redraft(work, pointsInvoicing, orderId)
  return refundRecordId
}

/** The points of a line go back, and the money that they cost. Returns the record that the line names. */
async function refunded(work: UnitOfWork, line: PointLine, { points, amount }: PointRefund): Promise<string> {
  const biz = { type: orderDoctorSettlementPoint.id, id: line.id, code: line.code }
  const returned = await returnPoints(work, line.entrustedCompanyId, { points, biz })
  if (amount === 0n) return returned
  const [record] = await post(work, line.entrustedCompanyId, [{ recordType: 3, amount, biz }])
  return record?.id ?? returned
}

/** Refunds of a paid order, and its platform fee that is not transferred yet. */
async function orderRefunds(work: UnitOfWork, settlementOrderId: string, refund: PointRefund): Promise<void> {
  if (refund.kept) return
  const order = await work.row(settlementOrderPoint, settlementOrderId)
  const [fee] = await work.rows(platServiceFeePoint, { settlementOrderId })
  if (!order || !fee) throw new Error(`points order ${settlementOrderId} has no fee`)
  await work.update(platServiceFeePoint, fee.id, {
    baseAmount: yuan(fen(fee.baseAmount ?? '0') - refund.cost),
    feeAmount: yuan(fen(fee.feeAmount ?? '0') - refund.amount),
  })
  await work.update(settlementOrderPoint, settlementOrderId, {
    refundAmount: yuan(fen(order.refundAmount ?? '0') + refund.amount),
  })
}

type Amounts = ReturnType<typeof grantedBy>

/** An order that nobody has paid for without a line: what its tax item, its doctor and itself come to. */
async function countedAnew(work: UnitOfWork, settlementOrderId: string, line: PointLine): Promise<void> {
  const { doctorId, taxItemCode } = line
  const live: PointLine[] = await work.rows(orderDoctorSettlementPoint, {
    settlementOrderId,
    settleStatus: { not: 9 },
  })
  const items = await work.rows(settlementOrderTaxItemPoint, { settlementOrderId, taxItemCode })
  const people = await work.rows(settlementOrderDoctorPoint, { settlementOrderId, doctorId })
  const ofItem = grantedBy(live.filter((l) => l.taxItemCode === taxItemCode))
  const { totalAmount: _total, ...ofDoctor } = grantedBy(live.filter((l) => l.doctorId === doctorId))
  await countedOr(work, settlementOrderTaxItemPoint, items, ofItem)
  await countedOr(work, settlementOrderDoctorPoint, people, ofDoctor)
  const { pointCost: doctorAmount, platformFee: platformAmount, ...counted } = grantedBy(live)
  await work.update(settlementOrderPoint, settlementOrderId, {
    ...counted,
    doctorAmount,
    platformAmount,
    doctorCount: new Set(live.map((l) => l.doctorId)).size,
  })
}

/** Rows come to these amounts; without a line they are gone. */
async function countedOr(
  work: UnitOfWork,
  of: typeof settlementOrderTaxItemPoint | typeof settlementOrderDoctorPoint,
  rows: readonly { readonly id: string }[],
  amounts: Partial<Amounts> & Pick<Amounts, 'orderCount'>,
): Promise<void> {
  if (amounts.orderCount === 0)
    await work.remove(
      of,
      rows.map((r) => r.id),
    )
  else for (const { id } of rows) await work.update(of, id, amounts as Partial<RowOf<typeof of>>)
}
