import { cmbBank } from '../../../../model/funds/cmbBank.ts'
import { handleApply, type handleApplyLifecycle, handleStatusRecord } from '../../../../model/funds/handle.ts'
import { handleApplyInfo, handleApplyInfoLifecycle, queryApplyInfoStatus } from '../../../../model/funds/handleInfo.ts'
import { transferAccount } from '../../../../model/funds/transfers.ts'
import type { RulesOf } from '../../../../model/language/lifecycle.ts'
import { statesOf } from '../../../../model/language/states.ts'
import { orderDoctorPayment } from '../../../../model/payment/orderDoctorPayment.ts'
import { orderDoctorPaymentLifecycle } from '../../../../model/payment/orderDoctorPaymentLifecycles.ts'
import { orderDoctorSettlement } from '../../../../model/settlement/settlementLines.ts'
import type { Label } from '../../../../model/values/label.ts'
import { fen, readable, yuan } from '../../../../model/values/money.ts'
import { recordOf } from '../../../core/records.ts'
import { handle } from '../../../records/handle.ts'
import { nextQueryAt } from '../../../writing/requests.ts'
import { stepEach } from '../../../writing/unitOfWork/caused.ts'
import type { UnitOfWork } from '../../../writing/unitOfWork/unitOfWork.ts'
import { IN_NO_BATCH } from '../../payment/handBatch.ts'
import { locksOfLines } from '../../settlement/lineTaxes.ts'
import { linesReleased } from '../../settlement/outcomes.ts'
import type { Line } from '../../settlement/requote.ts'
import { unitIds, unitShort } from '../ledger/units.ts'
import { type Batch, type Info, infosOf, recordStatus } from './batches.ts'
import { askTransfer, openIntents, sendInfos } from './sending.ts'

const { fromStatus, toStatus } = statesOf(handleStatusRecord)

const { infoStatus } = statesOf(handleApplyInfo)
const { approvalStatus } = statesOf(orderDoctorPayment)
const { transferStatus } = statesOf(transferAccount)
const { handleStatus: handleStates } = statesOf(handleApply)

const idsOf = (rows: readonly { readonly id: string }[]): string[] => rows.map((r) => r.id)
const paymentIds = (infos: readonly Info[]): string[] => infos.flatMap((i) => i.orderDoctorPaymentId ?? [])
const waiting = async (work: UnitOfWork, batch: Batch): Promise<Info[]> =>
  (await infosOf(work, batch.id)).filter((i) => i.infoStatus === infoStatus.pending)

/** The instructions of a batch with their payments, and the unit that pays. */
const lockToSend = async (batch: Batch, work: UnitOfWork): Promise<Record<string, string[]>> => {
  const infos = await infosOf(work, batch.id)
  return {
    handleApplyInfo: idsOf(infos),
    orderDoctorPayment: paymentIds(infos),
    tradingManagerInfo: await unitIds(work, batch.entrustedCompanyId),
  }
}

const linesOf = async (work: UnitOfWork, infos: readonly Info[]): Promise<Line[]> => {
  const payments = await work.rows(orderDoctorPayment, { id: paymentIds(infos) })
  return work.rows(orderDoctorSettlement, { id: payments.flatMap((p) => p.orderDoctorSettlementId ?? []) })
}

/** The instructions of a batch with their payments, and the lines whose taxes are released. */
const lockToReturn = async (batch: Batch, work: UnitOfWork): Promise<Record<string, string[]>> => {
  const infos = await waiting(work, batch)
  return {
    ...(await locksOfLines(work, await linesOf(work, infos))),
    handleApplyInfo: idsOf(infos),
    orderDoctorPayment: paymentIds(infos),
  }
}

/** Why a batch cannot go to the bank: nothing in it, or not enough in the unit. */
async function sendable(batch: Batch, work: UnitOfWork): Promise<Label | null> {
  if ((await waiting(work, batch)).length === 0)
    return ['该经办申请没有待经办的明细', 'This batch has no instruction to send']
  return unitShort(work, batch.entrustedCompanyId, fen(batch.totalAmount ?? '0'))
}

/** Payments go with their instructions. */
const handlePayments = (work: UnitOfWork, infos: readonly Info[]): Promise<void> =>
  stepEach(
    work,
    orderDoctorPayment,
    orderDoctorPaymentLifecycle,
    'handle',
    infos.map((i) => ({ id: i.orderDoctorPaymentId ?? '', handleApplyInfoId: i.id, yurRef: i.yurRef })),
  )

/** Instructions come back from the bank: their payments are reviewed anew, and their taxes are released (3.16, 0|1→6). */
async function returned(work: UnitOfWork, batch: Batch, from: 0 | 1, reason: string | null): Promise<undefined> {
  const infos = await waiting(work, batch)
  await stepEach(
    work,
    handleApplyInfo,
    handleApplyInfoLifecycle,
    'return',
    infos.map(({ id }) => ({ id, bankMsg: reason?.slice(0, 255), finishTime: work.time })),
    reason,
  )
  await stepEach(
    work,
    orderDoctorPayment,
    orderDoctorPaymentLifecycle,
    'takeBack',
    infos.map((i) => ({
      id: i.orderDoctorPaymentId ?? '',
      ...IN_NO_BATCH,
      approvalStatus: approvalStatus.pending,
      approvalOfficer: null,
      approvalDate: null,
      approvalRemark: null,
    })),
    reason,
  )
  const lines = await linesOf(work, infos)
  for (const orderId of new Set(lines.flatMap((l) => l.settlementOrderId ?? [])))
    await linesReleased(
      work,
      orderId,
      lines.filter((l) => l.settlementOrderId === orderId),
      null,
      reason,
    )
  await recordStatus(work, batch, from, toStatus.returned, { bankMsg: reason?.slice(0, 255) })
  return undefined
}

const sponsored = (work: UnitOfWork, handleMode: 1 | 2): Partial<Batch> => ({
  handleMode,
  sponsorUserName: work.actor.name,
  sponsorTime: work.time,
})

/** Asks the bank about the approval of a locked batch, unless a question is open, or the batch has not arrived yet. */
async function askApproval(work: UnitOfWork, batch: Batch): Promise<void> {
  if (!batch.bankBatchNo) return
  if ((await openIntents(work, { bizType: handleApply.id, bizId: batch.id })).length > 0) return
  const nth = (batch.queryCount ?? 0) + 1
  await work.intend(
    cmbBank,
    'approvalQuery',
    { batchNo: batch.code ?? '', totalAmount: batch.totalAmount ?? '0.00', nth },
    `${batch.code}-Q${nth}`,
    { of: handleApply, id: batch.id, code: batch.code, done: 'told', failed: 'unanswered', lost: 'unanswered' },
  )
}

/** Number of queries after this one, and the time of the next. */
const queriedAgain = (batch: Batch, work: UnitOfWork): Partial<Batch> => {
  const queryCount = (batch.queryCount ?? 0) + 1
  return { queryCount, nextQueryTime: nextQueryAt(work, queryCount) }
}

type Approval = { readonly status?: 'PENDING' | 'APPROVED' | 'REFUSED'; readonly msg?: string | null }

/** Guards and effects of lifecycle 3.16. */
export const handleApplyRules: RulesOf<typeof handleApply, typeof handleApplyLifecycle, UnitOfWork> = {
  sponsorHandle: {
    lock: lockToSend,
    guard: async (batch, _ask, work) => {
      const limit = fen((await work.param('pay.noApproval.limit')) ?? '0')
      if (fen(batch.totalAmount ?? '0') > limit)
        return [
          `金额超过免审批限额 ${readable(yuan(limit))}，请提交银行审批`,
          `More than ${readable(yuan(limit))} needs the approval of the bank`,
        ]
      return sendable(batch, work)
    },
    set: (_batch, _ask, work) => sponsored(work, 1),
    effect: async (batch, _ask, work) => {
      const infos = await waiting(work, batch)
      await handlePayments(work, infos)
      await sendInfos(work, batch, infos)
      await recordStatus(work, batch, fromStatus.pending, toStatus.processing)
      return undefined
    },
  },
  sponsorHandleApproval: {
    lock: lockToSend,
    guard: (batch, _ask, work) => sendable(batch, work),
    set: (_batch, _ask, work) => sponsored(work, 2),
    effect: async (batch, _ask, work) => {
      await handlePayments(work, await waiting(work, batch))
      await work.intend(
        cmbBank,
        'submitForApproval',
        {
          batchNo: batch.code ?? '',
          payAccount: batch.payAccount ?? '',
          totalCount: batch.totalCount ?? 0,
          totalAmount: batch.totalAmount ?? '0.00',
        },
        batch.code ?? batch.id,
        { of: handleApply, id: batch.id, code: batch.code, done: 'submitted', failed: 'refuse' },
      )
      await recordStatus(work, batch, fromStatus.pending, toStatus.approving)
      return undefined
    },
  },
  return: {
    lock: lockToReturn,
    effect: (batch, ask, work) => returned(work, batch, 0, ask.reason),
  },
  submitted: {
    set: (_batch, ask: { readonly bankBatchNo?: string }, work) => ({
      bankBatchNo: ask.bankBatchNo,
      nextQueryTime: nextQueryAt(work, 0),
    }),
  },
  poll: {
    set: (batch, _ask, work) => ({ nextQueryTime: nextQueryAt(work, batch.queryCount ?? 0) }),
    effect: async (batch, _ask, work) => {
      await askApproval(work, batch)
      return undefined
    },
  },
  told: {
    lock: lockToReturn,
    set: (batch, _ask, work) => queriedAgain(batch, work),
    effect: async (batch, { status, msg }: Approval, work) => {
      if (status === 'APPROVED') await work.step(handleApply, batch.id, 'approve')
      else if (status === 'REFUSED')
        await work.step(handleApply, batch.id, 'refuse', { remark: msg || '银行审批未通过' })
      return undefined
    },
  },
  unanswered: { set: (batch, _ask, work) => queriedAgain(batch, work) },
  approve: {
    set: () => ({ nextQueryTime: null }),
    effect: async (batch, _ask, work) => {
      await sendInfos(work, batch, await waiting(work, batch))
      await recordStatus(work, batch, fromStatus.approving, toStatus.processing)
      return undefined
    },
  },
  refuse: {
    lock: lockToReturn,
    set: () => ({ nextQueryTime: null }),
    effect: (batch, ask: { readonly remark?: string | null }, work) => returned(work, batch, 1, ask.remark ?? null),
  },
}

/** Transfers of a batch that the bank has not ended. */
const openTransfers = async (work: UnitOfWork, batch: Batch): Promise<string[]> => {
  const refs = (await infosOf(work, batch.id))
    .filter((i) => i.infoStatus === infoStatus.processing)
    .flatMap((i) => i.yurRef ?? [])
  return refs.length > 0
    ? idsOf(
        await work.rows(transferAccount, {
          yurRef: refs,
          transferStatus: [transferStatus.accepted, transferStatus.processing],
        }),
      )
    : []
}

/** Calls about batches. */
export const handleApplyCalls = [
  handle(queryApplyInfoStatus, async ({ rows: [found], work }) => {
    const batch = found as Batch
    if (batch.handleStatus === handleStates.approving) await askApproval(work, batch)
    else
      for (const transfer of await work.lock(transferAccount, await openTransfers(work, batch)))
        await askTransfer(work, recordOf(transferAccount, transfer))
    const { handleStatus, successCount, failCount } = batch
    return { handleStatus, successCount, failCount }
  }),
]
