import { expect, test } from 'vitest'
import type { Client } from '../../browser/api.ts'
import { only, press } from '../../browser/queue.ts'
import { wait } from '../../browser/wait.ts'
import { ownStage } from './stage.ts'

const d = ownStage()

interface Row {
  readonly id: string
  readonly code: string
  readonly entrustedCompanyName: string
  readonly acceptTime: string
  readonly [field: string]: unknown
}

const rowsOf = async (c: Client, resource: string, filter: Record<string, unknown>): Promise<Row[]> =>
  (await c.get<{ records: Row[] }>(`blade-svc/${resource}/list`, { size: 100, ...filter })).data.records
const one = async (c: Client, resource: string, filter: Record<string, unknown>): Promise<Row> => {
  const [row] = await rowsOf(c, resource, filter)
  if (!row) throw new Error(`${resource} has none of ${JSON.stringify(filter)}`)
  return row
}

const reaches = (c: Client, resource: string, code: string, field: string, value: number) =>
  wait.poll(
    async () => (await one(c, resource, { code_equal: code }))[field],
    (now) => now === value,
    `${resource} ${code} is not in ${field} ${value}`,
  )

test('what doctors delivered becomes a result order, reviewed and confirmed by keyboard alone, and its month a settlement order', async () => {
  const c = await d.client('admin')
  // a company whose doctor orders of this month wait for a result
  const free = (await rowsOf(c, 'orderDoctor', { orderStatus_equal: 0, payType: 2 })).filter((o) => o.payType === 2)
  const [newest] = free.sort((a, b) => (a.acceptTime < b.acceptTime ? 1 : -1))
  if (!newest) throw new Error('no doctor order waits')
  const day = newest.acceptTime.slice(0, 10)
  const ops = await d.open('zh', 'ops')
  await ops.goto('/svc/resultOrder')
  await ops.locator('main[data-ready] .g-r').first().waitFor()
  await ops.keyboard.press('n')
  const field = (name: string) => ops.locator(`form [data-field=${name}] input`).first()
  // a form has come when it has the keyboard
  await ops.locator('form :focus').waitFor()
  const offered = ops.getByRole('listbox')
  await field('entrustedCompanyId').fill('康')
  await offered.waitFor()
  // closes the list and not the form
  await ops.keyboard.press('Escape')
  await offered.waitFor({ state: 'detached' })
  await field('entrustedCompanyId').fill(newest.entrustedCompanyName)
  await ops.getByRole('option', { name: newest.entrustedCompanyName }).first().waitFor()
  await ops.keyboard.press('Enter')
  // nothing was accepted before the business began: said above the form, and nothing is lost
  await field('periodStart').fill('2001-01-01')
  await field('periodEnd').fill('2001-01-31')
  await ops.keyboard.press('Control+Enter')
  await ops.getByText('没有待出结果的医生订单').first().waitFor()
  await field('periodStart').fill(`${day.slice(0, 7)}-01`)
  await field('periodEnd').fill(day)
  await ops.keyboard.press('Control+Enter')
  await ops.locator('form').waitFor({ state: 'detached' })
  const made = await wait.poll(
    async () => (await one(c, 'orderDoctor', { code_equal: newest.code })).resultOrderId,
    (id) => Boolean(id),
    'the doctor order is in no result order',
  )
  const { data: order } = await c.get<Row>('blade-svc/resultOrder/detail', { id: String(made) })
  expect(order).toMatchObject({ resultStatus: 0, entrustedCompanyName: newest.entrustedCompanyName })
  // its page comes: submitted there
  await ops.locator('main[data-ready]').getByText(order.code).first().waitFor()
  await press(ops, 's')
  await reaches(c, 'resultOrder', order.code, 'resultStatus', 1)

  const fin = await d.open('zh', 'fin')
  await only(fin, '/desk/queues/resultOrder?view=audit', order.code)
  await press(fin, 'a')
  await reaches(c, 'resultOrder', order.code, 'resultStatus', 3)
  await fin.keyboard.press('z')
  await press(fin, 'Enter')
  await reaches(c, 'resultOrder', order.code, 'resultStatus', 1)

  // a company's own: reviewed and confirmed, it is in the cycle of the month
  const boss = await d.client('ca001')
  const mine = await one(boss, 'resultOrder', { resultStatus_equal: 1 })
  await only(fin, '/desk/queues/resultOrder?view=audit', mine.code)
  await press(fin, 'a')
  await reaches(c, 'resultOrder', mine.code, 'resultStatus', 3)
  const company = await d.open('en', 'ca001')
  await only(company, '/desk/queues/resultOrder?view=confirm', mine.code)
  await press(company, 'a')
  await reaches(c, 'resultOrder', mine.code, 'resultStatus', 4)
  const { data: confirmed } = await c.get<Row>('blade-svc/resultOrder/detail', { id: mine.id })
  const { data: cycle } = await c.get<Row>('blade-svc/settlementCycle/detail', {
    id: String(confirmed.settlementCycleId),
  })
  expect(cycle).toMatchObject({ cycleStatus: 0 })

  // a month that has ended is confirmed into its settlement orders
  const ended = await one(c, 'settlementCycle', { cycleStatus_equal: 1 })
  await only(fin, '/desk/queues/settlementCycle?view=confim', ended.code)
  await press(fin, 'a')
  await reaches(c, 'settlementCycle', ended.code, 'cycleStatus', 2)
  expect(await rowsOf(c, 'settlementOrder', { settlementCycleId: ended.id })).not.toEqual([])
})
