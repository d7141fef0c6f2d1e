import { activityPlan } from '../../../model/activities/activityPlan.ts'
import type { RowOf } from '../../../model/language/resource.ts'
import { statesOf } from '../../../model/language/states.ts'
import { orderDoctor } from '../../../model/orders/orderDoctor.ts'
import {
  entrustedTaxPaymentOrder,
  platServiceFee,
  servicePaymentBill,
  servicePaymentOrder,
} from '../../../model/payment/payments.ts'
import { entrustedCompany } from '../../../model/people/entrustedCompany.ts'
import type { settlementOrderTaxItem } from '../../../model/settlement/settlementLines.ts'
import type { settlementOrder } from '../../../model/settlement/settlementOrder.ts'
import type { settlementOrderTaxItemPoint } from '../../../model/settlement/settlementOrderPoint.ts'
import { fen, sum, yuan } from '../../../model/values/money.ts'
import { AppError } from '../../core/errors.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { CASH, type Families, inOrder, POINTS } from './families.ts'
import { openLines } from './requote.ts'

const { payStatus } = statesOf(servicePaymentOrder)
const { feeStatus } = statesOf(platServiceFee)
const { taxPayStatus } = statesOf(entrustedTaxPaymentOrder)

type Order = RowOf<typeof settlementOrder>

/** INV-16: an order has at most one payment order that is not void. */
export const livePayment = async (work: UnitOfWork, orderId: string, f: Families = CASH): Promise<boolean> =>
  (await work.rows(servicePaymentOrder, inOrder(f, orderId))).some((p) => p.payStatus !== payStatus.voided)

/** Cost of a tax item of an order for its client besides the platform's fee. Pure. */
const costOf = (item: RowOf<typeof settlementOrderTaxItem>, f: Families): string =>
  (f === POINTS ? (item as unknown as RowOf<typeof settlementOrderTaxItemPoint>).pointCost : item.grossAmount) ?? '0.00'

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
export async function createDocuments(work: UnitOfWork, order: Order, f: Families = CASH): Promise<void> {
  const client = {
    settlementOrderCode: order.code,
    entrustedCompanyId: order.entrustedCompanyId,
    entrustedCompanyName: order.entrustedCompanyName,
    socialCreditCode: order.socialCreditCode,
  }
  const own = { ...client, settlementOrderId: order.id }
  const lines = await openLines(work, order.id, f)
  const doctorOrders = lines.flatMap((l) => l.orderDoctorId ?? [])
  const items = await work.rows(f.items, { settlementOrderId: order.id })
  const billed = [
    ...items.map((item) => ({
      billType: 1 as const,
      taxItemCode: item.taxItemCode,
      itemName: item.taxItemName,
      amount: costOf(item, f),
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
    ...inOrder(f, order.id),
    code: await work.code(servicePaymentOrder),
    settlementOrderType: f.settlementOrderType,
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
  await work.insert(f.fee, {
    ...own,
    code: await work.code(f.fee),
    feeRate: buyer?.platformFeeRate ?? '0.000000',
    baseAmount: order.doctorAmount,
    feeAmount: f === POINTS ? order.totalAmount : order.platformAmount,
    feeStatus: feeStatus.pending,
  })
  await work.step(orderDoctor, doctorOrders, 'settle')
  if (f === POINTS) await work.domains.services.funds.openAccounts(work, order.entrustedCompanyId)
  else await createTaxPayment(work, order, lines.length)
}

/** The taxes of an order, quoted: fixed when its lines are paid (3.17). */
async function createTaxPayment(work: UnitOfWork, order: Order, lineCount: number): Promise<void> {
  const taxes = fen(order.vatAmount ?? '0') + fen(order.surchargeAmount ?? '0') + fen(order.iitAmount ?? '0')
  await work.insert(entrustedTaxPaymentOrder, {
    settlementOrderId: order.id,
    settlementOrderCode: order.code,
    entrustedCompanyId: order.entrustedCompanyId,
    entrustedCompanyName: order.entrustedCompanyName,
    socialCreditCode: order.socialCreditCode,
    code: await work.code(entrustedTaxPaymentOrder),
    fiscalTaxId: order.fiscalTaxId,
    fiscalTaxName: order.fiscalTaxName,
    taxMonth: order.taxMonth,
    lineCount,
    vatAmount: order.vatAmount,
    surchargeAmount: order.surchargeAmount,
    iitAmount: order.iitAmount,
    amount: yuan(taxes),
    taxPayStatus: taxPayStatus.toFix,
  })
}
