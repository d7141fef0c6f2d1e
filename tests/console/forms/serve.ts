import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { WireRow } from '../../../src/model/kernel/wire.ts'
import { type Answers, fakeApi, pageOf } from '../record/fake.tsx'

/** A company as its detail call answers it: personal data masked. */
export const company = (more: object = {}): WireRow => ({
  id: '77',
  version: 4,
  code: 'C0001',
  name: '康泰医药',
  shortName: '',
  socialCreditCode: '91310000MA1FL0000N',
  legalPerson: '张三',
  establishDate: '2010-05-01',
  contactPhone: '138****5678',
  bankAccount: '6222************01',
  taxpayerType: 1,
  platformFeeRate: '0.060000',
  settleMode: 1,
  ...more,
})

/** The calls that forms make. Returns what was asked, and of it what was submitted. */
export function serve(more: Answers = {}) {
  const asked = fakeApi({
    'blade-csc/entrustedCompany/detail': () => company(),
    'blade-csc/entrustedCompany/submit': (_, body) => ({ ...company(), ...(body as object), id: '77', version: 5 }),
    'blade-system/dict-biz/dictionary': () => [
      { dictKey: 'public', dictValue: '公共' },
      { dictKey: 'settlementOrder', dictValue: '结算单' },
    ],
    'blade-sys/quickReply/submit': () => true,
    'blade-base/taxItemRate/submit': () => true,
    'blade-csc/thirdPlatform/list': () => pageOf([]),
    ...more,
  })
  return { asked, submits: () => asked.filter((a) => a.path.endsWith('/submit')) }
}

/** An input by its label. */
export const box = (name: string): Promise<HTMLInputElement> =>
  screen.findByLabelText(new RegExp(`^${name}\\*?$`), { selector: 'input, textarea' })

/** Puts a text into an input, as pasting it does. */
export async function fill(name: string, text: string): Promise<HTMLInputElement> {
  const input = await box(name)
  await userEvent.click(input)
  input.select()
  await userEvent.paste(text)
  return input
}
