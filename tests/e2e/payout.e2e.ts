import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { client } from './api.ts'
import { only, press } from './queue.ts'
import { stage } from './stage.ts'
import { wait } from './wait.ts'

const d = stage()

interface Row {
  readonly id: string
  readonly code: string
  readonly [field: string]: unknown
}
type Client = Awaited<ReturnType<typeof client>>
const rowsOf = async (c: Client, list: string, filter: Record<string, string | number>): Promise<Row[]> =>
  (await c.get<{ records: Row[] }>(list, { size: 100, ...filter })).data.records
const rowOf = async (c: Client, list: string, filter: Record<string, string | number>): Promise<Row> => {
  const [row] = await rowsOf(c, list, filter)
  if (!row) throw new Error(`${list} has none of ${JSON.stringify(filter)}`)
  return row
}
const comesTo = (c: Client, list: string, code: string, field: string, value: number) =>
  wait.poll(
    async () => (await rowOf(c, list, { code_equal: code }))[field],
    (now) => now === value,
    `${list} ${code} is not in ${field} ${value}`,
  )

const ORDERS = 'blade-svc/settlementOrder/list'
const LINES = 'blade-svc/orderDoctorSettlement/list'
const BILLS = 'blade-svc/servicePaymentOrder/list'
const PAYMENTS = 'blade-svc/orderDoctorPayment/list'
const BATCHES = 'blade-handleApply/list'

/** A confirmed order of the company, and a line of it whose doctor may be paid: with an account that the sandbox bank pays. */
async function payable(c: Client, boss: Client): Promise<{ order: Row; line: Row }> {
  for (const order of await rowsOf(boss, ORDERS, { settlementStatus_equal: 3 }))
    for (const line of await rowsOf(c, LINES, { settlementOrderId_equal: order.id })) {
      const { data: doctor } = await c.get<Row>('blade-csc/authenticationDoctor/detail', { id: String(line.doctorId) })
      const ready = doctor.certStatus === 2 && doctor.faceStatus === 1 && doctor.protocolStatus === 1
      if (ready && doctor.blackStatus === 0 && /[0-6]$/.test(String(doctor.bankAccount ?? ''))) return { order, line }
    }
  throw new Error('the demo has no confirmed order with a doctor who may be paid')
}

/** Decides the one record of a queue by a key. */
async function decide(page: Page, queue: string, code: string, key: string): Promise<void> {
  await only(page, `/desk/queues/${queue}`, code)
  await press(page, key)
}

test('a confirmed order is settled, paid by its company, checked, and a doctor of it paid through the bank, each by its person and by keyboard alone', async () => {
  const c = await client(d.server.url, 'admin')
  const boss = await client(d.server.url, 'ca001')
  const { order, line } = await payable(c, boss)

  const fin = await d.open('zh', 'fin')
  await decide(fin, 'settlementOrder?view=toSettle', order.code, 's')
  await comesTo(c, ORDERS, order.code, 'settlementStatus', 4)
  const bill = await rowOf(c, BILLS, { settlementOrderId_equal: order.id })
  const [account] = await rowsOf(boss, 'blade-pay/entrustedAccount/list', {})

  const company = await d.open('en', 'ca001')
  await decide(company, 'servicePaymentOrder?view=pay', bill.code, 'p')
  await comesTo(c, BILLS, bill.code, 'payStatus', 1)

  // whoever made the payment order does not check it
  await only(fin, '/desk/queues/servicePaymentOrder?view=submitReview', bill.code)
  await fin.locator('[data-own]', { hasText: '您是制单人' }).waitFor()
  const checker = await d.open('zh', 'fin2')
  await decide(checker, 'servicePaymentOrder?view=submitReview', bill.code, 'a')
  await comesTo(c, BILLS, bill.code, 'payStatus', 2)
  await comesTo(c, ORDERS, order.code, 'settlementStatus', 5)
  const [after] = await rowsOf(boss, 'blade-pay/entrustedAccount/list', {})
  const fen = (money: unknown) => BigInt(String(money).replace('.', ''))
  expect(fen(account?.balance) - fen(after?.balance)).toBe(fen(bill.amount))

  await decide(checker, 'orderDoctorSettlement?view=apply', line.code, 'p')
  await comesTo(c, LINES, line.code, 'settleStatus', 2)
  const payment = await rowOf(c, PAYMENTS, { orderDoctorSettlementId_equal: line.id, paymentStatus_equal: 0 })

  const reviewer = await d.open('en', 'fin3')
  await decide(reviewer, 'orderDoctorPayment?view=audit', payment.code, 'a')
  await comesTo(c, PAYMENTS, payment.code, 'paymentStatus', 1)
  const { handleApplyCode } = await rowOf(c, PAYMENTS, { code_equal: payment.code })
  const batch = String(handleApplyCode)

  const cashier = await d.open('zh', 'cashier')
  await decide(cashier, 'handleApply?view=handle', batch, 'n')
  await wait.poll(
    async () => (await rowOf(c, BATCHES, { code_equal: batch })).handleStatus,
    (now) => now === 2 || now === 3,
    'the batch is not at the bank',
  )
  if ((await rowOf(c, BATCHES, { code_equal: batch })).handleStatus === 2)
    await decide(cashier, 'handleApply?view=ask', batch, 'y')
  await comesTo(c, BATCHES, batch, 'handleStatus', 3)
  await comesTo(c, PAYMENTS, payment.code, 'paymentStatus', 4)
  await comesTo(c, LINES, line.code, 'settleStatus', 3)
  const paid = await rowOf(c, LINES, { code_equal: line.code })
  expect(paid).toMatchObject({ taxFinal: 1 })
  const net = fen(paid.grossAmount) - fen(paid.vatAmount) - fen(paid.surchargeAmount) - fen(paid.iitAmount)
  expect(fen(paid.netAmount)).toBe(net)
})
