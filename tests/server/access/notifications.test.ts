import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { notice } from '../../../src/model/desk/notice.ts'
import { entrustedAccount } from '../../../src/model/funds/accounts.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { entrustedCompany } from '../../../src/model/people/entrustedCompany.ts'
import { wallClock } from '../../../src/model/values/dates.ts'
import { COMMENTS, type Mentionable, type RecordComment } from '../../../src/model/wire/comments.ts'
import { NOTIFICATIONS } from '../../../src/model/wire/notifications/notificationReads.ts'
import {
  NOTIFICATIONS_PER_USER_MAX,
  type NotificationPage,
  type Unread,
} from '../../../src/model/wire/notifications/notifications.ts'
import { SETTINGS } from '../../../src/model/wire/settings/settingsWire.ts'
import { doctorActor, systemActor } from '../../../src/server/core/actor.ts'
import { newId } from '../../../src/server/core/ids.ts'
import { refuseOthers, sideOf } from '../../../src/server/core/side.ts'
import { notify } from '../../../src/server/database/notify.ts'
import type { Happened } from '../../../src/server/database/outbox.ts'
import { insertRecords } from '../../../src/server/database/records.ts'
import { announce } from '../../../src/server/domains/desk/notifications/announce.ts'
import { followOutbox } from '../../../src/server/domains/desk/notifications/follow.ts'
import { keepNotifications } from '../../../src/server/domains/desk/notifications/keep.ts'
import { maySeeEvent } from '../../../src/server/http/listener.ts'
import { type Client, type TestApp, testApp } from '../app.ts'

const { alertStatus } = statesOf(entrustedAccount)

let t: TestApp
let tenant: string
/** Two people of the platform who see companies, one who sees none, and one of a company. */
let finance: Client
let ops: Client
let blind: Client
let theirs: Client
let company: string

const addCompany = async (tenantId: string, more: Record<string, unknown> = {}) => {
  const id = newId()
  await t.db.transaction({ tenantId }, async (tx) =>
    insertRecords(tx, entrustedCompany, [
      { id, name: `企业${id}`, socialCreditCode: id.slice(-18), legalPerson: '法人', ...more },
    ]),
  )
  return id
}

beforeAll(async () => {
  t = await testApp()
  tenant = await t.newTenant()
  company = await addCompany(tenant)
  finance = await t.signIn(tenant, 'finance', { realName: '张三' })
  ops = await t.signIn(tenant, 'ops', { realName: '李四' })
  blind = await t.signIn(tenant, await t.newRole(tenant, ['notice_view']), { realName: '王五' })
  theirs = await t.signIn(tenant, 'companyAdmin', { company, userType: 2, realName: '赵六' })
  await followOutbox(t.context, tenant)
})
afterAll(() => t?.app.close())

const comment = (who: Client, text: string, mentions: readonly string[] = [], record = company) =>
  who.post<RecordComment>(COMMENTS.add, { resource: entrustedCompany.id, record, text, mentions })
const read = (who: Client, record = company) =>
  who.get<RecordComment[]>(COMMENTS.read, { resource: entrustedCompany.id, record })
const inbox = async (who: Client, only = '') => (await who.get<NotificationPage>(NOTIFICATIONS.read, { only })).data
const kinds = async (who: Client) => (await inbox(who)).lines.map((line) => line.kind)
const choose = (who: Client, value: unknown, version = 0) =>
  who.post(SETTINGS.save, { changes: [{ key: 'notifications', version, value }] })

describe('comments', () => {
  it('are of one side, kept as text, and deleted by their author alone', async () => {
    const record = await addCompany(tenant)
    const bound = await t.signIn(tenant, 'companyAdmin', { company: record, userType: 2 })
    const made = await comment(finance, ' 请核对\r\n<b>税率</b> ', [], record)
    expect(made.data).toMatchObject({ text: '请核对\n<b>税率</b>', by: '张三', deletedAt: '' })
    await comment(bound, '公司内部', [], record)
    expect((await read(ops, record)).data.map((c) => c.text)).toEqual(['请核对\n<b>税率</b>'])
    expect((await read(bound, record)).data.map((c) => c.text)).toEqual(['公司内部'])
    expect((await read(ops, record)).data[0]?.deletableUntil).toBe('')
    expect((await ops.post(COMMENTS.remove, { id: made.data.id })).code).toBe(404)
    expect((await finance.post<RecordComment>(COMMENTS.remove, { id: made.data.id })).data.text).toBe('')
    expect((await read(ops, record)).data[0]).toMatchObject({
      text: '',
      by: '张三',
      deletedAt: expect.stringMatching(/^2/),
    })
  })

  it('are refused to who may not see the record, in other tenants, too long and after their time', async () => {
    const stranger = await t.signIn(await t.newTenant(), 'finance')
    expect((await read(blind)).code).toBe(403)
    expect((await comment(blind, '你好')).code).toBe(403)
    for (const other of [stranger, theirs]) {
      const hidden = other === theirs ? await addCompany(tenant) : company
      expect((await read(other, hidden)).code).toBe(404)
      expect((await comment(other, '你好', [], hidden)).code).toBe(404)
    }
    expect(await comment(finance, '长'.repeat(1_001))).toMatchObject({ code: 400, data: { text: expect.any(String) } })
    expect((await comment(finance, ' \n ')).code).toBe(400)
    const record = await addCompany(tenant)
    const { id } = (await comment(finance, '旧评论', [], record)).data
    await t.db.owner((tx) =>
      tx.query(`update "record_comment" set create_time = now() - interval '1 hour' where id = $1`, [id]),
    )
    expect((await finance.post(COMMENTS.remove, { id })).code).toBe(409)
  })

  it('mention people of the same side who may see the record, found by pinyin, and refuse others by name', async () => {
    const people = async (q: string) =>
      (
        await finance.get<Mentionable[]>(COMMENTS.people, { resource: entrustedCompany.id, record: company, q })
      ).data.map((p) => p.name)
    expect(await people('ls')).toContain('李四')
    expect(await people('李')).toContain('李四')
    expect(await people('')).not.toContain('王五')
    expect(await people('')).not.toContain('赵六')
    const refused = await comment(finance, '@王五', [blind.userId])
    expect(refused).toMatchObject({ code: 400, data: { mentions: expect.stringContaining('王五') } })
    // of another side: not even the name
    expect((await comment(finance, '@赵六', [theirs.userId])).msg).not.toContain('赵六')
  })

  it('belong to people who signed in', () => {
    expect(() => refuseOthers(systemActor(tenant, 'x'))).toThrow()
    expect(() => refuseOthers(doctorActor({ tenantId: tenant, doctor: null, source: 'link', requestId: '' }))).toThrow()
    expect(sideOf({ company: '0', fiscalTax: null, provider: null })).toBeNull()
  })
})

describe('notifications', () => {
  it('of a mention and an answer come once, in the words of their reader, and marks are each person’s own', async () => {
    const record = await addCompany(tenant, { createUser: theirs.userId })
    await comment(finance, '这笔对吗', [ops.userId], record)
    await followOutbox(t.context, tenant)
    // a replay: as a server that died before it moved on
    const places = `update "notification_place" set place = 0, id = 0 where tenant_id = $1`
    const first = (await inbox(ops)).lines
    expect(first[0]).toMatchObject({ kind: 'mention', recordId: record, visible: true, read: false })
    expect(first[0]?.params).toMatchObject({ by: '张三', resource: '委托企业', text: '这笔对吗' })
    await t.db.owner((tx) => tx.query(places, [tenant]))
    await Promise.all([followOutbox(t.context, tenant), followOutbox(t.context, tenant)])
    expect((await inbox(ops)).lines).toHaveLength(first.length)
    const english = await ops.get<NotificationPage>(NOTIFICATIONS.read, {}, { 'accept-language': 'en' })
    expect(english.data.lines[0]?.params.resource).toBe('Client companies')
    await comment(ops, '对的', [], record)
    await followOutbox(t.context, tenant)
    expect((await inbox(finance, 'mentions')).lines[0]).toMatchObject({ kind: 'answer', recordId: record })
    // of the other side, though they made the record
    expect(await kinds(theirs)).toEqual([])
    const [line] = (await inbox(ops)).lines
    const mark = (who: Client, isRead: 0 | 1) =>
      who.post<Unread>(NOTIFICATIONS.mark, { groups: [line?.group], upTo: line?.id, read: isRead })
    const before = (await inbox(ops)).unread
    expect((await mark(finance, 1)).code).toBe(200)
    expect((await inbox(ops)).unread).toBe(before)
    expect((await mark(ops, 1)).data.unread).toBe(before - 1)
    expect((await inbox(ops, 'unread')).lines.map((l) => l.id)).not.toContain(line?.id)
    expect((await mark(ops, 0)).data.unread).toBe(before)
  })

  it('are made of no kind that is off, to nobody who may not see the record, and show nothing once it is gone', async () => {
    const record = await addCompany(tenant)
    const draft = { kind: 'claimTaken', resource: entrustedCompany.id, recordId: record } as const
    await choose(finance, { claimTaken: 'off' })
    await t.db.transaction({ tenantId: tenant }, async (tx) => {
      for (const who of [finance, ops, blind]) notify(tx, { ...draft, userId: who.userId, once: 'taken 1' }, '张三')
    })
    await followOutbox(t.context, tenant)
    expect(await kinds(finance)).not.toContain('claimTaken')
    expect(await kinds(blind)).not.toContain('claimTaken')
    expect((await inbox(ops)).lines[0]).toMatchObject({ kind: 'claimTaken', visible: true, count: 1 })
    await t.db.owner((tx) => tx.query('update "entrusted_company" set is_deleted = 1 where id = $1', [record]))
    expect((await inbox(ops)).lines[0]).toMatchObject({ kind: 'claimTaken', visible: false, params: {}, recordId: '' })
  })

  /** What a decision or a write of somebody leaves behind: its row of the outbox, and what that is read with. */
  const happened = (resource: string, id: string, transition: string, by: Client, role: string | null = '财务') =>
    t.db.owner(async (tx) => {
      await tx.query(
        `insert into "outbox" (tenant_id, resource, record_id, version, transition, actor_id, actor_name, payload)
         values ($1, $2, $3, 1, $4, $5, '某人', '{"at":"2024-06-15 12:00:00"}')`,
        [tenant, resource, id, transition, by.userId],
      )
      if (role === null) return
      await tx.query(
        `insert into "approval_history" (tenant_id, id, biz_type, biz_id, action, operator_id, operator_role, record_version)
         values ($1, $2, $3, $4, $5, $6, $7, '1')`,
        [tenant, newId(), resource, id, transition, by.userId, role],
      )
    })
  const addOrder = async (createUser: string) => {
    const id = newId()
    await t.db.owner((tx) =>
      tx.query(
        `insert into "settlement_order" (tenant_id, id, code, entrusted_company_id, settlement_status, create_user) values ($1, $2, $3, $4, 0, $5)`,
        [tenant, id, `SO${id}`, company, createUser],
      ),
    )
    return id
  }

  it('of decisions go to those who made the record, of others, and once for what several have in common', async () => {
    const maker = await t.signIn(tenant, 'finance')
    const refused = await addOrder(maker.userId)
    const sent = await finance.post('blade-svc/settlementOrder/audit', { id: refused, status: 2, remark: '税率不对' })
    expect(sent).toMatchObject({ code: 200 })
    for (const role of ['财务', '系统']) {
      const passed = await addOrder(maker.userId)
      await happened('settlementOrder', passed, 'audit.pass', finance, role)
    }
    await happened('settlementOrder', await addOrder(maker.userId), 'audit.pass', finance)
    await happened('settlementOrder', await addOrder(maker.userId), 'audit.pass', maker)
    await followOutbox(t.context, tenant)
    const { lines } = await inbox(maker)
    // neither what was the effect of another decision nor the maker's own
    expect(lines.map((line) => [line.kind, line.count, line.params.step])).toEqual([
      ['decisionPassed', 2, '审核通过'],
      ['decisionRefused', 1, '审核驳回'],
    ])
    expect(lines[1]?.recordId).toBe(refused)
    expect(await kinds(finance)).not.toContain('decisionRefused')
  })

  it('of requests and low accounts go to who may act on them', async () => {
    const cashier = await t.signIn(tenant, 'cashier')
    const [request, account] = [newId(), newId()]
    await t.db.owner(async (tx) => {
      await tx.query(
        `insert into "change_request" (tenant_id, id, code, biz_type, biz_id, requester_id) values ($1, $2, 'CR1', 'entrustedCompany', $3, $4)`,
        [tenant, request, company, ops.userId],
      )
      await tx.query(
        `insert into "entrusted_account" (tenant_id, id, account_no, entrusted_company_id) values ($1, $2, 'PA1', $3)`,
        [tenant, account, company],
      )
      await tx.query(
        `insert into "audit_trail" (tenant_id, resource, record_id, version, action, diff) values ($1, 'entrustedAccount', $2, 1, 'edit', $3::jsonb)`,
        [tenant, account, JSON.stringify([{ field: 'alertStatus', from: alertStatus.none, to: alertStatus.low }])],
      )
    })
    await happened('changeRequest', request, 'add', ops, null)
    await happened('entrustedAccount', account, 'edit', ops, null)
    await followOutbox(t.context, tenant)
    expect(await kinds(finance)).toContain('changeWaits')
    expect(await kinds(cashier)).toEqual(['accountLow'])
    expect(await kinds(ops)).not.toContain('changeWaits')
    expect(await kinds(blind)).toEqual([])
  })

  it('of notices come to everybody when they are released', async () => {
    const now = t.context.now().getTime()
    const [id, later] = [newId(), newId()]
    await t.db.owner((tx) =>
      tx.query(`update "notification_place" set announced = $2 where tenant_id = $1`, [
        tenant,
        new Date(now - 60_000).toISOString(),
      ]),
    )
    await t.db.transaction({ tenantId: tenant }, async (tx) =>
      insertRecords(tx, notice, [
        { id, title: '停机通知', content: '今晚', releaseTime: wallClock(now - 1_000) },
        { id: later, title: '以后', content: '以后', releaseTime: wallClock(now + 3_600_000) },
      ]),
    )
    await announce(t.context, tenant)
    await announce(t.context, tenant)
    for (const who of [finance, theirs, blind]) {
      const lines = (await inbox(who)).lines.filter((line) => line.kind === 'announcement')
      expect(lines.map((line) => line.params.title)).toEqual(['停机通知'])
    }
  })

  it('are so many of one person: read ones go first, then the oldest, and never another person’s', async () => {
    const own = await t.newTenant()
    const [full, other] = [await t.signIn(own, 'ops'), await t.signIn(own, 'ops')]
    const add = (who: Client, from: number, count: number, kind: string, read: boolean) =>
      t.db.owner((tx) =>
        tx.query(
          `insert into "notification" (tenant_id, user_id, kind, resource, record_id, group_key, params, once, read_time)
           select $1, $2, $3, '', 0, 'g' || n, '{}'::jsonb, 'n' || n, case when $4 then now() end from generate_series($5::int, $6::int) n`,
          [own, who.userId, kind, read, from, from + count - 1],
        ),
      )
    await add(other, 1, 3, 'decisionPassed', true)
    await add(full, 1, 1, 'mention', false)
    await add(full, 2, 1, 'decisionPassed', false)
    await add(full, 3, NOTIFICATIONS_PER_USER_MAX - 2, 'decisionPassed', true)
    const draft = { userId: full.userId, kind: 'decisionPassed', resource: '', recordId: '', once: 'new' } as const
    await t.db.transaction({ tenantId: own }, (tx) => keepNotifications(tx, t.context.now(), [draft]))
    const left = await t.db.owner((tx) =>
      tx.query<{ user_id: string; once: string }>(`select user_id, once from "notification" where tenant_id = $1`, [
        own,
      ]),
    )
    const of = (who: Client) => left.filter((row) => String(row.user_id) === who.userId).map((row) => row.once)
    expect(of(other)).toHaveLength(3)
    expect(of(full)).toHaveLength(NOTIFICATIONS_PER_USER_MAX)
    expect(of(full)).toEqual(expect.arrayContaining(['n1', 'n2', 'new']))
    // the oldest of those that were read
    expect(of(full)).not.toContain('n3')
  })

  it('reach the windows of their person alone, comments those of their side', async () => {
    const [mine, other, bound] = await Promise.all([finance.actor(), ops.actor(), theirs.actor()])
    const event = { kind: 'notifications', resource: '', actorId: finance.userId, payload: {} } as unknown as Happened
    expect([mine, other].map((actor) => maySeeEvent(actor, event))).toEqual([true, false])
    expect(maySeeEvent(mine, { ...event, kind: 'notify' })).toBe(false)
    const commented = {
      ...event,
      kind: 'comments',
      resource: entrustedCompany.id,
      company,
      payload: { side: 'platform' },
    } as Happened
    expect([mine, bound].map((actor) => maySeeEvent(actor, commented))).toEqual([true, false])
  })
})
