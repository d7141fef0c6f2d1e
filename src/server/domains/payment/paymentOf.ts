import type { RowOf } from '../../../model/language/resource.ts'
import type { orderDoctorPayment, orderDoctorPaymentPoint } from '../../../model/payment/orderDoctorPayment.ts'
import type { authenticationDoctor } from '../../../model/people/authenticationDoctor.ts'
import type { orderDoctorSettlementPoint } from '../../../model/settlement/settlementOrderPoint.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { isListed, LISTED } from '../people/blacklist.ts'
import type { Line } from '../settlement/requote.ts'
import { personOf } from '../settlement/results/personOf.ts'
import type { Settlement, SettlementLine } from '../settlement/settlement.ts'

export type Payment = RowOf<typeof orderDoctorPayment>
/** A payment in money or in points, with the fields that both have. */
export type AnyPayment = RowOf<Settlement['payments']>
export type PointLine = RowOf<typeof orderDoctorSettlementPoint>
type PointPayment = RowOf<typeof orderDoctorPaymentPoint>
type Payee = Pick<RowOf<typeof authenticationDoctor>, 'bankName' | 'bankAccount'>

/** Taxes and amounts of a line, as its payment carries them. Pure. */
export const feeOf = (l: Line) => ({
  grossAmount: l.grossAmount,
  vatAmount: l.vatAmount,
  surchargeAmount: l.surchargeAmount,
  iitAmount: l.iitAmount,
  netAmount: l.netAmount,
  platformFee: l.platformFee,
})

/** Where a doctor is paid, as a payment has it. Pure. */
export const accountOf = (doctor: Payee | null | undefined) => ({
  bankName: doctor?.bankName ?? null,
  bankAccount: doctor?.bankAccount ?? null,
})

/** The line that a payment is of, with its order, company and doctor. Pure. */
const ofLine = (line: SettlementLine) => ({
  orderDoctorSettlementId: line.id,
  orderDoctorSettlementCode: line.code,
  settlementOrderId: line.settlementOrderId,
  settlementOrderCode: line.settlementOrderCode,
  entrustedCompanyId: line.entrustedCompanyId,
  entrustedCompanyName: line.entrustedCompanyName,
  socialCreditCode: line.socialCreditCode,
  ...personOf(line),
})

/** The payment of a line to its doctor, as it is applied for. Pure. */
export const paymentOf = (line: Line, doctor: Payee | null | undefined): Partial<Payment> => ({
  ...ofLine(line),
  ...accountOf(doctor),
  fiscalTaxId: line.fiscalTaxId,
  fiscalTaxName: line.fiscalTaxName,
  ...feeOf(line),
})

/** The same of a line in points: they reach the doctor whole, and without a bank. Pure. */
export const pointPaymentOf = (line: PointLine): Partial<PointPayment> => ({
  ...ofLine(line),
  pointAmount: line.pointAmount,
  pointCost: line.pointCost,
  platformFee: line.platformFee,
  channel: 3,
})

/**
 * Puts a line up for payment: a new payment that waits for finance, or is frozen where the doctor is listed. The line and
 * the doctor are locked.
 */
export async function putUp(
  work: UnitOfWork,
  { payments }: Settlement,
  line: SettlementLine,
  values: Partial<AnyPayment>,
): Promise<AnyPayment> {
  const payment = await work.insert(payments, {
    code: await work.code(payments),
    ...values,
    applyUserName: work.actor.name,
    applyTime: work.time,
  })
  if (line.blackFlag === 1 || (await isListed(work, line.doctorId, line.entrustedCompanyId)))
    await work.step(payments, payment.id, 'freeze', { remark: LISTED })
  return payment
}
