import { afterAll, beforeAll, expect, test } from 'vitest'
import { caseCollectionReport } from '../../../src/model/activities/reports/reports.ts'
import { handleApply } from '../../../src/model/funds/handle.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { tracePath, type WireStop, type WireTrace } from '../../../src/model/language/trace.ts'
import { orderDoctor } from '../../../src/model/orders/orderDoctor.ts'
import { orderDoctorPayment } from '../../../src/model/payment/orderDoctorPayment.ts'
import { resultOrder } from '../../../src/model/settlement/results/resultOrder.ts'
import { resultOrderPoint } from '../../../src/model/settlement/results/resultOrderPoint.ts'
import { settlementCycle } from '../../../src/model/settlement/results/settlementCycle.ts'
import { orderDoctorSettlement } from '../../../src/model/settlement/settlementLines.ts'
import { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'
import { orderDoctorSettlementPoint, settlementOrderPoint } from '../../../src/model/settlement/settlementOrderPoint.ts'
import { entrustedInvoice } from '../../../src/model/tax/entrustedInvoice.ts'
import { summaryInvoice } from '../../../src/model/tax/summaryInvoice.ts'
import { summaryTaxCert } from '../../../src/model/tax/summaryTaxCert.ts'
import { summaryTaxReturns } from '../../../src/model/tax/summaryTaxReturns.ts'
import type { AnyResource } from '../../../src/server/writing/unitOfWork/rows.ts'
import { type Client, type TestApp, testApp } from '../app.ts'
import { change, load, rowNow, rowsBy, type World, world } from '../decisions/fixture.ts'
import { type Line, paidOrder } from '../decisions/payoutGround.ts'

const { paymentStatus } = statesOf(orderDoctorPayment)

/** The line of documents that a record stands in: asked of every family, by everybody. */
let t: TestApp
let w: World
let admin: Client
let lines: readonly Line[]
let id: string
/** Ids of the documents that the first line alone leads to. */
const of: Record<string, string> = {}

const put = async (name: string, r: AnyResource, values: object): Promise<string> => {
  const row = await load(w.context, w.tenantId, (work) => work.insert(r, values as never))
  of[name] = (row as { id: string }).id
  return of[name]
}
const period = { periodStart: '2024-05-01', periodEnd: '2024-05-31' }
const set = (r: AnyResource, record: string, values: object) =>
  change(w.context, w.tenantId, r, record, values as never)

beforeAll(async () => {
  t = await testApp()
  const tenantId = await t.newTenant()
  w = await world('test', tenantId)
  admin = await t.signIn(tenantId, 'administrator')
  const company = { entrustedCompanyId: w.companyId, entrustedCompanyName: '杭州康泰医药有限公司' }
  const paid = await paidOrder(w, ['1000.00', '2000.00', '3000.00'])
  lines = paid.lines
  id = paid.id
  const [first, second] = lines as [Line, Line]
  const { settlementCycleId } = await rowNow(w.context, w.tenantId, settlementOrder, id)
  // the first order of one result order, the others of another one, both of one cycle; of a deliverable
  const report = await put('caseCollectionReport', caseCollectionReport, {
    ...company,
    baseEmployeeId: w.employeeId,
    doctorId: w.doctors[0],
    codeNumber: 'BL1',
    caseCollectionId: '1',
  })
  for (const [n, line] of lines.entries()) {
    const result =
      n < 2
        ? await put(`result${n}`, resultOrder, { ...company, code: `RO0${n}`, name: 'R', ...period, settlementCycleId })
        : ''
    await set(orderDoctor, line.orderDoctorId ?? '', {
      resultOrderId: result || of.result1,
      ...(n === 0 ? { bizType: 'caseCollectionReport', bizId: report } : {}),
    })
  }
  const fiscalTax = { fiscalTaxId: w.partnerId, fiscalTaxName: '州一财税' }
  const batch = await put('handleApply', handleApply, { ...company, ...fiscalTax, code: 'HA01' })
  for (const line of [first, second])
    await put(`payment${line.id}`, orderDoctorPayment, {
      ...company,
      ...fiscalTax,
      code: `DP${line.id.slice(-6)}`,
      orderDoctorSettlementId: line.id,
      settlementOrderId: id,
      doctorId: line.doctorId,
      handleApplyId: batch,
      paymentStatus: paymentStatus.paying,
    })
  await put('entrustedInvoice', entrustedInvoice, {
    ...company,
    code: 'IV01',
    invoiceTitle: '康泰',
    taxNo: '91330100MA27XW1234',
    settlementOrderId: id,
  })
  await put('summaryInvoice', summaryInvoice, { ...company, ...fiscalTax, code: 'SI01', settlementOrderId: id })
  const returned = await put('summaryTaxReturns', summaryTaxReturns, { ...fiscalTax, code: 'TR01', taxMonth: '202406' })
  await put('summaryTaxCert', summaryTaxCert, {
    ...fiscalTax,
    code: 'TC01',
    summaryTaxReturnsId: returned,
    certType: 1,
  })
  await set(orderDoctorSettlement, first.id, { summaryTaxReturnsId: returned })
})
afterAll(() => t.app.close())

const traced = async (r: AnyResource, record: string, who = admin, more = {}): Promise<readonly WireStop[]> => {
  const got = await who.get<WireTrace>(tracePath(r), { id: record }, more)
  expect([got.status, got.msg]).toEqual([200, '操作成功'])
  return got.data.stops
}
/** What stands in line: the one's code or how many, by family; 0 where something may come. */
const told = (stops: readonly WireStop[]): Record<string, string | number> =>
  Object.fromEntries(stops.map((s) => [s.resource, s.count === 1 ? s.name : s.count]))

test('an order of a doctor stands between its deliverable and the certificate of its taxes, each with its state and page', async () => {
  const [first] = lines as [Line]
  const stops = await traced(orderDoctor, first.orderDoctorId ?? '')
  const { code } = await rowNow(w.context, w.tenantId, settlementOrder, id)
  expect(stops.map((s) => s.resource)).toEqual([
    'caseCollectionReport',
    'orderDoctor',
    'resultOrder',
    'settlementCycle',
    'settlementOrder',
    'servicePaymentOrder',
    'orderDoctorSettlement',
    'orderDoctorPayment',
    'handleApply',
    'platServiceFee',
    'entrustedTaxPaymentOrder',
    'entrustedInvoice',
    'summaryInvoice',
    'summaryTaxReturns',
    'summaryTaxCert',
  ])
  // its own line and payment, not those beside it
  expect(stops.every((s) => s.count === 1 && s.more === 0)).toBe(true)
  expect(told(stops)).toMatchObject({ resultOrder: 'RO00', settlementOrder: code, orderDoctorSettlement: first.code })
  expect(stops[4]).toEqual({
    resource: 'settlementOrder',
    place: 4,
    title: '结算单',
    count: 1,
    more: 0,
    name: code,
    state: '已付款',
    tone: 'good',
    here: 0,
    to: `/svc/settlementOrder/detail/${id}`,
  })
  expect(stops.filter((s) => s.here === 1).map((s) => s.resource)).toEqual(['orderDoctor'])
  // a page that names more than the record
  expect(stops.find((s) => s.resource === 'platServiceFee')?.to).toMatch(new RegExp(`/\\d+/${id}$`))
})

test('where there are several their number leads to the list of just these', async () => {
  const listed = async (s: WireStop | undefined): Promise<string[]> => {
    const query = s?.to.split('?')[1] ?? ''
    const { data } = await admin.get<{ records: { id: string }[] }>(`blade-svc/${s?.resource}/list?${query}`)
    return data.records.map((r) => r.id).sort()
  }
  const stops = await traced(settlementOrder, id)
  const by = (resource: string) => stops.find((s) => s.resource === resource)
  expect(told(stops)).toMatchObject({
    orderDoctor: 3,
    resultOrder: 2,
    orderDoctorSettlement: 3,
    orderDoctorPayment: 2,
    handleApply: 'HA01',
    summaryTaxReturns: 'TR01',
  })
  expect(by('orderDoctorSettlement')?.to).toBe(`/svc/orderDoctorSettlement?settlementOrderId_equal=${id}`)
  expect(await listed(by('orderDoctorSettlement'))).toEqual(lines.map((l) => l.id).sort())
  expect(by('resultOrder')?.to).toMatch(/\?id_in=\d+,\d+$/)
  expect(await listed(by('resultOrder'))).toEqual([of.result0, of.result1].sort())
  // of the second result order two orders, one settlement order, and of their lines no return yet
  const second = told(await traced(resultOrder, of.result1 ?? ''))
  expect(second).toMatchObject({
    orderDoctor: 2,
    settlementOrder: expect.any(String),
    orderDoctorPayment: expect.stringMatching(/^DP/),
  })
  expect(second).toMatchObject({ summaryTaxReturns: 0, summaryTaxCert: 0 })
  expect(second.caseCollectionReport).toBeUndefined()
  // from the end to the beginning
  const last = told(await traced(summaryTaxCert, of.summaryTaxCert ?? ''))
  expect(last).toMatchObject({ orderDoctor: expect.any(String), resultOrder: 'RO00', entrustedInvoice: 'IV01' })
  expect(last).toMatchObject({ caseCollectionReport: 'BL1', orderDoctorSettlement: lines[0]?.code })
})

test('in points there are other families, and in a cycle of both there are both', async () => {
  const company = { entrustedCompanyId: w.companyId, entrustedCompanyName: '杭州康泰医药有限公司' }
  const { settlementCycleId } = await rowNow(w.context, w.tenantId, settlementOrder, id)
  const result = await put('ropoint', resultOrderPoint, {
    ...company,
    code: 'ROP1',
    name: 'P',
    ...period,
    settlementCycleId,
  })
  const order = await put('sop', settlementOrderPoint, { ...company, code: 'SOP1', settlementCycleId })
  const made = await put('odpoint', orderDoctor, {
    ...company,
    baseEmployeeId: w.employeeId,
    code: 'ODP1',
    payType: statesOf(orderDoctor).payType.points,
    planType: 3,
    doctorId: w.doctors[0],
    resultOrderPointId: result,
    settlementOrderPointId: order,
  })
  await put('linepoint', orderDoctorSettlementPoint, {
    ...company,
    code: 'DSP1',
    settlementOrderId: order,
    orderDoctorId: made,
    doctorId: w.doctors[0],
  })
  const stops = told(await traced(orderDoctor, made))
  expect(stops).toEqual({
    orderDoctor: 'ODP1',
    resultOrderPoint: 'ROP1',
    settlementCycle: expect.any(String),
    settlementOrderPoint: 'SOP1',
    servicePaymentOrder: 0,
    orderDoctorSettlementPoint: 'DSP1',
    orderDoctorPaymentPoint: 0,
    platServiceFeePoint: 0,
    entrustedInvoicePoint: 0,
  })
  const cycle = told(await traced(settlementCycle, settlementCycleId ?? ''))
  expect(cycle).toMatchObject({
    orderDoctor: 4,
    resultOrder: 2,
    resultOrderPoint: 'ROP1',
    settlementOrderPoint: 'SOP1',
  })
  // in money nothing of it is in line
  expect(Object.keys(told(await traced(settlementOrder, id))).filter((k) => k.endsWith('Point'))).toEqual([])
})

test('what somebody may not see is not told: families without permission, records of others, records that are not there', async () => {
  const english = await admin.get<WireTrace>(tracePath(settlementOrder), { id }, { 'accept-language': 'en' })
  expect(english.data.stops.find((s) => s.resource === 'settlementOrder')).toMatchObject({
    title: 'Settlement order',
    state: 'Paid',
  })
  // a company sees its own, and no return: they are of the fiscal-tax company
  const boss = await t.signIn(w.tenantId, 'companyAdmin', { userType: 2, company: w.companyId })
  const own = told(await traced(settlementOrder, id, boss))
  expect(own).toMatchObject({ settlementOrder: expect.any(String), servicePaymentOrder: expect.any(String) })
  expect(own.summaryTaxReturns).toBeUndefined()
  // a partner is not told what the company pays
  const partner = await t.signIn(w.tenantId, 'fiscalTax', { userType: 3, fiscalTax: w.partnerId })
  const theirs = told(await traced(settlementOrder, id, partner))
  expect(theirs).toMatchObject({ summaryTaxReturns: 'TR01', summaryInvoice: 'SI01' })
  expect(theirs.servicePaymentOrder).toBeUndefined()
  expect(theirs.resultOrder).toBeUndefined()
  const asked = async (who: Client, record: string) => {
    const a = await who.get(tracePath(settlementOrder), { id: record })
    return [a.status, a.msg]
  }
  const other = await t.signIn(w.tenantId, 'companyAdmin', { userType: 2, company: '77' })
  expect(await asked(other, id)).toEqual([404, '记录不存在'])
  expect(await asked(admin, '123')).toEqual([404, '记录不存在'])
  expect((await asked(await t.signIn(w.tenantId, 'content'), id))[0]).toBe(403)
  // of another tenant nothing
  const tenantId = await t.newTenant()
  expect(await asked(await t.signIn(tenantId, 'administrator'), id)).toEqual([404, '记录不存在'])
  // a document of another company that a record should name is not reached by who is bound
  const [row] = await rowsBy(w.context, w.tenantId, summaryInvoice, 'settlement_order_id', id)
  await set(summaryInvoice, row?.id ?? '', { entrustedCompanyId: '77' })
  expect(told(await traced(settlementOrder, id, boss)).summaryInvoice).toBe(0)
  await set(summaryInvoice, row?.id ?? '', { entrustedCompanyId: w.companyId })
})
