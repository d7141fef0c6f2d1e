import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import type { Uploaded } from '../../../src/console/api/upload.ts'
import { FieldRow } from '../../../src/console/forms/FieldRow.tsx'
import { file, text } from '../../../src/model/language/fields/field.ts'
import { show } from '../show.tsx'

const uploads: { done(of: Uploaded): void; fail(why: Error): void }[] = []
vi.mock('../../../src/console/api/upload.ts', () => ({
  upload: () => new Promise<Uploaded>((done, fail) => uploads.push({ done, fail })),
}))

const receipt = file('回执', 'Receipt', {})
const remark = text('备注', 'Remark', {})
const sent: Uploaded = { attachId: '7', link: '', originalName: 'a.pdf', extension: 'pdf', attachSize: 3 }

const heard = vi.fn()
function Form() {
  const [files, setFiles] = useState('')
  const [words, setWords] = useState('')
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears keys, as the form does
    <div onKeyDown={(e) => heard(e.key)}>
      <FieldRow name="receipt" field={receipt} value={files} onChange={setFiles} problem="" />
      <FieldRow name="remark" field={remark} value={words} onChange={setWords} problem="" />
    </div>
  )
}

/** Chooses a file as the keyboard does: the window of files opens from the button, which keeps the focus. */
async function choose(): Promise<void> {
  const before = uploads.length
  ;(await screen.findByRole('button', { name: '选择文件' })).focus()
  const picker = document.querySelector('input[type=file]')
  if (!(picker instanceof HTMLInputElement)) throw new Error('there is nothing to choose files by')
  const button = document.activeElement
  await act(async () => {
    Object.defineProperty(picker, 'files', { configurable: true, value: [new File(['abc'], 'a.pdf')] })
    picker.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await waitFor(() => expect(uploads).toHaveLength(before + 1))
  expect(button).not.toBeInTheDocument()
}
const last = () => uploads[uploads.length - 1] as (typeof uploads)[number]

it.each([
  ['sent', async () => last().done(sent)],
  ['refused', async () => last().fail(new Error('不行'))],
])('keeps the keyboard while a file is uploaded, and once it is %s', async (_, end) => {
  heard.mockClear()
  show(<Form />)
  await choose()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect(heard).toHaveBeenCalledWith('Enter')
  await act(end)
  await waitFor(() => expect(screen.getByRole('button', { name: '选择文件' })).toHaveFocus())
})

it('does not take the keyboard from a field that was gone on to', async () => {
  show(<Form />)
  await choose()
  const other = await screen.findByRole('textbox', { name: '备注' })
  await userEvent.click(other)
  await act(async () => last().done(sent))
  await screen.findByText('a.pdf')
  await userEvent.keyboard('一')
  expect(other).toHaveFocus()
  expect(other).toHaveValue('一')
})

it('keeps the keyboard when a file is taken out', async () => {
  show(<Form />)
  await choose()
  await act(async () => last().done(sent))
  const out = await screen.findByRole('button', { name: '移除 a.pdf' })
  out.focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(out).not.toBeInTheDocument())
  expect(screen.getByRole('button', { name: '选择文件' })).toHaveFocus()
})
