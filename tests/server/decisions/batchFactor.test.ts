import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { param } from '../../../src/model/administration/system/param.ts'
import { orderDoctorPayment } from '../../../src/model/payment/orderDoctorPayment.ts'
import { readable, sum } from '../../../src/model/values/money.ts'
import type { BatchPreview, BatchState } from '../../../src/model/wire/batchWire.ts'
import { enrol, forgetUse } from '../access/factor.ts'
import { type Answer, type Client, type TestApp, testApp } from '../app.ts'
import { change, count, load, rowsBy, type World, world } from './fixture.ts'
import { paidOrder, payable } from './payoutGround.ts'

/** Above a second limit a batch asks a one-time code of who has a second factor, and begins nothing without it. */
let t: TestApp
let w: World
let fin: Client
/** Payments that wait, one a batch below the limit, two above it. */
let waiting: { id: string; version: number; netAmount: string }[]
let limits: Readonly<Record<'typed' | 'factor', string>>

beforeAll(async () => {
  t = await testApp()
  w = await world('batchFactor', await t.newTenant())
  await payable(w)
  const ops = await t.signIn(w.tenantId, 'ops')
  const account = 'reviewer'
  await t.addUser(w.tenantId, { account, roles: ['finance'] })
  fin = await t.signInAs(w.tenantId, account)
  const orders = []
  for (let n = 0; n < 4; n++) orders.push(await paidOrder(w, ['800.00', '700.00', '600.00', '500.00']))
  const lines = orders.flatMap((o) => o.lines)
  await ops.post('blade-svc/orderDoctorSettlement/applyForPayment', { ids: lines.map((l) => l.id).join(',') })
  const payments = await Promise.all(
    lines.map((l) => rowsBy(w.context, w.tenantId, orderDoctorPayment, 'order_doctor_settlement_id', l.id)),
  )
  waiting = payments.flat().map(({ id, version, netAmount }) => ({ id, version, netAmount: String(netAmount) }))
  expect(waiting).toHaveLength(16)
  const limit = (paramKey: string, paramValue: string) =>
    load(w.context, w.tenantId, (work) => work.insert(param, { paramKey, paramName: paramKey, paramValue }))
  limits = {
    typed: (await limit('batch.typedAmount.limit', '900.00')).id,
    factor: (await limit('batch.secondFactor.limit', '900.00')).id,
  }
})
afterAll(() => t?.app.close())

type Rows = readonly { readonly id: string; readonly version: number; readonly netAmount: string }[]
const totalOf = (rows: Rows) => sum(rows.map((p) => p.netAmount))
const orderOf = (rows: Rows, more: object = {}) => ({
  resource: 'orderDoctorPayment',
  transition: 'auditPass',
  rows: rows.map(({ id, version }) => ({ id, version })),
  ...more,
})
const send = (rows: Rows, more: object = {}, key = '', who = fin): Promise<Answer<BatchState>> =>
  who.post<BatchState>(
    'rounds/batch',
    orderOf(rows, { typedAmount: totalOf(rows), ...more }),
    {},
    key ? { 'idempotency-key': key } : {},
  )
const preview = async (rows: Rows, more: object = {}, who = fin) =>
  (await who.post<BatchPreview>('rounds/batch/preview', orderOf(rows, more))).data
const begun = () => count(w.context, w.tenantId, 'batch')
const states = async () =>
  Promise.all(waiting.map(async ({ id }) => (await rowsBy(w.context, w.tenantId, orderDoctorPayment, 'id', id))[0]))
const anyOther = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('a batch above the second limit', () => {
  it('asks who has no second factor for its total alone, as ever', async () => {
    const [rows] = [waiting.splice(0, 2)]
    expect(await preview(rows)).toMatchObject({ toType: totalOf(rows), asksCode: false })
    expect((await send(rows, { typedAmount: '' })).status).toBe(400)
    expect((await send(rows)).status).toBe(200)
  })

  it('asks for a code of who has one, says so before, and begins nothing without', async () => {
    const app = await enrol(t, fin, 'reviewer')
    const rows = waiting.slice(0, 2)
    expect(await preview(rows)).toMatchObject({ toType: totalOf(rows), asksCode: true })
    expect(await preview(rows.slice(0, 1))).toMatchObject({ toType: null, asksCode: false })
    expect((await preview(rows, { transition: 'auditReject' })).asksCode).toBe(false)
    // the factor of one person asks nothing of another
    expect((await preview(rows, {}, await t.signIn(w.tenantId, 'finance'))).asksCode).toBe(false)
    const before = await begun()

    const none = await send(rows)
    expect([none.status, none.msg, none.data]).toEqual([
      400,
      `合计金额 ${readable(totalOf(rows))} 超过 900.00，请输入动态验证码后提交`,
      { oneTimeCode: `合计金额 ${readable(totalOf(rows))} 超过 900.00，请输入动态验证码后提交` },
    ])
    for (const oneTimeCode of [anyOther(app()), '12345', 'abcdef', { code: app() }]) {
      const refused = await send(rows, { oneTimeCode })
      expect([refused.status, Object.keys(refused.data)]).toEqual([400, ['oneTimeCode']])
    }
    // of all that match, too: nobody gets around it by a selection
    const selection = await fin.post<{ id: string }>('rounds/selection', {
      resource: 'orderDoctorPayment',
      conditions: [{ field: 'paymentStatus', op: 'equal', value: '0' }],
    })
    const whole = await fin.post('rounds/batch', {
      ...orderOf([], { rows: undefined }),
      selection: selection.data.id,
      typedAmount: totalOf(waiting),
    })
    expect([whole.status, Object.keys(whole.data as object)]).toEqual([400, ['oneTimeCode']])
    expect(await begun()).toBe(before)
    expect((await states()).map((p) => p?.paymentStatus)).toEqual(waiting.map(() => 0))

    // a mistake in the total uses no code up
    const oneTimeCode = app()
    const mistyped = await send(rows, { oneTimeCode, typedAmount: '1.00' })
    expect([mistyped.status, Object.keys(mistyped.data)]).toEqual([400, ['typedAmount']])
    const key = 'with-a-code'
    const sent = await send(rows, { oneTimeCode: `${oneTimeCode.slice(0, 3)} ${oneTimeCode.slice(3)}` }, key)
    expect(sent.status).toBe(200)
    // the same again is the same batch, though its code is used up; so it is with another one, and with none
    for (const again of [oneTimeCode, anyOther(oneTimeCode), ''])
      expect((await send(rows, { oneTimeCode: again }, key)).data.id).toBe(sent.data.id)
    expect(await begun()).toBe(before + 1)
    waiting.splice(0, 2)
    // for another batch it is no code any more
    expect((await send(waiting.slice(0, 2), { oneTimeCode })).status).toBe(400)
    expect((await send(waiting.slice(0, 2), { oneTimeCode: app(1) })).status).toBe(200)
    waiting.splice(0, 2)
    await forgetUse(t, fin)
  })

  it('is as the parameter says, whatever the first limit is; nothing legible means a million', async () => {
    const rows = waiting.slice(0, 2)
    const set = (id: string, paramValue: string) => change(w.context, w.tenantId, param, id, { paramValue })
    await set(limits.typed, '90000.00')
    expect(await preview(rows)).toMatchObject({ toType: null, asksCode: true })
    expect((await send(rows, { typedAmount: '' })).data).toHaveProperty('oneTimeCode')
    await set(limits.factor, '不限')
    expect(await preview(rows)).toMatchObject({ toType: null, asksCode: false })
    await set(limits.typed, '900.00')
    await set(limits.factor, '900.00')
  })

  it('goes on without another code when it is resumed', async () => {
    const app = await enrolled()
    const rows = waiting.splice(0, 2)
    const { data } = await send(rows, { oneTimeCode: app() })
    await vi.waitFor(async () =>
      expect((await fin.get<BatchState>('rounds/batch/state', { id: data.id })).data.state).toBe('done'),
    )
    await t.db.owner((tx) => tx.query(`update "batch" set state = 'interrupted' where id = $1`, [data.id]))
    const resumed = await fin.post<BatchState>('rounds/batch/resume', { id: data.id })
    expect([resumed.status, resumed.data.done]).toEqual([200, 2])
  })

  it('accepts a code once, also on two instances at once', async () => {
    const app = await enrolled()
    const second = await testApp({}, undefined, t.db)
    try {
      const there = await second.signInAs(w.tenantId, 'reviewer')
      const before = await begun()
      const oneTimeCode = app()
      const batches = [0, 1, 2, 3].map((n) => waiting.slice(n, n + 2))
      const sent = await Promise.all(batches.map((rows, n) => send(rows, { oneTimeCode }, '', n % 2 ? there : fin)))
      expect(sent.map((s) => s.status).sort()).toEqual([200, 400, 400, 400])
      expect(await begun()).toBe(before + 1)
      waiting = waiting.filter((p) => !batches[sent.findIndex((s) => s.status === 200)]?.includes(p))
    } finally {
      await second.app.close()
    }
  })

  it('waits after wrong codes; what needs none does not, and neither does what was answered before', async () => {
    const app = await enrolled()
    const rows = waiting.slice(0, 2)
    const answered = await send(rows, { oneTimeCode: app() }, 'before')
    expect(answered.status).toBe(200)
    waiting.splice(0, 2)
    await forgetUse(t, fin)
    const more = waiting.slice(0, 2)
    for (let n = 0; n < 4; n++) expect((await send(more, { oneTimeCode: anyOther(app()) })).status).toBe(400)
    await t.db.owner((tx) =>
      tx.query(
        `update "login_attempt" set wait_until = wait_until + interval '1 minute' where tenant_id = $1 and place = 'one-time-code'`,
        [w.tenantId],
      ),
    )
    const waits = await send(more, { oneTimeCode: app() })
    expect([waits.status, waits.headers['retry-after']]).toEqual([429, expect.stringMatching(/^\d+$/)])
    expect((await send(rows, { oneTimeCode: app() }, 'before')).data.id).toBe(answered.data.id)
    const small = more.slice(0, 1)
    expect((await send(small, { oneTimeCode: anyOther(app()) })).status).toBe(200)
    // neither of them made the wrong ones forgotten
    expect((await send(more.slice(1).concat(waiting.slice(2, 3)), { oneTimeCode: app() })).status).toBe(429)
  })
})

/** The person's app anew: theirs was taken off and set up again. */
async function enrolled(): Promise<(steps?: number) => string> {
  await t.db.owner((tx) => tx.query('delete from "user_totp" where user_id = $1', [fin.userId]))
  return enrol(t, fin, 'reviewer')
}
