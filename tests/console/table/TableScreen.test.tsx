import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadResource } from '../../../src/console/data/domains.ts'
import { forgetSettings, mySettings } from '../../../src/console/data/mySettings.ts'
import { outdate, queryClient } from '../../../src/console/data/queries.ts'
import { forgetDecisions } from '../../../src/console/decisions/outbox/pendingDecisions.ts'
import { rangeFieldOf, rangeOf, withRange } from '../../../src/console/filter/DateRange.tsx'
import { commandHost, context, runCommand } from '../../../src/console/host/host.ts'
import { ports } from '../../../src/console/host/ports.ts'
import { TableScreen } from '../../../src/console/lists/TableScreen.tsx'
import { closeMenu, type MenuEntry, menu } from '../../../src/console/ui/menu.ts'
import { messages } from '../../../src/console/ui/messages/toast.ts'
import { NARROW } from '../../../src/console/ui/useMedia.ts'
import { resourceOf, resources } from '../../../src/model/business.ts'
import type { Catalogue } from '../../../src/model/wire/catalogue.ts'
import { genericDelete } from '../server/catalogue.ts'
import { Refusal } from '../server/envelope.ts'
import { order, orders } from '../server/samples.ts'
import { server } from '../server/server.ts'
import { grid, here, names, ready, stage } from '../stage.tsx'

let shown: ReturnType<typeof stage>
const user = userEvent.setup({ delay: null })
const row = (name: string) => screen.getByText(name, { selector: '.g-c.name' }).closest('.g-r') as HTMLElement
const said = () => messages.list.map((m) => m.text)

/** The grid is as high as its header and so many rows. */
const rowsFit = (n: number) => vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(30 + n * 28)

beforeEach(async () => {
  server.granted = genericDelete()
  await loadResource('settlementOrder')
})
beforeEach(() => {
  server.granted = genericDelete()
  queryClient.clear()
  localStorage.clear()
  forgetSettings()
  messages.list = []
  forgetDecisions()
  rowsFit(10)
})
afterEach(() => {
  shown.leave()
  cleanup()
  vi.restoreAllMocks()
})

const PATH = '/svc/settlementOrder'
const open = async (count = 45, search = '', wait = true, make?: Parameters<typeof orders>[1]) => {
  server.asked = []
  server.hold('settlementOrder', orders(count, make))
  shown = stage(<TableScreen resource="settlementOrder" />, PATH + search, 'table', server.granted as Catalogue)
  if (wait) await ready()
}
const lastWindow = () => server.of('rounds/window').at(-1)?.values

describe('a list of what is not in force', () => {
  it('says so above its rows, with what decides instead', async () => {
    await loadResource('oss')
    server.hold('oss', [{ id: '1', version: 0, ossCode: 'minio', status: 1 }])
    shown = stage(<TableScreen resource="oss" />, '/resource/oss', 'table', server.granted as Catalogue)
    expect(await screen.findByRole('note')).toHaveTextContent('尚未生效文件存放在哪里由服务器配置决定')
  })
})

describe('a generic table', () => {
  it('keeps messages above its pager for as long as it is shown', async () => {
    const bottom = innerHeight - 68
    vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 800, bottom))
    await open()
    shown.leave()
    cleanup()
  })

  it('shows as many as fit, turns pages in the address, and keeps a chosen size as the person’s own', async () => {
    await open()
    expect(names()).toHaveLength(10)
    await waitFor(() => expect(screen.getByText('共 45 条')).toBeInTheDocument())
    await user.click(screen.getByRole('button', { name: '下一页' }))
    await waitFor(() => expect(here()).toBe('SO1010'))
    expect(shown.search()).toBe('?current=2')
    await user.selectOptions(screen.getByRole('combobox', { name: '每页条数' }), '30')
    await waitFor(() => expect(grid()).toHaveAttribute('aria-rowcount', '31'))
    expect(shown.search()).toBe('')
    expect(mySettings().get('pageSize').value, 'of every list from now on').toBe('30')
    expect(
      [...within(screen.getByRole('combobox', { name: '每页条数' })).getAllByRole('option')].map(
        (o) => (o as HTMLOptionElement).value,
      ),
    ).toEqual(['auto', '10', '30', '50', '100', '200'])
    const input = screen.getByRole('textbox', { name: '页码' })
    await user.click(input)
    await user.keyboard('2{Enter}')
    await waitFor(() => expect(here()).toBe('SO1030'))
    expect(screen.getByRole('button', { name: '下一页' })).toBeDisabled()
  })

  it('takes page and size from the address, and ignores invalid ones', async () => {
    await open(45, '?current=2&size=30')
    expect(here()).toBe('SO1030')
    expect(lastWindow()).toMatchObject({ offset: 30, size: 30 })
  })

  it('fills the height by itself: another window has other pages, a ticked row changes none', async () => {
    await open(45, '?current=3')
    expect(lastWindow()).toMatchObject({ offset: 20, size: 10 })
    expect(screen.getByRole('option', { name: '自动（10 条/页）' })).toBeInTheDocument()
    rowsFit(9)
    await user.keyboard('x')
    expect(lastWindow()).toMatchObject({ size: 10 })
    rowsFit(16)
    fireEvent(window, new Event('resize'))
    // the page with what was its first row
    await waitFor(() => expect(lastWindow()).toMatchObject({ offset: 16, size: 16 }))
    expect(shown.search()).toBe('?current=2')
    await user.selectOptions(screen.getByRole('combobox', { name: '每页条数' }), '10')
    await waitFor(() => expect(shown.search()).toBe(''))
    expect(lastWindow()).toMatchObject({ offset: 0, size: 10 })
    expect(server.asked.filter((c) => c.path === 'rounds/window' && Number(c.values.size) === 0)).toEqual([])
  })

  it('says which date a range is of', async () => {
    await open()
    expect(screen.getByRole('group', { name: '创建时间' })).toHaveTextContent('创建时间')
    // order of the list, where it is another moment that filters use
    expect([...resources.values()].filter((r) => rangeFieldOf(r) !== 'createTime').map((r) => r.id)).toContain(
      'entrustedAccountRecord',
    )
    const posted = withRange([], '2024-06-01', '', rangeFieldOf(resourceOf('entrustedAccountRecord')))
    expect(posted).toEqual([{ field: 'recordTime', op: 'ge', value: '2024-06-01 00:00:00' }])
    expect([rangeOf(posted, 'recordTime').from, rangeOf(posted).from]).toEqual(['2024-06-01', ''])
  })

  it('is ordered by key: every declared order, either way', async () => {
    await open()
    await user.keyboard('{Alt>}s{/Alt}')
    const entries = (menu.open?.entries ?? []) as readonly MenuEntry[]
    expect(entries.map((e) => [e.label, e.checked])).toEqual([
      ['创建时间 降序', true],
      ['创建时间 升序', false],
      ['结算总额 降序', false],
      ['结算总额 升序', false],
      ['结算单号 降序', false],
      ['结算单号 升序', false],
    ])
    act(() => entries[3]?.run())
    closeMenu()
    await waitFor(() => expect(shown.search()).toBe('?sort=%2BtotalAmount'))
    const { grid: port } = commandHost('palette')
    expect(port.orders().find((o) => o.now)?.sort).toBe('+totalAmount')
    act(() => void port.order('code'))
    await waitFor(() => expect(shown.search()).toBe('?sort=code'))
    expect(port.order('taxAmount')).toEqual({ is: 'nothing', why: '此列表的顺序是固定的' })
  })

  it('opens the last page when the page no longer exists', async () => {
    await open(12, '?current=9')
    await waitFor(() => expect(here()).toBe('SO1010'))
    expect(shown.search()).toBe('?current=2')
  })

  it('a search returns to page one and drops empty values', async () => {
    await open(45, '?current=3')
    await user.keyboard('/')
    await user.keyboard('金额:>=4000 {Enter}')
    await waitFor(() => expect(names()).toEqual(['SO1039', 'SO1040', 'SO1041', 'SO1042', 'SO1043', 'SO1044']))
    expect(shown.search()).toBe('?totalAmount_ge=4000.00')
    expect(Object.values(lastWindow() ?? {})).not.toContain('')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(names()).toHaveLength(10))
    expect(shown.search()).toBe('')
  })

  it('filters by the days of making, whole days, either end open', async () => {
    await open()
    const from = screen.getByLabelText('起始日期')
    await user.type(from, '07-32{Enter}')
    await waitFor(() => expect(from).toBeInvalid())
    expect(shown.search()).toBe('')
    await user.clear(from)
    await user.type(from, '2024-7-1{Enter}')
    await waitFor(() => expect(screen.getByText('没有符合条件的数据')).toBeInTheDocument())
    expect(decodeURIComponent(shown.search()).replace('+', ' ')).toBe('?createTime_ge=2024-07-01 00:00:00')
    expect(rangeOf(withRange([], '2024-06-01', '2024-06-02'))).toEqual({ from: '2024-06-01', to: '2024-06-02' })
    expect(withRange(withRange([], '2024-06-01', '2024-06-02'), '', '2024-06-02')).toEqual([
      { field: 'createTime', op: 'le', value: '2024-06-02 23:59:59' },
    ])
  })

  it('turns the page when the arrow moves past its end', async () => {
    await open(12)
    for (let i = 0; i < 9; i++) await user.keyboard('j')
    expect(here()).toBe('SO1009')
    await waitFor(() => expect(screen.getByText('共 12 条')).toBeInTheDocument())
    await user.keyboard('j')
    await waitFor(() => expect(here()).toBe('SO1010'))
    await user.keyboard('k')
    await waitFor(() => expect(here()).toBe('SO1009'))
  })

  it('orders only by what is declared', async () => {
    await open()
    const code = screen.getByRole('columnheader', { name: '结算总额' })
    expect(code).toHaveAttribute('aria-sort', 'none')
    expect(screen.getByRole('columnheader', { name: '财税公司' })).not.toHaveAttribute('aria-sort')
    await user.click(within(code).getByRole('button'))
    await waitFor(() => expect(here()).toBe('SO1044'))
    expect(shown.search()).toBe('?sort=totalAmount')
  })
})

describe('deleting', () => {
  it('asks for at least one, then the question, then says so', async () => {
    await open(3)
    await user.keyboard('jxkx')
    expect(context.selected).toBe(2)
    await user.click(screen.getByRole('button', { name: /批量删除/ }))
    const dialog = await screen.findByRole('dialog')
    expect(dialog).toHaveTextContent('确定将选择数据删除?')
    await user.click(within(dialog).getByRole('button', { name: '取消' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(server.rows()).toHaveLength(3)
    await user.keyboard('{Delete}')
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '删除' }))
    await waitFor(() => expect(names()).toEqual(['SO1002']))
    expect(said()).toContain('删除成功')
    expect(server.asked.find((c) => c.path.endsWith('/remove'))?.values.ids).toBe('1000,1001')
    expect(context.selected).toBe(0)
  })

  /** 25 rows, one of which is in a state in which it may not be deleted. */
  const openWithOne = async (wrong: number) => {
    const made = genericDelete()
    const editable = { edit: { settlementStatus: 1 }, delete: { settlementStatus: 0 } }
    server.granted = {
      ...made,
      resources: made.resources.map((r) => (r.id === 'settlementOrder' ? { ...r, editable } : r)),
    }
    await open(25, '', true, (i) => (i === wrong ? { settlementStatus: 4 } : {}))
  }
  it('is dead where the state of a ticked record forbids it, also on another page', async () => {
    await openWithOne(0)
    expect(screen.getByRole('button', { name: '编辑 e' })).toHaveAttribute(
      'title',
      expect.stringContaining('当前状态不允许该操作'),
    )
    await user.keyboard('x')
    await user.click(screen.getByRole('button', { name: '下一页' }))
    await waitFor(() => expect(here()).toBe('SO1010'))
    await user.keyboard('x{Delete}')
    await waitFor(() => expect(said()).toContain('有的勾选行当前状态不允许该操作'))
    expect(server.asked.filter((c) => c.path.endsWith('/remove'))).toEqual([])
  })
  it('of all matching looks at pages never seen before it asks', async () => {
    await openWithOne(20)
    await user.keyboard('{Control>}a{/Control}{Delete}')
    await waitFor(() => expect(said()).toContain('所选数据中有的当前状态不允许删除'))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(server.asked.filter((c) => c.path.endsWith('/remove'))).toEqual([])
  })

  it('keeps ticks over pages', async () => {
    await open(25)
    await user.keyboard('x')
    await user.click(screen.getByRole('button', { name: '下一页' }))
    await waitFor(() => expect(here()).toBe('SO1010'))
    await user.keyboard('x')
    expect(context.selected).toBe(2)
    await user.keyboard('{Delete}')
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '删除' }))
    await waitFor(() => expect(server.rows()).toHaveLength(23))
    expect(server.asked.find((c) => c.path.endsWith('/remove'))?.values.ids).toBe('1000,1010')
  })
})

describe('a record that was added', () => {
  const add = async (id: string, totalAmount: string) => {
    const made = { ...order(id, { totalAmount }), code: `SO${id}` }
    server.hold('settlementOrder', [...server.rows(), made])
    await act(async () => {
      ports.rows.added('settlementOrder', made)
      await outdate('settlementOrder')
    })
  }
  it('has the cursor, on whatever page of the list it is', async () => {
    await open(25, '?size=10')
    await user.keyboard('jj')
    await add('2000', '9900.00')
    await waitFor(() => expect(here()).toBe('SO2000'))
    expect(shown.search()).toBe('?size=10&current=3')
    expect(said()).toEqual([])
  })

  it('and is not listed as it is filtered: that is said with the way to it, and the cursor stays', async () => {
    await open(12, '?totalAmount_ge=1000.00')
    await user.keyboard('j')
    expect(here()).toBe('SO1010')
    await add('2000', '1.00')
    await waitFor(() => expect(said()).toEqual(['此记录不在当前筛选结果中']))
    expect(here()).toBe('SO1010')
    act(() => messages.list[0]?.action?.run())
    await waitFor(() => expect(shown.router.state.location.pathname).toBe('/svc/settlementOrder/detail/2000'))
  })
})

describe('a key that every list has, where it does nothing', () => {
  const offers = (...operations: Catalogue['resources'][number]['operations']) => {
    const made = genericDelete()
    server.granted = {
      ...made,
      resources: made.resources.map((r) => (r.id === 'settlementOrder' ? { ...r, operations } : r)),
    }
  }
  it('says what cannot be done here, or that it is not granted', async () => {
    offers('view')
    await open(3)
    await user.keyboard('{Delete}')
    await waitFor(() => expect(said()).toEqual(['此处不能删除']))
    // as a family has it that may be edited by others
    const of = resourceOf('settlementOrder')
    const declared = vi.spyOn(of, 'operations', 'get' as never).mockReturnValue(['view', 'edit'] as never)
    await user.keyboard('e')
    await waitFor(() => expect(said()[0]).toBe('没有修改权限'))
    declared.mockRestore()
  })

  it('is a letter where it is typed into a field', async () => {
    offers('view')
    await open(3)
    await user.keyboard('/')
    await waitFor(() => expect(document.activeElement).toHaveProperty('tagName', 'INPUT'))
    await user.keyboard('n{Delete}')
    expect(document.activeElement).toHaveValue('n')
    // the message of the first key is shown before that of the next
    act(() => (document.activeElement as HTMLElement).blur())
    await user.keyboard('{Delete}')
    await waitFor(() => expect(said()).toEqual(['此处不能删除']))
  })

  it('says that no row is selected', async () => {
    offers('view', 'edit', 'delete')
    await open(0, '', false)
    await waitFor(() => expect(screen.getByText('暂无数据')).toBeInTheDocument())
    await user.keyboard('e')
    await waitFor(() => expect(said()).toEqual(['没有选中的行']))
  })
})

describe('the record beside its list', () => {
  const beside = () => document.querySelector<HTMLElement>('[data-beside]')
  const title = () => beside()?.querySelector('h2')?.textContent
  const removed = () => server.asked.filter((c) => c.path.endsWith('/remove')).map((c) => c.values.ids)
  const remove = async () => user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '删除' }))
  beforeEach(() => {
    server.granted = {
      ...genericDelete(),
      resources: genericDelete().resources.map((r) => ({ ...r, routes: { list: PATH } })),
    }
  })

  it('is opened by key and by double click, named by the address, closed by Escape', async () => {
    await open(3)
    await user.dblClick(row('SO1001'))
    await waitFor(() => expect(title()).toBe('SO1001'))
    expect(shown.search()).toBe('?open=1001')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(beside()).toBeNull())
    expect(shown.search()).toBe('')
    expect(here()).toBe('SO1001')
    await user.keyboard('jo')
    await waitFor(() => expect(title()).toBe('SO1002'))
  })

  it('of an address has the cursor on its own row, on whatever page that is', async () => {
    await open(45, '?open=1033')
    await waitFor(() => expect(here()).toBe('SO1033'))
    await waitFor(() => expect(title()).toBe('SO1033'))
    expect(shown.search()).toBe('?open=1033&current=4')
    await user.keyboard('{Delete}')
    await remove()
    await waitFor(() => expect(removed()).toEqual(['1033']))
  })

  it('that the filter does not show says so, no row has the cursor, and keys act on it alone', async () => {
    await open(12, '?totalAmount_ge=1000.00&open=1003')
    await waitFor(() => expect(title()).toBe('SO1003'))
    await waitFor(() => expect(beside()).toHaveTextContent('此记录不在当前筛选结果中'))
    expect(names()).toEqual(['SO1009', 'SO1010', 'SO1011'])
    expect(here()).toBe('')
    await user.keyboard('x')
    expect(context.selected).toBe(0)
    await user.keyboard('{Delete}')
    await remove()
    await waitFor(() => expect(removed()).toEqual(['1003']))
    await waitFor(() => expect(beside()).toBeNull())
  })

  it('gives way to the row that the cursor is moved to; the address follows', async () => {
    await open(12, '?totalAmount_ge=1000.00&open=1003')
    await waitFor(() => expect(title()).toBe('SO1003'))
    await user.keyboard('j')
    await waitFor(() => expect(title()).toBe('SO1009'))
    expect(here()).toBe('SO1009')
    expect(beside()).not.toHaveTextContent('此记录不在当前筛选结果中')
    await waitFor(() => expect(shown.search()).toBe('?totalAmount_ge=1000.00&open=1009'))
  })

  it('stays although a filter no longer shows its row; clearing that brings the cursor back to it', async () => {
    await open(12, '?open=1003')
    await waitFor(() => expect(here()).toBe('SO1003'))
    await user.keyboard('/')
    await waitFor(() => expect(document.activeElement).toHaveProperty('tagName', 'INPUT'))
    await user.keyboard('金额:>=1000 {Enter}')
    await waitFor(() => expect(beside()).toHaveTextContent('此记录不在当前筛选结果中'))
    await waitFor(() => expect(title()).toBe('SO1003'))
    expect(here()).toBe('')
    await user.click(within(beside() as HTMLElement).getByRole('button', { name: '清除筛选' }))
    await waitFor(() => expect(here()).toBe('SO1003'))
  })

  it('that does not exist is said, and no key acts on anything', async () => {
    await open(3, '?open=77')
    await waitFor(() => expect(beside()).toHaveTextContent('记录不存在'))
    expect(here()).toBe('')
    expect(context.hasRow).toBe(false)
    await user.keyboard('{Delete}e')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(removed()).toEqual([])
  })

  it('that was deleted gives way to the next row', async () => {
    await open(5, '?open=1001')
    await waitFor(() => expect(here()).toBe('SO1001'))
    await user.keyboard('{Delete}')
    await remove()
    await waitFor(() => expect(removed()).toEqual(['1001']))
    await waitFor(() => expect(title()).toBe('SO1002'))
    expect(here()).toBe('SO1002')
    expect(beside()).not.toHaveTextContent('记录不存在')
  })

  it('has its buttons and its sections, by click and by key', async () => {
    await open(3, '?open=1001')
    await waitFor(() => expect(title()).toBe('SO1001'))
    const tab = () => within(beside() as HTMLElement).getByRole('tab', { selected: true }).textContent
    const first = tab()
    await user.keyboard(']')
    await waitFor(() => expect(tab()).not.toBe(first))
    await user.keyboard('1')
    await waitFor(() => expect(tab()).toBe(first))
    await user.click(screen.getByRole('button', { name: /删除/ }))
    await remove()
    await waitFor(() => expect(removed()).toEqual(['1001']))
  })
})

describe('back and forward', () => {
  const step = (by: number) => act(async () => void (await shown.router.navigate(by)))
  it('walk through filters, pages and records; order and cursor are no steps', async () => {
    server.granted = {
      ...genericDelete(),
      resources: genericDelete().resources.map((r) => ({ ...r, routes: { list: PATH } })),
    }
    await open(25)
    await user.keyboard('/')
    await waitFor(() => expect(document.activeElement).toHaveProperty('tagName', 'INPUT'))
    await user.keyboard('金额:>=1000 {Enter}')
    await waitFor(() => expect(here()).toBe('SO1009'))
    await user.click(within(screen.getByRole('columnheader', { name: '结算总额' })).getByRole('button'))
    await waitFor(() => expect(shown.search()).toContain('sort='))
    const ordered = shown.search()
    await waitFor(() => expect(screen.getByRole('button', { name: '下一页' })).toBeEnabled())
    await user.click(screen.getByRole('button', { name: '下一页' }))
    await waitFor(() => expect(shown.search()).toBe(`${ordered}&current=2`))
    await user.keyboard('jo')
    await waitFor(() => expect(shown.search()).toContain('open='))
    await step(-1)
    expect(shown.search()).toBe(`${ordered}&current=2`)
    await step(-1)
    expect(shown.search()).toBe(ordered)
    await step(-1)
    await waitFor(() => expect(names()).toHaveLength(10))
    expect(shown.search()).toBe('')
    await step(1)
    expect(shown.search()).toBe(ordered)
    await waitFor(() => expect(screen.getByText('共 16 条')).toBeInTheDocument())
  })
})

describe('looking and copying', () => {
  it('Space shows the record beside the rows, the cursor moves it, Space or Escape closes', async () => {
    await open(3)
    const beside = () => document.querySelector<HTMLElement>('[data-beside]')?.dataset.beside
    await user.keyboard(' ')
    await waitFor(() => expect(beside()).toBe('1000'))
    expect(context.selected).toBe(0)
    // decided by its button here: the key is the queue's, and no button shows a key that does nothing
    const pass = await waitFor(() => {
      const found = document.querySelector('[data-beside] [data-command="settlementOrder.audit.pass"]')
      expect(found).not.toBeNull()
      return found as HTMLElement
    })
    expect(pass.querySelector('kbd')).toBeNull()
    expect(pass).not.toHaveAttribute('aria-keyshortcuts')
    await user.keyboard('j')
    await waitFor(() => expect(beside()).toBe('1001'))
    await user.keyboard(' ')
    await waitFor(() => expect(beside()).toBeUndefined())
    expect(here()).toBe('SO1001')
    await user.keyboard(' ')
    await waitFor(() => expect(beside()).toBe('1001'))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(beside()).toBeUndefined())
    expect(shown.router.state.location.pathname).toBe(PATH)
  })

  it('shows what was decided as it became, and decides it again so, before the list is read anew', async () => {
    await open(3)
    server.slow = []
    const status = () => row('SO1000').textContent
    const decided = (n: number) => waitFor(() => expect(server.decisions).toHaveLength(n))
    await act(() => runCommand('settlementOrder.audit.pass', 'button'))
    await decided(1)
    await waitFor(() => expect(status()).toContain('待企业确认'))
    await act(() => runCommand('decision.takeBack', 'button'))
    await decided(2)
    await waitFor(() => expect(status()).toContain('待审核'))
    await act(() => runCommand('settlementOrder.audit.pass', 'button'))
    await decided(3)
    expect(server.decisions.map((c) => c.values.version)).toEqual([3, 4, 5])
    await waitFor(() => expect(server.row('1000')).toMatchObject({ settlementStatus: 2, version: 6 }))
  })

  it('c copies the number, or the cell gone to; Shift+C a link; what was copied is said', async () => {
    const copied: string[] = []
    const writeText = vi.fn(async (text: string) => void copied.push(text))
    Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
    await open(3)
    await user.keyboard('c')
    await waitFor(() => expect(said()).toContain('已复制结算单号：SO1000'))
    await user.keyboard('{ArrowRight}c')
    await waitFor(() => expect(said()).toContain('已复制委托企业：康泰医药'))
    await user.click(row('SO1001').querySelector('[aria-colindex="10"]') as Element)
    await user.keyboard('c')
    await waitFor(() => expect(said()).toContain('已复制结算总额：200.00'))
    await user.keyboard('{Shift>}c{/Shift}')
    await waitFor(() => expect(said()).toContain('已复制链接：SO1001'))
    expect(copied).toEqual(['SO1000', '康泰医药', '200.00', `${location.origin}/svc/settlementOrder/detail/1001`])
    document.execCommand = () => false
    writeText.mockRejectedValueOnce(new Error('denied'))
    await user.keyboard('c')
    await waitFor(() => expect(said().join()).toContain('浏览器不允许复制'))
  })
})

describe('what may be done', () => {
  it('opens the page of a record by key and by double click', async () => {
    await open(3)
    await user.keyboard('jo')
    await waitFor(() => expect(shown.router.state.location.pathname).toBe('/svc/settlementOrder/detail/1001'))
  })

  it('offers only what was granted', async () => {
    server.granted = {
      ...genericDelete(),
      resources: genericDelete().resources.map((r) => ({ ...r, operations: ['view'] as const })),
    }
    await open(3)
    expect(screen.queryByRole('button', { name: /新增/ })).toBeNull()
    expect(screen.queryByRole('button', { name: /删除/ })).toBeNull()
    shown.leave()
    server.granted = {
      ...genericDelete(),
      resources: genericDelete().resources.map((r) => ({ ...r, operations: [] as const })),
    }
    await open(3, '', false)
    expect(await screen.findByRole('heading', { level: 1, name: '没有权限' })).toBeInTheDocument()
    expect(server.of('rounds/window')).toEqual([])
  })

  it('offers to add where that was granted', async () => {
    await open(1)
    expect(screen.getByRole('button', { name: /新增/ })).toBeInTheDocument()
    shown.leave()
    // by the name of the step that makes such records, where there is one
    server.granted = {
      ...genericDelete(),
      resources: genericDelete().resources.map((r) => ({
        ...r,
        created: { title: '开通子单元', alias: 'Open the bank unit', pinyin: [] },
      })),
    }
    await open(1)
    expect(screen.getByRole('button', { name: /开通子单元/ })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /新增/ })).toBeNull()
  })

  it('has one line of tools on a telephone: what is there besides adding is an icon', async () => {
    vi.spyOn(globalThis, 'matchMedia').mockImplementation(
      (query) =>
        ({
          matches: query === NARROW,
          addEventListener: () => {},
          removeEventListener: () => {},
        }) as unknown as MediaQueryList,
    )
    await open(1)
    const words = [...document.querySelectorAll('.tools button[data-command]')].map(
      (b) => b.querySelector('span')?.textContent,
    )
    expect(words[0]).toBe('新增')
    expect(words.slice(1).filter(Boolean)).toEqual([])
    expect(words.length).toBeGreaterThan(3)
  })
})

describe('when there is nothing to show', () => {
  it('says so', async () => {
    await open(0, '', false)
    expect(await screen.findByText('暂无数据')).toBeInTheDocument()
    expect(document.querySelector('main[data-ready]')).not.toBeNull()
  })

  it('says what failed and tries again', async () => {
    await open(3, '', false)
    server.before = () => Promise.reject(new Refusal(500, '服务器异常'))
    await queryClient.resetQueries()
    const again = await screen.findByRole('button', { name: '重试' })
    expect(screen.getByText('服务器异常')).toBeInTheDocument()
    server.before = null
    await user.click(again)
    expect(grid()).toHaveFocus()
    await waitFor(() => expect(names()).toHaveLength(3))
    expect(grid()).toBeInTheDocument()
  })
})

describe('the columns of a table', () => {
  const heads = () => [...document.querySelectorAll<HTMLElement>('[data-column]')].map((h) => h.dataset.column)
  const head = (name: string) => document.querySelector(`[data-column="${name}"]`) as HTMLElement
  const width = (name: string) => Number.parseInt(head(name).style.width, 10)
  const entry = (id: string) => menu.open?.entries.find((e): e is MenuEntry => e !== 'line' && e.id === id)
  const kept = () => Object.keys(localStorage).filter((key) => key.includes('.columns.'))
  const key = async (...keys: string[]) => {
    for (const k of keys) await user.keyboard(k)
  }

  it('are hidden, moved and made wider by keys, for the column under the cursor, and stay so', async () => {
    await open(3)
    const before = heads()
    expect(before.slice(0, 3)).toEqual(['code', 'entrustedCompanyName', 'fiscalTaxName'])
    await key('{Alt>}x{/Alt}')
    expect(heads()).toEqual(before)
    await key('{ArrowRight}', '{Shift>}{ArrowRight}{/Shift}')
    await waitFor(() => expect(heads().slice(0, 3)).toEqual(['code', 'fiscalTaxName', 'entrustedCompanyName']))
    const was = width('entrustedCompanyName')
    await key('=', '=', '-', '=')
    await waitFor(() => expect(width('entrustedCompanyName')).toBe(was + 32))
    await key('{ArrowRight}', '{Alt>}x{/Alt}')
    await waitFor(() => expect(heads()).not.toContain('cycleMonth'))
    shown.leave()
    cleanup()
    await open(3)
    expect(heads().slice(0, 3)).toEqual(['code', 'fiscalTaxName', 'entrustedCompanyName'])
    expect([heads().includes('cycleMonth'), width('entrustedCompanyName')]).toEqual([false, was + 32])
    expect(kept()).toEqual([expect.stringMatching(/settlementOrder$/)])
    await act(async () => void (await runCommand('grid.column.reset', 'palette')))
    expect([heads(), kept()]).toEqual([before, []])
  })

  it('are chosen from a menu that stays open, and a hidden one changes no export', async () => {
    const made = genericDelete()
    server.granted = { ...made, resources: made.resources.map((r) => ({ ...r, operations: ['view', 'export'] })) }
    await open(3)
    await key('{Alt>}c{/Alt}')
    await waitFor(() => expect(menu.open).not.toBeNull())
    expect(entry('show.code')).toBeUndefined()
    expect(entry('show.entrustedCompanyName')?.stays?.()).toBe(true)
    act(() => entry('show.entrustedCompanyName')?.run())
    act(() => entry('show.createTime')?.run())
    expect(entry('show.entrustedCompanyName')?.stays?.()).toBe(false)
    expect(heads()).not.toContain('entrustedCompanyName')
    act(() => entry('show.createTime')?.run())
    expect(heads()).toContain('createTime')
    closeMenu()
    server.answer({ 'rounds/export': () => ({ id: '1', state: 'failed' }) })
    await act(async () => void (await runCommand('settlementOrder.export', 'palette')))
    const asked = server.asked.find((c) => c.path === 'rounds/export')?.values.columns
    expect(String(asked).split(',')).toContain('entrustedCompanyName')
  })

  it('are dragged to another place by their headers, and made wider at their edges', async () => {
    await open(3)
    const press = { button: 0, pointerId: 1, pointerType: 'mouse' }
    HTMLElement.prototype.setPointerCapture ??= () => {}
    fireEvent.pointerDown(head('cycleMonth'), { ...press, clientX: 400 })
    fireEvent.pointerMove(head('cycleMonth'), { ...press, clientX: 398 })
    expect(head('cycleMonth').dataset.dragged).toBeUndefined()
    fireEvent.pointerMove(head('cycleMonth'), { ...press, clientX: 0 })
    expect(head('cycleMonth').dataset.dragged).toBe('true')
    fireEvent.pointerUp(head('cycleMonth'), { ...press, clientX: 0 })
    expect(heads().slice(0, 3)).toEqual(['code', 'cycleMonth', 'entrustedCompanyName'])
    const edge = () => head('cycleMonth').querySelector('.edge') as HTMLElement
    fireEvent.pointerDown(edge(), { ...press, clientX: 100 })
    fireEvent.pointerMove(edge(), { ...press, clientX: 150 })
    fireEvent.pointerUp(edge(), press)
    expect(width('cycleMonth')).toBe(140)
    fireEvent.doubleClick(edge())
    expect(width('cycleMonth')).toBe(90)
    // the menu of a header is about its column
    fireEvent.contextMenu(head('cycleMonth'), { clientX: 10, clientY: 10 })
    await waitFor(() => expect(entry('grid.column.hide')).toBeDefined())
    await act(async () => entry('grid.column.hide')?.run())
    await waitFor(() => expect(heads()).not.toContain('cycleMonth'))
    closeMenu()
  })
})
