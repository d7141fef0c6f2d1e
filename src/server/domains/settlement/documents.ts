import { activityPlan } from '../../../model/activities/activityPlan.ts'
import { statesOf } from '../../../model/language/states.ts'
import { orderDoctor } from '../../../model/orders/orderDoctor.ts'
import { platServiceFee, servicePaymentBill, servicePaymentOrder } from '../../../model/payment/payments.ts'
import { entrustedCompany } from '../../../model/people/entrustedCompany.ts'
import { fen, sum } from '../../../model/values/money.ts'
import { AppError } from '../../core/errors.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { openLines } from './requote.ts'
import { ofOrder, type Settlement, type SettlementOrder } from './settlement.ts'

const { payStatus } = statesOf(servicePaymentOrder)
const { feeStatus } = statesOf(platServiceFee)

/** INV-16: an order has at most one payment order that is not void. */
export const livePayment = async (work: UnitOfWork, settlement: Settlement, orderId: string): Promise<boolean> =>
  (await work.rows(servicePaymentOrder, ofOrder(settlement, orderId))).some((p) => p.payStatus !== payStatus.voided)

/** The budget that the activities of these doctor orders are of; null where they are of none, or of several. */
async function budgetOf(work: UnitOfWork, doctorOrderIds: readonly string[]): Promise<string | null> {
  const orders = await work.rows(orderDoctor, { id: [...doctorOrderIds] })
  const plans = await work.rows(activityPlan, { id: [...new Set(orders.flatMap((o) => o.planId ?? []))] })
  const budgetByPlan = new Map(plans.map((p) => [p.id, p.budgetOrderId]))
  const budgets = new Set(orders.map((o) => budgetByPlan.get(o.planId ?? '') ?? null))
  return budgets.size === 1 ? ([...budgets][0] ?? null) : null
}

/**
 * Documents that toSettle creates: the payment order with its bills (a doctor fee per tax item, one platform fee;
 * INV-15), the platform fee, the tax payment order; the doctor orders go to 结算中. Points are bought of the platform:
 * what they cost goes to it with its fee, and there are no taxes (3.18).
 */
export async function createDocuments(work: UnitOfWork, settlement: Settlement, order: SettlementOrder): Promise<void> {
  const client = {
    settlementOrderCode: order.code,
    entrustedCompanyId: order.entrustedCompanyId,
    entrustedCompanyName: order.entrustedCompanyName,
    socialCreditCode: order.socialCreditCode,
  }
  const own = { ...client, settlementOrderId: order.id }
  const lines = await openLines(work, settlement.lines, order.id)
  const doctorOrders = lines.flatMap((l) => l.orderDoctorId ?? [])
  const items = await work.rows(settlement.items, { settlementOrderId: order.id })
  const billed = [
    ...items.map((item) => ({
      billType: 1 as const,
      taxItemCode: item.taxItemCode,
      itemName: item.taxItemName,
      amount: settlement.costOf(item),
    })),
    { billType: 2 as const, taxItemCode: null, itemName: '平台服务费', amount: order.platformAmount ?? '0.00' },
  ].filter((b) => fen(b.amount) !== 0n)
  if (fen(sum(billed.map((b) => b.amount))) !== fen(order.totalAmount ?? '0')) {
    throw new AppError(400, [
      '账单合计与结算总额不符，不能转结算',
      'The bills do not add up to the total, so the order cannot be settled',
    ])
  }

  const payment = await work.insert(servicePaymentOrder, {
    ...client,
    ...ofOrder(settlement, order.id),
    code: await work.code(servicePaymentOrder),
    settlementOrderType: settlement.settlementOrderType,
    budgetOrderId: await budgetOf(work, doctorOrders),
    doctorAmount: order.doctorAmount,
    platformAmount: order.platformAmount,
    amount: order.totalAmount,
    payStatus: payStatus.toPay,
  })
  const { settlementOrderCode: _code, ...company } = client
  await work.insertAll(
    servicePaymentBill,
    billed.map((b) => ({
      ...company,
      ...b,
      servicePaymentOrderId: payment.id,
      servicePaymentOrderCode: payment.code,
      billMonth: order.cycleMonth,
    })),
  )
  const buyer = await work.row(entrustedCompany, order.entrustedCompanyId)
  await work.insert(settlement.fee, {
    ...own,
    code: await work.code(settlement.fee),
    feeRate: buyer?.platformFeeRate ?? '0.000000',
    baseAmount: order.doctorAmount,
    feeAmount: settlement.feeOf(order),
    feeStatus: feeStatus.pending,
  })
  await work.step(orderDoctor, doctorOrders, 'settle')
  await settlement.documentsCreated(work, order, lines.length)
}
