import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ledgerCheck } from '../../../src/model/funds/ledgerCheck.ts'
import type { RowOf } from '../../../src/model/language/resource.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'
import type { Page, WireRow } from '../../../src/model/wire/wire.ts'
import { LEDGER_CHECK } from '../../../src/server/domains/funds/ledgerCheck.ts'
import { enqueue, finish, type Job } from '../../../src/server/jobs/queue.ts'
import { serve } from '../../../src/server/jobs/schedule.ts'
import { invariants } from '../../../src/server/verification/check.ts'
import { ledgerSchedule, runLedgerCheck } from '../../../src/server/verification/nightly.ts'
import { type Client, type TestApp, testApp } from '../app.ts'
import { change, order, rowsBy, type World, world } from './fixture.ts'

const { checkStatus } = statesOf(ledgerCheck)

/** What is promised of the money is checked at night and when finance asks for it. */
let t: TestApp
let w: World
let fin: Client
beforeAll(async () => {
  t = await testApp()
  w = await world('ledgers', await t.newTenant())
  fin = await t.signIn(w.tenantId, 'finance')
})
afterAll(() => t.app.close())

const RUN = 'blade-svc/ledgerCheck/run'
const runs = async (): Promise<RowOf<typeof ledgerCheck>[]> =>
  (await rowsBy(w.context, w.tenantId, ledgerCheck, 'tenant_id', w.tenantId)).sort((a, b) =>
    Number(BigInt(a.id) - BigInt(b.id)),
  )
const busy = { stopped: () => false, progress: () => undefined }

/** Does the open job of the tenant, as a runner would. */
async function work(): Promise<void> {
  const [found] = await w.context.db.scoped<{ id: string; payload: Record<string, unknown> }>(
    { tenantId: w.tenantId },
    {
      text: `update "job" set state = 'running', runner = $2, attempts = 1 where tenant_id = $1 and kind = 'ledgerCheck' and state = 'queued' returning id, payload`,
      values: [w.tenantId, w.context.instance],
    },
  )
  expect(found).toBeDefined()
  const job: Job = {
    tenantId: w.tenantId,
    id: String(found?.id),
    kind: LEDGER_CHECK,
    lane: LEDGER_CHECK,
    payload: found?.payload ?? {},
    attempts: 1,
    most: 3,
  }
  await finish(w.context, job, await runLedgerCheck(w.context, job, busy))
}

describe('a check of the ledgers', () => {
  test('runs at night in each tenant, keeps what it found and tells of violations once', async () => {
    const schedule = { ...ledgerSchedule, id: `ledger${w.tenantId}` }
    await serve(w.context, schedule)
    w.context.clock.pass(24 * 60)
    expect(await serve(w.context, schedule)).toBe(true)
    const { id } = await order(w, { status: 0, fees: ['1000.00'] })
    await change(w.context, w.tenantId, settlementOrder, id, { paidNetAmount: '1.00' })
    await work()
    const [run] = await runs()
    expect(run).toMatchObject({
      origin: 1,
      checkStatus: checkStatus.violated,
      statementCount: invariants.length,
      startedBy: '系统',
      spendTime: expect.any(Number),
    })
    expect(run?.results?.find((r) => r.invariant === 'INV-14.paid')).toMatchObject({ violations: 1, ids: id })
    expect(run?.violationCount).toBe(run?.results?.reduce((n, r) => n + (r.violations ?? 0), 0))
    const admin = await t.signIn(w.tenantId, 'administrator')
    const told = (await admin.get<Page<WireRow>>('blade-system/securityEvent/list')).data.records
    expect(told.filter((e) => e.kind === 11).map((e) => e.subject)).toEqual([run?.code])
    expect(String(told[0]?.detail)).toContain('INV-14.paid')
    await change(w.context, w.tenantId, settlementOrder, id, { paidNetAmount: '0.00' })
  })

  test('is shown promise by promise, broken ones first, to who may see it', async () => {
    const [run] = await runs()
    type Result = { invariant: string; title: string; violations: number; resource: string; ids: string }
    const asked = async (more = {}) =>
      (await fin.get<Result[]>('blade-svc/ledgerCheck/results', { id: run?.id }, more)).data
    const all = await asked()
    expect(all).toHaveLength(invariants.length)
    const broken = all.findIndex((r) => r.invariant === 'INV-14.paid')
    expect(all.slice(0, broken + 1).every((r) => r.violations > 0)).toBe(true)
    expect(all[broken]).toMatchObject({ title: '结算单已付净额等于已付款明细之和', resource: 'settlementOrder' })
    const english = await asked({ 'accept-language': 'en' })
    expect(english[broken]?.title).toBe('What an order has paid is the net of its paid lines')
    const auditor = await t.signIn(w.tenantId, 'auditor')
    expect((await auditor.get('blade-svc/ledgerCheck/list')).status).toBe(200)
    expect((await auditor.post(RUN, {})).status).toBe(403)
    for (const role of ['cashier', 'ops', 'companyAdmin'] as const) {
      const who = await t.signIn(w.tenantId, role, role === 'companyAdmin' ? { company: w.companyId } : {})
      expect((await who.get('blade-svc/ledgerCheck/list')).status, role).toBe(403)
    }
    // another tenant has none of it, whatever is wrong here
    const other = await t.newTenant()
    const stranger = await t.signIn(other, 'finance')
    expect((await stranger.get<Page<WireRow>>('blade-svc/ledgerCheck/list')).data.total).toBe(0)
    expect((await stranger.get('blade-svc/ledgerCheck/results', { id: run?.id })).status).toBe(404)
  })

  test('found wrong waits for finance to say what became of it', async () => {
    const [run] = await runs()
    const path = 'blade-svc/ledgerCheck/resolve'
    const none = await fin.post(path, { id: run?.id })
    expect([none.status, none.msg]).toEqual([400, '请输入处理说明'])
    expect((await fin.post(path, { id: run?.id, remark: '已更正' })).status).toBe(200)
    expect((await runs())[0]).toMatchObject({ checkStatus: checkStatus.dealtWith, resolveRemark: '已更正' })
    expect((await fin.post(path, { id: run?.id, remark: '已更正' })).status).toBe(409)
  })

  test('asked for twenty times by several at once is one; who comes later is told of the one on its way', async () => {
    const second = await t.signIn(w.tenantId, 'finance')
    const before = (await runs()).length
    const all = await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 ? fin : second).post(RUN, {})))
    const made = (await runs()).slice(before)
    expect(made).toHaveLength(1)
    expect(made[0]).toMatchObject({ origin: 2, checkStatus: checkStatus.running })
    expect(all.filter((a) => a.status === 200).length).toBeGreaterThan(0)
    // a double click of one person while the first is being answered is told to wait, as everywhere
    const answers = ['正在处理中，请稍候', `核对 ${made[0]?.code} 正在进行，请等待其结果`]
    for (const a of all.filter((a) => a.status !== 200)) {
      expect(a.status).toBe(409)
      expect(answers).toContain(a.msg)
    }
    const admin = await t.signIn(w.tenantId, 'administrator')
    const later = await admin.post(RUN, {}, {}, { 'accept-language': 'en' })
    expect([later.status, later.msg, later.data]).toEqual([
      409,
      `The check ${made[0]?.code} is on its way; please wait for its result`,
      { id: made[0]?.id, code: made[0]?.code },
    ])
    await work()
    expect((await runs()).at(-1)).toMatchObject({ id: made[0]?.id, statementCount: invariants.length })
    expect((await runs()).at(-1)?.checkStatus).not.toBe(checkStatus.running)
  })

  test('whose process died is ended by the next one', async () => {
    expect((await fin.post(RUN, {}, {}, { 'idempotency-key': 'dies' })).status).toBe(200)
    await w.context.db.scoped(
      { tenantId: w.tenantId },
      { text: `delete from "job" where tenant_id = $1 and kind = 'ledgerCheck'`, values: [w.tenantId] },
    )
    await w.context.db.transaction({ tenantId: w.tenantId }, (tx) =>
      enqueue(w.context, tx, LEDGER_CHECK, {}, { key: LEDGER_CHECK }),
    )
    await work()
    const [dead, next] = (await runs()).slice(-2)
    expect(dead).toMatchObject({ checkStatus: checkStatus.unfinished, lastError: '核对进程中断' })
    expect(next).toMatchObject({ origin: 1, statementCount: invariants.length })
  })
})
