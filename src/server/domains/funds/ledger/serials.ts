import { entrustedAccountPrepay } from '../../../../model/funds/prepay.ts'
import { servicePaymentOrderDetail } from '../../../../model/payment/servicePayment.ts'
import { AppError } from '../../../core/errors.ts'
import type { UnitOfWork } from '../../../writing/unitOfWork/unitOfWork.ts'

/**
 * A serial no. of the bank as it is kept: width, letter case and white space tell no two receipts apart. The database
 * says the same (`rounds_serial` of `migrations/0012_bank_serials.sql`).
 */
export const serialOf = (typed: string): string => typed.normalize('NFKC').toUpperCase().replace(/\s/g, '')

/** Holder of a serial no. beside the record that is written: its resource, and its number. */
async function holderOf(work: UnitOfWork, serial: string, id: unknown) {
  const where = { bankSerialNo: serial }
  const prepay = (await work.rows(entrustedAccountPrepay, where)).find((p) => p.id !== id)
  if (prepay) return { of: entrustedAccountPrepay, code: prepay.code }
  const [voucher] = await work.rows(servicePaymentOrderDetail, where)
  return voucher ? { of: servicePaymentOrderDetail, code: voucher.servicePaymentOrderCode } : null
}

/**
 * INV-8: a bank receipt belongs to one prepayment or one voucher. Returns the stored form of a record's serial number
 * (`id`: an existing record). Concurrent writes are refused by the database.
 * @throws AppError 409 naming the record that has the number; the record's own number is shown to platform staff only.
 */
export async function serialKept(
  work: UnitOfWork,
  typed: unknown,
  id?: unknown,
): Promise<{ readonly bankSerialNo?: string }> {
  if (typeof typed !== 'string' || typed === '') return {}
  const bankSerialNo = serialOf(typed)
  const held = await holderOf(work, bankSerialNo, id)
  if (!held) return { bankSerialNo }
  const { company, fiscalTax, provider, language } = work.actor
  const code = company || fiscalTax || provider || !held.code ? '' : ` ${held.code}`
  throw new AppError(
    409,
    [
      `银行流水号 ${bankSerialNo} 已用于${held.of.title[0]}${code}`,
      `Bank serial no. ${bankSerialNo} is used already (${held.of.title[1]}${code})`,
    ],
    { bankSerialNo: language === 'en' ? 'Used already' : '该流水号已使用' },
  )
}
