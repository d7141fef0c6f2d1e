import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Asking } from '../../../../src/server/ports/adapter.ts'
import { http } from '../../../../src/server/ports/cmbBank/http.ts'
import { sandbox } from '../../../../src/server/ports/cmbBank/sandbox.ts'
import { json, type Partner, startPartner } from '../../../server/integrations/partner.ts'

const asking = (key: string): Asking => ({ key, attempt: 1, signal: AbortSignal.timeout(5_000) })
const payment = (payeeAccount: string, amount = '100.00') => ({
  payAccount: '6225880000000001',
  payeeName: '医生一',
  payeeAccount,
  payeeBankNo: '',
  amount,
  purpose: '劳务报酬',
})

describe('the sandbox of the bank', () => {
  const bank = sandbox()
  const query = async (payeeAccount: string, nth: number) =>
    (await bank.payQuery.call({ yurRef: 'YR1', payeeAccount, amount: '100.00', nth }, asking(`YR1-${nth}`))).status
  const asked = (payeeAccount: string) => Promise.all([1, 2, 3, 4].map((nth) => query(payeeAccount, nth)))

  test('takes a payment once a key, and is away for amounts of .13', async () => {
    expect(await bank.pay.call(payment('6225880000000000'), asking('YR1'))).toEqual({ serial: 'CMBYR1' })
    expect(await bank.pay.call(payment('6225880000000000'), asking('YR1'))).toEqual({ serial: 'CMBYR1' })
    expect(await bank.pay.find(payment('6225880000000000'), asking('YR1'))).toEqual({ state: 'absent' })
    await expect(bank.pay.call(payment('6225880000000000', '5.13'), asking('YR2'))).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    })
  })

  test.each([
    ['0', 'SUCCESS,SUCCESS,SUCCESS,SUCCESS'],
    ['9', 'FAILED,FAILED,FAILED,FAILED'],
    ['8', 'PROCESSING,PROCESSING,SUCCESS,SUCCESS'],
    ['7', 'SUCCESS,SUCCESS,RETURNED,RETURNED'],
  ])('says of accounts that end with %s: %s', async (digit, states) => {
    expect((await asked(`622588000000000${digit}`)).join()).toBe(states)
  })

  test('approves batches at the second question, and refuses those of .66', async () => {
    const ask = async (totalAmount: string, nth: number) =>
      (await bank.approvalQuery.call({ batchNo: 'HA1', totalAmount, nth }, asking(`HA1-${nth}`))).status
    expect(await bank.submitForApproval.call({} as never, asking('HA1'))).toEqual({ bankBatchNo: 'BHA1' })
    expect([await ask('10.00', 1), await ask('10.00', 2)]).toEqual(['PENDING', 'APPROVED'])
    expect([await ask('10.66', 1), await ask('10.66', 2)]).toEqual(['PENDING', 'REFUSED'])
  })
})

describe('the bank over http', () => {
  let partner: Partner
  beforeEach(async () => {
    partner = await startPartner()
  })
  afterEach(() => partner.stop())

  test('is told under the reference, and asked by it', async () => {
    const bank = http(partner.settings)
    partner.answering = (_got, response) => json(response, 200, { serial: 'S1' })
    expect(await bank.pay.call(payment('1'), asking('YR/1'))).toEqual({ serial: 'S1' })
    expect(JSON.parse(partner.got[0]?.body ?? '')).toMatchObject({ key: 'YR/1', amount: '100.00', payeeAccount: '1' })
    partner.answering = (_got, response) => json(response, 200, { state: 'done', serial: 'S1', status: 'SUCCESS' })
    expect(await bank.pay.find(payment('1'), asking('YR/1'))).toMatchObject({ state: 'done', out: { serial: 'S1' } })
    const question = { yurRef: 'YR/1', payeeAccount: '1', amount: '100.00', nth: 1 }
    expect(await bank.payQuery.call(question, asking('q'))).toMatchObject({ status: 'SUCCESS' })
    expect(partner.got.map((g) => `${g.method} ${g.path}`)).toEqual([
      'POST /api/payments',
      'GET /api/payments/YR%2F1',
      'GET /api/payments/YR%2F1',
    ])
  })

  test('says no, waits, or does not know the reference', async () => {
    const bank = http(partner.settings)
    const find = () => bank.pay.find(payment('1'), asking('YR1'))
    partner.answering = (_got, response) => json(response, 404, {})
    expect(await find()).toEqual({ state: 'absent' })
    await expect(
      bank.payQuery.call({ yurRef: 'YR1', payeeAccount: '1', amount: '1.00', nth: 1 }, asking('q')),
    ).rejects.toMatchObject({ code: 'REJECTED', providerCode: 'UNKNOWN_REFERENCE' })
    partner.answering = (_got, response) => json(response, 200, { state: 'pending' })
    expect(await find()).toEqual({ state: 'pending' })
    partner.answering = (_got, response) => json(response, 200, { state: 'rejected', code: 'INSUFFICIENT', msg: 'no' })
    expect(await find()).toEqual({ state: 'rejected', providerCode: 'INSUFFICIENT', message: 'no' })
  })
})
