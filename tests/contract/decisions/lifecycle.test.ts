import { beforeAll, describe, expect, test } from 'vitest'
import { statesOf } from '../../../src/model/language/states.ts'
import { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'
import type { Conflict } from '../../../src/model/wire/wire.ts'
import { decide, decideAll } from '../../../src/server/deciding/engine.ts'
import { count, edgesOf, order, refusal, rowNow, type World, world } from '../../server/decisions/fixture.ts'

const { settlementStatus } = statesOf(settlementOrder)

let w: World
beforeAll(async () => {
  w = await world()
})

const ask = { remark: '资料不全' }
const run = (name: string, id: string, more: object = {}, actor = w.admin) =>
  decide(w.context, actor, { resource: 'settlementOrder', transition: name, id, ask, ...more })

describe('every transition from every status', () => {
  const statuses = [0, 1, 2, 3, 4, 5, 6, 9]
  const table = edgesOf('settlementOrder').flatMap(([name, t]) => statuses.map((status) => ({ name, t, status })))
  test.each(table)('$name from $status', async ({ name, t, status }) => {
    const row = await order(w, { status })
    const from = t.from === 'new' ? [] : ((t.from as Record<string, number | readonly number[]>).settlementStatus ?? [])
    const stands = (Array.isArray(from) ? from : [from]).includes(status)
    const call = run(name, row.id)
    if (t.by === 'system') return expect((await refusal(call)).code).toBe(404)
    if (t.closed) {
      const r = await refusal(call)
      expect([r.code, r.text[0], (r.data as Conflict).reason]).toEqual([409, '暂未开放', 'closed'])
    } else if (!stands) {
      const r = await refusal(call)
      expect([r.code, r.text[0], (r.data as Conflict).reason]).toEqual([409, '当前状态不允许该操作', 'illegal'])
      expect((r.data as Conflict).row?.settlementStatus).toBe(status)
    } else if (t.takesBack) {
      expect((await refusal(call)).code).toBe(400)
    } else {
      const decided = await call
      expect(decided).toMatchObject({ id: row.id, version: 1, transition: name })
      const now = await rowNow(w.context, w.tenantId, settlementOrder, row.id)
      if (t.to === 'deleted') expect(now.isDeleted).toBe(1)
      else expect(now).toMatchObject({ ...(t.to as object), version: 1 })
      return
    }
    expect(await rowNow(w.context, w.tenantId, settlementOrder, row.id)).toMatchObject({
      settlementStatus: status,
      version: 0,
      isDeleted: 0,
    })
    expect(await count(w.context, w.tenantId, 'approval_history', 'biz_id = $2', [row.id])).toBe(0)
  })
})

test('a decision leaves one history row, one audit row with the diff, one outbox row', async () => {
  const row = await order(w)
  const decided = await run('audit.pass', row.id, { version: 0, ask: { remark: '同意' } }, w.fin)
  expect(decided).toEqual({
    id: row.id,
    version: 1,
    transition: 'audit.pass',
    patch: {
      settlementStatus: settlementStatus.toConfirm,
      approvalOfficer: '钱审核',
      approvalDate: '2024-06-15 10:00:00',
      approvalRemark: '同意',
      version: 1,
      updateTime: '2024-06-15 10:00:00',
    },
    undo: 'recall.audit',
    undoUntil: '2024-06-15 10:10:00',
  })
  const history = await w.context.db.scoped(
    { tenantId: w.tenantId },
    { text: 'select * from "approval_history" where tenant_id = $1 and biz_id = $2', values: [w.tenantId, row.id] },
  )
  expect(history).toHaveLength(1)
  expect(history[0]).toMatchObject({
    biz_type: 'settlementOrder',
    biz_code: row.code,
    action: 'audit.pass',
    from_status: '0',
    to_status: '2',
    result: 1,
    remark: '同意',
    operator_id: w.fin.userId,
    operator_name: '钱审核',
    record_version: '1',
    entrusted_company_id: w.companyId,
    fiscal_tax_id: w.partnerId,
  })
  const audit = await w.context.db.scoped<{ diff: { field: string }[] }>(
    { tenantId: w.tenantId },
    { text: 'select * from "audit_trail" where tenant_id = $1 and record_id = $2', values: [w.tenantId, row.id] },
  )
  expect(audit).toHaveLength(1)
  expect(audit[0]).toMatchObject({
    resource: 'settlementOrder',
    version: 1,
    action: 'audit.pass',
    actor_name: '钱审核',
    request_id: 'r',
  })
  expect(audit[0]?.diff).toContainEqual({ field: 'settlementStatus', from: 0, to: 2 })
  const outbox = await w.context.db.scoped(
    { tenantId: w.tenantId },
    { text: 'select * from "outbox" where tenant_id = $1 and record_id = $2', values: [w.tenantId, row.id] },
  )
  expect(outbox).toHaveLength(1)
  expect(outbox[0]).toMatchObject({
    kind: 'changed',
    resource: 'settlementOrder',
    version: 1,
    transition: 'audit.pass',
    actor_id: w.fin.userId,
    company: w.companyId,
    fiscal_tax: w.partnerId,
  })
})

test('what is asked is validated, and named', async () => {
  const row = await order(w)
  const r = await refusal(run('audit.reject', row.id, { ask: {} }))
  expect([r.code, r.text, r.data]).toEqual([
    400,
    ['请输入驳回原因', 'Please enter the reason'],
    { remark: '请输入驳回原因' },
  ])
  expect((await refusal(run('audit.reject', row.id, { ask: { remark: '长'.repeat(501) } }))).code).toBe(400)
})

describe('separation of duties', () => {
  test('the user who confirmed the cycle may not audit, and gets the reason', async () => {
    const row = await order(w)
    for (const name of ['audit.pass', 'audit.reject']) {
      const r = await refusal(run(name, row.id, {}, w.fin2))
      expect(r.code).toBe(400)
      expect(r.text[0]).toContain('钱复核')
      expect(r.text[1]).toContain('钱复核')
    }
    await run('audit.pass', row.id, {}, w.fin)
  })
  test('the administrator is not exempt; a recall does not change the maker', async () => {
    const row = await order(w)
    await run('audit.pass', row.id, {}, w.fin)
    await run('recall.audit', row.id, {}, w.fin)
    expect((await refusal(run('audit.pass', row.id, {}, { ...w.admin, userId: w.fin2.userId }))).code).toBe(400)
    await run('audit.pass', row.id, {}, w.fin)
  })
  test('the parameter sod.enabled switches it off', async () => {
    const other = await world()
    await other.context.db.transaction({ tenantId: other.tenantId }, (tx) =>
      tx.query(
        `insert into "param" (tenant_id, id, param_name, param_key, param_value) values ($1, 1, 'x', 'sod.enabled', 'false')`,
        [other.tenantId],
      ),
    )
    const row = await order(other)
    await decide(other.context, other.fin2, { resource: 'settlementOrder', transition: 'audit.pass', id: row.id })
  })
})

describe('who may', () => {
  test('without the permission 403, whoever the record belongs to', async () => {
    const row = await order(w)
    expect((await refusal(run('audit.pass', row.id, {}, w.ca))).code).toBe(403)
    expect((await refusal(run('confim.pass', row.id, {}, w.fin))).code).toBe(403)
  })
  test('a record of another company is 404, as is an unknown, malformed or deleted one', async () => {
    const row = await order(w, { status: 2 })
    const foreign = { ...w.ca, company: '1' }
    expect((await refusal(run('confim.pass', row.id, {}, foreign))).code).toBe(404)
    expect((await refusal(run('confim.pass', '123', {}, w.ca))).code).toBe(404)
    expect((await refusal(run('confim.pass', "1' or 1=1", {}, w.ca))).code).toBe(404)
    await run('confim.pass', row.id, {}, w.ca)
    const gone = await order(w)
    await run('remove', gone.id)
    expect((await refusal(run('audit.pass', gone.id))).code).toBe(404)
  })
  test('another tenant does not see it', async () => {
    const row = await order(w)
    const other = await world()
    expect((await refusal(run('audit.pass', row.id, {}, other.admin))).code).toBe(404)
    expect((await rowNow(w.context, w.tenantId, settlementOrder, row.id)).settlementStatus).toBe(
      settlementStatus.pending,
    )
  })
})

describe('conflicts say who was first, when, and what changed', () => {
  test('stale: since the version that was seen', async () => {
    const row = await order(w)
    await run('audit.pass', row.id, { ask: { remark: '同意' } }, w.fin)
    await run('recall.audit', row.id, {}, w.fin)
    w.context.clock.pass(1)
    const other = { ...w.admin, name: '王五' }
    await run('audit.reject', row.id, {}, other)
    const r = await refusal(run('audit.pass', row.id, { version: 0 }, w.fin))
    w.context.clock.pass(-1)
    expect(r.code).toBe(409)
    expect(r.text[0]).toContain('王五')
    const c = r.data as Conflict
    expect(c).toMatchObject({
      id: row.id,
      reason: 'stale',
      version: 3,
      by: '王五',
      at: '2024-06-15 10:01:00',
      action: '审核驳回',
    })
    expect(c.fields).toContainEqual({ field: 'settlementStatus', from: 0, to: 1 })
    expect(c.fields).toContainEqual({ field: 'approvalRemark', from: null, to: '资料不全' })
    expect(c.row).toMatchObject({ id: row.id, version: 3, settlementStatus: settlementStatus.rejected })
  })
  test('illegal: by the last write, in the language of who asks', async () => {
    const row = await order(w)
    await run('audit.pass', row.id, {}, w.fin)
    const c = (await refusal(run('audit.pass', row.id, {}, { ...w.admin, language: 'en' }))).data as Conflict
    expect(c).toMatchObject({ reason: 'illegal', by: '钱审核', action: 'Approve', version: 1 })
  })
})

describe('taking back', () => {
  const fresh = async () => {
    const row = await order(w)
    await run('audit.pass', row.id, {}, w.fin)
    return row.id
  }
  test('restores the state and clears who reviewed', async () => {
    const id = await fresh()
    const decided = await run('recall.audit', id, { version: 1 }, w.fin)
    expect(decided).toMatchObject({ version: 2, undo: '', undoUntil: '' })
    expect(await rowNow(w.context, w.tenantId, settlementOrder, id)).toMatchObject({
      settlementStatus: settlementStatus.pending,
      approvalOfficer: null,
      approvalDate: null,
      approvalRemark: null,
    })
  })
  test('only by who decided', async () => {
    const r = await refusal(run('recall.audit', await fresh(), {}, w.admin))
    expect([r.code, r.text[0]]).toEqual([400, '只有钱审核本人可以撤回'])
  })
  test('only within ten minutes', async () => {
    const id = await fresh()
    w.context.clock.pass(10)
    const later = await fresh()
    w.context.clock.pass(0.5)
    expect((await refusal(run('recall.audit', id, {}, w.fin))).text[0]).toBe('已超过10分钟，不能撤回')
    await run('recall.audit', later, {}, w.fin)
    w.context.clock.pass(-10.5)
  })
  test('only while nothing followed', async () => {
    const id = await fresh()
    await run('confim.reject', id, {}, w.ca)
    expect((await refusal(run('recall.audit', id, {}, w.fin))).text[0]).toContain('已有后续处理')
  })
  test('a confirmation, as long as it is not settled, without limit of time', async () => {
    const id = await fresh()
    const decided = await run('confim.pass', id, {}, w.ca)
    expect(decided).toMatchObject({ undo: 'recall.confim', undoUntil: '' })
    w.context.clock.pass(60 * 24)
    await run('recall.confim', id, {}, w.ca)
    w.context.clock.pass(-60 * 24)
    expect(await rowNow(w.context, w.tenantId, settlementOrder, id)).toMatchObject({
      settlementStatus: settlementStatus.toConfirm,
      confirmUserName: null,
      confirmTime: null,
      approvalOfficer: '钱审核',
    })
    await run('confim.pass', id, {}, w.ca)
    await run('toSettle', id, {}, w.fin)
    expect((await refusal(run('recall.confim', id, {}, w.ca))).code).toBe(409)
  })
})

test('several records are all or nothing, and the refusal names the one', async () => {
  const [a, b] = [await order(w), await order(w, { status: 2 })]
  const r = await refusal(
    decideAll(w.context, w.fin, { resource: 'settlementOrder', transition: 'audit.pass', ids: [b.id, a.id] }),
  )
  expect(r.code).toBe(409)
  expect((await rowNow(w.context, w.tenantId, settlementOrder, a.id)).settlementStatus).toBe(settlementStatus.pending)
  const c = await order(w)
  const decided = await decideAll(w.context, w.fin, {
    resource: 'settlementOrder',
    transition: 'audit.pass',
    ids: [c.id, a.id, a.id],
  })
  expect(decided.map((d) => d.id)).toEqual([a.id, c.id])
  const [d, e] = [await order(w, { status: 3 }), await order(w, { status: 3 })]
  await decideAll(w.context, w.fin, { resource: 'settlementOrder', transition: 'toSettle', ids: [d.id, e.id] })
  expect(
    await count(w.context, w.tenantId, 'service_payment_order', 'settlement_order_id = any($2::bigint[])', [
      [d.id, e.id],
    ]),
  ).toBe(2)
})
