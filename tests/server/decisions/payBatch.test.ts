import { afterAll, beforeAll, expect, test } from 'vitest'
import { param } from '../../../src/model/administration/system/param.ts'
import { handleApply } from '../../../src/model/funds/handle.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { orderDoctorPayment } from '../../../src/model/payment/orderDoctorPayment.ts'
import { readable, sum } from '../../../src/model/values/money.ts'
import type { BatchPreview } from '../../../src/model/wire/batchWire.ts'
import { type Client, type TestApp, testApp } from '../app.ts'
import { change, count, load, rowNow, rowsBy, type World, world } from './fixture.ts'
import { paidOrder, payable } from './payoutGround.ts'

const { paymentStatus } = statesOf(orderDoctorPayment)

/** What the console approves as one batch goes to the bank as one, though its rows are decided one by one. */
let t: TestApp
let w: World
let ops: Client
let fin: Client
beforeAll(async () => {
  t = await testApp()
  w = await world('payBatch', await t.newTenant())
  await payable(w)
  ops = await t.signIn(w.tenantId, 'ops')
  fin = await t.signIn(w.tenantId, 'finance')
})
afterAll(() => t.app.close())

test('a batch of the console is one batch of the bank', async () => {
  const orders = [
    await paidOrder(w, ['900.00', '700.00', '300.00', '800.00']),
    await paidOrder(w, ['500.00', '600.00', '450.00', '350.00']),
  ]
  const lines = orders.flatMap((o) => o.lines)
  expect(
    (await ops.post('blade-svc/orderDoctorSettlement/applyForPayment', { ids: lines.map((l) => l.id).join(',') }))
      .status,
  ).toBe(200)
  const payments = (
    await Promise.all(
      lines.map((l) => rowsBy(w.context, w.tenantId, orderDoctorPayment, 'order_doctor_settlement_id', l.id)),
    )
  ).flat()
  let state = (
    await fin.post<{ id: string; state: string }>('rounds/batch', {
      resource: 'orderDoctorPayment',
      transition: 'auditPass',
      rows: payments.map((p) => ({ id: p.id, version: p.version })),
    })
  ).data
  for (let n = 0; n < 100 && state.state === 'running'; n++) {
    await new Promise((r) => setTimeout(r, 100))
    state = (await fin.get<{ id: string; state: string }>('rounds/batch/state', { id: state.id })).data
  }
  const after = await Promise.all(payments.map((p) => rowNow(w.context, w.tenantId, orderDoctorPayment, p.id)))
  expect(after.map((p) => p.paymentStatus)).toEqual(after.map(() => 1))
  const batches = new Set(after.map((p) => p.handleApplyId))
  expect(batches.size).toBe(1)
  expect(await rowNow(w.context, w.tenantId, handleApply, [...batches][0] as string)).toMatchObject({ totalCount: 8 })
})

test('a batch above the limit is not sent without its total, typed', async () => {
  const orders = [await paidOrder(w, ['800.00', '700.00']), await paidOrder(w, ['600.00'])]
  const lines = orders.flatMap((o) => o.lines)
  expect(
    (await ops.post('blade-svc/orderDoctorSettlement/applyForPayment', { ids: lines.map((l) => l.id).join(',') }))
      .status,
  ).toBe(200)
  const limit = await load(w.context, w.tenantId, (work) =>
    work.insert(param, {
      paramKey: 'batch.typedAmount.limit',
      paramName: '批量合计须输入的限额',
      paramValue: '1000.00',
    }),
  )
  const payments = (
    await Promise.all(
      lines.map((l) => rowsBy(w.context, w.tenantId, orderDoctorPayment, 'order_doctor_settlement_id', l.id)),
    )
  ).flat()
  const total = sum(payments.map((p) => String(p.netAmount)))
  const order = {
    resource: 'orderDoctorPayment',
    transition: 'auditPass',
    rows: payments.map((p) => ({ id: p.id, version: p.version })),
  }
  const send = (more: object = {}, headers = {}) =>
    fin.post<{ id: string }>('rounds/batch', { ...order, ...more }, {}, headers)
  const started = () => count(w.context, w.tenantId, 'batch')
  const before = await started()

  // the preview says what has to be typed: of the rows that it does not foresee as refused
  const preview = (more: object = {}) => fin.post<BatchPreview>('rounds/batch/preview', { ...order, ...more })
  expect((await preview()).data).toMatchObject({ allowed: 3, amount: total, toType: total })
  // with what was approved in the minutes before, as little as this is above the limit, too
  expect((await preview({ rows: order.rows.slice(2) })).data.toType).not.toBeNull()
  const colleague = await t.signIn(w.tenantId, 'finance')
  const few = { ...order, rows: order.rows.slice(2) }
  expect((await colleague.post<BatchPreview>('rounds/batch/preview', few)).data.toType).toBeNull()
  expect((await preview({ transition: 'auditReject' })).data.toType).toBeNull()

  const untyped = await send()
  expect([untyped.status, untyped.msg, untyped.data]).toEqual([
    400,
    `合计金额 ${readable(total)} 超过 1,000.00，请输入合计金额后提交`,
    { typedAmount: '请输入合计金额' },
  ])
  const english = await send({ typedAmount: '1.00' }, { 'accept-language': 'en' })
  expect([english.status, english.msg]).toEqual([400, `What was typed is not the total, which is ${readable(total)}`])
  expect((await send({ typedAmount: { much: 1 } })).status).toBe(400)
  // of all that match, too: nobody gets around it by a selection
  const selection = await fin.post<{ id: string }>('rounds/selection', {
    resource: 'orderDoctorPayment',
    conditions: [{ field: 'paymentStatus', op: 'equal', value: '0' }],
  })
  const whole = { rows: undefined, selection: selection.data.id }
  expect((await preview(whole)).data.toType).toBe(total)
  expect((await send(whole)).status).toBe(400)
  expect(await started()).toBe(before)
  expect((await rowNow(w.context, w.tenantId, orderDoctorPayment, payments[0]?.id as string)).paymentStatus).toBe(
    paymentStatus.pending,
  )

  // what a person types, as people write amounts; the same key again is the same batch
  const key = { 'idempotency-key': 'typed-total' }
  const sent = await send({ typedAmount: `￥${readable(total)}` }, key)
  expect(sent.status).toBe(200)
  expect((await send({ typedAmount: total }, key)).data.id).toBe(sent.data.id)
  expect(await started()).toBe(before + 1)
  // without the parameter, and with one that is no amount, the limit is 100,000.00
  await change(w.context, w.tenantId, param, limit.id, { paramValue: '不限' })
  expect((await preview()).data.toType).toBeNull()
  // whoever does not reach the rows learns nothing of their total
  const other = await t.signIn(await t.newTenant(), 'finance')
  expect((await other.post<BatchPreview>('rounds/batch/preview', order)).data).toMatchObject({
    allowed: 0,
    toType: null,
  })
})
