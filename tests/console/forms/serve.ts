import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { personNow } from '../../../src/console/data/session.ts'
import { forgetDrafts } from '../../../src/console/forms/drafts.ts'
import { company } from '../server/samples.ts'
import { type Answers, server } from '../server/server.ts'

/**
 * Server with one company and the answers that forms need besides records. Returns the requests, and those that submit.
 */
export function serve(more: Answers = {}) {
  // drafts of the previous test
  forgetDrafts(personNow())
  server.hold('entrustedCompany', [company()])
  const asked = server.answer({
    'blade-system/dict-biz/dictionary': () => [
      { dictKey: 'public', dictValue: '公共' },
      { dictKey: 'settlementOrder', dictValue: '结算单' },
    ],
    'blade-sys/quickReply/submit': () => true,
    'blade-base/taxItemRate/submit': () => true,
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
