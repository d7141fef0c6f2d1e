import type { IncomeMonth } from '../../../../model/activities/doctorSide/doctorWire.ts'
import type { RowOf } from '../../../../model/language/resource.ts'
import { orderDoctorPayment } from '../../../../model/payment/orderDoctorPayment.ts'
import { fen, sum, yuan } from '../../../../model/values/money.ts'
import type { UnitOfWork } from '../../../writing/unitOfWork/unitOfWork.ts'

const PAID = 4

type Payment = RowOf<typeof orderDoctorPayment>

const shown = (p: Payment) => ({
  code: p.code ?? '',
  time: p.payTime ?? '',
  company: p.entrustedCompanyName ?? '',
  gross: p.grossAmount ?? '0.00',
  tax: yuan(fen(p.grossAmount ?? '0.00') - fen(p.netAmount ?? '0.00')),
  net: p.netAmount ?? '0.00',
})

/** Payments to a doctor and taxes withheld by month, newest first. Amounts are decimal texts in yuan. */
export async function incomeOf(work: UnitOfWork, doctorId: string): Promise<IncomeMonth[]> {
  const paid = await work.rows(orderDoctorPayment, { doctorId, paymentStatus: PAID })
  const months = new Map<string, ReturnType<typeof shown>[]>()
  for (const one of paid.map(shown).sort((a, b) => (a.time < b.time ? 1 : -1)))
    months.set(one.time.slice(0, 7), [...(months.get(one.time.slice(0, 7)) ?? []), one])
  return [...months].map(([month, payments]) => ({
    month,
    gross: sum(payments.map((p) => p.gross)),
    tax: sum(payments.map((p) => p.tax)),
    net: sum(payments.map((p) => p.net)),
    payments,
  }))
}
