import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import type { DeclaredDecision } from '../../../src/console/data/domains.ts'
import { loadResource } from '../../../src/console/data/domains.ts'
import { personNow } from '../../../src/console/data/session.ts'
import { forgetDrafts, keepDraft } from '../../../src/console/forms/drafts.ts'
import { askArguments } from '../../../src/console/palette/arguments/askArguments.tsx'
import { longText } from '../../../src/model/language/fields/field.ts'
import { catalogueOf } from '../server/catalogue.ts'
import { server } from '../server/server.ts'

const ask = {
  reason: longText('原因', 'Reason', { required: '请填写原因', requiredEn: 'Required' }),
  note: longText('备注', 'Remark'),
}
const act: DeclaredDecision = {
  ...{ label: ['退回', 'Return'], ask, present: {}, result: 'reject', danger: false, money: false },
} as unknown as DeclaredDecision
const subject = { count: 1, amount: null, names: ['SO1'] }
const asked = (text: string) =>
  askArguments({ resource: 'settlementOrder', decision: 'audit.reject', act, about: '7', inline: text, ...subject })

beforeEach(async () => {
  server.granted = catalogueOf()
  server.answer({ 'blade-sys/quickReply/quickReplyList': () => [] })
  forgetDrafts(personNow())
  await loadResource('settlementOrder')
})

describe('text typed behind the name of a command', () => {
  it('is the first answer, also where a draft has one', async () => {
    keepDraft('settlementOrder audit.reject 7', ask, { reason: '旧的原因' })
    const answer = asked('材料不全')
    await screen.findByText('退回 · 备注')
    expect(screen.getByText('原因：材料不全')).toBeInTheDocument()
    await waitFor(() => expect(screen.getByRole('combobox')).toHaveFocus())
    expect(screen.getByRole('combobox')).toHaveValue('')
    await userEvent.keyboard('{Enter}')
    await screen.findByText('退回 SO1')
    await userEvent.keyboard('{Enter}')
    await expect(answer).resolves.toEqual({ answer: { reason: '材料不全', note: null }, confirmed: true })
  })

  it('of letters alone stands in the line: it may be the pinyin of a reply', async () => {
    const answer = asked('clbq')
    await screen.findByText('退回 · 原因')
    await waitFor(() => expect(screen.getByRole('combobox')).toHaveValue('clbq'))
    await userEvent.keyboard('{Escape}')
    await expect(answer).resolves.toBeNull()
  })

  it('without one the first missing answer is asked for', async () => {
    keepDraft('settlementOrder audit.reject 7', ask, { reason: '旧的原因' })
    const answer = asked('')
    await screen.findByText('退回 · 备注')
    await waitFor(() => expect(screen.getByRole('combobox')).toHaveFocus())
    await userEvent.keyboard('{Escape}')
    await expect(answer).resolves.toBeNull()
  })
})
