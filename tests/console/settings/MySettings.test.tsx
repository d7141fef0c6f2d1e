import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { forgetSettings, mySettings } from '../../../src/console/data/mySettings.ts'
import { session } from '../../../src/console/data/session.ts'
import { setLanguage } from '../../../src/console/i18n/index.ts'
import { exportSettings } from '../../../src/console/screens/settings/acts.ts'
import { entriesIn, fileOf } from '../../../src/console/screens/settings/file.ts'
import { openSettingsImport } from '../../../src/console/screens/settings/ImportSettings.tsx'
import { MySettings } from '../../../src/console/screens/settings/MySettings.tsx'
import { settings } from '../../../src/model/wire/settings/settings.ts'
import { catalogueOf } from '../server/catalogue.ts'
import { server } from '../server/server.ts'
import { show } from '../show.tsx'

const LIST = 'columns.settlementOrder'
beforeEach(async () => {
  localStorage.clear()
  forgetSettings()
  Object.assign(session, { tenantId: '000000', userId: '7' })
  server.granted = catalogueOf()
  await setLanguage('zh')
})
const write = (values: Readonly<Record<string, unknown>>) => {
  for (const [key, value] of Object.entries(values)) expect(mySettings().write(key, value), key).toBe(true)
}
const some = {
  theme: 'dark',
  folded: true,
  favourites: ['/a'],
  [LIST]: { ...settings.columns.fallback, hidden: ['a', 'b'], widths: { c: 90 } },
  'held.settlementOrder': { 12: { title: 'SO1', view: 'audit', at: 1 } },
}

describe('my settings on the profile', () => {
  it('are listed by group with value and time, and are gone one by one, by group, after a question', async () => {
    const user = userEvent.setup()
    write(some)
    show(<MySettings />)
    const row = (key: string) => document.querySelector(`[data-setting="${key}"]`)
    expect(screen.getAllByRole('heading', { level: 3 }).map((h) => h.textContent)).toEqual([
      '外观与语言',
      '侧边栏与页签',
      '列表',
      '审核队列',
    ])
    expect(row(LIST)?.textContent).toContain('列设置 · 结算单')
    expect(row(LIST)?.textContent).toContain('隐藏 2 列、1 列改宽度')
    expect(row('held.settlementOrder')?.textContent).toContain('1 条')
    expect(row('theme')?.textContent).toMatch(/深色/)
    expect(row('theme')?.textContent).toMatch(/\d{4}-\d\d-\d\d \d\d:\d\d 修改 · 未同步/)

    await user.click(screen.getByRole('button', { name: '重置“主题”' }))
    const no = await screen.findByRole('button', { name: '取消' })
    await waitFor(() => expect(no).toHaveFocus())
    await user.keyboard('{Enter}')
    expect(mySettings().get('theme').value).toBe('dark')
    screen.getByRole('button', { name: '重置“主题”' }).focus()
    await user.keyboard('{Enter}')
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '重置' }))
    await waitFor(() => expect(row('theme')).toBeNull())
    await user.click(screen.getByRole('button', { name: '重置“侧边栏与页签”的全部设置' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '重置' }))
    await waitFor(() => expect(row('folded')).toBeNull())
    expect(mySettings().keys().sort()).toEqual([LIST, 'held.settlementOrder'])
  })

  it('are a file, and come from one that was looked at; what is wrong in it is named and left out', async () => {
    const user = userEvent.setup({ pointerEventsCheck: 0 }) // the input is the button's
    write(some)
    const made: Blob[] = []
    vi.stubGlobal(
      'URL',
      Object.assign(URL, { createObjectURL: (b: Blob) => made.push(b) && 'blob:x', revokeObjectURL: () => {} }),
    )
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    onTestFinished(() => void vi.unstubAllGlobals())
    expect(exportSettings()).toMatchObject({ is: 'done', say: '已导出 5 项设置' })
    expect(clicked).toHaveBeenCalled()
    const text = (await made[0]?.text()) ?? ''
    expect(entriesIn(text, (key) => mySettings().get(key).value)?.every((e) => e.is === 'same')).toBe(true)

    show(<MySettings />)
    const answer = openSettingsImport()
    const dialog = await screen.findByRole('dialog')
    const picker = await within(dialog).findByLabelText('选择文件', { selector: 'input' })
    await user.upload(picker, new File(['{}'], 'x.json', { type: 'application/json' }))
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('不是由“导出”得到的')
    const file = fileOf({ theme: 'light', folded: true, nonsense: 1, favourites: 'x', language: 'zh' })
    await user.upload(picker, new File([file], 'x.json', { type: 'application/json' }))
    expect(await within(dialog).findByText('将修改 1 项')).toBeInTheDocument()
    expect(dialog.textContent).toContain('深色 → 浅色')
    expect(within(dialog).getByText('2 项与当前相同')).toBeInTheDocument()
    expect(within(dialog).getByText('nonsense').parentElement).toHaveTextContent('未知的设置')
    expect(within(dialog).getByText('收藏的菜单').parentElement).toHaveTextContent('值无效')
    await waitFor(() => expect(within(dialog).getByRole('button', { name: /导入 1 项/ })).toHaveFocus())
    await user.keyboard('{Enter}')
    expect(await answer).toBe(1)
    expect(mySettings().get('theme').value).toBe('light')
    expect(mySettings().get('favourites').value).toEqual(['/a'])
  })

  it('say so where there are none', async () => {
    await setLanguage('en')
    show(<MySettings />)
    expect(await screen.findByText('Everything is as it was declared.')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Reset all' })).toBeNull()
    expect(exportSettings()).toEqual({ is: 'nothing', why: 'No setting differs from its default' })
  })
})
