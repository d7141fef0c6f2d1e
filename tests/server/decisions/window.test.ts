import { afterAll, beforeAll, expect, it } from 'vitest'
import { param } from '../../../src/model/administration/system/param.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { orderDoctorPayment } from '../../../src/model/payment/orderDoctorPayment.ts'
import { sum } from '../../../src/model/values/money.ts'
import type { BatchPreview } from '../../../src/model/wire/batchWire.ts'
import { type Answer, type Client, type TestApp, testApp } from '../app.ts'
import { load, rowsBy, type World, world } from './fixture.ts'
import { paidOrder, payable } from './payoutGround.ts'

const { paymentStatus } = statesOf(orderDoctorPayment)

/** The total that has to be typed is that of what one person moves within some minutes, in whichever calls. */
let t: TestApp
let w: World
let fin: Client
let waiting: { id: string; version: number; netAmount: string }[]

beforeAll(async () => {
  t = await testApp()
  w = await world('window', await t.newTenant())
  await payable(w)
  const ops = await t.signIn(w.tenantId, 'ops')
  const orders = []
  for (let n = 0; n < 5; n++) orders.push(await paidOrder(w, ['800.00', '700.00', '600.00', '500.00']))
  const lines = orders.flatMap((o) => o.lines)
  await ops.post('blade-svc/orderDoctorSettlement/applyForPayment', { ids: lines.map((l) => l.id).join(',') })
  const payments = await Promise.all(
    lines.map((l) => rowsBy(w.context, w.tenantId, orderDoctorPayment, 'order_doctor_settlement_id', l.id)),
  )
  waiting = payments.flat().map(({ id, version, netAmount }) => ({ id, version, netAmount: String(netAmount) }))
  await load(w.context, w.tenantId, (work) =>
    work.insert(param, { paramKey: 'batch.typedAmount.limit', paramName: '限额', paramValue: '1000.00' }),
  )
})
afterAll(() => t?.app.close())

type Rows = typeof waiting
const batch = (who: Client, rows: Rows, typedAmount = ''): Promise<Answer> =>
  who.post('rounds/batch', {
    resource: 'orderDoctorPayment',
    transition: 'auditPass',
    rows: rows.map(({ id, version }) => ({ id, version })),
    ...(typedAmount && { typedAmount }),
  })
const call = (who: Client, rows: Rows, more: object = {}, key = ''): Promise<Answer> =>
  who.post(
    'blade-svc/orderDoctorPayment/auditPass',
    { ids: rows.map((row) => row.id).join(','), ...more },
    {},
    key ? { 'idempotency-key': key } : {},
  )
const single = (who: Client, { id, version }: Rows[number], more: object = {}, key = ''): Promise<Answer> =>
  who.post(
    'blade-svc/orderDoctorPayment/auditPass',
    { id, version, ...more },
    {},
    key ? { 'idempotency-key': key } : {},
  )
const totalOf = (rows: Rows) => sum(rows.map((row) => row.netAmount))
const typed = (answer: Answer) => {
  expect([answer.status, Object.keys(answer.data as object)], answer.raw).toEqual([400, ['typedAmount']])
}

it('a call over several records is asked for its total as a batch of them is, once for its key', async () => {
  fin = await t.signIn(w.tenantId, 'finance')
  const rows = waiting.splice(0, 3)
  typed(await call(fin, rows))
  typed(await call(fin, rows, { typedAmount: '1.00' }))
  const done = await call(fin, rows, { typedAmount: totalOf(rows) }, 'once')
  expect(done.status, done.raw).toBe(200)
  expect((await call(fin, rows, { typedAmount: totalOf(rows) }, 'once')).data).toEqual(done.data)
})

it('many small batches are one large one; another person, and the minutes after, begin anew', async () => {
  fin = await t.signIn(w.tenantId, 'finance')
  let row = waiting.shift() as Rows[0]
  let answer = await batch(fin, [row])
  const sent: Rows = []
  while (answer.status === 200) {
    sent.push(row)
    row = waiting.shift() as Rows[0]
    answer = await batch(fin, [row])
  }
  expect(sent.length).toBeGreaterThan(0)
  typed(answer)
  // typed, it counts no more; what comes next is asked again
  expect((await batch(fin, [row], row.netAmount)).status).toBe(200)
  const like = waiting.findIndex((one) => Number(one.netAmount) >= Number(row.netAmount))
  const [next] = waiting.splice(like, 1) as [Rows[0]]
  typed(await batch(fin, [next]))
  // of another person nothing was counted
  const other = await t.signIn(w.tenantId, 'finance')
  expect((await batch(other, [waiting.shift() as Rows[0]])).status).toBe(200)
  await t.db.owner((tx) =>
    tx.query(`update "moved_total" set asked_time = asked_time - interval '11 minutes' where tenant_id = $1`, [
      w.tenantId,
    ]),
  )
  expect((await batch(fin, [next])).status).toBe(200)
})

it('decisions on one record count as batches do; the total of all of them, typed, begins anew', async () => {
  const one = await t.signIn(w.tenantId, 'finance')
  const rows = waiting.splice(0, 4)
  let row = rows.shift() as Rows[0]
  const sent: Rows = []
  for (;;) {
    const answer = await single(one, row)
    if (answer.status !== 200) {
      typed(answer)
      break
    }
    sent.push(row)
    row = rows.shift() as Rows[0]
  }
  expect(sent.length).toBeGreaterThan(0)
  const order = {
    resource: 'orderDoctorPayment',
    transition: 'auditPass',
    rows: [{ id: row.id, version: row.version }],
  }
  const { data } = await one.post<BatchPreview>('rounds/batch/preview', order)
  expect(data).toMatchObject({ amount: row.netAmount, before: totalOf(sent), toType: totalOf([...sent, row]) })
  typed(await single(one, row, { typedAmount: '1.00' }))
  // what was refused has not been decided
  expect((await rowsBy(w.context, w.tenantId, orderDoctorPayment, 'id', row.id))[0]?.paymentStatus).toBe(
    paymentStatus.pending,
  )
  const all = { typedAmount: totalOf([...sent, row]) }
  expect((await single(one, row, all, 'twice')).status).toBe(200)
  expect((await single(one, row, {}, 'twice')).status).toBe(200)
  expect((await single(one, rows[0] as Rows[0])).status).toBe(200)
})

it('in two tabs at once, decisions on one record let through no more than the limit', async () => {
  const account = 'twoTabs'
  await t.addUser(w.tenantId, { account, roles: ['finance'] })
  const [here, there] = [await t.signInAs(w.tenantId, account), await t.signInAs(w.tenantId, account)]
  const rows = waiting.splice(0, 3)
  const answers = await Promise.all(rows.map((row, n) => single(n % 2 ? here : there, row)))
  const through = rows.filter((_, n) => answers[n]?.status === 200)
  expect(through.length).toBeGreaterThan(0)
  expect(Number(totalOf(through))).toBeLessThanOrEqual(1000)
  for (const answer of answers) if (answer.status !== 200) typed(answer)
})

it('at the same moment, too', async () => {
  fin = await t.signIn(w.tenantId, 'finance')
  const answers = await Promise.all(waiting.splice(0, 5).map((row) => batch(fin, [row])))
  expect(answers.filter((answer) => answer.status === 400).length).toBeGreaterThanOrEqual(3)
})
