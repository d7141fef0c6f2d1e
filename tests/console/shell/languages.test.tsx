import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { setLanguage, t } from '../../../src/console/i18n/index.ts'
import { tabTitle } from '../../../src/console/shell/tabTitle.ts'
import { Toasts } from '../../../src/console/ui/messages/Toasts.tsx'
import { messages, toast } from '../../../src/console/ui/messages/toast.ts'
import { catalogueOf } from '../server/catalogue.ts'
import { server } from '../server/server.ts'

beforeEach(() => {
  server.granted = catalogueOf()
  messages.list = []
})
/** The words follow the choice a moment later. */
const speak = (language: 'zh' | 'en') => act(async () => setLanguage(language))
afterEach(() => speak('zh'))

describe('another language', () => {
  it('says messages again, those on the screen and those of the log, with what they offer', async () => {
    render(<Toasts />)
    await act(async () => {
      toast.info(() => t('record.waits', { code: 'BG1' }), { label: () => t('record.openRequest'), run: () => {} })
    })
    const zh = t('record.waits', { code: 'BG1' })
    expect(screen.getByText(zh)).toBeInTheDocument()
    await speak('en')
    const en = t('record.waits', { code: 'BG1' })
    expect(en).not.toBe(zh)
    expect(screen.getByText(en)).toBeInTheDocument()
    expect(screen.queryByText(zh)).toBeNull()
    expect(screen.getByRole('button', { name: t('record.openRequest') })).toBeInTheDocument()
    // the server's own words stay as they came; of several messages the gravest is in front, and all are in the log
    await act(async () => toast.bad('服务器说的话'))
    await speak('zh')
    expect(screen.getByText('服务器说的话')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: '+1' })).toBeInTheDocument()
    expect(messages.list.map((m) => m.text)).toContain(zh)
  })

  const tab = (path: string, title = '', to = path) => tabTitle({ path, to, title }, server.granted)
  it.each([
    ['the home page', '/wel/index', 'Home'],
    ['the queue hub', '/desk/queues', 'Queue hub'],
    ['a form', '/svc/settlementCycle/add', ''],
  ])('calls the tab of %s by its address', async (_, path, en) => {
    const zh = tab(path, '旧名')
    await speak('en')
    const now = tab(path, '旧名')
    if (en) expect(now).toBe(en)
    else expect([zh, now]).toEqual(['旧名', '旧名'])
  })
  it('calls tabs of lists and queues as the catalogue does, records by their names', () => {
    expect(tab('/svc/settlementOrder', 'x')).toBe('结算单')
    expect(tab('/desk/queues/settlementOrder', 'x')).toBe('结算单审核')
    expect(tab('/desk/queues/settlementOrder', 'x', '/desk/queues/settlementOrder?view=confirm&sort=code')).toBe(
      server.granted?.queues[0]?.views.find((v) => v.code === 'confirm')?.title ?? '结算单审核',
    )
    expect(tab('/svc/settlementOrder/detail/7', 'SO7')).toBe('SO7')
    expect(tab('/nowhere', 'Was')).toBe('Was')
  })
  it('calls the tab of an edited record by its name in the language of the moment, of a new one by its kind', async () => {
    const edited = '/entrustedcompany/edit/7'
    expect([tab(edited, '康泰'), tab(edited)]).toEqual(['编辑 康泰', '编辑委托企业'])
    await speak('en')
    expect(tab(edited, '康泰')).toBe('Edit 康泰')
  })
})
