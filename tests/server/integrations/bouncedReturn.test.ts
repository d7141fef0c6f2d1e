import { describe, expect, test } from 'vitest'
import { param } from '../../../src/model/administration/system/param.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { orderDoctorSettlement } from '../../../src/model/settlement/settlementLines.ts'
import { summaryTaxReturns } from '../../../src/model/tax/summaryTaxReturns.ts'
import { decide } from '../../../src/server/deciding/engine.ts'
import { broken, checkInvariants } from '../../../src/server/verification/check.ts'
import { person } from '../../rules/people.ts'
import { load, refusal, rowNow, rowsBy } from '../decisions/fixture.ts'
import { type BankWorld, bankWorld, batch, carry, plain, transfersOf } from './bankWorld.ts'

const { settleStatus } = statesOf(orderDoctorSettlement)

const DAY = 24 * 60

/** A world with a payment of the 28th of June that the bank made, in a return that was collected, and is then sent back. */
async function cameBack() {
  const w = await bankWorld()
  w.context.clock.pass(13 * DAY)
  await load(w.context, w.tenantId, (work) =>
    work.insertAll(param, [
      { paramName: '当月申报', paramKey: 'tax.currentMonthAllowed', paramValue: 'true' },
      { paramName: '模拟付款', paramKey: 'pay.simulated.enabled', paramValue: 'true' },
    ]),
  )
  const b = await batch(w, [plain('6225880000000017', '3000.00'), plain('6225880000000010')])
  await decide(w.context, w.cashier, { resource: 'handleApply', transition: 'sponsorHandle', id: b.id })
  await carry(w)
  await query(w, b.id)
  const juneId = await newReturn(w, '202406')
  await collected(w, juneId)
  await query(w, b.id)
  await query(w, b.id)
  const lines = await rowsBy(w.context, w.tenantId, orderDoctorSettlement, 'settlement_order_id', b.orderId)
  expect(lines.map((l) => l.settleStatus)).toEqual([settleStatus.failed, settleStatus.paid])
  return { w, juneId, lineId: lines[0]?.id ?? '' }
}

/** The bank is asked about every transfer of a batch, and answers. */
async function query(w: BankWorld, batchId: string): Promise<void> {
  for (const t of await transfersOf(w, batchId))
    await decide(w.context, w.cashier, { resource: 'transferAccount', transition: 'payQuery', id: t.id })
  await carry(w)
}

const ofReturn = (w: BankWorld, transition: string, id: string, ask: object = {}) =>
  decide(w.context, person(w.tenantId, 'tax'), { resource: 'summaryTaxReturns', transition, id, ask: { ...ask } })
const newReturn = async (w: BankWorld, taxMonth: string): Promise<string> =>
  (await ofReturn(w, 'createSummaryTaxReturns', '', { fiscalTaxId: w.partnerId, taxMonth })).id
const collected = async (w: BankWorld, id: string) => {
  await ofReturn(w, 'create', id)
  return rowNow(w.context, w.tenantId, summaryTaxReturns, id)
}
/** The line that came back is paid again, by simulation. */
const paidAgain = (w: BankWorld, id: string) =>
  decide(w.context, person(w.tenantId, 'administrator'), {
    resource: 'orderDoctorSettlement',
    transition: 'simulatedPayment',
    id,
  })
const promises = async (w: BankWorld) => {
  const found = await w.context.db.transaction({ tenantId: w.tenantId }, (tx) =>
    checkInvariants(tx, ['INV-28', 'INV-29.details', 'INV-29.certs']),
  )
  expect(broken(found)).toEqual([])
}

describe('a line of a return whose payment came back', () => {
  test('stands in it no more, and the return is collected anew before it is declared', async () => {
    const { w, juneId, lineId } = await cameBack()
    expect((await rowNow(w.context, w.tenantId, orderDoctorSettlement, lineId)).summaryTaxReturnsId).toBeNull()
    await promises(w)
    await paidAgain(w, lineId)
    const early = await refusal(ofReturn(w, 'submit', juneId, { declareNo: 'D1' }))
    expect([early.code, early.text[0]]).toEqual([400, '该月明细有变化，请重新生成'])
    expect(await collected(w, juneId)).toMatchObject({ lineCount: 2, grossAmount: '3500.00' })
    await ofReturn(w, 'submit', juneId, { declareNo: 'D1' })
    await promises(w)
  })

  test('is declared with the month in which it is paid again', async () => {
    const { w, juneId, lineId } = await cameBack()
    w.context.clock.pass(4 * DAY)
    await paidAgain(w, lineId)
    const julyId = await newReturn(w, '202407')
    expect(await collected(w, julyId)).toMatchObject({ lineCount: 1, grossAmount: '3000.00' })
    await ofReturn(w, 'submit', julyId, { declareNo: 'D7' })
    expect(await collected(w, juneId)).toMatchObject({ lineCount: 1, grossAmount: '500.00' })
    await ofReturn(w, 'submit', juneId, { declareNo: 'D6' })
    await promises(w)
  })
})
