import { transferAccount, type transferAccountLifecycle } from '../../../../model/funds/transfers.ts'
import type { RulesOf } from '../../../../model/language/lifecycle.ts'
import { statesOf } from '../../../../model/language/states.ts'
import { instantOf, wallClock } from '../../../../model/values/dates.ts'
import { nextQueryAt } from '../../../writing/requests.ts'
import type { UnitOfWork } from '../../../writing/unitOfWork/unitOfWork.ts'
import { locksOfAnswer, transferBounced, transferFailed, transferPaid } from './bankAnswers.ts'
import { toSuspense } from './lateReturn.ts'
import { payAgain } from './payAgain.ts'
import { askTransfer, openIntents, RETURN_DAYS, type Transfer } from './sending.ts'

const { transferStatus } = statesOf(transferAccount)

const DAY = 86_400_000

interface Answer {
  readonly status?: 'PROCESSING' | 'SUCCESS' | 'FAILED' | 'RETURNED'
  readonly code?: string | null
  readonly msg?: string | null
}

interface Failed {
  readonly remark?: string | null
  readonly code?: string | null
}

const asLong = (text: string | null | undefined, length: number): string | null => text?.slice(0, length) || null

const tomorrow = (work: UnitOfWork): string => wallClock(work.now.getTime() + DAY)

/** When a transfer that succeeded is asked about next: a day later, and no more after some days. */
const watched = (transfer: Transfer, work: UnitOfWork): string | null => {
  const since = instantOf(transfer.finishTime ?? work.time) ?? 0
  return work.now.getTime() - since < RETURN_DAYS * DAY ? tomorrow(work) : null
}

const bankFacts = (ask: Answer) => ({ bankCode: asLong(ask.code, 20), bankMsg: asLong(ask.msg, 255) })

const queried = async (transfer: Transfer, work: UnitOfWork): Promise<undefined> => {
  await askTransfer(work, transfer)
  return undefined
}

const onceMore = (transfer: Transfer, _ask: unknown, work: UnitOfWork): Partial<Transfer> => {
  const queryCount = (transfer.queryCount ?? 0) + 1
  const next =
    transfer.transferStatus === transferStatus.succeeded ? watched(transfer, work) : nextQueryAt(work, queryCount)
  return { queryCount, nextQueryTime: (transfer.transferStatus ?? transferStatus.failed) > 2 ? null : next }
}

/** Guards and effects of what the bank does (3.16): each ending moves the document that was paid, in the same transaction. */
export const transferAccountRules: RulesOf<typeof transferAccount, typeof transferAccountLifecycle, UnitOfWork> = {
  payQuery: {
    guard: async (transfer, _ask, work) =>
      transfer.transferStatus === transferStatus.accepted &&
      (await openIntents(work, { bizType: transferAccount.id, bizId: transfer.id })).length > 0
        ? ['银行尚未受理该笔付款，请稍后查询', 'The bank has not taken this payment yet: ask again later']
        : null,
    effect: (transfer, _ask, work) => queried(transfer, work),
  },
  poll: {
    set: (transfer, _ask, work) => ({
      nextQueryTime:
        transfer.transferStatus === transferStatus.succeeded
          ? watched(transfer, work)
          : nextQueryAt(work, transfer.queryCount ?? 0),
    }),
    effect: (transfer, _ask, work) => queried(transfer, work),
  },
  process: {
    set: (transfer, ask: { readonly serial?: string }, work) => ({
      bankSerialNo: ask.serial ?? transfer.bankSerialNo,
      nextQueryTime: nextQueryAt(work, 0),
    }),
  },
  told: {
    lock: locksOfAnswer,
    set: onceMore,
    effect: async (transfer, ask: Answer, work) => {
      const open =
        transfer.transferStatus === transferStatus.accepted || transfer.transferStatus === transferStatus.processing
      const step =
        open && ask.status === 'SUCCESS'
          ? 'succeed'
          : open && (ask.status === 'FAILED' || ask.status === 'RETURNED')
            ? 'fail'
            : transfer.transferStatus === transferStatus.succeeded && ask.status === 'RETURNED'
              ? 'bounce'
              : transfer.transferStatus === transferStatus.accepted && ask.status === 'PROCESSING'
                ? 'process'
                : null
      if (step) await work.step(transferAccount, transfer.id, step, { code: ask.code, msg: ask.msg, remark: ask.msg })
      return undefined
    },
  },
  unanswered: { set: onceMore },
  succeed: {
    lock: locksOfAnswer,
    set: (_transfer, ask: Answer, work) => ({
      bankMsg: asLong(ask.msg, 255),
      finishTime: work.time,
      nextQueryTime: tomorrow(work),
    }),
    effect: async (transfer, ask: Answer, work) => {
      await transferPaid(work, transfer, bankFacts(ask))
      return undefined
    },
  },
  fail: {
    lock: locksOfAnswer,
    set: (_transfer, ask: Failed, work) => ({
      bankMsg: asLong(ask.remark, 255),
      finishTime: work.time,
      nextQueryTime: null,
    }),
    effect: async (transfer, ask: Failed, work) => {
      await transferFailed(
        work,
        transfer,
        bankFacts({ code: ask.code ?? 'REJECTED', msg: ask.remark || '银行付款失败' }),
      )
      return undefined
    },
  },
  bounce: {
    lock: locksOfAnswer,
    set: (_transfer, ask: Failed) => ({ bankMsg: asLong(ask.remark, 255), nextQueryTime: null }),
    effect: async (transfer, ask: Failed, work) => {
      await transferBounced(work, transfer, bankFacts({ code: ask.code ?? null, msg: ask.remark || '退票' }))
      return undefined
    },
  },
  payAgain,
  toSuspense,
}
