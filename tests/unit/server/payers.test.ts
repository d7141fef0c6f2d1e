import { expect, it } from 'vitest'
import { payerMatch } from '../../../src/server/domains/funds/payers.ts'

it('a payer is the company whatever look-alikes stand in its name, and nobody else', () => {
  const company = '阿卜杜拉·药业（北京）有限公司'
  for (const payer of [
    '阿卜杜拉•药业(北京)有限公司',
    '阿卜杜拉・药业（北京） 有限公司\u3000',
    '阿卜杜拉‧药业（北京）有限公司',
  ])
    expect(payerMatch(payer, company), payer).toBe(1)
  for (const payer of ['阿卜杜拉·药业（南京）有限公司', '阿卜杜拉药业（北京）有限公司'])
    expect(payerMatch(payer, company)).toBe(2)
  expect(payerMatch('\u200b', company)).toBe(0)
})
