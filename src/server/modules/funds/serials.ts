import { entrustedAccountPrepay } from '../../../model/funds/prepay.ts'
import { servicePaymentOrderDetail } from '../../../model/settlement/servicePayment.ts'
import { AppError } from '../../core/errors.ts'
import type { AnyResource } from '../../writes/rows.ts'
import type { UnitOfWork } from '../../writes/unitOfWork.ts'

/** The other family that names receipts of the bank by their serial no. */
const OTHER: Readonly<Record<string, AnyResource>> = {
  [entrustedAccountPrepay.id]: servicePaymentOrderDetail,
  [servicePaymentOrderDetail.id]: entrustedAccountPrepay,
}

/**
 * INV-8: one receipt of the bank is one prepayment or one voucher. Refuses a serial no. that the other family has; within
 * its own it is unique. What two people write at once is refused by a trigger (`migrations/0012_bank_serials.sql`).
 */
export async function refuseSerial(work: UnitOfWork, of: AnyResource, serial: unknown): Promise<void> {
  const other = OTHER[of.id]
  if (!other || typeof serial !== 'string' || serial === '') return
  if (await work.any(other, { bankSerialNo: serial }))
    throw new AppError(
      409,
      [`银行流水号 ${serial} 已用于${other.title[0]}`, `Bank serial no. ${serial} is used already (${other.title[1]})`],
      { bankSerialNo: '该流水号已使用' },
    )
}
