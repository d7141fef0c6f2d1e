import type { RowOf } from '../../../model/language/resource.ts'
import { statesOf } from '../../../model/language/states.ts'
import { entrustedTaxPaymentOrderLifecycle } from '../../../model/payment/paymentLifecycles.ts'
import { entrustedTaxPaymentOrder } from '../../../model/payment/payments.ts'
import { orderDoctorSettlement } from '../../../model/settlement/settlementLines.ts'
import type { settlementOrder } from '../../../model/settlement/settlementOrder.ts'
import { fen, sum, yuan } from '../../../model/values/money.ts'
import { stepEach } from '../../writing/unitOfWork/caused.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import type { Line } from './requote.ts'

const { settleStatus } = statesOf(orderDoctorSettlement)
const { taxPayStatus } = statesOf(entrustedTaxPaymentOrder)

type Order = RowOf<typeof settlementOrder>
type Tax = RowOf<typeof entrustedTaxPaymentOrder>

// Taxes that are withheld of an order in money, and the payment that passes them on (3.17).

/** The tax payment of an order as it is quoted: fixed when the lines are paid. */
export async function createTaxPayment(work: UnitOfWork, order: Order, lineCount: number): Promise<void> {
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

/** The taxes of paid lines: what the tax payment of their order amounts to once none is open (INV-27). Pure. */
export function taxesOfLines(paid: readonly Line[]): Partial<Tax> {
  const of = (name: 'vatAmount' | 'surchargeAmount' | 'iitAmount') => sum(paid.map((l) => l[name] ?? '0.00'))
  const [vatAmount, surchargeAmount, iitAmount] = [of('vatAmount'), of('surchargeAmount'), of('iitAmount')]
  return {
    vatAmount,
    surchargeAmount,
    iitAmount,
    amount: yuan(fen(vatAmount) + fen(surchargeAmount) + fen(iitAmount)),
    taxMonth: paid[0]?.taxMonth,
  }
}

type TaxStep = keyof typeof entrustedTaxPaymentOrderLifecycle.transitions

/** Takes a step of a locked tax payment. */
export const taxStepped = (work: UnitOfWork, { id }: Tax, step: TaxStep, more: Partial<Tax> = {}): Promise<void> =>
  stepEach(work, entrustedTaxPaymentOrder, entrustedTaxPaymentOrderLifecycle, step, [{ ...more, id }])

/** No line of an order is open any more: its taxes are those of the paid lines. Returns whether there is nothing to pay. */
export async function fixTaxPayment(work: UnitOfWork, tax: Tax): Promise<boolean> {
  const { settlementOrderId } = tax
  const taxes = taxesOfLines(
    await work.rows(orderDoctorSettlement, { settlementOrderId, settleStatus: settleStatus.paid }),
  )
  const nothing = fen(taxes.amount ?? '0') === 0n
  await taxStepped(work, tax, nothing ? 'fixNothing' : 'fix', {
    ...taxes,
    ...(nothing ? { payTime: work.time } : {}),
  })
  return nothing
}

/** Fixes the taxes of an order none of whose lines is open. Returns whether nothing of them is to be paid any more. */
export const taxesPassedOn = async (work: UnitOfWork, tax: Tax): Promise<boolean> =>
  tax.taxPayStatus === taxPayStatus.toFix ? fixTaxPayment(work, tax) : tax.taxPayStatus === taxPayStatus.paid

/** Every line is paid, and the taxes are to be passed on, on their way, or came back. */
export async function taxesOpen(work: UnitOfWork, orderId: string, status: 1 | 2 | 4): Promise<void> {
  const [tax] = await work.rows(entrustedTaxPaymentOrder, { settlementOrderId: orderId })
  if (!tax) throw new Error(`order ${orderId} has no tax payment`)
  await fixTaxPayment(work, tax)
  if (status !== taxPayStatus.toPay) await taxStepped(work, tax, 'aloneHandle')
  if (status === taxPayStatus.failed) await taxStepped(work, tax, 'fail')
}
