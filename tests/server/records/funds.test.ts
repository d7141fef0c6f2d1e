import { afterAll, beforeAll, expect, it } from 'vitest'
import { entrustedAccount } from '../../../src/model/funds/accounts.ts'
import { transferAccount } from '../../../src/model/funds/transfers.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import type { WireRow } from '../../../src/model/wire/wire.ts'
import { type Client, type TestApp, testApp } from '../app.ts'

const { accountStatus: accountStates } = statesOf(entrustedAccount)
const { transferStatus } = statesOf(transferAccount)

/** 3.23: what prepayment orders written by hand freeze, when an account is closed, and what the bearer of a link is shown. */

const PREPAY = 'blade-pay/entrustedAccountPrepay'
const ACCOUNT = 'blade-pay/entrustedAccount'
let t: TestApp
let admin: Client
let company: string
let account: string
let tenantId: string

beforeAll(async () => {
  t = await testApp()
  tenantId = await t.newTenant()
  admin = await t.signIn(tenantId, 'administrator')
  ;[company, account] = [t.context.id(), t.context.id()]
  await t.db.owner(async (tx) => {
    await tx.query(
      `insert into "entrusted_company" (tenant_id, id, name, social_credit_code, legal_person, create_time, update_time)
       values ($1, $2, '某药业', '91310000MA1K30000X', '王一', now(), now())`,
      [tenantId, company],
    )
    await tx.query(
      `insert into "entrusted_account" (tenant_id, id, account_no, entrusted_company_id, entrusted_company_name, balance, available_amount, total_in, create_time, update_time)
       values ($1, $2, 'PA1', $3, '某药业', 100, 100, 100, now(), now())`,
      [tenantId, account, company],
    )
  })
})
afterAll(() => t?.app.close())

const order = (more: object) => admin.post<WireRow>(`${PREPAY}/submit`, more)
const out = (amount: string, more: object = {}) =>
  order({ entrustedCompanyId: company, paymentType: 1, chargeType: 2, recordAmount: amount, ...more })
const stands = async () => {
  const { data } = await admin.get<WireRow>(`${ACCOUNT}/detail`, { id: account })
  return [data.frozenAmount, data.availableAmount]
}

it('an expense freezes its amount, as far as it is there; editing and deleting it follow', async () => {
  const { id } = (await out('60.00')).data
  expect(await stands()).toEqual(['60.00', '40.00'])
  expect(await out('40.01')).toMatchObject({ status: 409 })
  expect((await out('10.00', { chargeType: 1 })).status).toBe(200)
  expect(await stands()).toEqual(['60.00', '40.00'])
  expect((await order({ id, recordAmount: '100.01' })).status).toBe(409)
  expect((await order({ id, recordAmount: '75.50' })).status).toBe(200)
  expect(await stands()).toEqual(['75.50', '24.50'])
  expect((await order({ id, chargeType: 1 })).status).toBe(200)
  expect(await stands()).toEqual(['0.00', '100.00'])
  expect((await order({ id, chargeType: 2 })).status).toBe(200)
  expect((await admin.post(`${PREPAY}/remove`, { ids: id })).status).toBe(200)
  expect(await stands()).toEqual(['0.00', '100.00'])
})

it('expenses at once take no more than there is', async () => {
  const asked = await Promise.all(['30.00', '30.01', '30.02', '30.03'].map((amount) => out(amount)))
  expect(asked.map((a) => a.status).sort()).toEqual([200, 200, 200, 409])
  expect(Number((await stands())[0])).toBeGreaterThan(90)
})

it('an account is closed only when it is empty, and a frozen one takes nothing out', async () => {
  const status = (accountStatus: number) => admin.post(`${ACCOUNT}/submit`, { id: account, accountStatus })
  expect(await status(3)).toMatchObject({ status: 409, msg: expect.stringContaining('余额为零方可销户') })
  expect((await status(2)).status).toBe(200)
  expect((await out('1.00')).msg).toContain('账户已冻结或销户')
  await t.db.owner((tx) =>
    tx.query(
      'update "entrusted_account" set balance = 0, available_amount = 0, frozen_amount = 0, total_out = 100 where id = $1',
      [account],
    ),
  )
  // what is open could still move money
  expect(await status(3)).toMatchObject({ status: 409, msg: expect.stringMatching(/预付款单 .+ 尚未确认/) })
  await t.db.owner((tx) =>
    tx.query('update "entrusted_account_prepay" set confirm_status = 2 where tenant_id = $1', [tenantId]),
  )
  expect((await status(3)).status).toBe(200)
  for (const again of [1, 2])
    expect(await status(again)).toMatchObject({ status: 409, msg: expect.stringContaining('账户已销户，不能再启用') })
  const english = await admin.post(
    `${ACCOUNT}/submit`,
    { id: account, accountStatus: accountStates.normal },
    {},
    { 'accept-language': 'en' },
  )
  expect(english.data).toEqual({ accountStatus: 'The account is closed for good: open a new one' })
})

it('a link shows what became of a transfer, to whoever bears it and of no other record', async () => {
  const id = t.context.id()
  await t.db.owner((tx) =>
    tx.query(
      `insert into "transfer_account" (tenant_id, id, yur_ref, biz_type, biz_id, payee_name, amount, transfer_status, create_time, update_time)
       values ($1, $2, 'YR1', 'orderDoctorPayment', '1', '李医生', 12.5, 2, now(), now())`,
      [tenantId, id],
    ),
  )
  const stranger = await t.signIn(await t.newTenant(), 'administrator')
  expect((await stranger.get('blade-cmb/transferAccount/link', { id })).status).toBe(404)
  const { url } = (await admin.get<{ url: string }>('blade-cmb/transferAccount/link', { id })).data
  expect(url).toMatch(/^\/transfer\?ref=/)
  const ref = decodeURIComponent(url.split('=')[1] ?? '')
  const shown = (path: string, query: Record<string, string>) => t.call<WireRow>('GET', path, { query })
  const result = (token: string) => shown('blade-cmb/transferAccount/result', { ref: token })
  const { status, data } = await result(ref)
  expect([status, Object.keys(data).sort()]).toEqual([
    200,
    ['amount', 'finishTime', 'hint', 'transferStatus', 'yurRef'],
  ])
  expect(data).toMatchObject({ yurRef: 'YR1', amount: '12.50', transferStatus: transferStatus.succeeded })
  expect((await result(`${ref}x`)).status).toBe(404)
  expect((await result(id)).status).toBe(404)
  // another page takes no such token, and without one nothing is said of any transfer
  expect((await shown('mp/api/contract/shown', { id: ref, tabindex: '0' })).status).toBe(404)
  expect((await shown('blade-svc/summaryInvoiceDetail/getSummaryInvoiceDetail', { id: ref })).status).toBe(404)
  const none = await shown('blade-cmb/transferAccount/result', {})
  expect([none.status, none.data.yurRef ?? '']).toEqual([200, ''])
})
