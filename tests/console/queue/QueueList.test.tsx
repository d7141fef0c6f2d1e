import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadResource } from '../../../src/console/data/domains.ts'
import { queryClient } from '../../../src/console/data/queries.ts'
import { context } from '../../../src/console/host/host.ts'
import { messages } from '../../../src/console/ui/messages/toast.ts'
import { catalogueOf } from '../server/catalogue.ts'
import { orders } from '../server/samples.ts'
import { server } from '../server/server.ts'
import { calm as calmOf, grid, here, names, position } from '../stage.tsx'
import { forgetAll, openQueue } from './openQueue.tsx'

let shown: Awaited<ReturnType<typeof openQueue>>
const user = userEvent.setup({ delay: null })
const row = (name: string) => screen.getByText(name, { selector: '.g-c.name' }).closest('.g-r') as HTMLElement
const key = (keys: string) => user.keyboard(keys)
const calm = (ms?: number) => calmOf(ms)

beforeEach(async () => {
  server.granted = catalogueOf()
  await loadResource('settlementOrder')
})
beforeEach(forgetAll)
afterEach(() => {
  shown.leave()
  cleanup()
  vi.restoreAllMocks()
})

const open = async (count = 12, path = '/desk/queues/settlementOrder', make?: Parameters<typeof orders>[1]) => {
  server.hold('settlementOrder', orders(count, make))
  shown = await openQueue(path)
}

describe('ticking and batches', () => {
  it('x, Space and Shift tick; the bar counts and sums; Escape clears', async () => {
    await open()
    await key('xj')
    await key(' ')
    expect(context.selected).toBe(2)
    expect(screen.getByText('已选 2 条').closest('[data-bulk]')).toHaveTextContent('合计 ￥300.00')
    await key('jj{Shift>}jj{/Shift}')
    expect(context.selected).toBe(5)
    await key('{Shift>}k{/Shift}')
    expect(context.selected).toBe(4)
    expect(row('SO1000')).toHaveAttribute('aria-selected', 'true')
    await key('{Escape}')
    expect(context.selected).toBe(0)
  })

  it('decides all that match after saying how many and how much; failed rows alone are tried again', async () => {
    await open(20)
    server.refuse.set('1003', '证件已过期')
    await key('{Control>}a{/Control}')
    expect(await screen.findByText('已选全部符合条件的 20 条')).toBeInTheDocument()
    await waitFor(() => expect(document.querySelector('[data-bulk]')).toHaveTextContent('合计 ￥21,000.00'))
    await key('{Shift>}a{/Shift}')
    const dialog = await screen.findByRole('dialog')
    expect(dialog).toHaveTextContent('20')
    expect(dialog).toHaveTextContent('21,000.00')
    await user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(document.querySelector('[data-batch=done]')).toHaveTextContent('成功 19，失败 1'))
    await waitFor(() => expect(position()).toBe('1/1'))
    await user.click(screen.getByRole('button', { name: /^查看结果/ }))
    expect(await screen.findByText('证件已过期')).toBeInTheDocument()
    await user.keyboard('{Escape}')
    server.refuse.clear()
    await user.click(screen.getByRole('button', { name: /^重试失败的 1 条/ }))
    await waitFor(() => expect(document.querySelector('[data-batch=done]')).toHaveTextContent('成功 1，失败 0'))
    expect(server.of('rounds/batch').map((c) => c.values.rows ?? 'selection')).toEqual([
      'selection',
      [{ id: '1003', version: 3 }],
    ])
  })

  it('ticked rows are what is meant: the plain key and the plain button ask about them, not about the row in hand', async () => {
    await open()
    await key('xjxjjj')
    expect(here()).toBe('SO1004')
    await key('a')
    const dialog = await screen.findByRole('dialog')
    expect(dialog).toHaveAccessibleName('批量审核通过')
    await waitFor(() => expect(dialog).toHaveTextContent('共 2 条￥300.00SO1000、SO1001'))
    expect(dialog).not.toHaveTextContent('SO1004')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(server.asked.filter((c) => c.method === 'POST').map((c) => c.path)).toEqual(['rounds/batch/preview'])
    await user.click(screen.getByRole('button', { name: /^审核通过/ }))
    await waitFor(() => expect(screen.getByRole('dialog')).toHaveTextContent('SO1000、SO1001'))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(server.row('1001').settlementStatus).toBe(2))
    expect(server.row('1004').settlementStatus).toBe(0)
    expect(context.selected).toBe(0)
    await key('a')
    await waitFor(() => expect(server.decisions.map((c) => c.values.id)).toEqual(['1004']))
  })

  it('names the first five of all that match, and how many more', async () => {
    await open(20)
    await key('{Control>}a{/Control}a')
    await screen.findByText('SO1000、SO1001、SO1002、SO1003、SO1004 等，还有 15 条')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('sends ticked rows with the versions that were seen', async () => {
    await open()
    await key('xjx')
    await key('{Shift>}a{/Shift}')
    await screen.findByRole('dialog')
    await user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(server.row('1001').settlementStatus).toBe(2))
    expect(server.asked.find((c) => c.path === 'rounds/batch')?.values.rows).toEqual([
      { id: '1000', version: 3 },
      { id: '1001', version: 3 },
    ])
    expect(context.selected).toBe(0)
  })
})

describe('others in the same queue', () => {
  it('dims a row that another user decided, shows who, and does not decide it again', async () => {
    await open()
    await server.other('1002')
    expect(row('SO1002')).toHaveClass('other')
    expect(row('SO1002').title).toContain('李四')
    await key('ja')
    expect(here()).toBe('SO1003')
    await key('k')
    expect(here()).toBe('SO1002')
    messages.list = []
    await key('a')
    expect(server.decisions.map((c) => c.values.id)).toEqual(['1001'])
    expect(messages.list.map((m) => m.text)).toEqual(['李四 于 06-15 10:02 已审核通过，当前状态不允许该操作'])
  })

  it('shows a row as it is now when it stayed to do', async () => {
    await open()
    server.row('1001').totalAmount = '777.00'
    server.row('1001').version = 4
    await server.tell({ recordId: '1001', version: 4, by: '李四', byId: '9', at: '2024-06-15 10:00:00' })
    await waitFor(() => expect(row('SO1001')).toHaveTextContent('777.00'))
    await key('ja')
    await calm()
    expect(server.decisions.at(-1)?.values).toMatchObject({ id: '1001', version: 4 })
    expect(server.row('1001').settlementStatus).toBe(2)
  })
})

describe('filter, order and address', () => {
  it('/ writes a line, chips show it, the address keeps it', async () => {
    await open(12)
    await key('/')
    const input = screen.getByRole('combobox', { name: '筛选' })
    expect(input).toHaveFocus()
    await user.keyboard('状态:待审核 金额:>500{Enter}')
    await waitFor(() => expect(position()).toBe('1/7'))
    expect(decodeURIComponent(shown.search())).toBe('?settlementStatus_equal=0&totalAmount_gt=500.00')
    expect(grid()).toHaveFocus()
    await user.click(screen.getByRole('button', { name: '移除条件 金额:>500' }))
    await waitFor(() => expect(position()).toBe('1/12'))
    await key('/')
    expect(screen.getByRole('combobox', { name: '筛选' })).toHaveValue('状态:待审核 ')
    await user.keyboard('公司:无{Enter}')
    expect(await screen.findByText('没有符合条件的待办')).toBeInTheDocument()
    await key('{Escape}')
    await waitFor(() => expect(position()).toBe('1/12'))
  })

  it('names what it cannot read and stays open', async () => {
    await open()
    await key('/')
    await user.keyboard('状太:待审核{Enter}')
    expect(screen.getByRole('alert')).toHaveTextContent('没有“状太”这个条件，是否要写“状态”？')
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(shown.search()).toBe('')
  })

  it('takes filter and order from the address, and writes the order of a header', async () => {
    await open(12, '/desk/queues/settlementOrder?totalAmount_le=300.00&sort=totalAmount')
    expect(names()).toEqual(['SO1002', 'SO1001', 'SO1000'])
    const header = screen.getByRole('columnheader', { name: '结算总额' })
    expect(header).toHaveAttribute('aria-sort', 'descending')
    await user.click(within(header).getByRole('button'))
    await waitFor(() => expect(names()).toEqual(['SO1000', 'SO1001', 'SO1002']))
    expect(shown.search()).toContain('sort=%2BtotalAmount')
  })

  it('another view is another address', async () => {
    await open(6, undefined, (i) => (i < 2 ? { settlementStatus: 2 } : {}))
    expect(position()).toBe('1/4')
    await user.click(screen.getByRole('tab', { name: /^结算单确认/ }))
    await waitFor(() => expect(position()).toBe('1/2'))
    expect(shown.search()).toBe('?view=confim')
    expect(context.view).toBe('confim')
  })
})

describe('a list whose news was missed', () => {
  it('is fetched anew with the cursor on its row, however many above it have left', async () => {
    await open()
    await key('jj')
    await waitFor(() => expect(here()).toBe('SO1002'))
    server.decide('audit.pass', { id: '1000' }, '李四')
    // the console does this first, then the queue is notified
    await act(() => queryClient.invalidateQueries())
    await calm()
    expect(here()).toBe('SO1002')
    await server.missed()
    await waitFor(() => expect(names()).not.toContain('SO1000'))
    expect(here()).toBe('SO1002')
  })
})

describe('the grid for those who cannot see it', () => {
  it('is one tab stop, with row and column numbers and the row under the cursor for screen readers', async () => {
    await open(300)
    expect(grid()).toHaveAttribute('aria-rowcount', '301')
    expect(grid()).toHaveAttribute('aria-colcount', '14')
    const active = () => document.getElementById(grid().getAttribute('aria-activedescendant') ?? '')
    expect(active()).toHaveAttribute('aria-rowindex', '2')
    await key('{End}')
    await waitFor(() => expect(here()).toBe('SO1299'))
    expect(active()).toHaveAttribute('aria-rowindex', '301')
    expect(grid().querySelectorAll('[tabindex="0"]').length).toBe(0)
    await key('{Home}')
    await waitFor(() => expect(here()).toBe('SO1000'))
    const cells = within(active() as HTMLElement).getAllByRole('gridcell')
    expect(cells[1]).toHaveAttribute('aria-colindex', '2')
  })

  it('works by mouse: a click moves, Shift stretches, Ctrl adds, the box ticks', async () => {
    await open()
    await user.click(row('SO1003'))
    expect(here()).toBe('SO1003')
    await user.keyboard('{Shift>}')
    await user.click(row('SO1005'))
    await user.keyboard('{/Shift}')
    expect(context.selected).toBe(3)
    await user.click(row('SO1007').querySelector('[data-tick]') as Element)
    expect(context.selected).toBe(4)
    await user.click(screen.getByRole('button', { name: '取消选择' }))
    await user.click(row('SO1009'))
    await user.click(screen.getByRole('button', { name: /^审核通过/ }))
    await calm()
    expect(server.row('1009').settlementStatus).toBe(2)
    expect(here()).toBe('SO1010')
  })
})
