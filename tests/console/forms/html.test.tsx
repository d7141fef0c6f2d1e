import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { cellText } from '../../../src/console/fields/cell.ts'
import { FieldRow } from '../../../src/console/forms/FieldRow.tsx'
import { html } from '../../../src/model/language/fields/field.ts'
import { show } from '../show.tsx'

const body = html('正文', 'Body', {})

// jsdom has no layout, and the editor asks for the position of its cursor
Range.prototype.getClientRects = () => [] as unknown as DOMRectList
Range.prototype.getBoundingClientRect = () => new DOMRect()

/** Last value that the form would send. */
let typed = ''
function Editor({ first, locked }: { readonly first: string; readonly locked?: string }) {
  const [now, setNow] = useState(first)
  typed = now
  return <FieldRow name="body" field={body} value={now} onChange={setNow} problem="" locked={locked} />
}

it('rich text is shown as it is meant and changed by its tools; scripts in it are dropped before they are in the page', async () => {
  show(
    <Editor
      first={'<p>第<strong>一</strong>段</p><img src=x onerror="window.evil = 1"><script>window.evil = 1</script>'}
    />,
  )
  const box = await screen.findByRole('textbox', { name: '正文' })
  expect(box.innerHTML).toContain('<strong>一</strong>')
  expect(box.innerHTML).not.toMatch(/script|onerror|<img src/)
  expect((window as { evil?: number }).evil).toBeUndefined()
  await userEvent.click(screen.getByRole('button', { name: '标题' }))
  await waitFor(() => expect(typed).toContain('<h2>第<strong>一</strong>段</h2>'))
  expect(screen.getByRole('button', { name: '标题' })).toHaveAttribute('aria-pressed', 'true')
})

it('rich text that is locked has no tools and takes no typing', async () => {
  show(<Editor first="<p>定</p>" locked="保存后不可修改" />)
  const box = await screen.findByRole('textbox', { name: '正文' })
  expect(box).toHaveAttribute('contenteditable', 'false')
  expect(screen.queryByRole('toolbar')).toBeNull()
})

it('a cell shows the words of rich text alone', () => {
  expect(cellText(body, '<p>甲 &lt;b&gt;</p><ul><li>乙</li></ul>', 'zh')).toBe('甲 <b> 乙')
})
