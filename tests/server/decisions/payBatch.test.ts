import { afterAll, beforeAll, expect, test } from 'vitest'
import { handleApply } from '../../../src/model/funds/handle.ts'
import { orderDoctorPayment } from '../../../src/model/funds/payments.ts'
import { type Client, type TestApp, testApp } from '../app.ts'
import { rowNow, rowsBy, type World, world } from './fixture.ts'
import { paidOrder, payable } from './payoutGround.ts'

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
