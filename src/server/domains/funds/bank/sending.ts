import { intent } from '../../../../model/administration/system/intent.ts'
import { cmbBank } from '../../../../model/funds/cmbBank.ts'
import { handleApplyInfo, handleApplyInfoLifecycle } from '../../../../model/funds/handleInfo.ts'
import { transferAccount } from '../../../../model/funds/transfers.ts'
import type { RowOf } from '../../../../model/language/resource.ts'
import { isIn, statesOf } from '../../../../model/language/states.ts'
import { stepEach } from '../../../writing/unitOfWork/caused.ts'
import type { UnitOfWork } from '../../../writing/unitOfWork/unitOfWork.ts'
import type { Batch, Info } from './batches.ts'

const { transferStatus } = statesOf(transferAccount)
const { intentStatus } = statesOf(intent)

/** Days within which the bank may return a payment (退票) and is queried about it. */
export const RETURN_DAYS = 7

export type Transfer = RowOf<typeof transferAccount>

type NewTransfer = Partial<Transfer> & {
  readonly yurRef: string
  readonly payeeName: string | null
  readonly payeeAccount: string | null
  readonly amount: string | null
}

/** Writes transfers down; the bank is told of each, under its reference, once this is committed. */
export async function sendTransfers(work: UnitOfWork, transfers: readonly NewTransfer[]): Promise<void> {
  const made = await work.insertAll(
    transferAccount,
    transfers.map((t) => ({
      ...t,
      transferStatus: transferStatus.accepted,
      submitTime: work.time,
    })),
  )
  for (const t of made)
    await work.intend(
      cmbBank,
      'pay',
      {
        payAccount: t.payAccount ?? '',
        payeeName: t.payeeName ?? '',
        payeeAccount: t.payeeAccount ?? '',
        payeeBankNo: t.payeeBankNo ?? '',
        amount: t.amount ?? '0.00',
        purpose: t.purpose ?? '',
      },
      t.yurRef ?? '',
      { of: transferAccount, id: t.id, code: t.yurRef, done: 'process', failed: 'fail' },
    )
}

/** Sends instructions of a batch to the bank: each is a transfer of its own. */
export async function sendInfos(work: UnitOfWork, batch: Batch, infos: readonly Info[]): Promise<void> {
  await stepEach(
    work,
    handleApplyInfo,
    handleApplyInfoLifecycle,
    'send',
    infos.map(({ id }) => ({ id })),
  )
  await sendTransfers(
    work,
    infos.map((i) => ({
      yurRef: i.yurRef ?? '',
      bizType: 'orderDoctorPayment',
      bizId: i.orderDoctorPaymentId,
      bizCode: i.orderDoctorPaymentCode,
      payAccount: batch.payAccount,
      payeeName: i.payeeName,
      payeeAccount: i.payeeAccount,
      payeeBankNo: i.payeeBankNo,
      amount: i.amount,
      purpose: '劳务报酬',
    })),
  )
}

/** Ids of what was asked of the bank about a record and is not answered. */
export const openIntents = async (work: UnitOfWork, about: { bizType: string; bizId: string }): Promise<string[]> =>
  (
    await work.rows(intent, {
      port: cmbBank.id,
      ...about,
      intentStatus: [intentStatus.pending, intentStatus.sent, intentStatus.unknown, intentStatus.forPerson],
    })
  ).map((i) => i.id)

/**
 * Queries the bank about a locked transfer, unless a query is open or the transfer was not accepted yet. Queries are
 * numbered: the same one sent by several callers is sent once.
 */
export async function askTransfer(work: UnitOfWork, transfer: Transfer): Promise<void> {
  if (!isIn([transferStatus.accepted, transferStatus.processing, transferStatus.succeeded], transfer.transferStatus))
    return
  if ((await openIntents(work, { bizType: transferAccount.id, bizId: transfer.id })).length > 0) return
  const nth = (transfer.queryCount ?? 0) + 1
  await work.intend(
    cmbBank,
    'payQuery',
    {
      yurRef: transfer.yurRef ?? '',
      payeeAccount: transfer.payeeAccount ?? '',
      amount: transfer.amount ?? '0.00',
      nth,
    },
    `${transfer.yurRef}-Q${nth}`,
    {
      of: transferAccount,
      id: transfer.id,
      code: transfer.yurRef,
      done: 'told',
      failed: 'unanswered',
      lost: 'unanswered',
    },
  )
}
