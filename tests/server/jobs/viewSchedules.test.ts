import { parseCsv } from 'hucre/csv'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { statesOf } from '../../../src/model/language/states.ts'
import { entrustedCompany } from '../../../src/model/people/entrustedCompany.ts'
import { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'
import { NOTIFICATIONS } from '../../../src/model/wire/notifications/notificationReads.ts'
import type { NotificationPage } from '../../../src/model/wire/notifications/notifications.ts'
import { SAVED_VIEWS, type SavedView, STANDING } from '../../../src/model/wire/savedView.ts'
import {
  SCHEDULED_FILE_DAYS,
  SCHEDULED_FILES_MAX,
  SCHEDULED_ROWS_PER_DAY_MAX,
  SCHEDULES_PER_USER_MAX,
  VIEW_SCHEDULES,
  type ViewSchedule,
} from '../../../src/model/wire/viewSchedule.ts'
import type { ExportState } from '../../../src/model/wire/wire.ts'
import { doctorActor, systemActor } from '../../../src/server/core/actor.ts'
import type { ServerContext } from '../../../src/server/core/context/context.ts'
import { newId } from '../../../src/server/core/ids.ts'
import { insertRecords } from '../../../src/server/database/records.ts'
import { followOutbox } from '../../../src/server/domains/desk/notifications/follow.ts'
import { queueDue, VIEW_EXPORT } from '../../../src/server/domains/desk/viewSchedules/due.ts'
import { giveUpViewExport, runViewExport } from '../../../src/server/domains/desk/viewSchedules/run.ts'
import { sweepExports } from '../../../src/server/exchange/export/ending.ts'
import { claim, finish, type Job } from '../../../src/server/jobs/queue.ts'
import { type Client, type TestApp, testApp } from '../app.ts'

const ORDERS = '/svc/settlementOrder'
const COMPANIES = '/csc/entrustedCompany'
const MONDAYS = '0 8 * * 1'
const DAILY = '0 8 * * *'
/** Saturday noon is now; the next Monday at eight, and the next morning. */
const MONDAY = '2024-06-17 08:00:00'
const SUNDAY = '2024-06-16 08:00:00'

const { settlementStatus } = statesOf(settlementOrder)

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t?.app.close())

/** A tenant whose notifications are followed from the first event. */
const newTenant = async (): Promise<string> => {
  const tenant = await t.newTenant()
  await followOutbox(t.context, tenant)
  return tenant
}
const rows = (text: string, values: unknown[] = []) =>
  t.db.owner((tx) => tx.query<Record<string, unknown>>(text, values))
let n = 0
const saveView = async (who: Client, over: Partial<SavedView> = {}): Promise<SavedView> => {
  const answer = await who.post<SavedView>(SAVED_VIEWS.save, {
    ...{ id: '', version: 0, list: ORDERS, name: `视图 ${n++}`, search: '', icon: 'filter', key: '', roles: [] },
    ...{ columns: { order: [], hidden: [], shown: [], widths: {} }, standing: STANDING.none, ...over },
  })
  expect(answer.msg).toBe('操作成功')
  return answer.data
}
const schedule = (who: Client, view: Pick<SavedView, 'id'>, over: object = {}) =>
  who.post<ViewSchedule>(VIEW_SCHEDULES.save, { view: view.id, version: 0, cron: DAILY, format: 'csv', ...over })
const of = async (who: Client) => (await who.get<ViewSchedule[]>(VIEW_SCHEDULES.read)).data
const only = async (who: Client) => (await of(who))[0] as ViewSchedule

/** The server at a time of the wall clock. */
const at = (wall: string, instance = t.context.instance): ServerContext => {
  const now = new Date(`${wall.replace(' ', 'T')}+08:00`)
  return { ...t.context, instance, now: () => now }
}
const idle = { stopped: () => false, progress: () => undefined }
const claimed = async (context: ServerContext, tenant: string): Promise<Job[]> =>
  (await claim(context, [VIEW_EXPORT], { [VIEW_EXPORT]: 100 })).filter((job) => job.tenantId === tenant)
/** Serves a tenant at a time; answers how many exports were made. */
async function serve(tenant: string, wall: string): Promise<number> {
  const context = at(wall)
  await queueDue(context, tenant)
  const jobs = await claimed(context, tenant)
  for (const job of jobs) await finish(context, job, (await runViewExport(context, job, idle)) ?? { state: 'done' })
  return jobs.length
}
const exportsOf = (who: Client) =>
  rows('select id, export_state, file_name from "export_file" where create_user = $1 order by id', [who.userId])
async function fileOf(who: Client, id: string): Promise<string[][]> {
  const { data } = await who.get<ExportState>('rounds/export/state', { id })
  const { rawPayload } = await t.app.inject({ method: 'GET', url: data.link })
  return parseCsv(rawPayload.toString('utf8').replace(/^\uFEFF/, '')) as string[][]
}
async function inbox(who: Client): Promise<Readonly<Record<string, string>>[]> {
  await followOutbox(t.context, who.tenantId)
  const { data } = await who.get<NotificationPage>(NOTIFICATIONS.read)
  return data.lines.filter((line) => line.kind === 'fileMade').map((line) => line.params)
}
const addOrders = (tenant: string, ...orders: Record<string, unknown>[]) =>
  t.db.transaction({ tenantId: tenant }, async (tx) =>
    insertRecords(
      tx,
      settlementOrder,
      orders.map((order) => ({ id: newId(), code: `SO${newId()}`, entrustedCompanyId: '77', ...order })),
    ),
  )
const grant = async (admin: Client, who: Client, alias: string) => {
  const [role] = await rows('select id from "role" where tenant_id = $1 and role_alias = $2', [admin.tenantId, alias])
  const answer = await admin.post('blade-system/user/grant', { userIds: who.userId, roleIds: String(role?.id) })
  expect(answer.code).toBe(200)
}

describe('a scheduled view', () => {
  it('makes a file at its time, as the view shows its list then, once for all servers, and its person is notified', async () => {
    const tenant = await newTenant()
    const me = await t.signIn(tenant, 'finance')
    await addOrders(
      tenant,
      { code: 'SO-A', createTime: '2024-06-16 01:00:00' },
      { code: 'SO-B', createTime: '2024-06-16 02:00:00' },
      { code: 'SO-OLD', createTime: '2024-06-01 00:00:00' },
    )
    const shown = await saveView(me, {
      name: '昨日/新增',
      search: 'createTime_ge=@yesterday&createTime_le=@yesterday&sort=%2BcreateTime',
      columns: { order: ['createTime', 'code'], hidden: [], shown: [], widths: {} },
    })
    const made = await schedule(me, shown, { cron: ' 0  8 * * 1 ' })
    expect(made.data).toMatchObject({ state: 'active', cron: MONDAYS, next: MONDAY, last: null, name: '昨日/新增' })
    expect(await serve(tenant, '2024-06-17 07:59:59')).toBe(0)
    const other = at(MONDAY, 'another')
    await Promise.all([queueDue(at(MONDAY), tenant), queueDue(other, tenant)])
    const jobs = [...(await claimed(at(MONDAY), tenant)), ...(await claimed(other, tenant))]
    expect(jobs).toHaveLength(1)
    const [job] = jobs as [Job]
    await runViewExport(at(MONDAY), job, idle)
    // its runner died before it said so: the file is there, and is not made again
    const [before] = await exportsOf(me)
    await runViewExport(at('2024-06-17 08:01:00'), job, idle)
    await rows(`update "view_schedule" set last_state = 1 where tenant_id = $1`, [tenant])
    await runViewExport(at('2024-06-17 08:01:00'), job, idle)
    expect(await exportsOf(me)).toEqual([before])
    expect(before).toMatchObject({ export_state: 1, file_name: '昨日_新增-20240617080000.csv' })
    const now = await only(me)
    expect(now).toMatchObject({
      next: '2024-06-24 08:00:00',
      last: { at: MONDAY, state: 'done', total: 2, file: String(before?.id) },
    })
    const [heads, ...lines] = await fileOf(me, String(before?.id))
    expect(heads?.[0]).toBe('结算单号')
    expect(lines.map((line) => line[0])).toEqual(['SO-A', 'SO-B'])
    expect(await inbox(me)).toEqual([
      expect.objectContaining({ export: String(before?.id), ending: 'scheduled', step: '定时导出完成' }),
    ])
    expect(await serve(tenant, '2024-06-17 08:02:00')).toBe(0)
    // the next time two weeks later, one file for the time missed
    await finish(at(MONDAY), job, { state: 'done' })
    expect(await serve(tenant, '2024-07-02 11:00:00')).toBe(1)
    expect(await only(me)).toMatchObject({ next: '2024-07-08 08:00:00', last: { at: '2024-06-24 08:00:00' } })
  })

  it('is begun anew after a killed process, under the same export, and given up when each of its runners died', async () => {
    const tenant = await newTenant()
    const me = await t.signIn(tenant, 'finance')
    await addOrders(tenant, {})
    await schedule(me, await saveView(me))
    await queueDue(at(SUNDAY), tenant)
    const [job] = (await claimed(at(SUNDAY), tenant)) as [Job]
    let page = 0
    const killed = runViewExport(at(SUNDAY), job, { ...idle, stopped: () => page++ >= 0 })
    await expect(killed).rejects.toThrow('stopped')
    // while it is open, the next time makes no second one
    expect(await queueDue(at('2024-06-17 08:00:00'), tenant)).toBe(1)
    expect(await claimed(at('2024-06-17 08:00:00'), tenant)).toEqual([])
    expect((await only(me)).last).toMatchObject({ state: 'running', at: SUNDAY })
    await runViewExport(at(SUNDAY), { ...job, attempts: 2 }, idle)
    expect((await exportsOf(me)).map((e) => e.export_state)).toEqual([1])
    await finish(at(SUNDAY), job, { state: 'done' })
    await queueDue(at('2024-06-18 08:00:00'), tenant)
    const [second] = (await claimed(at('2024-06-18 08:00:00'), tenant)) as [Job]
    await giveUpViewExport(at('2024-06-18 08:05:00'), second)
    await giveUpViewExport(at('2024-06-18 08:05:00'), second)
    expect(await only(me)).toMatchObject({
      state: 'active',
      next: '2024-06-19 08:00:00',
      last: { state: 'failed', why: expect.stringContaining('多次尝试') },
    })
    expect((await inbox(me)).map((line) => line.ending)).toEqual(['scheduleFailed', 'scheduled'])
  })

  it('is refused where the time or the format is none, and where the view or its export is none of the person’s', async () => {
    const tenant = await newTenant()
    const [me, colleague] = [await t.signIn(tenant, 'finance'), await t.signIn(tenant, 'finance')]
    const view = await saveView(me)
    for (const cron of [
      '',
      'x',
      '* * * * *',
      '0,30 8 * * *',
      '0 8 30 2 *',
      '0 0 8 * * *',
      '@reboot',
      '61 8 * * *',
      `0 8 ${'1,'.repeat(60)}1 * *`,
    ]) {
      const { code, data } = await schedule(me, view, { cron })
      expect([cron, code, Object.keys(data)]).toEqual([cron, 400, ['cron']])
    }
    expect((await schedule(me, view, { format: 'exe' })).code).toBe(400)
    expect((await schedule(colleague, view)).code).toBe(404)
    expect((await schedule(await t.signIn(await t.newTenant(), 'finance'), view)).code).toBe(404)
    expect((await schedule(me, { id: '1' })).code).toBe(404)
    const reader = await t.signIn(tenant, await t.newRole(tenant, ['settlementOrder_view']))
    const denied = await schedule(reader, await saveView(reader))
    expect([denied.code, denied.msg]).toEqual([403, '您没有导出此列表的权限'])
    expect(await of(me)).toEqual([])
    const handler = t.context.domains.handlers.get('viewSchedule.read')
    for (const actor of [
      systemActor(tenant, 'r'),
      doctorActor({ tenantId: tenant, doctor: { id: '5', name: '医生' }, source: 'link', requestId: 'r' }),
    ])
      await expect(
        handler?.({ context: t.context, actor, query: {}, params: {}, body: {} } as never),
      ).rejects.toMatchObject({ code: 403 })
  })

  it('is one of a view and person, kept once for a key, changed under its version, and nobody else’s', async () => {
    const tenant = await newTenant()
    const [me, colleague] = [await t.signIn(tenant, 'finance'), await t.signIn(tenant, 'finance')]
    const view = await saveView(me)
    const body = { view: view.id, version: 0, cron: DAILY, format: 'xlsx' }
    const again = () => me.post<ViewSchedule>(VIEW_SCHEDULES.save, body, {}, { 'idempotency-key': `s-${me.userId}` })
    const [first, second] = [await again(), await again()]
    expect([first.code, second.data.id, second.data.version]).toEqual([200, first.data.id, 1])
    expect((await schedule(me, view)).code).toBe(409)
    const { id } = first.data
    const both = await Promise.all([DAILY, MONDAYS].map((cron) => schedule(me, view, { version: 1, cron })))
    expect(both.map((r) => r.code).sort()).toEqual([200, 409])
    const paused = await me.post<ViewSchedule>(VIEW_SCHEDULES.pause, { id, version: 2, paused: 1 })
    expect(paused.data).toMatchObject({ state: 'paused', next: '', version: 3 })
    expect(await serve(tenant, '2024-06-24 09:00:00')).toBe(0)
    for (const call of [VIEW_SCHEDULES.pause, VIEW_SCHEDULES.remove])
      expect(
        (await colleague.post(call, { id, version: 3, ...(call === VIEW_SCHEDULES.pause ? { paused: 0 } : {}) })).code,
      ).toBe(404)
    expect((await me.post(VIEW_SCHEDULES.remove, { id, version: 2 })).code).toBe(409)
    const resumed = await me.post<ViewSchedule>(VIEW_SCHEDULES.pause, { id, version: 3, paused: 0 })
    expect(resumed.data.next).not.toBe('')
    expect(await of(colleague)).toEqual([])
    expect((await me.post(VIEW_SCHEDULES.remove, { id, version: 4 })).code).toBe(200)
    expect(await of(me)).toEqual([])
    const trail = await rows('select action from "audit_trail" where record_id = $1 order by version', [id])
    expect(trail.map((r) => r.action)).toEqual(['add', 'edit', 'edit', 'edit', 'remove'])
  })

  it('is limited to some of a person, and set by nobody whose session is locked', async () => {
    const tenant = await newTenant()
    const me = await t.signIn(tenant, 'finance')
    const view = await saveView(me)
    await rows(
      `insert into "view_schedule" (tenant_id, id, user_id, view_id, view_name, list, cron, format, language, next_time)
       select $1, n + 1000, $2::bigint, n, 'v' || n, $3, $4, 'csv', 'zh', now() + interval '90 years' from generate_series(1, $5::int) n`,
      [tenant, me.userId, ORDERS, DAILY, SCHEDULES_PER_USER_MAX],
    )
    const full = await schedule(me, view)
    expect([full.code, full.msg]).toEqual([400, expect.stringContaining(String(SCHEDULES_PER_USER_MAX))])
    await rows('update "session" set locked_time = now() where tenant_id = $1', [tenant])
    expect([(await schedule(me, view)).code, (await me.get(VIEW_SCHEDULES.read)).code]).toEqual([423, 423])
    await rows('update "user" set is_deleted = 1 where tenant_id = $1 and id = $2', [tenant, me.userId])
    expect(await rows('select 1 as one from "view_schedule" where user_id = $1', [me.userId])).toEqual([])
  })

  it('goes by the reach of the run and masks what lists mask: rows of another company are out once its person is bound', async () => {
    const tenant = await newTenant()
    const permissions = ['view', 'export', 'unmask'].map((name) => `entrustedCompany_${name}`)
    const me = await t.signIn(tenant, await t.newRole(tenant, permissions))
    await t.db.transaction({ tenantId: tenant }, async (tx) =>
      insertRecords(
        tx,
        entrustedCompany,
        ['77', '78'].map((id) => ({
          ...{
            id,
            name: `企业${id}`,
            socialCreditCode: `91${id}`,
            legalPerson: '法人',
            contactPhone: '13800001234',
            enableStatus: 1,
          },
        })),
      ),
    )
    const columns = { order: ['contactPhone'], hidden: [], shown: [], widths: {} }
    await schedule(me, await saveView(me, { list: COMPANIES, columns, search: 'sort=%2BcreateTime' }))
    const phones = async () => {
      const file = await fileOf(me, (await only(me)).last?.file ?? '')
      return file.slice(1).map((line) => line[1])
    }
    await serve(tenant, SUNDAY)
    expect(await phones()).toEqual(['138****1234', '138****1234'])
    await rows('update "user" set user_type = 2, entrusted_id = 78 where tenant_id = $1 and id = $2', [
      tenant,
      me.userId,
    ])
    await serve(tenant, '2024-06-17 08:00:00')
    expect(await phones()).toEqual(['138****1234'])
  })

  it('stops without a file, and says why, when the view, the list, the export or the account is no longer theirs', async () => {
    const tenant = await newTenant()
    const admin = await t.signIn(tenant, 'administrator')
    const reader = await t.newRole(tenant, ['settlementOrder_view'])
    const nothing = await t.newRole(tenant, ['notice_view'])
    const cases: [string, string, (me: Client, view: SavedView) => Promise<unknown>][] = [
      ['notShared', '视图不再共享给您，定时导出已停止', (_, view) => saveView(admin, { ...viewOf(view), roles: [] })],
      ['noExport', '您已没有导出此列表的权限，定时导出已停止', (me) => grant(admin, me, reader)],
      ['account', '账号、所属公司或租户已停用，定时导出已停止', (me) => status(me, 0)],
      ['list', '您已不能查看此列表，定时导出已停止', (me) => grant(admin, me, nothing)],
    ]
    const status = (me: Client, value: number) =>
      rows('update "user" set status = $2 where id = $1', [me.userId, value])
    const viewOf = ({ id, version, name }: SavedView) => ({ id, version, name })
    for (const [why, text, lose] of cases) {
      const account = `loses${n++}`
      const alias = await t.newRole(tenant, ['settlementOrder_view', 'settlementOrder_export'])
      await t.addUser(tenant, { account, roles: [alias], password: 'my own password' })
      const me = await t.signInAs(tenant, account, 'my own password')
      // who loses the role keeps a view of their own: the list alone is what they lose
      const view = await saveView(why === 'notShared' ? admin : me, why === 'notShared' ? { roles: [alias] } : {})
      expect((await schedule(me, view)).code).toBe(200)
      await lose(me, view)
      await serve(tenant, SUNDAY)
      if (why === 'account') await status(me, 1)
      const back = await t.signInAs(tenant, account, 'my own password')
      expect([why, await exportsOf(back)]).toEqual([why, []])
      expect(await only(back)).toMatchObject({ state: 'stopped', why: text, next: '', last: null })
      expect((await inbox(back)).map((line) => [line.ending, line.step])).toEqual([['stopped', text]])
      expect(await serve(tenant, '2024-06-17 08:00:00')).toBe(0)
      const { id, version } = await only(back)
      const resumed = await back.post(VIEW_SCHEDULES.pause, { id, version, paused: 0 })
      expect([why, resumed.code]).toEqual([why, { notShared: 404, noExport: 403, list: 404, account: 200 }[why]])
      await back.post(VIEW_SCHEDULES.remove, { id, version: version + (why === 'account' ? 1 : 0) })
    }
  })

  it('stops when its tenant is locked', async () => {
    const tenant = await newTenant()
    const me = await t.signIn(tenant, 'finance')
    await schedule(me, await saveView(me))
    await rows('update "tenant" set enable_status = 0 where code = $1', [tenant])
    await serve(tenant, SUNDAY)
    await rows('update "tenant" set enable_status = 1 where code = $1', [tenant])
    expect([await exportsOf(me), (await only(me)).state]).toEqual([[], 'stopped'])
  })

  it('ends with its view: its owner’s is gone, those of others stop and say so', async () => {
    const tenant = await newTenant()
    const [admin, me] = [await t.signIn(tenant, 'administrator'), await t.signIn(tenant, 'finance')]
    const view = await saveView(admin, { name: '共享', roles: ['finance'] })
    await schedule(admin, view)
    await schedule(me, view)
    expect((await admin.post(SAVED_VIEWS.remove, { id: view.id, version: view.version })).code).toBe(200)
    expect(await of(admin)).toEqual([])
    expect(await only(me)).toMatchObject({
      name: '共享',
      state: 'stopped',
      why: '视图已删除，定时导出已停止',
      version: 2,
    })
    expect((await inbox(me)).map((line) => [line.step, line.text])).toEqual([['视图已删除，定时导出已停止', '共享']])
    expect(await serve(tenant, SUNDAY)).toBe(0)
  })

  it('fails that once where its conditions are none of the list any more, and goes on', async () => {
    const tenant = await newTenant()
    const me = await t.signIn(tenant, 'finance')
    await schedule(me, await saveView(me))
    await rows(`update "saved_view" set search = 'gone_equal=1' where tenant_id = $1`, [tenant])
    await serve(tenant, SUNDAY)
    expect(await only(me)).toMatchObject({
      state: 'active',
      next: '2024-06-17 08:00:00',
      last: { state: 'failed', why: expect.stringContaining('不支持按gone_equal筛选') },
    })
    expect((await inbox(me)).map((line) => line.ending)).toEqual(['scheduleFailed'])
    await rows(`update "saved_view" set search = '' where tenant_id = $1`, [tenant])
    await serve(tenant, '2024-06-17 08:00:00')
    expect((await only(me)).last?.state).toBe('done')
  })

  it('keeps the newest files of a schedule, and fails where its person had a million rows within a day', async () => {
    const tenant = await newTenant()
    const me = await t.signIn(tenant, 'finance')
    await addOrders(tenant, {})
    await schedule(me, await saveView(me), { cron: '0 * * * *' })
    const run = async (hour: number) => {
      const moment = `2024-06-17 ${String(hour).padStart(2, '0')}:00:00`
      await queueDue(at(moment), tenant)
      const [job] = (await claimed(at(moment), tenant)) as [Job]
      await runViewExport(at(moment), job, idle)
      await finish(at(moment), job, { state: 'done' })
      return moment
    }
    let last = ''
    for (let hour = 1; hour <= SCHEDULED_FILES_MAX + 2; hour++) last = await run(hour)
    const kept = await rows(`select 1 from "scheduled_file" where tenant_id = $1 and until > $2`, [
      tenant,
      `${last}+08`,
    ])
    expect(kept).toHaveLength(SCHEDULED_FILES_MAX)
    await sweepExports(at(last))
    await rows(`update "export_file" set total = 100000 where tenant_id = $1`, [tenant])
    expect(SCHEDULED_FILES_MAX * 100_000).toBeLessThan(SCHEDULED_ROWS_PER_DAY_MAX)
    await run(SCHEDULED_FILES_MAX + 3)
    expect((await only(me)).last).toMatchObject({ state: 'failed', why: expect.stringContaining('24 小时内') })
    expect((await exportsOf(me)).every((e) => e.export_state === 1)).toBe(true)
  })

  it('has its files kept for days, and its queue’s conditions and order', async () => {
    const tenant = await newTenant()
    const me = await t.signIn(tenant, 'administrator')
    await addOrders(
      tenant,
      { code: 'WAITS', settlementStatus: settlementStatus.pending },
      { code: 'OVER', settlementStatus: settlementStatus.paid },
    )
    await schedule(me, await saveView(me, { list: '/desk/queues/settlementOrder?view=audit' }))
    await serve(tenant, SUNDAY)
    const { last } = await only(me)
    expect((await fileOf(me, last?.file ?? '')).slice(1).map((line) => line[0])).toEqual(['WAITS'])
    const days = (count: number) => at(`2024-06-${16 + count} 08:00:30`)
    await sweepExports(days(SCHEDULED_FILE_DAYS - 1))
    expect(await exportsOf(me)).toHaveLength(1)
    await sweepExports(days(SCHEDULED_FILE_DAYS))
    expect(await exportsOf(me)).toEqual([])
    expect((await only(me)).last?.file).toBe('')
  })
})
