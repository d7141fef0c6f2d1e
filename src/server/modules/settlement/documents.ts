import { fen, sum, yuan } from '../../../model/kernel/money.ts'
import type { RowOf } from '../../../model/kernel/resource.ts'
import { orderDoctor } from '../../../model/orders/orderDoctor.ts'
import { entrustedCompany } from '../../../model/people/entrustedCompany.ts'
import {
  entrustedTaxPaymentOrder,
  platServiceFee,
  servicePaymentBill,
  servicePaymentOrder,
} from '../../../model/settlement/payments.ts'
import { settlementOrderTaxItem } from '../../../model/settlement/settlementLines.ts'
import type { settlementOrder } from '../../../model/settlement/settlementOrder.ts'
import { AppError } from '../../core/errors.ts'
import type { UnitOfWork } from '../../writes/unitOfWork.ts'
import { openLines } from './requote.ts'

type Order = RowOf<typeof settlementOrder>

/** INV-16: an order has at most one payment order that is not void. */
export const livePayment = async (work: UnitOfWork, orderId: string): Promise<boolean> =>
  (await work.rows(servicePaymentOrder, { settlementOrderId: orderId })).some((p) => p.payStatus !== 9)

/**
 * What toSettle creates: the payment order with its bills (a doctor fee per tax item, one platform fee; INV-15), the
 * platform fee, the tax payment order; the doctor orders go to 结算中.
 */
export async function createDocuments(work: UnitOfWork, order: Order): Promise<void> {
  const own = {
    settlementOrderId: order.id,
    settlementOrderCode: order.code,
    entrustedCompanyId: order.entrustedCompanyId,
    entrustedCompanyName: order.entrustedCompanyName,
    socialCreditCode: order.socialCreditCode,
  }
  const lines = await openLines(work, order.id)
  const items = await work.rows(settlementOrderTaxItem, { settlementOrderId: order.id })
  const billed = [
    ...items.map((item) => ({
      billType: 1 as const,
      taxItemCode: item.taxItemCode,
      itemName: item.taxItemName,
      amount: item.grossAmount ?? '0.00',
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
    ...own,
    code: await work.code(servicePaymentOrder),
    settlementOrderType: 1,
    doctorAmount: order.doctorAmount,
    platformAmount: order.platformAmount,
    amount: order.totalAmount,
    payStatus: 0,
  })
  const { settlementOrderId: _id, settlementOrderCode: _code, ...client } = own
  await work.insertAll(
    servicePaymentBill,
    billed.map((b) => ({
      ...client,
      ...b,
      servicePaymentOrderId: payment.id,
      servicePaymentOrderCode: payment.code,
      billMonth: order.cycleMonth,
    })),
  )
  const company = await work.row(entrustedCompany, order.entrustedCompanyId)
  await work.insert(platServiceFee, {
    ...own,
    code: await work.code(platServiceFee),
    feeRate: company?.platformFeeRate ?? '0.000000',
    baseAmount: order.doctorAmount,
    feeAmount: order.platformAmount,
    feeStatus: 0,
  })
  const taxes = fen(order.vatAmount ?? '0') + fen(order.surchargeAmount ?? '0') + fen(order.iitAmount ?? '0')
  await work.insert(entrustedTaxPaymentOrder, {
    ...own,
    code: await work.code(entrustedTaxPaymentOrder),
    fiscalTaxId: order.fiscalTaxId,
    fiscalTaxName: order.fiscalTaxName,
    taxMonth: order.taxMonth,
    lineCount: lines.length,
    vatAmount: order.vatAmount,
    surchargeAmount: order.surchargeAmount,
    iitAmount: order.iitAmount,
    amount: yuan(taxes),
    taxPayStatus: 0,
  })
  await work.step(
    orderDoctor,
    lines.flatMap((l) => l.orderDoctorId ?? []),
    'settle',
  )
}
