import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as saved from '../../../src/console/api/download.ts'
import { loadResource } from '../../../src/console/data/domains.ts'
import { keyOf, queryClient } from '../../../src/console/data/queries.ts'
import { session } from '../../../src/console/data/session.ts'
import { runCommand } from '../../../src/console/host/host.ts'
import { ports } from '../../../src/console/host/ports.ts'
import { TableScreen } from '../../../src/console/lists/TableScreen.tsx'
import { askSchedules } from '../../../src/console/savedViews/schedules/ScheduleDialog.tsx'
import { openLine } from '../../../src/console/screens/inbox/openLine.ts'
import { messages } from '../../../src/console/ui/messages/toast.ts'
import type { Catalogue } from '../../../src/model/wire/catalogue.ts'
import type { NotificationLine } from '../../../src/model/wire/notifications/notifications.ts'
import { SAVED_VIEWS, type SavedView, STANDING } from '../../../src/model/wire/savedView.ts'
import { VIEW_SCHEDULES, type ViewSchedule } from '../../../src/model/wire/viewSchedule.ts'
import { ROUNDS } from '../../../src/model/wire/wire.ts'
import { genericDelete } from '../server/catalogue.ts'
import { Refusal } from '../server/envelope.ts'
import { orders } from '../server/samples.ts'
import { server } from '../server/server.ts'
import { ready, stage } from '../stage.tsx'

const PATH = '/svc/settlementOrder'
const user = userEvent.setup({ delay: null })

const VIEW: SavedView = {
  ...{ id: '7', version: 1, list: PATH, name: '待审', search: '' },
  columns: { order: [], hidden: [], shown: [], widths: {} },
  ...{
    icon: 'star',
    key: '',
    roles: [],
    standing: STANDING.none,
    opens: false,
    opensFor: '',
    resource: 'settlementOrder',
  },
  ...{ always: [], pinyin: [], mine: false, by: '张三', ownerRemoved: false },
}
const schedule = (over: Partial<ViewSchedule> = {}): ViewSchedule => ({
  ...{ id: '3', version: 1, view: '7', name: '待审', list: PATH, cron: '0 8 * * 1', format: 'xlsx', state: 'active' },
  ...{ why: '', next: '2024-06-17 08:00:00', last: null, ...over },
})

let kept: ViewSchedule[]
let shown: ReturnType<typeof stage> | undefined
const sent = (path: string) => server.of(path).map((a) => a.values)
const told = () => messages.list.map((m) => m.text)
const dialog = () => screen.findByRole('dialog', { name: '定时导出' })

beforeEach(async () => {
  server.granted = genericDelete()
  await loadResource('settlementOrder')
  Object.assign(session, { tenantId: '000000', userId: '1' })
  queryClient.clear()
  messages.list = []
  kept = []
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(310)
  server.answer({
    [SAVED_VIEWS.read]: () => [VIEW],
    [VIEW_SCHEDULES.read]: () => kept,
    [VIEW_SCHEDULES.save]: (values) => {
      const made = schedule({ ...(values as object), version: Number(values.version) + 1, state: 'active', why: '' })
      kept = [...kept.filter((s) => s.view !== made.view), made]
      return made
    },
    [VIEW_SCHEDULES.pause]: (values) => {
      const now = kept.find((s) => s.id === values.id) as ViewSchedule
      if (now.version !== values.version) throw new Refusal(409, '定时导出已在别处更改，请重新打开', null)
      const paused: ViewSchedule =
        values.paused === 1
          ? { ...now, version: now.version + 1, state: 'paused', next: '' }
          : { ...now, version: now.version + 1, state: 'active', next: '2024-06-17 08:00:00' }
      kept = kept.map((s) => (s.id === now.id ? paused : s))
      return paused
    },
    [VIEW_SCHEDULES.remove]: (values) => {
      kept = kept.filter((s) => s.id !== values.id)
      return null
    },
  })
})
afterEach(() => {
  shown?.leave()
  shown = undefined
  cleanup()
  vi.restoreAllMocks()
  Object.assign(session, { tenantId: '', userId: '' })
})

describe('the scheduled export of a view', () => {
  it('is set from its menu, for a view that somebody else shared, too, and not where the list may not be exported', async () => {
    const granted = server.granted as Catalogue
    const withExport = (operations: readonly string[]) => ({
      ...granted,
      resources: granted.resources.map((r) => (r.id === 'settlementOrder' ? { ...r, operations } : r)),
    })
    server.granted = withExport(['view']) as Catalogue
    server.hold('settlementOrder', orders(3))
    shown = stage(<TableScreen resource="settlementOrder" />, `${PATH}?saved=7`, 'table', server.granted as Catalogue)
    await ready()
    await waitFor(() => expect(ports.views.state()).toMatchObject({ inForce: true, exports: false }))
    await runCommand('view.schedule', 'key')
    expect(screen.queryByRole('dialog')).toBeNull()
    shown.leave()
    cleanup()
    server.granted = withExport(['view', 'export']) as Catalogue
    shown = stage(<TableScreen resource="settlementOrder" />, `${PATH}?saved=7`, 'table', server.granted as Catalogue)
    await ready()
    await waitFor(() => expect(ports.views.state()).toMatchObject({ inForce: true, exports: true }))
    void runCommand('view.schedule', 'key')
    const form = within(await dialog())
    expect(await form.findByRole('heading', { name: '待审' })).toBeInTheDocument()
    await user.selectOptions(form.getByRole('combobox', { name: '频率' }), '每月')
    await user.selectOptions(form.getByRole('combobox', { name: '日期' }), '最后一天')
    const time = form.getByLabelText('时间')
    await user.clear(time)
    await user.click(form.getByRole('button', { name: '保存' }))
    expect(form.getByRole('alert')).toHaveTextContent('请输入时间')
    await user.type(time, '17:30')
    await user.selectOptions(form.getByRole('combobox', { name: '格式' }), 'csv')
    await user.click(form.getByRole('button', { name: '保存' }))
    await waitFor(() =>
      expect(sent(VIEW_SCHEDULES.save)).toEqual([{ view: '7', version: 0, cron: '30 17 L * *', format: 'csv' }]),
    )
    expect(await form.findByText(/每月最后一天 17:30 · csv/)).toBeInTheDocument()
    expect(form.getByText('下次 2024-06-17 08:00')).toBeInTheDocument()
    expect(told()).toEqual(['已设置定时导出，下次 2024-06-17 08:00', '您没有导出此列表的权限'])
    await user.keyboard('{Escape}')
  })

  it('takes a cron expression, shows what the server refuses of it, and sends one content once', async () => {
    let refusals = 0
    server.answer({
      [VIEW_SCHEDULES.save]: (values) => {
        if (values.cron === '* * * * *') throw new Refusal(400, '参数错误', { cron: '两次导出至少间隔 60 分钟' })
        if (refusals++ === 0) throw new Refusal(503, '稍后再试', null)
        kept = [schedule({ ...(values as object) })]
        return kept[0]
      },
    })
    kept = [schedule({ cron: '0 8,20 * * *' })]
    render(<div />)
    void askSchedules({ id: '7', name: '待审' })
    const form = within(await dialog())
    const cron = await form.findByRole('textbox', { name: 'cron 表达式' })
    expect(cron).toHaveValue('0 8,20 * * *')
    await user.clear(cron)
    await user.type(cron, '* * * * *{Enter}')
    expect(await form.findByText('两次导出至少间隔 60 分钟')).toBeInTheDocument()
    await user.clear(cron)
    await user.type(cron, '0 9 * * *{Enter}')
    expect(await form.findByText('稍后再试')).toBeInTheDocument()
    expect(cron).toHaveValue('0 9 * * *')
    await user.click(form.getByRole('button', { name: '保存' }))
    await form.findByText(/每天 09:00/)
    const keys = server.of(VIEW_SCHEDULES.save).map((a) => a.key)
    expect([keys[1] === keys[2], keys[0] === keys[1]]).toEqual([true, false])
    await user.keyboard('{Escape}')
  })

  it('says what comes, what became of the last one and why it stopped; is paused, resumed, deleted, and its file fetched', async () => {
    const download = vi.spyOn(saved, 'download').mockReturnValue(undefined)
    const last = { at: '2024-06-10 08:00:00', state: 'done', total: 12, why: '', file: '99' } as const
    kept = [
      schedule({ last }),
      schedule({ id: '4', view: '8', name: '旧', state: 'stopped', next: '', why: '视图已删除，定时导出已停止' }),
      schedule({ id: '5', view: '9', name: '错', last: { ...last, state: 'failed', why: '不支持筛选', file: '' } }),
    ]
    server.answer({
      [ROUNDS.exportState]: () => ({ id: '99', state: 'done', total: 12, done: 12, fileName: 'a.xlsx', link: '/f' }),
    })
    render(<div />)
    void askSchedules(null)
    const list = within(await dialog())
    expect(await list.findByText('视图已删除，定时导出已停止')).toBeInTheDocument()
    expect(list.getByText('上次 2024-06-10 08:00 失败：不支持筛选')).toBeInTheDocument()
    await user.click(list.getByRole('button', { name: '下载文件' }))
    await waitFor(() => expect(download).toHaveBeenCalledWith('/f', 'a.xlsx'))
    await user.click(list.getByRole('button', { name: '暂停 待审' }))
    await list.findByText('已暂停')
    // somebody else was faster
    kept = kept.map((s) => (s.id === '3' ? { ...s, version: 9 } : s))
    await user.click(list.getByRole('button', { name: '继续 待审' }))
    await waitFor(() => expect(told()).toContain('此定时导出已在别处更改，已为您载入最新内容'))
    await waitFor(() => expect(queryClient.getQueryData<ViewSchedule[]>(keyOf('view-schedules'))?.[0]?.version).toBe(9))
    await user.click(list.getByRole('button', { name: '继续 待审' }))
    await waitFor(() => expect(list.queryByText('已暂停')).toBeNull())
    await user.click(list.getByRole('button', { name: '删除 旧' }))
    const question = within(await screen.findByRole('dialog', { name: '删除“旧”的定时导出？' }))
    await user.click(question.getByRole('button', { name: '删除' }))
    await waitFor(() => expect(list.queryByText('旧')).toBeNull())
    expect(sent(VIEW_SCHEDULES.remove)).toEqual([{ id: '4', version: 1 }])
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('is opened from the inbox: its file where there is one, else the schedules with the reason', async () => {
    const download = vi.spyOn(saved, 'download').mockReturnValue(undefined)
    server.answer({
      [ROUNDS.exportState]: () => ({ id: '99', state: 'done', total: 1, done: 1, fileName: 'a.xlsx', link: '/f' }),
    })
    const line = (params: Record<string, string>) =>
      openLine({ kind: 'fileMade', resource: '', recordId: '', visible: true, params } as never as NotificationLine)
    await line({ schedule: '3', export: '99', ending: 'scheduled' })
    expect(download).toHaveBeenCalledWith('/f', 'a.xlsx')
    kept = [schedule({ state: 'stopped', why: '视图不再共享给您，定时导出已停止', next: '' })]
    render(<div />)
    void line({ schedule: '3', ending: 'stopped' })
    expect(await within(await dialog()).findByText('视图不再共享给您，定时导出已停止')).toBeInTheDocument()
    await user.keyboard('{Escape}')
  })
})
