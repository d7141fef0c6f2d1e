import { settlementOrder } from '../../../model/settlement/settlementOrder.ts'
import { apiMessagePool } from '../../../model/system/apiMessagePool.ts'
import { intent } from '../../../model/system/intent.ts'
import { atTime, plusDays, workdayBefore } from '../times.ts'
import { type Character, type Stage, SYSTEM } from './stage.ts'

/** Number of paid orders whose clients get a message: the latest ones. */
const TOLD = 12

/** The evening of the last working day before today. */
const moment = (stage: Stage, second: number): string =>
  atTime(workdayBefore(plusDays(stage.today, -1)), 19, 40 + Math.floor(second / 60), second % 60)

/** Sends a request and answers it: with a receipt, or because the partner does not have the company. */
async function answer(stage: Stage, id: string, refused: boolean): Promise<void> {
  await stage.as(SYSTEM).work(async (work) => {
    const asked = await work.row(intent, id)
    const message = asked && (await work.row(apiMessagePool, asked.bizId))
    if (!asked || !message) throw new Error(`no request ${id}`)
    await work.lock(apiMessagePool, [message.id])
    await work.lock(intent, [id])
    await work.lock(settlementOrder, message.bizId ? [message.bizId] : [])
    await work.step(intent, id, 'send')
    await (refused
      ? work.step(intent, id, 'refuse', { remark: 'REJECTED: 对方不识别该企业 (UNKNOWN_COMPANY)', spendTime: 85 })
      : work.step(intent, id, 'succeed', {
          answer: { ack: `SANDBOX-${asked.requestKey}` },
          spendTime: 40 + (Number(id) % 60),
        }))
  })
}

/**
 * Clients get messages about the orders they paid: most are accepted, some refused. Runs when all else has been played.
 */
export async function tellClients(stage: Stage, operations: Character): Promise<void> {
  const paid = stage.store
    .table(settlementOrder)
    .all(settlementOrder)
    .filter((o) => o.isDeleted === 0 && (o.settlementStatus === 5 || o.settlementStatus === 6))
    // nothing happens to them any more
    .filter((o) => String(o.updateTime) < moment(stage, 0))
    .slice(-TOLD)
  paid.forEach((o, n) => {
    stage.agenda.at(moment(stage, n * 2), async () => {
      await stage.as(operations).decide({ resource: settlementOrder.id, transition: 'push', id: o.id })
    })
  })
  await stage.run()
  const asked = stage.store.table(intent).all(intent)
  asked.forEach((row, n) => {
    stage.agenda.at(moment(stage, 30 + n), () => answer(stage, row.id, n % 3 === 2))
  })
  await stage.run()
}
