import { handleApply, type handleApplyLifecycle, handleStatusRecord } from '../../../../model/funds/handle.ts'
import { handleApplyInfo } from '../../../../model/funds/handleInfo.ts'
import type { RowOf } from '../../../../model/language/resource.ts'
import { statesOf } from '../../../../model/language/states.ts'
import { sum } from '../../../../model/values/money.ts'
import type { UnitOfWork } from '../../../writing/unitOfWork/unitOfWork.ts'

const { infoStatus } = statesOf(handleApplyInfo)
const { handleStatus } = statesOf(handleApply)

export type Batch = RowOf<typeof handleApply>
export type Info = RowOf<typeof handleApplyInfo>

/** Bank's answer about a batch or an instruction of it. */
export interface BankAnswer {
  readonly bankCode?: string | null
  readonly bankMsg?: string | null
  readonly infoId?: string
}

type Totals = Pick<Batch, 'totalCount' | 'totalAmount' | 'successCount' | 'successAmount' | 'failCount' | 'failAmount'>

/** Count and amount of a batch by its instructions (INV-19). Pure. */
export function totalsOf(infos: readonly Info[]): Totals {
  const live = infos.filter((i) => i.infoStatus !== infoStatus.resent)
  const [good, bad] = [2, 3].map((state) => live.filter((i) => i.infoStatus === state)) as [Info[], Info[]]
  const amount = (list: readonly Info[]) => sum(list.map((i) => i.amount ?? '0'))
  return {
    totalCount: live.length,
    totalAmount: amount(live),
    successCount: good.length,
    successAmount: amount(good),
    failCount: bad.length,
    failAmount: amount(bad),
  }
}

/** Instructions of a batch, ascending by id. */
export const infosOf = (work: UnitOfWork, batchId: string): Promise<Info[]> =>
  work.rows(handleApplyInfo, { handleApplyId: batchId })

/** Records a change of a batch's state with the bank's answer. */
export async function recordStatus(
  work: UnitOfWork,
  batch: Pick<Batch, 'id' | 'code'>,
  fromStatus: Batch['handleStatus'],
  toStatus: Batch['handleStatus'],
  answer: BankAnswer = {},
): Promise<void> {
  await work.insert(handleStatusRecord, {
    handleApplyId: batch.id,
    handleApplyCode: batch.code,
    handleApplyInfoId: answer.infoId,
    fromStatus,
    toStatus,
    bankCode: answer.bankCode,
    bankMsg: answer.bankMsg,
    recordTime: work.time,
    operatorName: work.actor.name,
  })
}

type Step = keyof typeof handleApplyLifecycle.transitions

/** The steps that a batch takes by its instructions, from its present state. Pure. */
export function stepsOf(batch: Pick<Batch, 'handleStatus'>, infos: readonly Info[]): Step[] {
  const count = (...states: number[]) => infos.filter((i) => states.includes(i.infoStatus ?? -1)).length
  const [open, good, bad] = [count(0, 1), count(2), count(3)]
  switch (batch.handleStatus) {
    case handleStatus.processing:
      if (open > 0) return []
      if (good === 0) return bad > 0 ? ['failAll'] : ['failAll', 'closeReturned']
      return bad > 0 ? ['failSome'] : ['succeed']
    case handleStatus.partlyFailed:
      return open + bad === 0 ? ['succeed'] : []
    case handleStatus.failed:
      return open + bad === 0 ? ['closeReturned'] : []
    default:
      return []
  }
}

/**
 * An instruction of a locked batch has changed: its totals follow, and so does its state once the bank has answered all of
 * them or none is left to be handled. Each time a record says what the bank said.
 */
export async function conclude(work: UnitOfWork, batchId: string, answer: BankAnswer = {}): Promise<void> {
  const infos = await infosOf(work, batchId)
  let batch = (await work.update(handleApply, batchId, totalsOf(infos))) as Batch
  const steps = stepsOf(batch, infos)
  if (steps.length === 0) await recordStatus(work, batch, batch.handleStatus, batch.handleStatus, answer)
  for (const name of steps) {
    await work.step(handleApply, batchId, name)
    const after = (await work.row(handleApply, batchId)) as Batch
    await recordStatus(work, batch, batch.handleStatus, after.handleStatus, answer)
    batch = after
  }
}
