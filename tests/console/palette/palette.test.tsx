import { act, createEvent, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildRegistry } from '../../../commands/catalog/build.ts'
import { teach } from '../../../commands/catalog/title.ts'
import { keyOf, queryClient } from '../../../src/console/data/queries.ts'
import { recentRecordsQuery, usedCommands, usedRecords, visitRecord } from '../../../src/console/data/recent.ts'
import { session } from '../../../src/console/data/session.ts'
import { forgetDecisions } from '../../../src/console/decisions/outbox/pendingDecisions.ts'
import {
  closePalette,
  context,
  openPalette,
  providePorts,
  registryNow,
  setContext,
  setRegistry,
} from '../../../src/console/host/host.ts'
import { setLanguage } from '../../../src/console/i18n/index.ts'
import { warmPalette } from '../../../src/console/palette/PaletteHost.tsx'
import { KeysAndPalette } from '../../../src/console/shell/KeysAndPalette.tsx'
import { paletteState } from '../../../src/console/state/palette.ts'
import type { Catalogue } from '../../../src/model/wire/catalogue.ts'
import { admin, catalogueOf } from '../../unit/commands/catalogue.ts'
import { Refusal } from '../server/envelope.ts'
import type { Row } from '../server/records.ts'
import { server } from '../server/server.ts'
import { adminIn, bench, ON_QUEUE } from './bench.tsx'

const done = { is: 'done' } as const
type Found = (asked: { readonly q?: string; readonly records?: string }) => unknown
/** Answers of the record search; all queues are empty. */
const finds = (found: readonly object[] | Found) =>
  server.answer({
    'rounds/search': (asked) => (typeof found === 'function' ? found(asked) : found),
    'rounds/queue-counts': () => [],
  })
const grid = { move: vi.fn(() => done), reload: vi.fn(async () => done) }
const decide = { decide: vi.fn(async () => ({ is: 'pending' }) as const) }
const shell = { open: vi.fn(() => done) }
let given: () => void

beforeEach(() => {
  vi.clearAllMocks()
  server.granted = adminIn()
  finds([])
  given = providePorts({
    grid,
    decide,
    shell,
    rows: { cursor: () => ({ id: '7', version: 1, settlementStatus: 0 }), ticked: () => [] },
  })
  usedCommands().reset()
  usedRecords().reset()
  queryClient.clear()
})
afterEach(async () => {
  given()
  await setLanguage('zh')
})

const ctrlK = () =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'k', code: 'KeyK', ctrlKey: true })
const open = async () => {
  ctrlK()
  const input = await screen.findByRole('combobox')
  await waitFor(() => expect(input).toHaveFocus())
  return input as HTMLInputElement
}
const pressedAt = (ms: number, event: Event): Event => Object.defineProperty(event, 'timeStamp', { value: ms })
const rows = () => screen.queryAllByRole('option')
/** Rows below a heading. */
const under = (heading: string) =>
  [...document.querySelectorAll('[cmdk-group]')]
    .filter((g) => g.querySelector('[cmdk-group-heading]')?.textContent === heading)
    .flatMap((g) => [...g.querySelectorAll('[cmdk-item]')].map((r) => r.getAttribute('data-row')))
const chosen = () => document.querySelector('[cmdk-item][data-selected="true"]')?.getAttribute('data-row')

describe('the palette', () => {
  it('jsdsh opens the audit queue, without a mouse and without Chinese input', async () => {
    const user = userEvent.setup()
    bench()
    await open()
    await user.keyboard('jsdsh')
    await waitFor(() => expect(rows()[0]).toHaveTextContent('结算单审核'))
    expect(rows()[0]?.querySelector('mark')).toHaveTextContent('结算单审核')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(shell.open).toHaveBeenCalledWith('/desk/queues/settlementOrder?view=audit', false))
    expect(screen.queryByRole('combobox')).toBeNull()
  })

  it('what is typed before it is there reaches it and decides nothing', async () => {
    bench()
    ctrlK()
    for (const c of ['j', 's', 'a']) fireEvent.keyDown(document.body, { key: c, code: `Key${c.toUpperCase()}` })
    expect(grid.move).not.toHaveBeenCalled()
    expect(decide.decide).not.toHaveBeenCalled()
    const input = (await screen.findByRole('combobox')) as HTMLInputElement
    await waitFor(() => expect(input.value).toBe('jsa'))
  })

  it('keys of the page are dead while it is open; Ctrl+K selects what was typed, Escape closes it', async () => {
    bench()
    const input = await open()
    expect(context.layers).toBe(1)
    fireEvent.keyDown(input, { key: 'j', code: 'KeyJ' })
    fireEvent.keyDown(document.body, { key: 'a', code: 'KeyA' })
    expect(grid.move).not.toHaveBeenCalled()
    expect(decide.decide).not.toHaveBeenCalled()
    fireEvent.change(input, { target: { value: '结算' } })
    input.setSelectionRange(2, 2)
    ctrlK()
    await waitFor(() => expect([input.selectionStart, input.selectionEnd]).toEqual([0, 2]))
    // another query is typed, and no key of the page
    fireEvent.keyDown(document.activeElement as Element, { key: 'a', code: 'KeyA' })
    expect(decide.decide).not.toHaveBeenCalled()
    expect(input).toHaveFocus()
    fireEvent.keyDown(input, { key: 'Escape', code: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
    expect(context).toMatchObject({ layers: 0, palette: false })
  })

  it('composing: Enter chooses a word, not a command; nor does the Enter just after; the next one does', async () => {
    bench()
    const input = await open()
    fireEvent.compositionStart(input)
    fireEvent.change(input, { target: { value: 'sx' } })
    fireEvent.keyDown(input, { key: 'Enter', code: 'Enter', isComposing: true })
    fireEvent.keyDown(input, { key: 'Process', code: 'Enter', keyCode: 229 })
    fireEvent.change(input, { target: { value: '刷新' } })
    // Keys have the time at which they were pressed, however long the page takes over them.
    fireEvent(input, pressedAt(1000, createEvent.compositionEnd(input)))
    await new Promise((r) => setTimeout(r, 80))
    fireEvent(input, pressedAt(1049, createEvent.keyDown(input, { key: 'Enter', code: 'Enter' })))
    expect(screen.getByRole('combobox')).toBeInTheDocument()
    await waitFor(() => expect(chosen()).toBe('grid.reload'))
    fireEvent(input, pressedAt(1050, createEvent.keyDown(input, { key: 'Enter', code: 'Enter' })))
    await waitFor(() => expect(grid.reload).toHaveBeenCalledTimes(1))
  })

  it('no server is asked in the middle of a composition', async () => {
    bench()
    const input = await open()
    fireEvent.compositionStart(input)
    fireEvent.change(input, { target: { value: 'kang tai' } })
    await new Promise((r) => setTimeout(r, 200))
    expect(server.of('rounds/search')).toEqual([])
    fireEvent.change(input, { target: { value: '康泰' } })
    fireEvent.compositionEnd(input)
    await waitFor(() => expect(server.of('rounds/search').map((a) => a.params)).toEqual([{ q: '康泰', limit: 20 }]))
  })

  it('what cannot be done is shown grey with its reason; Enter says it, and runs nothing in its place', async () => {
    const user = userEvent.setup()
    const { said } = bench()
    const input = await open()
    await user.type(input, '>撤回上一个决定')
    await waitFor(() => expect(rows()).toHaveLength(1))
    expect(rows()[0]).toHaveAttribute('data-why', '没有可撤回的操作')
    expect(rows()[0]).toHaveTextContent('没有可撤回的操作')
    await user.keyboard('{Enter}')
    expect(screen.getByRole('combobox')).toBeInTheDocument()
    expect(said.at(-1)?.outcome).toEqual({ is: 'nothing', why: '撤回上一个决定：没有可撤回的操作' })
  })

  it('what was typed is what Enter takes: the best row, though it cannot be had, and no other', async () => {
    const user = userEvent.setup()
    // exports are not open
    const { said } = bench()
    const input = await open()
    await user.type(input, 'dcjsd')
    await waitFor(() => expect(rows()[0]?.getAttribute('data-row')).toBe('settlementOrder.export'))
    expect(rows().length).toBeGreaterThan(1)
    await waitFor(() => expect(rows()[0]).toHaveAttribute('aria-selected', 'true'))
    await user.keyboard('{Enter}')
    expect(shell.open).not.toHaveBeenCalled()
    expect(said.at(-1)?.outcome).toMatchObject({ is: 'nothing', why: expect.stringContaining('导出尚未开放') })
    // the next one is chosen by who wants it
    await user.keyboard('{ArrowDown}')
    await waitFor(() => expect(rows()[1]).toHaveAttribute('aria-selected', 'true'))
  })

  it('shows keys only where they do something', async () => {
    const user = userEvent.setup()
    bench()
    setContext({ screen: 'table', resource: 'entrustedAccount', queue: '', view: '' })
    const input = await open()
    await user.type(input, '充值')
    const row = await waitFor(() => {
      const found = rows().find((r) => r.getAttribute('data-row') === 'entrustedAccount.recharge')
      if (!found) throw new Error('not listed')
      return found
    })
    expect(row.querySelector('kbd')).toBeNull()
  })

  it('what does not exist here is not listed at all', async () => {
    const user = userEvent.setup()
    bench()
    setContext({ screen: 'home', resource: '', queue: '', view: '' })
    const input = await open()
    await user.type(input, '审核通过')
    await waitFor(() =>
      expect(rows().some((r) => r.getAttribute('data-row') === 'settlementOrder.audit.pass')).toBe(false),
    )
  })

  it('what other screens have says where, after what is here', async () => {
    bench()
    setContext({ screen: 'home', resource: '', queue: '', view: '' })
    const input = await open()
    fireEvent.change(input, { target: { value: '排序' } })
    const order = () => rows().find((r) => r.getAttribute('data-row') === 'grid.order')
    await waitFor(() => expect(order()).toHaveTextContent('在审核队列、列表中可用'))
    const away = rows().filter((r) => r.hasAttribute('data-why'))
    expect(away[0]).toBe(order())
    // rows move in trees, which no queue is
    expect(away[1]).toHaveTextContent('排序在列表中可用')
    expect(rows().slice(-away.length)).toEqual(away)
    // commands of this screen alone are compared
    fireEvent.change(input, { target: { value: '帮助' } })
    await waitFor(() => expect(rows()[0]?.getAttribute('data-row')).toBe('help.keys'))
    expect(rows().some((r) => r.hasAttribute('data-why'))).toBe(false)
  })

  it('values of dictionaries come behind queues, commands and menus of that name', async () => {
    const value = (n: number) => ({ resource: 'dictBiz', id: `${n}`, title: '审核', note: `audit · ${n}`, pinyin: '' })
    const company = { resource: 'entrustedCompany', id: '9', title: '审核', note: 'audit', pinyin: '' }
    finds([value(1), value(2), company])
    bench()
    const input = await open()
    for (const typed of ['审核', 'audit']) {
      fireEvent.change(input, { target: { value: typed } })
      await waitFor(() => expect(rows().some((r) => r.getAttribute('data-row') === 'open.dictBiz.2')).toBe(true))
      const ids = rows().map((r) => r.getAttribute('data-row') ?? '')
      expect(ids[0]).toBe('open.entrustedCompany.9')
      const [queue, first] = [ids.indexOf('queue.settlementOrder.audit'), ids.indexOf('open.dictBiz.1')]
      expect(queue).toBeGreaterThan(0)
      expect(queue).toBeLessThan(first)
      expect(first).toBeGreaterThan(ids.indexOf('nav./desk/queues'))
    }
  })

  it('keys are shown, and so is the number of results', async () => {
    const user = userEvent.setup()
    bench()
    const input = await open()
    await user.type(input, '审核工作台')
    await waitFor(() => expect(rows()[0]).toHaveTextContent('g q'))
    expect(screen.getByRole('status')).toHaveTextContent(`${rows().length} 项结果`)
  })

  it('never more than 50 rows', async () => {
    bench()
    const input = await open()
    fireEvent.change(input, { target: { value: '>' } })
    await waitFor(() => expect(rows()).toHaveLength(50))
  })

  it('full-width scopes narrow: commands, menus', async () => {
    bench()
    const input = await open()
    fireEvent.change(input, { target: { value: '》结算' } })
    await waitFor(() => expect(rows().length).toBeGreaterThan(0))
    expect(rows().every((r) => !r.getAttribute('data-row')?.startsWith('nav.'))).toBe(true)
    fireEvent.change(input, { target: { value: '、结算' } })
    await waitFor(() => expect(rows()[0]?.getAttribute('data-row')).toMatch(/^(nav|queue)\./))
    expect(rows().every((r) => /^(nav|queue)\./.test(r.getAttribute('data-row') ?? ''))).toBe(true)
  })

  it('finds records, distinguishes people from documents, and opens the record', async () => {
    finds([
      { resource: 'settlementOrder', id: '11', title: 'SO20240615000123', note: '康泰', pinyin: '' },
      { resource: 'entrustedCompany', id: '12', title: '康泰医药', note: '', pinyin: 'kang tai yi yao' },
      { resource: 'taxItemRate', id: '13', title: '劳务报酬', note: '', pinyin: 'lao wu bao chou' },
    ])
    bench()
    const input = await open()
    fireEvent.change(input, { target: { value: '#SO2024' } })
    await waitFor(() =>
      expect(rows().map((r) => r.getAttribute('data-row'))).toEqual(['open.settlementOrder.11', 'open.taxItemRate.13']),
    )
    fireEvent.change(input, { target: { value: '＠康泰' } })
    await waitFor(() => expect(rows().map((r) => r.getAttribute('data-row'))).toEqual(['open.entrustedCompany.12']))
    fireEvent.keyDown(input, { key: 'Enter', code: 'Enter' })
    await waitFor(() => expect(shell.open).toHaveBeenCalledWith('/entrustedcompany/detail/12/0', false))
  })

  it('says among whom @ looks, and that users are not there for who may not see them', async () => {
    finds([])
    server.granted = catalogueOf('finance')
    act(() => setRegistry(buildRegistry(server.granted as Catalogue, 'zh')))
    bench()
    const input = await open()
    fireEvent.change(input, { target: { value: '@' } })
    await screen.findByText(/查找范围：.*医生.*；用户须有查看权限才能找到/)
    fireEvent.change(input, { target: { value: '@方静' } })
    await screen.findByText(/没有找到“方静”/)
    expect(screen.getByText(/用户须有查看权限/)).toBeInTheDocument()
    server.granted = adminIn()
    act(() => setRegistry(buildRegistry(server.granted as Catalogue, 'zh')))
    await waitFor(() => expect(screen.queryByText(/用户须有查看权限/)).toBeNull())
  })

  it('a search that fails says so and leaves the commands usable', async () => {
    finds(() => {
      throw new Refusal(500, '连不上服务器')
    })
    bench()
    const input = await open()
    fireEvent.change(input, { target: { value: '刷新' } })
    await screen.findByText(/单据暂时查不到：连不上服务器/)
    expect(rows()[0]).toHaveTextContent('刷新')
  })

  it('? explains the scopes; choosing one stays open in it', async () => {
    bench()
    const input = await open()
    fireEvent.change(input, { target: { value: '？' } })
    await waitFor(() => expect(rows()).toHaveLength(6))
    fireEvent.click(within(rows()[1] as HTMLElement).getByText('查找菜单'))
    expect(input.value).toBe('/')
  })

  it('another query begins at the best row and at the top', async () => {
    bench()
    const input = await open()
    const list = screen.getByRole('listbox')
    fireEvent.keyDown(input, { key: 'End' })
    list.scrollTop = 300
    fireEvent.change(input, { target: { value: '结算' } })
    await waitFor(() => expect(chosen()).toBe(rows()[0]?.getAttribute('data-row')))
    expect(list.scrollTop).toBe(0)
    fireEvent.change(input, { target: { value: '' } })
    await waitFor(() => expect(chosen()).toBe(rows()[0]?.getAttribute('data-row')))
  })

  it('j and k typed with Ctrl do not move the choice (no vim keys), arrows do', async () => {
    bench()
    const input = await open()
    const first = chosen()
    fireEvent.keyDown(input, { key: 'j', code: 'KeyJ', ctrlKey: true })
    expect(chosen()).toBe(first)
    fireEvent.keyDown(input, { key: 'ArrowDown', code: 'ArrowDown' })
    await waitFor(() => expect(chosen()).not.toBe(first))
  })

  it('what was used comes first next time; forgetting undoes that', async () => {
    bench()
    usedCommands().visit('theme.dark')
    await open()
    expect(under('最近')).toEqual(['theme.dark'])
    fireEvent.keyDown(document.activeElement as Element, { key: 'Escape', code: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
    usedCommands().reset()
    usedRecords().reset()
    await open()
    expect(under('最近')).toEqual([])
  })

  it('brings the other names of commands: those made before it came are made again', async () => {
    closePalette()
    setContext(ON_QUEUE)
    teach({ names: {}, readings: new Map() })
    paletteState.named = false
    render(<KeysAndPalette />)
    expect(registryNow().get('session.signOut')).toMatchObject({ title: '退出登录', words: [], pinyin: [] })
    warmPalette()
    await waitFor(() => expect(registryNow().get('session.signOut')?.words).toContain('logout'))
    expect(registryNow().get('session.signOut')?.pinyin).toEqual(['tui chu deng lu'])
    await userEvent.setup().type(await open(), 'logout')
    await waitFor(() => expect(chosen()).toBe('session.signOut'))
  })

  it('a switch of language keeps ids, choice and finding by both languages', async () => {
    bench()
    const input = await open()
    fireEvent.change(input, { target: { value: 'settlement order review' } })
    await waitFor(() => expect(chosen()).toBe('queue.settlementOrder.audit'))
    await act(async () => {
      await setLanguage('en')
      setRegistry(buildRegistry(admin('en'), 'en'))
    })
    await waitFor(() => expect(rows()[0]).toHaveTextContent('Settlement order review'))
    expect(chosen()).toBe('queue.settlementOrder.audit')
    fireEvent.change(input, { target: { value: 'jsdsh' } })
    await waitFor(() => expect(rows()[0]).toHaveTextContent('Settlement order review'))
    // by its Chinese name, which is said then
    expect(rows()[0]?.querySelector('.also mark')).toHaveTextContent('结算单审核')
  })

  it('a decision chosen in it is about the row behind it', async () => {
    bench()
    const input = await open()
    fireEvent.change(input, { target: { value: '审核通过' } })
    await waitFor(() => expect(chosen()).toBe('settlementOrder.audit.pass'))
    fireEvent.keyDown(input, { key: 'Enter', code: 'Enter' })
    await waitFor(() =>
      expect(decide.decide).toHaveBeenCalledWith('settlementOrder', 'audit.pass', {
        ...{ detailed: false, batch: false, inline: '' },
      }),
    )
    expect(context).toMatchObject({ layers: 0, palette: false })
  })

  it('text behind the name of a command that asks is its first answer; a command that asks nothing takes none', async () => {
    bench()
    const input = await open()
    fireEvent.change(input, { target: { value: 'bh 材料 不全' } })
    await waitFor(() => expect(chosen()).toBe('settlementOrder.audit.reject ='))
    expect(rows()[0]).toHaveTextContent('审核驳回材料 不全')
    fireEvent.keyDown(input, { key: 'Enter', code: 'Enter' })
    await waitFor(() =>
      expect(decide.decide).toHaveBeenCalledWith('settlementOrder', 'audit.reject', {
        ...{ detailed: false, batch: false, inline: '材料 不全' },
      }),
    )
  })

  it('opens in a scope when asked to', async () => {
    bench()
    act(() => {
      openPalette('#')
    })
    const input = (await screen.findByRole('combobox')) as HTMLInputElement
    expect(input.value).toBe('#')
  })
})

describe('what can be done with a result', () => {
  const ORDER = { resource: 'settlementOrder', id: '11', title: 'SO20240615000123', note: '康泰', pinyin: '' }
  const ROW = { id: '11', version: 3, code: ORDER.title, settlementStatus: 0, entrustedCompanyName: '康泰' }
  const serve = (row: Row = ROW) => {
    server.hold('settlementOrder', [row])
    return finds(({ q }) => (q ? [ORDER] : []))
  }
  const key = (input: Element, name: string, init: KeyboardEventInit = {}) =>
    fireEvent.keyDown(input, { key: name, code: name, ...init })
  const actionsOfOrder = async () => {
    const input = await open()
    fireEvent.change(input, { target: { value: '0615' } })
    await waitFor(() => expect(chosen()).toBe('open.settlementOrder.11'))
    key(input, 'Tab')
    await waitFor(() => expect(rows().length).toBeGreaterThan(4))
    return input
  }
  const offered = () => rows().map((r) => r.getAttribute('data-row'))

  it('Tab offers what its own page would: by its state and this person’s rights', async () => {
    serve()
    bench()
    await actionsOfOrder()
    expect(offered()).toEqual([
      'action.openPlace',
      'action.openAside',
      'settlementOrder.audit.pass',
      'settlementOrder.audit.pass.detailed',
      'settlementOrder.audit.reject',
      'settlementOrder.remove',
      'action.copyLink',
      'action.copyNumber',
      'action.showHistory',
    ])
    // as the field is called
    expect(rows().at(-2)).toHaveTextContent('复制结算单号')
  })

  it('in another state other decisions, with other rights none', async () => {
    serve({ ...ROW, settlementStatus: 2 })
    bench()
    await actionsOfOrder()
    expect(offered().filter((id) => id?.startsWith('settlementOrder.'))).toEqual([
      'settlementOrder.confim.pass',
      'settlementOrder.confim.pass.detailed',
      'settlementOrder.confim.reject',
    ])
    for (const _ of ['the actions', 'the palette']) key(screen.getByRole('combobox'), 'Escape')
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
    serve()
    server.granted = catalogueOf('auditor')
    act(() => setRegistry(buildRegistry(server.granted as Catalogue, 'zh')))
    await actionsOfOrder()
    expect(offered().filter((id) => id?.startsWith('settlementOrder.'))).toEqual([])
  })

  it('a decision goes the way of every decision, and is about the record that was found', async () => {
    serve()
    server.held = []
    bench()
    const input = await actionsOfOrder()
    fireEvent.change(input, { target: { value: 'shtg' } })
    await waitFor(() => expect(chosen()).toBe('settlementOrder.audit.pass'))
    key(input, 'Enter')
    await waitFor(() =>
      expect(server.of('blade-svc/settlementOrder/audit')).toMatchObject([
        { body: { id: '11', version: 3, status: 1 }, key: expect.stringMatching(/./) },
      ]),
    )
    // the row of the page behind has another id and is not decided
    expect(decide.decide).not.toHaveBeenCalled()
    forgetDecisions()
  })

  it.each([
    ['Escape', {}],
    ['Backspace', {}],
    ['Tab', { shiftKey: true }],
  ])('%s goes back to the results as they were', async (name, init) => {
    serve()
    bench()
    const input = await open()
    fireEvent.change(input, { target: { value: '结算' } })
    await waitFor(() => expect(rows().length).toBeGreaterThan(3))
    key(input, 'ArrowDown')
    key(input, 'ArrowDown')
    await waitFor(() => expect(chosen()).toBe(offered()[2]))
    const before = chosen()
    key(input, 'Tab')
    await waitFor(() => expect(offered()[0]).toBe('action.openPlace'))
    expect(input.value).toBe('')
    fireEvent.change(input, { target: { value: 'fzlj' } })
    await waitFor(() => expect(offered()).toEqual(['action.copyLink']))
    if (name === 'Backspace') {
      key(input, name, init)
      expect(offered()).toEqual(['action.copyLink'])
      fireEvent.change(input, { target: { value: '' } })
    }
    key(input, name, init)
    await waitFor(() => expect(input.value).toBe('结算'))
    expect(chosen()).toBe(before)
    // and once more closes
    key(input, 'Escape')
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
  })

  it('Ctrl+Enter opens a record or a menu aside', async () => {
    serve()
    bench()
    let input = await open()
    fireEvent.change(input, { target: { value: '0615' } })
    await waitFor(() => expect(chosen()).toBe('open.settlementOrder.11'))
    key(input, 'Enter', { ctrlKey: true })
    await waitFor(() => expect(shell.open).toHaveBeenCalledWith('/svc/settlementOrder/detail/11', true))
    input = await open()
    fireEvent.change(input, { target: { value: 'jsdsh' } })
    await waitFor(() => expect(chosen()).toBe('queue.settlementOrder.audit'))
    key(input, 'Enter', { ctrlKey: true })
    await waitFor(() => expect(shell.open).toHaveBeenCalledWith('/desk/queues/settlementOrder?view=audit', true))
  })

  it('of a menu: a new record where that is granted; of a command: its key', async () => {
    bench()
    const input = await open()
    fireEvent.change(input, { target: { value: '委托企业' } })
    await waitFor(() => expect(chosen()).toBe('nav./csc/entrustedCompany'))
    key(input, 'Tab')
    await waitFor(() => expect(offered()).toContain('entrustedCompany.add'))
    key(input, 'Escape')
    await waitFor(() => expect(input.value).toBe('委托企业'))
    fireEvent.change(input, { target: { value: '收起或展开侧栏' } })
    await waitFor(() => expect(chosen()).toBe('shell.sidebar'))
    key(input, 'Tab')
    await waitFor(() => expect(offered()).toEqual(['action.runCommand', 'action.showKey']))
    key(input, 'End')
    await waitFor(() => expect(chosen()).toBe('action.showKey'))
    key(input, 'Enter')
    const dialog = await screen.findByRole('dialog', { name: '快捷键一览' })
    expect(dialog.querySelector('[data-command="shell.sidebar"]')).not.toBeNull()
  })

  it('the foot says what the keys do with the row in hand, and does it', async () => {
    serve()
    const user = userEvent.setup()
    bench()
    const input = await open()
    const foot = () => [...document.querySelectorAll('.foot button')].map((b) => b.textContent)
    fireEvent.change(input, { target: { value: '0615' } })
    await waitFor(() => expect(foot()).toEqual(['打开 Enter', '新标签页 Ctrl+Enter', '操作 Tab']))
    fireEvent.change(input, { target: { value: '>刷新' } })
    await waitFor(() => expect(foot()).toEqual(['执行 Enter', '操作 Tab']))
    fireEvent.change(input, { target: { value: '0615' } })
    await waitFor(() => expect(chosen()).toBe('open.settlementOrder.11'))
    await user.click(screen.getByRole('button', { name: /^操作/ }))
    await waitFor(() => expect(offered()[0]).toBe('action.openPlace'))
    await user.click(screen.getByRole('button', { name: '返回' }))
    await waitFor(() => expect(input.value).toBe('0615'))
    // by the dots of the row, too
    await user.click(document.querySelector('[data-more]') as Element)
    await waitFor(() => expect(offered()[0]).toBe('action.openPlace'))
    expect(shell.open).not.toHaveBeenCalled()
  })
})

describe('before anything is typed', () => {
  it('what is to do with its counts, what was used lately, and the commands of this screen', async () => {
    const counts = [
      { queue: 'settlementOrder', view: 'audit', total: 0, exact: true },
      { queue: 'settlementOrder', view: 'toSettle', total: 63, exact: true },
    ]
    // known from the screen behind it: what is counted while it stands moves nothing
    queryClient.setQueryData(keyOf('queue-counts'), counts)
    // the first of the two can no longer be read
    finds(({ records }) =>
      records
        ? [{ resource: 'entrustedCompany', id: '12', title: '康泰医药', note: 'C1', pinyin: 'kang tai yi yao' }]
        : [],
    )
    server.answer({ 'rounds/queue-counts': () => counts })
    visitRecord('entrustedCompany', '12')
    visitRecord('settlementOrder', '99')
    bench()
    await open()
    await waitFor(() => expect(under('最近')).toEqual(['open.entrustedCompany.12']))
    expect(usedRecords().recent(9)).toEqual(['entrustedCompany.12'])
    await waitFor(() =>
      expect(document.querySelector('[data-row="queue.settlementOrder.toSettle"]')).toHaveTextContent('63'),
    )
    expect(under('本页')).toContain('settlementOrder.audit.pass')
    expect(under('本页').some((id) => id?.startsWith('nav.') || id?.startsWith('theme.'))).toBe(false)
    // this browser stores ids of records, never their names
    expect(Object.values(localStorage).join()).not.toContain('康泰')
  })

  it('to do first is what this person does, then where most waits; what is empty comes last', async () => {
    const waits = { toSettle: 63, audit: 5, confim: 900 }
    const counts = Object.entries(waits).map(([view, total]) => ({
      queue: 'settlementOrder',
      view,
      total,
      exact: true,
    }))
    queryClient.setQueryData(keyOf('queue-counts'), counts)
    server.answer({ 'rounds/queue-counts': () => counts })
    usedCommands().visit('queue.settlementOrder.audit')
    usedCommands().visit('queue.resultOrder.audit')
    bench()
    await open()
    expect(under('待办').slice(0, 4)).toEqual(
      ['settlementOrder.audit', 'settlementOrder.confim', 'settlementOrder.toSettle', 'resultOrder.audit'].map(
        (view) => `queue.${view}`,
      ),
    )
  })

  it('what was used lately is kept where nothing is answered of it', async () => {
    finds(() => null)
    visitRecord('entrustedCompany', '12')
    expect(await queryClient.fetchQuery(recentRecordsQuery())).toEqual([])
    expect(usedRecords().recent(9)).toEqual(['entrustedCompany.12'])
  })

  it('what one person used is nothing to the next', async () => {
    session.userId = 'a'
    visitRecord('entrustedCompany', '12')
    usedCommands().visit('theme.dark')
    session.userId = 'b'
    bench()
    await open()
    expect(under('最近')).toEqual([])
    expect(server.of('rounds/search')).toEqual([])
    session.userId = ''
  })

  it('a record used lately is there before the server answers', async () => {
    visitRecord('entrustedCompany', '12')
    finds(({ records }) =>
      records
        ? [{ resource: 'entrustedCompany', id: '12', title: '康泰医药', note: 'C1', pinyin: 'kang tai yi yao' }]
        : new Promise(() => {}),
    )
    bench()
    const input = await open()
    await waitFor(() => expect(under('最近')).toEqual(['open.entrustedCompany.12']))
    fireEvent.change(input, { target: { value: 'ktyy' } })
    await waitFor(() => expect(chosen()).toBe('open.entrustedCompany.12'))
    expect(document.querySelector('[cmdk-item] mark')).toHaveTextContent('康泰医药')
  })

  it('scopes are chips: pressed by their prefix, and a click sets it before what was typed', async () => {
    const user = userEvent.setup()
    bench()
    const input = await open()
    fireEvent.change(input, { target: { value: '、结算' } })
    const chip = screen.getByRole('button', { name: '菜单' })
    await waitFor(() => expect(chip).toHaveAttribute('aria-pressed', 'true'))
    await user.click(screen.getByRole('button', { name: '命令' }))
    expect(input.value).toBe('>结算')
    await user.click(screen.getByRole('button', { name: '命令' }))
    expect(input.value).toBe('结算')
  })
})

describe('the key sheet', () => {
  it('shows the keys of this page, all on demand, and is found by title, pinyin and key', async () => {
    const user = userEvent.setup()
    bench()
    fireEvent.keyDown(document.body, { key: '?', code: 'Slash', shiftKey: true })
    const dialog = await screen.findByRole('dialog', { name: '快捷键一览' })
    const has = (id: string) => dialog.querySelector(`[data-command="${id}"]`) !== null
    expect(has('settlementOrder.audit.pass')).toBe(true)
    expect(has('settlementOrder.confim.pass')).toBe(false)
    // rows that form no tree are not moved in one
    expect(has('tree.moveUp')).toBe(false)
    // as many as the record in front has
    expect(has('record.section.6')).toBe(true)
    expect(has('record.section.7')).toBe(false)
    await user.click(within(dialog).getByRole('button', { name: '全部' }))
    expect(has('record.section.9')).toBe(true)
    expect(has('settlementOrder.confim.pass')).toBe(true)
    expect(has('tree.moveUp')).toBe(true)
    const field = within(dialog).getByRole('textbox')
    await user.type(field, 'shtg')
    expect(has('settlementOrder.audit.pass')).toBe(true)
    expect(has('grid.down')).toBe(false)
    await user.clear(field)
    await user.type(field, 'g q')
    expect(has('nav./desk/queues')).toBe(true)
    await user.clear(field)
    await user.type(field, 'zzzzz')
    expect(within(dialog).getByRole('status')).toHaveTextContent('没有符合的快捷键')
  })
})
