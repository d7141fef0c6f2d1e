import { expect, it } from 'vitest'
import { summaryTaxReturns } from '../../src/model/invoices/summaryTaxReturns.ts'
import { orderDoctorSettlement } from '../../src/model/settlement/settlementLines.ts'
import { ruleOf } from '../../src/server/writes/rules.ts'
import { refusal, World } from './world.ts'

it('a payment that ends while a return is collected is in it or not, never an error; declaring asks to collect again', async () => {
  const w = await World.made()
  const { tax } = w.people
  const { lines } = await w.paid(['3000.00', '2000.00', '1000.00'])
  const [first = '', second = ''] = lines
  await w.paidOut(first)
  w.pass(30)
  const id = await w.begin(tax, summaryTaxReturns, 'createSummaryTaxReturns', {
    fiscalTaxId: w.g.partnerId,
    taxMonth: '202406',
  })
  // between the reading of what is to be locked and the collection itself
  const rule = ruleOf(summaryTaxReturns.id, 'create') as { effect: (...of: never[]) => unknown }
  const { effect } = rule
  rule.effect = (...of: never[]) => {
    w.play.store.table(orderDoctorSettlement).rewrite(second, { settleStatus: 3, taxMonth: '202406', taxFinal: 1 })
    return effect(...of)
  }
  try {
    await w.decide(tax, summaryTaxReturns, 'create', id)
  } finally {
    rule.effect = effect
  }
  expect(w.row(summaryTaxReturns, id)).toMatchObject({ returnsStatus: 1, lineCount: 1, grossAmount: '3000.00' })
  expect(await refusal(w.decide(tax, summaryTaxReturns, 'submit', id, { declareNo: 'N1' }))).toMatch('请重新生成')
  await w.decide(tax, summaryTaxReturns, 'create', id)
  expect(w.row(summaryTaxReturns, id).lineCount).toBe(2)
})
