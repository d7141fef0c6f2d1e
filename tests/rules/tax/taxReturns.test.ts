import { expect, it } from 'vitest'
import { statesOf } from '../../../src/model/language/states.ts'
import { orderDoctor } from '../../../src/model/orders/orderDoctor.ts'
import { orderDoctorSettlement } from '../../../src/model/settlement/settlementLines.ts'
import { summaryTaxCert } from '../../../src/model/tax/summaryTaxCert.ts'
import { summaryTaxReturns } from '../../../src/model/tax/summaryTaxReturns.ts'
import { ruleOf } from '../../../src/server/writing/rules.ts'
import { testDomains } from '../../server/domains.ts'
import { refusal, World } from '../world.ts'

const { settleStatus } = statesOf(orderDoctorSettlement)
const { returnsStatus, taxCertStatus } = statesOf(summaryTaxReturns)
const { certStatus } = statesOf(summaryTaxCert)

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
  const rule = ruleOf(testDomains, summaryTaxReturns.id, 'create') as { effect: (...of: never[]) => unknown }
  const { effect } = rule
  rule.effect = (...of: never[]) => {
    w.play.store
      .table(orderDoctorSettlement)
      .rewrite(second, { settleStatus: settleStatus.paid, taxMonth: '202406', taxFinal: 1 })
    return effect(...of)
  }
  try {
    await w.decide(tax, summaryTaxReturns, 'create', id)
  } finally {
    rule.effect = effect
  }
  expect(w.row(summaryTaxReturns, id)).toMatchObject({
    returnsStatus: returnsStatus.generated,
    lineCount: 1,
    grossAmount: '3000.00',
  })
  expect(await refusal(w.decide(tax, summaryTaxReturns, 'submit', id, { declareNo: 'N1' }))).toMatch('请重新生成')
  await w.decide(tax, summaryTaxReturns, 'create', id)
  expect(w.row(summaryTaxReturns, id).lineCount).toBe(2)
})

it('collections at once follow one another: who comes second goes on, unless it would lock more than it has', async () => {
  const w = await World.made()
  const { tax } = w.people
  const { lines } = await w.paid(['3000.00', '2000.00'])
  const [first = '', second = ''] = lines
  await w.paidOut(first)
  w.pass(30)
  const month = { fiscalTaxId: w.g.partnerId, taxMonth: '202406' }
  const id = await w.begin(tax, summaryTaxReturns, 'createSummaryTaxReturns', month)
  const rule = ruleOf(testDomains, summaryTaxReturns.id, 'create') as {
    lock: (...of: never[]) => Promise<Record<string, string[]>>
  }
  const { lock } = rule
  const table = w.play.store.table(summaryTaxReturns)
  // another one ends after this one has read what to lock, and before it holds it
  const meanwhile = (what: () => void) => {
    let done = false
    rule.lock = async (...of: never[]) => {
      const wanted = await lock(...of)
      if (!done) {
        done = true
        what()
        table.rewrite(id, { version: Number(table.get(summaryTaxReturns, id)?.version) + 1 })
      }
      return wanted
    }
  }
  try {
    meanwhile(() => undefined)
    await w.decide(tax, summaryTaxReturns, 'create', id)
    expect(w.row(summaryTaxReturns, id)).toMatchObject({ returnsStatus: returnsStatus.generated, lineCount: 1 })
    meanwhile(() => {
      w.play.store
        .table(orderDoctorSettlement)
        .rewrite(second, { settleStatus: settleStatus.paid, taxMonth: '202406', taxFinal: 1 })
    })
    await expect(w.decide(tax, summaryTaxReturns, 'create', id)).rejects.toMatchObject({ code: '40001' })
  } finally {
    rule.lock = lock
  }
})

it('a return that was certified too early is opened again by the administrator: its orders are not taxed any more', async () => {
  const w = await World.made()
  const { tax, admin } = w.people
  const { lines } = await w.paid(['3000.00'])
  await w.paidOut(lines[0] ?? '')
  w.pass(30)
  const month = { fiscalTaxId: w.g.partnerId, taxMonth: '202406' }
  const id = await w.begin(tax, summaryTaxReturns, 'createSummaryTaxReturns', month)
  await w.decide(tax, summaryTaxReturns, 'create', id)
  await w.decide(tax, summaryTaxReturns, 'submit', id, { declareNo: 'N1' })
  await w.write(summaryTaxReturns, id, { taxCertStatus: taxCertStatus.inProgress } as never)
  for (const cert of w.rows(summaryTaxCert, { summaryTaxReturnsId: id }))
    await w.write(summaryTaxCert, cert.id, { certStatus: certStatus.uploaded } as never)
  await w.decide(tax, summaryTaxReturns, 'certify', id)
  const taxed = () => w.rows(orderDoctor).map((o) => o.orderStatus)
  expect(taxed()).toEqual([4])
  expect(await refusal(w.decide(tax, summaryTaxReturns, 'uncertify', id))).not.toBe('')
  await w.decide(admin, summaryTaxReturns, 'uncertify', id)
  expect(w.row(summaryTaxReturns, id)).toMatchObject({
    returnsStatus: returnsStatus.declared,
    taxCertStatus: taxCertStatus.inProgress,
  })
  expect([taxed(), w.rows(summaryTaxCert).map((c) => c.certStatus)]).toEqual([[3], expect.arrayContaining([1])])
})
