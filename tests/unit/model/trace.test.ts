import { expect, test } from 'vitest'
import { MADE_OF } from '../../../src/model/activities/words.ts'
import { resources } from '../../../src/model/business.ts'
import { traceProblems, traceWays } from '../../../src/model/language/derived/traceWays.ts'
import { trace } from '../../../src/model/trace.ts'
import { recordAddress } from '../../../src/model/values/routes.ts'

const find = (id: string) => resources.get(id)
/** How each family is found from one of `start`: the families that it is found from, with the direction. */
const found = (start: string): Record<string, string> =>
  Object.fromEntries(
    traceWays(trace, find, start).map(({ to, hops }) => [
      to,
      [...hops]
        .sort((a, b) => (a.from < b.from ? -1 : 1))
        .map((h) => `${h.from}${h.up ? '↑' : '↓'}${h.link.field}`)
        .join(' '),
    ]),
  )

test('documents are found along references, without going up and down again where there is another way', () => {
  // all but deliverables and points
  expect(found('orderDoctor')).toMatchObject({
    resultOrder: 'orderDoctor↑resultOrderId',
    settlementCycle: 'resultOrder↑settlementCycleId resultOrderPoint↑settlementCycleId',
    settlementOrder: 'orderDoctor↑settlementOrderId',
    orderDoctorSettlement: 'orderDoctor↓orderDoctorId',
    // its own, not all of its settlement order
    orderDoctorPayment: 'orderDoctorSettlement↓orderDoctorSettlementId',
    handleApply: 'orderDoctorPayment↑handleApplyId',
    servicePaymentOrder: 'settlementOrder↓settlementOrderId settlementOrderPoint↓settlementOrderPointId',
    summaryTaxReturns: 'orderDoctorSettlement↑summaryTaxReturnsId',
    summaryTaxCert: 'summaryTaxReturns↓summaryTaxReturnsId',
    orderDoctorSettlementPoint: 'orderDoctor↓orderDoctorId',
  })
  // through its orders, not through all of its cycle
  expect(found('resultOrder').settlementOrder).toBe('orderDoctor↑settlementOrderId')
  expect(found('servicePaymentOrder').resultOrder).toBe('orderDoctor↑resultOrderId')
  expect(found('summaryTaxReturns').settlementOrder).toBe('orderDoctorSettlement↑settlementOrderId')
  // in money and in points alike
  expect(found('servicePaymentOrder').orderDoctor).toBe(
    'settlementOrder↓settlementOrderId settlementOrderPoint↓settlementOrderPointId',
  )
  expect(found('caseCollectionReport').orderDoctor).toBe('caseCollectionReport↓bizId')
  expect(found('summaryTaxCert').caseCollectionReport).toBe('orderDoctor↑bizId')
})

test('every family is found from every other one of its side', () => {
  const families = trace.stops.flat()
  for (const id of ['orderDoctor', 'settlementCycle', 'orderDoctorPayment', 'summaryTaxCert', 'platServiceFeePoint'])
    expect(Object.keys(found(id)).sort(), id).toEqual([...families].sort())
})

test('every family leads somewhere, one of it and several', () => {
  for (const id of trace.stops.flat()) {
    const routes = find(id)?.routes
    expect([id, Boolean(routes?.list), recordAddress(routes, { id: '7' }) !== null]).toEqual([id, true, true])
  }
})

test('a family that is not there, shows no line or is reached by nothing is said', () => {
  expect(traceProblems(trace, resources.values(), find)).toEqual([])
  const wrong = { ...trace, stops: [...trace.stops.slice(0, -1), ['summaryTaxCerts'], ['param']] }
  expect(traceProblems(wrong, resources.values(), find)).toEqual([
    'trace: there is no summaryTaxCerts',
    'param: stands in the line of documents and has no section tracePanel()',
    'summaryTaxCert: shows a line it is not in',
  ])
})

test('what orders are made of is called as its families are', () => {
  const titles = (trace.stops[0] ?? []).map((id) => [id, find(id)?.title])
  expect(Object.entries(MADE_OF).sort()).toEqual(titles.sort())
})
