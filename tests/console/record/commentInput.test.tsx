import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { CommentInput } from '../../../src/console/record/comments/CommentInput.tsx'
import '../../../src/console/record/comments/words.ts'
import { show } from '../show.tsx'

it('Escape leaves the text, which stays, and is not the Escape of the page', () => {
  const ofPage = vi.fn()
  window.addEventListener('keydown', ofPage)
  show(<CommentInput resource="settlementOrder" record="1" />)
  const text = screen.getByRole('combobox')
  text.focus()
  fireEvent.change(text, { target: { value: '合同费率请核对' } })
  fireEvent.keyDown(text, { key: 'Escape', code: 'Escape' })
  window.removeEventListener('keydown', ofPage)
  expect(text).not.toHaveFocus()
  expect(text).toHaveValue('合同费率请核对')
  expect(ofPage).not.toHaveBeenCalled()
})
