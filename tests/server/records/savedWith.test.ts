import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { budgetOrder } from '../../../src/model/activities/budgetOrder.ts'
import { approvalHistory } from '../../../src/model/desk/approvalHistory.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { baseProduct } from '../../../src/model/people/baseProduct.ts'
import { summaryInvoice } from '../../../src/model/tax/summaryInvoice.ts'
import { HEADER } from '../../../src/model/wire/wire.ts'
import { type Answer, type Client, type TestApp, testApp } from '../app.ts'
import { load, rowNow, rowsBy, type World, world } from '../decisions/fixture.ts'

const { budgetStatus } = statesOf(budgetOrder)
const { invoiceStatus: invoiceStates } = statesOf(summaryInvoice)

/** 3.9, 3.21: a save that says so also takes a step, and both happen or neither. */
let t: TestApp
let w: World
let boss: Client
beforeAll(async () => {
  t = await testApp()
  w = await world('http', await t.newTenant())
  boss = await t.signIn(w.tenantId, 'companyAdmin', { userType: 2, company: w.companyId })
}, 300_000)
afterAll(() => t.app.close())

const refused = (a: Answer, status: number) => expect([a.status, a.msg]).toEqual([status, expect.any(String)])
const stepsOf = async (id: string) =>
  (await rowsBy(t.context, w.tenantId, approvalHistory, 'biz_id', id)).map((h) => h.action)

describe('a budget', () => {
  const BUDGET = {
    baseProductId: '',
    name: '年度预算',
    periodStart: '2024-01-01',
    periodEnd: '2024-12-31',
    budgetAmount: '1000.00',
  }
  beforeAll(async () => {
    const product = await load(t.context, w.tenantId, (work) =>
      work.insert(baseProduct, { productCode: 'P1', productName: '康泰平', entrustedCompanyId: w.companyId }),
    )
    BUDGET.baseProductId = product.id
  })
  const submit = (sent: object, key?: string): Promise<Answer<{ id: string; budgetStatus: number; version: number }>> =>
    boss.post('blade-svc/budgetOrder/submit', sent, {}, key ? { [HEADER.idempotency]: key } : {})
  const now = (id: string) => rowNow(t.context, w.tenantId, budgetOrder, id)

  test('is saved, or saved and submitted by submitFlag, once for its key', async () => {
    const kept = await submit({ ...BUDGET, submitFlag: 0 })
    expect(kept).toMatchObject({ status: 200, data: { budgetStatus: budgetStatus.draft } })
    const { id, version } = kept.data
    const sent = { id, version, budgetAmount: '1200.00', submitFlag: 1 }
    const first = await submit(sent, 'budget-1')
    expect(first).toMatchObject({ status: 200, data: { budgetStatus: budgetStatus.pending, budgetAmount: '1200.00' } })
    expect((await submit(sent, 'budget-1')).data).toEqual(first.data)
    expect(await stepsOf(id)).toEqual(['submit'])
    // under review it is neither changed nor submitted again
    refused(await submit({ ...sent, version: first.data.version, budgetAmount: '1.00' }), 409)
    expect(await now(id)).toMatchObject({ budgetStatus: budgetStatus.pending, budgetAmount: '1200.00' })
  })

  test('a new one may be submitted at once', async () => {
    const { status, data } = await submit({ ...BUDGET, name: '追加预算', submitFlag: '1' })
    expect([status, data.budgetStatus]).toEqual([200, budgetStatus.pending])
    expect(await stepsOf(data.id)).toEqual(['submit'])
  })
})

describe('a summary invoice', () => {
  let nth = 0
  const invoice = (invoiceStatus: 0 | 1) => {
    nth += 1
    return load(t.context, w.tenantId, (work) =>
      work.insert(summaryInvoice, {
        code: `SI${nth}`,
        settlementOrderId: String(nth),
        entrustedCompanyId: w.companyId,
        fiscalTaxId: w.partnerId,
        invoiceStatus,
        ...(invoiceStatus === invoiceStates.uploaded ? { invoiceNo: `9${nth}`, invoiceDate: '2024-06-01' } : {}),
      }),
    )
  }
  const now = (id: string) => rowNow(t.context, w.tenantId, summaryInvoice, id)
  const update = (who: Client, sent: object) => who.post('blade-svc/summaryInvoice/update', sent)

  test('is archived by update with status 2, with what else was changed', async () => {
    const tax = await t.signIn(w.tenantId, 'tax')
    const { id, version } = await invoice(1)
    expect((await update(tax, { id, version, invoiceNo: '777', status: 2 })).status).toBe(200)
    expect(await now(id)).toMatchObject({ invoiceStatus: invoiceStates.archived, invoiceNo: '777' })
    expect(await stepsOf(id)).toEqual(['archive'])
  })

  test('that is not issued, or by whom it is not archived, stays as it was', async () => {
    const tax = await t.signIn(w.tenantId, 'tax')
    const early = await invoice(0)
    refused(await update(tax, { id: early.id, version: early.version, invoiceNo: '778', status: 2 }), 409)
    expect(await now(early.id)).toMatchObject({
      invoiceStatus: invoiceStates.toIssue,
      invoiceNo: null,
      version: early.version,
    })
    const partner = await t.signIn(w.tenantId, 'fiscalTax', { userType: 3, fiscalTax: w.partnerId })
    const { id, version } = await invoice(1)
    refused(await update(partner, { id, version, invoiceNo: '779', status: 2 }), 403)
    expect(await now(id)).toMatchObject({ invoiceStatus: invoiceStates.uploaded, version })
    // what else a client calls a status is none of it
    expect((await update(partner, { id, version, invoiceNo: '780', status: 1 })).status).toBe(200)
    expect(await now(id)).toMatchObject({ invoiceStatus: invoiceStates.uploaded, invoiceNo: '780' })
  })
})
