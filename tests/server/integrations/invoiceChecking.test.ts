import { beforeAll, describe, expect, test } from 'vitest'
import { intent } from '../../../src/model/administration/system/intent.ts'
import { param } from '../../../src/model/administration/system/param.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { entrustedInvoice } from '../../../src/model/tax/entrustedInvoice.ts'
import { entrustedInvoiceDetail } from '../../../src/model/tax/entrustedInvoiceParts.ts'
import { entrustedInvoiceDetailPoint, entrustedInvoicePoint } from '../../../src/model/tax/entrustedInvoicePoint.ts'
import type { ServerContext } from '../../../src/server/core/context/context.ts'
import { decide } from '../../../src/server/deciding/engine.ts'
import { runIntent } from '../../../src/server/deciding/intents.ts'
import { broken, checkInvariants } from '../../../src/server/verification/check.ts'
import { type Answer, type Client, type TestApp, testApp } from '../app.ts'
import { change, count, load, refusal, rowNow, rowsBy, type World, world } from '../decisions/fixture.ts'

const { checkStatus, invoiceStatus: invoiceStates } = statesOf(entrustedInvoice)

/** 3.20 over HTTP: the tax bureau is asked about the files of an invoice, and nothing is decided meanwhile. */
let t: TestApp
let w: World
let tax: Client
let boss: Client
let fin: Client
beforeAll(async () => {
  t = await testApp()
  w = await world('http', await t.newTenant())
  await load(w.context, w.tenantId, (work) =>
    work.insert(param, { paramName: '发票查验', paramKey: 'port.invoiceCheck', paramValue: 'sandbox' }),
  )
  tax = await t.signIn(w.tenantId, 'tax')
  boss = await t.signIn(w.tenantId, 'companyAdmin', { userType: 2, company: w.companyId })
  fin = await t.signIn(w.tenantId, 'finance')
})

const INVOICE = 'blade-svc/entrustedInvoice'
const FILE = 'blade-svc/entrustedInvoiceDetail'
const MASK = '正在查验发票请等待结果'
const refused = (answer: Answer, status: number, msg: string) =>
  expect([answer.status, answer.msg]).toEqual([status, expect.stringContaining(msg)])

let nth = 0
/** A requested invoice of 100.00, with a file for each of these ends of numbers. */
async function requested(ends: readonly string[]): Promise<string> {
  nth += 1
  const { id } = await load(w.context, w.tenantId, (work) =>
    work.insert(entrustedInvoice, {
      code: `IV${nth}`,
      entrustedCompanyId: w.companyId,
      invoiceTitle: '杭州康泰医药有限公司',
      taxNo: '91310000MA0000001X',
      amountExTax: '94.00',
      taxAmount: '6.00',
      invoiceAmount: '100.00',
      invoiceStatus: invoiceStates.requested,
    }),
  )
  for (const end of ends) await addFile(id, end)
  return id
}
/** A file of 100.00 whose number ends so. */
async function addFile(id: string, end: string): Promise<void> {
  nth += 1
  const added = await tax.post(`${FILE}/submit`, {
    entrustedInvoiceId: id,
    invoiceNo: `24${nth}${end}`,
    invoiceDate: '2024-06-10',
    amountExTax: '94.00',
    taxAmount: '6.00',
    amount: '100.00',
  })
  expect([added.status, added.msg]).toEqual([200, expect.any(String)])
}
const check = (id: string, who = tax, headers = {}) => who.post(`${INVOICE}/invoiceCheck`, { id }, undefined, headers)
const invoice = (id: string) => rowNow(w.context, w.tenantId, entrustedInvoice, id)
const files = async (id: string) =>
  (await rowsBy(w.context, w.tenantId, entrustedInvoiceDetail, 'entrusted_invoice_id', id)).map((f) => [
    f.checkStatus,
    f.checkMsg,
  ])
const asked = () => rowsBy(w.context, w.tenantId, intent, 'port', 'invoiceCheck')
/** The tax bureau answers, or does not, about everything it was asked. */
async function answered(): Promise<void> {
  const run = { stopped: () => false, progress() {} }
  for (const one of (await asked()).filter((i) => [0, 1, 2].includes(i.intentStatus ?? -1)))
    await runIntent(
      t.context,
      {
        tenantId: w.tenantId,
        id: '1',
        kind: 'intent',
        lane: 'port:invoiceCheck',
        payload: { id: one.id },
        attempts: 1,
        most: 5,
      },
      run,
    )
}
const clean = async () => {
  const found = await t.db.transaction({ tenantId: w.tenantId }, (tx) =>
    checkInvariants(tx, ['INV-33', 'INV-40.entrustedInvoiceDetail', 'INV-40.chain']),
  )
  expect(broken(found)).toEqual([])
}

test('an invoice says what its files come to, file by file', async () => {
  const id = await requested(['00'])
  const sums = async () => {
    const { filesExTax, filesTax, filesAmount } = await invoice(id)
    return [filesExTax, filesTax, filesAmount]
  }
  expect(await sums()).toEqual(['94.00', '6.00', '100.00'])
  await addFile(id, '01')
  expect(await sums()).toEqual(['188.00', '12.00', '200.00'])
  const [first] = await rowsBy(w.context, w.tenantId, entrustedInvoiceDetail, 'entrusted_invoice_id', id)
  expect((await tax.post(`${FILE}/remove`, { ids: first?.id })).status).toBe(200)
  expect(await sums()).toEqual(['94.00', '6.00', '100.00'])
  const found = await t.db.transaction({ tenantId: w.tenantId }, (tx) => checkInvariants(tx, ['INV-33.files']))
  expect(broken(found)).toEqual([])
})

test('an invoice in points is the only live one of its order, adds up, and no file has the number of another', async () => {
  const insert = (more: object = {}) =>
    load(w.context, w.tenantId, (work) =>
      work.insert(entrustedInvoicePoint, {
        code: `IVP${++nth}`,
        entrustedCompanyId: w.companyId,
        settlementOrderId: '77',
        invoiceTitle: '杭州康泰医药有限公司',
        taxNo: '91310000MA0000001X',
        amountExTax: '94.00',
        taxAmount: '6.00',
        invoiceAmount: '100.00',
        ...more,
      }),
    )
  const { id } = await insert()
  await expect(insert()).rejects.toMatchObject({ code: '23505' })
  await expect(insert({ settlementOrderId: '78', invoiceAmount: '100.01' })).rejects.toMatchObject({ code: '23514' })
  expect(await insert({ invoiceStatus: invoiceStates.voided })).toHaveProperty('id')
  const file = (more: object = {}) =>
    load(w.context, w.tenantId, (work) =>
      work.insert(entrustedInvoiceDetailPoint, {
        entrustedInvoiceId: id,
        invoiceNo: '2400000001',
        invoiceDate: '2024-06-10',
        amountExTax: '94.00',
        taxAmount: '6.00',
        amount: '100.00',
        ...more,
      }),
    )
  await file()
  await expect(file()).rejects.toMatchObject({ code: '23505' })
  await expect(file({ invoiceNo: '2400000002', amount: '1.00' })).rejects.toMatchObject({ code: '23514' })
})

test.each([0, 4] as const)(
  'the header of an invoice in state %i is the company’s or finance’s, not the tax staff’s',
  async (invoiceStatus) => {
    const id = await requested([])
    await change(w.context, w.tenantId, entrustedInvoice, id, { invoiceStatus })
    const edit = (who: Client, values: object) => who.post(`${INVOICE}/update`, { id, ...values })
    const partner = await t.signIn(w.tenantId, 'fiscalTax', { userType: 3, fiscalTax: w.partnerId })
    for (const who of [tax, partner]) {
      expect((await edit(who, { invoiceTitle: '别的公司' })).status).toBeGreaterThanOrEqual(403)
      expect((await edit(who, { invoiceTitle: '别的公司', remark: '改抬头' })).status).toBeGreaterThanOrEqual(403)
    }
    refused(await edit(tax, { invoiceTitle: '别的公司' }), 409, '只能由委托企业或财务填写')
    expect((await invoice(id)).invoiceTitle).toBe('杭州康泰医药有限公司')
    expect((await edit(tax, { expressNo: 'SF1' })).status).toBe(invoiceStatus === invoiceStates.rejected ? 200 : 409)
    refused(await edit(boss, { invoiceTitle: '杭州康泰医药（集团）有限公司' }), 200, '')
  },
)

describe('the check of an invoice', () => {
  test('agrees, and the invoice is handed over; meanwhile nothing else is decided of it', async () => {
    const id = await requested(['10'])
    refused(await check(id, boss), 403, '')
    refused(await check(id, fin), 403, '')
    const answers = await Promise.all(Array.from({ length: 20 }, () => check(id)))
    expect(answers.filter((a) => a.status === 200)).toHaveLength(1)
    for (const a of answers) if (a.status !== 200) refused(a, 409, '')
    expect(await invoice(id)).toMatchObject({
      checkStatus: checkStatus.checking,
      invoiceStatus: invoiceStates.requested,
    })
    expect(await files(id)).toEqual([[4, null]])
    refused(await check(id), 409, MASK)
    refused(await check(id, tax, { 'accept-language': 'en' }), 409, 'The files are being checked: wait for the result')
    refused(await tax.post(`${INVOICE}/invoiceSubmit`, { id, status: 2 }), 409, MASK)
    const [file] = await rowsBy(w.context, w.tenantId, entrustedInvoiceDetail, 'entrusted_invoice_id', id)
    refused(await tax.post(`${FILE}/remove`, undefined, { ids: file?.id }), 409, '查验中')
    refused(await tax.get(`${FILE}/removeInvoice`, { id: file?.id }), 409, '查验')
    await answered()
    expect(await invoice(id)).toMatchObject({ checkStatus: checkStatus.agrees, invoiceStatus: invoiceStates.requested })
    expect(await files(id)).toEqual([[1, '查验一致']])
    refused(await check(id), 400, '发票文件均已查验通过')
    expect((await tax.post(`${INVOICE}/invoiceSubmit`, { id, status: 2 })).status).toBe(200)
    await clean()
  })

  test('that has no answer in time says so at once, and is asked for again', async () => {
    const id = await requested(['99'])
    const before = (await asked()).length
    await check(id, tax, { 'idempotency-key': 'once' })
    await check(id, tax, { 'idempotency-key': 'once' })
    expect((await asked()).length).toBe(before + 1)
    await answered()
    expect(await invoice(id)).toMatchObject({
      checkStatus: checkStatus.timedOut,
      invoiceStatus: invoiceStates.requested,
    })
    expect(await files(id)).toEqual([[3, '查验发票超时请稍后重试']])
    expect((await check(id)).status).toBe(200)
    expect((await asked()).length).toBe(before + 2)
    await answered()
    await clean()
  })

  test.each([
    ['98', '票面信息与查验结果不符'],
    ['97', '发票已作废'],
    ['96', '查无此票 (NOT_FOUND)'],
  ])('of a number that ends with %s differs: %s', async (end, said) => {
    const id = await requested(['11', end, '12'])
    await check(id)
    await answered()
    expect(await files(id)).toEqual([
      [1, '查验一致'],
      [2, said],
      [1, '查验一致'],
    ])
    expect(await invoice(id)).toMatchObject({ checkStatus: checkStatus.differs })
    refused(await tax.post(`${INVOICE}/invoiceSubmit`, { id, status: 2 }), 400, '')
    // only what was not agreed to is asked about again
    const before = (await asked()).length
    await check(id)
    expect((await asked()).length).toBe(before + 1)
    await answered()
    await clean()
    // the file is taken off, to be replaced by another one
    const odd = (await rowsBy(w.context, w.tenantId, entrustedInvoiceDetail, 'entrusted_invoice_id', id))[1]
    expect((await tax.post(`${FILE}/remove`, undefined, { ids: odd?.id })).status).toBe(200)
    expect(await invoice(id)).toMatchObject({ checkStatus: checkStatus.agrees })
  })

  test('is passed by a review: one that takes too long says so, and sent again it is decided once', async () => {
    const id = await requested(['10'])
    await check(id)
    await answered()
    expect((await tax.post(`${INVOICE}/invoiceSubmit`, { id, status: 2 })).status).toBe(200)
    const reviewer = await fin.actor()
    const review = (context: ServerContext) =>
      decide(context, reviewer, {
        resource: 'entrustedInvoice',
        transition: 'submitReview.pass',
        id,
        ask: { remark: null },
        key: `late-${id}`,
      })
    // a transaction that the database stops: it waited too long, or met others again and again
    for (const code of ['57014', '55P03', '40001']) {
      const db = Object.assign(Object.create(t.context.db), {
        transaction: () => Promise.reject(Object.assign(new Error('canceling statement'), { code })),
      })
      const late = await refusal(review({ ...t.context, db }))
      expect([late.code, late.retryAfter]).toEqual([503, 5])
      expect(late.text).toEqual(['审核超时请稍后重试', 'The review has timed out: try again later'])
      expect(await invoice(id)).toMatchObject({ invoiceStatus: invoiceStates.pending })
    }
    const [first, again] = [await review(t.context), await review(t.context)]
    expect(again).toEqual(first)
    expect(await invoice(id)).toMatchObject({ invoiceStatus: invoiceStates.issued, version: first.version })
    expect(
      await count(w.context, w.tenantId, 'approval_history', `biz_id = $2 and action = 'submitReview.pass'`, [id]),
    ).toBe(1)
    await clean()
  })

  test('stands as long as its files do: one more, or one less, is said of the invoice at once', async () => {
    const id = await requested(['10', '98'])
    await check(id)
    await answered()
    expect(await invoice(id)).toMatchObject({ checkStatus: checkStatus.differs })
    const [good, bad] = await rowsBy(w.context, w.tenantId, entrustedInvoiceDetail, 'entrusted_invoice_id', id)
    expect((await tax.get(`${FILE}/removeInvoice`, { id: bad?.id })).status).toBe(200)
    expect(await invoice(id)).toMatchObject({ checkStatus: checkStatus.agrees })
    await addFile(id, '12')
    expect(await invoice(id)).toMatchObject({ checkStatus: checkStatus.unchecked })
    const added = (await rowsBy(w.context, w.tenantId, entrustedInvoiceDetail, 'entrusted_invoice_id', id)).at(-1)
    expect((await tax.post(`${FILE}/remove`, undefined, { ids: `${good?.id},${added?.id}` })).status).toBe(200)
    expect(await invoice(id)).toMatchObject({ checkStatus: checkStatus.unchecked })
    await clean()
  })

  test('needs a file', async () => refused(await check(await requested([])), 400, '请先上传发票文件'))
})
