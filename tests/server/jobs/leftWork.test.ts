import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resourceOf } from '../../../src/model/business.ts'
import { NOTIFICATIONS } from '../../../src/model/wire/notifications/notificationReads.ts'
import type { NotificationPage } from '../../../src/model/wire/notifications/notifications.ts'
import { newId } from '../../../src/server/core/ids.ts'
import { runBatchJob } from '../../../src/server/deciding/batch/batch.ts'
import { actorData, insertBatch, interruptDead, interruptLeft } from '../../../src/server/deciding/batch/batchStore.ts'
import { giveUpDocument } from '../../../src/server/documents/documents.ts'
import { followOutbox } from '../../../src/server/domains/desk/notifications/follow.ts'
import { failLeftExports } from '../../../src/server/exchange/export/ending.ts'
import { giveUpExport } from '../../../src/server/exchange/export/handlers.ts'
import { addExport } from '../../../src/server/exchange/export/making.ts'
import { enqueue, type Job } from '../../../src/server/jobs/queue.ts'
import { type Client, type TestApp, testApp } from '../app.ts'

let t: TestApp
let tenant: string
let me: Client
let colleague: Client
beforeAll(async () => {
  t = await testApp()
  tenant = await t.newTenant()
  me = await t.signIn(tenant, 'finance')
  colleague = await t.signIn(tenant, 'finance')
  await followOutbox(t.context, tenant)
})
afterAll(() => t?.app.close())

const rows = (text: string, values: unknown[] = []) =>
  t.db.owner((tx) => tx.query<Record<string, unknown>>(text, values))
/** What a person was notified of since the last time, by the parameters of the lines. */
async function news(who: Client = me): Promise<Readonly<Record<string, string>>[]> {
  await followOutbox(t.context, tenant)
  const { data } = await who.get<NotificationPage>(NOTIFICATIONS.read)
  await rows('delete from "notification" where tenant_id = $1 and user_id = $2', [tenant, who.userId])
  return data.lines.map((line) => line.params)
}

describe('a batch whose process died', () => {
  /** A batch of two rows, one of which was decided; its lease ended so many seconds ago. */
  async function batch(ended: number, queued = false): Promise<string> {
    const actor = await me.actor()
    const of = { resource: 'settlementOrder', transition: 'audit.pass', ask: {} }
    const id = await t.db.transaction({ tenantId: tenant }, async (tx) => {
      const some = ['1', '2'].map((record) => ({ id: record, version: 0 }))
      const made = await insertBatch(t.context, tx, actor, { ...of, rows: some }, queued)
      await tx.query('update "batch_row" set state = 1 where tenant_id = $1 and batch_id = $2 and record_id = 1', [
        tenant,
        made,
      ])
      if (queued) await enqueue(t.context, tx, 'batch', { batchId: made })
      return made
    })
    await rows(`update "batch" set lease_until = now() - make_interval(secs => $2) where id = $1`, [id, ended])
    return id
  }
  const stateOf = async (id: string) => (await rows('select state from "batch" where id = $1', [id]))[0]?.state

  it('is marked as interrupted by one of the servers that look, and its person is notified once, and nobody else', async () => {
    const [dead, slow, waits] = [await batch(70), await batch(20), await batch(70, true)]
    const found = await Promise.all([interruptDead(t.context), interruptDead({ ...t.context, instance: 'other' })])
    expect(found.sort()).toEqual([0, 1])
    expect([await stateOf(dead), await stateOf(slow), await stateOf(waits)]).toEqual([
      'interrupted',
      'running',
      'running',
    ])
    expect(await news()).toEqual([{ by: expect.any(String), step: '已中断，可继续', done: '1', failed: '0' }])
    expect([await news(), await news(colleague)]).toEqual([[], []])
    // resumed and interrupted again, further on
    await rows(`update "batch" set state = 'running' where id = $1`, [dead])
    await rows('update "batch_row" set state = 2 where batch_id = $1 and record_id = 2', [dead])
    await interruptDead(t.context)
    expect(await news()).toMatchObject([{ done: '1', failed: '1' }])
    await rows(`update "batch" set state = 'done' where tenant_id = $1`, [tenant])
  })

  it('is found at the next start, and by whoever takes up its job, which is not run again', async () => {
    const left = await batch(1)
    await interruptLeft(t.context)
    expect(await stateOf(left)).toBe('interrupted')
    expect(await news()).toHaveLength(1)
    const begun = await batch(1)
    const job: Job = {
      tenantId: tenant,
      id: '1',
      kind: 'batch',
      lane: 'batch',
      attempts: 2,
      most: 3,
      payload: { batchId: begun },
    }
    await runBatchJob(t.context, job, { stopped: () => false, progress: () => undefined })
    expect(await stateOf(begun)).toBe('interrupted')
    expect(await news()).toMatchObject([{ done: '1' }])
  })
})

describe('an export whose process died', () => {
  /** An export that was begun so many minutes ago, with a job or without. */
  async function begun(minutes: number, job?: 'queued'): Promise<string> {
    const actor = await me.actor()
    return t.db.transaction({ tenantId: tenant }, async (tx) => {
      const of = { title: '结算单', resource: resourceOf('settlementOrder'), format: 'csv', total: 5 } as const
      const id = await addExport(tx, t.context, actor, of)
      if (job) await enqueue(t.context, tx, 'export', { id, actor: actorData(actor) })
      await tx.query(`update "export_file" set create_time = $3::timestamptz where tenant_id = $1 and id = $2`, [
        ...[tenant, id, new Date(t.context.now().getTime() - minutes * 60_000).toISOString()],
      ])
      return id
    })
  }
  const stateOf = async (id: string) =>
    (await rows('select export_state from "export_file" where id = $1', [id]))[0]?.export_state

  it('is marked as failed where no job writes it any more, once, and its person is notified', async () => {
    const [dead, young, waits] = [await begun(11), await begun(9), await begun(60, 'queued')]
    await Promise.all([failLeftExports(t.context), failLeftExports(t.context)])
    expect([await stateOf(dead), await stateOf(young), await stateOf(waits)]).toEqual([2, 0, 0])
    expect(await news()).toMatchObject([{ step: '导出失败，请重新导出', export: dead, ending: 'failed' }])
    await failLeftExports(t.context)
    expect([await news(), await news(colleague)]).toEqual([[], []])
  })

  it('is marked as failed when its job is given up, also without a run of its own', async () => {
    const id = await begun(0, 'queued')
    const payload = { id, actor: actorData(await me.actor()) }
    const job: Job = { tenantId: tenant, id: '1', kind: 'export', lane: 'export', attempts: 4, most: 3, payload }
    await giveUpExport(t.context, job)
    await giveUpExport(t.context, job)
    expect(await stateOf(id)).toBe(2)
    expect(await news()).toMatchObject([{ export: id }])
    // what was written meanwhile stays
    await rows('update "export_file" set export_state = 1 where id = $1', [id])
    await giveUpExport(t.context, job)
    expect([await stateOf(id), await news()]).toEqual([1, []])
  })
})

it('a document that was given up: whoever asked for it is notified, as far as they may see its record; the system is not', async () => {
  const given = (by: string | undefined, id: string) =>
    giveUpDocument(t.context, {
      ...{ tenantId: tenant, id: newId(), kind: 'document', lane: 'document', attempts: 3, most: 3 },
      payload: { document: 'resultOrder.serviceReportUrl', id, ...(by === undefined ? {} : { by }) },
    })
  await given(me.userId, '99')
  await given('0', '99')
  await given(undefined, '99')
  // there is no such record that they see
  expect(await news()).toEqual([])
  const drafts = await rows(
    `select payload -> 'draft' ->> 'userId' as user_id from "outbox" where tenant_id = $1 and kind = 'notify' and resource = 'resultOrder'`,
    [tenant],
  )
  expect(drafts).toEqual([{ user_id: me.userId }])
})
