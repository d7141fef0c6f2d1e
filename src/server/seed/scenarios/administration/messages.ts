import { apiMessagePool } from '../../../../model/administration/system/apiMessagePool.ts'
import { intent } from '../../../../model/administration/system/intent.ts'
import { messagePush } from '../../../../model/administration/system/messagePush.ts'
import { statesOf } from '../../../../model/language/states.ts'
import { settlementOrder } from '../../../../model/settlement/settlementOrder.ts'
import { atTime, plusDays, workdayBefore } from '../../values/times.ts'
import { type Character, type Stage, SYSTEM } from '../stage/stage.ts'

const { settlementStatus } = statesOf(settlementOrder)

/** Number of paid orders whose clients get a message: the latest ones. */
const TOLD = 27
/** Of which so many are answered; those after them wait, or could not be sent and are for a person. */
const ANSWERED = 12

/** The evening of the last working day before today. */
const moment = (stage: Stage, second: number): string =>
  atTime(workdayBefore(plusDays(stage.today, -1)), 19, 40 + Math.floor(second / 60), second % 60)

/** Sends a request and answers it: with a receipt, or because the partner does not have the company. */
async function answer(stage: Stage, id: string, refused: boolean): Promise<void> {
  await stage.as(SYSTEM).work(async (work) => {
    const request = await work.row(intent, id)
    const message = request && (await work.row(apiMessagePool, request.bizId))
    if (!request || !message) throw new Error(`no request ${id}`)
    await work.lock(apiMessagePool, [message.id])
    await work.lock(intent, [id])
    await work.lock(settlementOrder, message.bizId ? [message.bizId] : [])
    await work.step(intent, id, 'send')
    await (refused
      ? work.step(intent, id, 'refuse', { remark: 'REJECTED: 对方不识别该企业 (UNKNOWN_COMPANY)', spendTime: 85 })
      : work.step(intent, id, 'succeed', {
          answer: { ack: `SANDBOX-${request.requestKey}` },
          spendTime: 40 + (Number(id) % 60),
        }))
  })
}

/** How a request got no answer: not yet, not at all; it is for a person, who closes some. */
const MISSED = ['sent', 'lost', 'kept', 'closed'] as const
type Missed = (typeof MISSED)[number]

/** Sends a request whose partner does not answer. */
async function miss(stage: Stage, operations: Character, id: string, how: Missed): Promise<void> {
  await stage.as(SYSTEM).work(async (work) => {
    await work.lock(intent, [id])
    await work.step(intent, id, 'send')
    if (how === 'sent') return
    await (how === 'lost'
      ? work.step(intent, id, 'lose', { remark: 'TIMEOUT: 对方超时未应答' })
      : work.step(intent, id, 'handOver', { remark: 'UNAVAILABLE: 多次发送未成功' }))
  })
  if (how === 'closed')
    await stage
      .as(operations)
      .decide({ resource: intent.id, transition: 'close', id, ask: { remark: '客户确认无需推送' } })
}

/**
 * Clients get messages about the orders they paid: most are accepted, some refused. Runs when all else has been played.
 */
export async function addPartnerClients(stage: Stage, operations: Character): Promise<void> {
  const paid = stage.store
    .table(settlementOrder)
    .all(settlementOrder)
    .filter(
      (o) =>
        o.isDeleted === 0 &&
        (o.settlementStatus === settlementStatus.paid || o.settlementStatus === settlementStatus.settled),
    )
    // nothing happens to them any more
    .filter((o) => String(o.updateTime) < moment(stage, 0))
    .slice(-TOLD)
  paid.forEach((o, n) => {
    stage.agenda.at(moment(stage, n * 2), async () => {
      await stage.as(operations).decide({ resource: settlementOrder.id, transition: 'push', id: o.id })
    })
  })
  await stage.run()
  const requests = stage.store
    .table(intent)
    .all(intent)
    .filter((row) => row.port === messagePush.id)
  requests.forEach((row, n) => {
    const missed = MISSED[Math.floor((n - ANSWERED) / 3)]
    // the last three have not been sent yet
    if (n >= ANSWERED && !missed) return
    stage.agenda.at(moment(stage, 60 + n), () =>
      missed ? miss(stage, operations, row.id, missed) : answer(stage, row.id, n % 3 === 2),
    )
  })
  await stage.run()
}
