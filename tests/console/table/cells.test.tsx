import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadResource } from '../../../src/console/data/domains.ts'
import { outdate } from '../../../src/console/data/queries.ts'
import { extendCells } from '../../../src/console/grid/cellsPort.ts'
import { context } from '../../../src/console/host/host.ts'
import { cellSums } from '../../../src/console/lists/cells/cellSums.ts'
import { filledFrom } from '../../../src/console/lists/cells/fillCells.ts'
import { copyRows } from '../../../src/console/lists/copyRows.ts'
import { TableScreen } from '../../../src/console/lists/TableScreen.tsx'
import { messages } from '../../../src/console/ui/messages/toast.ts'
import { resourceOf } from '../../../src/model/business.ts'
import type { Resource } from '../../../src/model/language/resource.ts'
import type { Catalogue } from '../../../src/model/wire/catalogue.ts'
import { forgetAll, openQueue } from '../queue/openQueue.tsx'
import { catalogueOf, genericDelete } from '../server/catalogue.ts'
import { order, orders } from '../server/samples.ts'
import { server } from '../server/server.ts'
import { calm, grid, here, ready, stage } from '../stage.tsx'

let shown: ReturnType<typeof stage>
const user = userEvent.setup({ delay: null })
const key = (keys: string) => user.keyboard(keys)
const bar = () => document.querySelector('[data-cells]')
/** Names of rows and titles of columns that the range covers. */
const marked = () => {
  const titles = screen.getAllByRole('columnheader').map((h) => [h.getAttribute('aria-colindex'), h.ariaLabel] as const)
  const cells = [...document.querySelectorAll('.g-c.in')]
  return {
    rows: [...new Set(cells.map((c) => c.closest('.g-r')?.querySelector('.g-c.name')?.textContent))],
    columns: [...new Set(cells.map((c) => titles.find(([n]) => n === c.getAttribute('aria-colindex'))?.[1]))],
  }
}
const cell = (name: string, column: string): HTMLElement => {
  const at = screen.getByRole('columnheader', { name: column }).getAttribute('aria-colindex')
  const row = screen.getByText(name, { selector: '.g-c.name' }).closest('.g-r')
  return row?.querySelector(`[aria-colindex="${at}"]`) as HTMLElement
}
const copied = async () => {
  fireEvent.copy(grid())
  await calm()
  return navigator.clipboard.readText()
}

beforeEach(async () => {
  server.granted = genericDelete()
  await loadResource('settlementOrder')
})
beforeEach(() => {
  server.granted = genericDelete()
  forgetAll()
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(30 + 20 * 28)
})
afterEach(() => {
  shown.leave()
  cleanup()
  vi.restoreAllMocks()
})

const open = async (count = 12, make?: Parameters<typeof orders>[1]) => {
  server.hold('settlementOrder', orders(count, make))
  shown = stage(
    <TableScreen resource="settlementOrder" />,
    '/svc/settlementOrder',
    'table',
    server.granted as Catalogue,
  )
  await ready()
}

describe('a range of cells by keyboard', () => {
  it('F8 begins it in the cell under the cursor and moving extends it; Escape takes it away before anything else', async () => {
    await open()
    await key('{ArrowRight}{F8}jj{ArrowRight}')
    expect(marked().rows).toEqual(['SO1000', 'SO1001', 'SO1002'])
    expect(marked().columns).toHaveLength(2)
    expect(here(), 'the row in hand stays where it began').toBe('SO1000')
    await key('k')
    expect(marked().rows).toEqual(['SO1000', 'SO1001'])
    // the range stays and the cursor leaves it
    await key('{F8}j')
    expect(marked().rows).toEqual([])
    expect(here()).toBe('SO1001')
    await key('x{F8}j{Escape}')
    expect([context.cells, context.selected]).toEqual([false, 1])
    await key('{Escape}')
    expect(context.selected).toBe(0)
  })

  it('Ctrl+Shift with an arrow goes to an end, Shift with one a step on; without a range they tick and move columns', async () => {
    await open()
    await key('{ArrowRight}j{Control>}{Shift>}{ArrowDown}{/Shift}{/Control}')
    expect(marked().rows).toHaveLength(11)
    expect(marked().columns).toHaveLength(1)
    await key('{Shift>}{ArrowUp}{ArrowRight}{/Shift}')
    expect([marked().rows.length, marked().columns.length, context.selected]).toEqual([10, 2, 0])
    await key('{Control>}{Shift>}{ArrowLeft}{ArrowUp}{/Shift}{/Control}')
    expect(marked().rows).toEqual(['SO1000', 'SO1001'])
    await key('{Escape}{Shift>}{ArrowDown}{/Shift}')
    expect([context.cells, context.selected]).toEqual([false, 2])
  })

  it('is copied as a spreadsheet takes it, and nothing else: no formula, amounts as plain decimals', async () => {
    await open(12, (i) => ({ entrustedCompanyName: i === 1 ? '=HYPERLINK("x")' : '康泰' }))
    const titles = screen.getAllByRole('columnheader').map((h) => h.ariaLabel)
    const steps = titles.indexOf('委托企业') - titles.indexOf('结算单号')
    await key('{ArrowRight}'.repeat(steps))
    await key('{F8}j')
    expect(marked().columns).toEqual(['委托企业'])
    expect(await copied()).toBe('康泰\n"\'=HYPERLINK(""x"")"')
    await key('{Escape}')
    expect((await copied()).split('\t').length, 'without a range the row is').toBeGreaterThan(3)
  })
})

describe('a range of cells by mouse', () => {
  const drag = (from: HTMLElement, to: readonly HTMLElement[], last = to.at(-1) as HTMLElement) => {
    fireEvent.pointerDown(from, { button: 0, buttons: 1 })
    for (const cell of to) fireEvent.pointerMove(cell, { buttons: 1 })
    fireEvent.pointerUp(last)
    fireEvent.click(last)
  }
  it('is dragged from cell to cell; the click that ends it is none, and the next one takes it away', async () => {
    await open()
    drag(cell('SO1002', '委托企业'), [cell('SO1003', '委托企业'), cell('SO1004', '结算月份')])
    expect(marked().rows).toEqual(['SO1002', 'SO1003', 'SO1004'])
    expect(here()).toBe('SO1002')
    fireEvent.pointerDown(cell('SO1005', '委托企业'), { button: 0, buttons: 1 })
    fireEvent.pointerUp(cell('SO1005', '委托企业'))
    fireEvent.click(cell('SO1005', '委托企业'))
    expect([marked().rows, here()]).toEqual([[], 'SO1005'])
  })
  it('is none within one cell, of a tick box, with another button or by touch', async () => {
    await open()
    const [one, two] = [cell('SO1002', '委托企业'), cell('SO1003', '委托企业')]
    fireEvent.pointerDown(one, { button: 0, buttons: 1 })
    fireEvent.pointerMove(one, { buttons: 1 })
    fireEvent.pointerUp(one)
    const tick = one.closest('.g-r')?.querySelector('.tick') as HTMLElement
    for (const [from, more] of [
      [tick, { button: 0 }],
      [one, { button: 2 }],
      [one, { button: 0, pointerType: 'touch' }],
      [one, { button: 0, shiftKey: true }],
    ] as const) {
      fireEvent.pointerDown(from, { buttons: 1, ...more })
      fireEvent.pointerMove(two, { buttons: 1 })
      fireEvent.pointerUp(two)
    }
    expect(context.cells).toBe(false)
  })
})

describe('the bar of a range', () => {
  it('counts its cells and sums each column of numbers exactly', async () => {
    await open(12, (i) => ({ totalAmount: i === 0 ? '90071992547409.93' : '0.10' }))
    const titles = screen.getAllByRole('columnheader').map((h) => h.ariaLabel)
    const amount = resourceOf('settlementOrder').fields.totalAmount
    if (!amount) throw new Error('no amount')
    await key('{ArrowRight}'.repeat(titles.indexOf(amount.label[0]) - titles.indexOf('结算单号')))
    await key('{F8}jj')
    await waitFor(() => expect(bar()).toHaveTextContent('合计 90,071,992,547,410.13'))
    expect(bar()).toHaveTextContent('3 行 × 1 列')
    expect(bar()).toHaveTextContent('平均约 30,023,997,515,803.38')
    await key('{F8}{Escape}')
    expect(bar()).toBeNull()
  })

  it('sums no money with points, nothing that goes out with what comes in, no balance, no place in an order, and nothing that is masked', () => {
    const account = resourceOf('entrustedAccountRecord')
    const rows = (...amounts: readonly (readonly [direction: number, amount: string | null])[]) =>
      amounts.map(([direction, amount], i) => ({ id: String(i), version: 0, direction, amount, balanceAfter: '1.00' }))
    const sums = (of: Resource, names: readonly string[], all: readonly object[]) =>
      cellSums(of, names, all as never, 'zh').map((s) => [s.title, s.count, s.sum, s.average, s.exact])
    const ways = sums(
      account,
      ['recordNo', 'amount', 'balanceAfter'],
      rows([1, '0.10'], [1, '0.20'], [2, '5.00'], [1, null]),
    )
    expect(ways.map(([, ...rest]) => rest)).toEqual([
      [2, '0.30', '0.15', true],
      [1, '5.00', '5.00', true],
    ])
    expect(new Set(ways.map(([title]) => title)).size).toBe(2)
    const of = {
      ...account,
      list: { ...account.list, amount: undefined, direction: undefined },
      fields: {
        a: { kind: 'money', label: ['甲', 'A'], facts: {} },
        b: { kind: 'points', label: ['乙', 'B'], facts: {} },
        c: { kind: 'integer', label: ['丙', 'C'], facts: {} },
        d: { kind: 'rate', label: ['丁', 'D'], facts: {} },
        e: { kind: 'money', label: ['戊', 'E'], facts: { masked: true } },
      },
    } as unknown as Resource
    const row = (a: string, b: number, c: number) => ({ id: a, version: 0, a, b, c, d: '0.060000', e: '1.00' })
    expect(
      sums(of, ['a', 'b', 'c', 'd', 'e'], [row('-1.00', 1200, 1), row('0.50', 300, 2), row('0.00', 0, 2)]),
    ).toEqual([
      ['甲', 3, '-0.50', '-0.17', false],
      ['乙', 3, '1,500', '500', true],
    ])
  })
})

describe('a range of cells in a queue', () => {
  const openDesk = async (count: number) => {
    server.granted = catalogueOf()
    server.hold('settlementOrder', orders(count))
    shown = await openQueue()
  }
  it('has rows that were never on the screen', async () => {
    await openDesk(450)
    await key('{F8}{End}')
    await waitFor(() => expect(bar()).toHaveTextContent('450 行 × 1 列'))
    const lines = (await copied()).split('\n')
    expect([lines.length, lines[0], lines.at(-1)]).toEqual([450, 'SO1000', 'SO1449'])
    expect(grid().getAttribute('aria-activedescendant'), 'the row in hand is the one it began at').toMatch(/-0$/)
  })
  it('of more than ten thousand rows says how many there may be, and reads none', async () => {
    await openDesk(3)
    const rowsIn = vi.fn()
    const anchor = { row: 0, column: 'code' }
    const list = {
      model: { range: { anchor, extent: { row: 10_000, column: 'code' }, follows: false }, rowsIn },
      grid: { current: { shown: () => [{ name: 'code' }] } },
    }
    expect(await copyRows(list as never, 1)).toEqual({ is: 'nothing', why: '最多复制 10,000 行，请少选一些' })
    expect(rowsIn).not.toHaveBeenCalled()
  })
})

describe('a list that changes under a range of cells', () => {
  const lost = () => messages.list.some((m) => m.text.includes('选中的单元格已取消'))
  const added = { ...order('2000'), code: 'SO2000' }
  const others = (change: (rows: ReturnType<typeof server.rows>) => ReturnType<typeof server.rows>) =>
    server.hold('settlementOrder', change(server.rows()))
  const lists = [
    {
      list: 'a table',
      begin: () => open(),
      refresh: () => act(() => outdate('settlementOrder')),
    },
    {
      list: 'a queue',
      begin: async () => {
        server.granted = catalogueOf()
        server.hold('settlementOrder', orders(12))
        shown = await openQueue()
      },
      refresh: () => key('u'),
    },
  ]
  it.each(lists)('$list: keeps it on its rows when one is added above', async ({ begin, refresh }) => {
    await begin()
    await key('jj{F8}jj')
    expect(marked().rows).toEqual(['SO1002', 'SO1003', 'SO1004'])
    others((rows) => [added, ...rows])
    await refresh()
    await waitFor(() => expect(screen.getByText('SO2000')).toBeInTheDocument())
    await calm()
    expect([marked().rows, lost()]).toEqual([['SO1002', 'SO1003', 'SO1004'], false])
    expect(await copied()).toBe('SO1002\nSO1003\nSO1004')
  })
  it.each(
    lists.flatMap((list) => [
      { ...list, what: 'a row is added inside', change: (rows: readonly object[]) => rows.toSpliced(3, 0, added) },
      { ...list, what: 'a row inside is gone', change: (rows: readonly object[]) => rows.toSpliced(3, 1) },
      {
        ...list,
        what: 'another row is in the place of one',
        change: (rows: readonly object[]) => rows.toSpliced(3, 1, added),
      },
      { ...list, what: 'the row it began at is gone', change: (rows: readonly object[]) => rows.toSpliced(2, 1) },
      { ...list, what: 'its last row is gone', change: (rows: readonly object[]) => rows.toSpliced(4, 1) },
      { ...list, what: 'only its first rows are left', change: (rows: readonly object[]) => rows.slice(0, 4) },
    ]),
  )('$list: drops it with a message when $what', async ({ begin, refresh, change }) => {
    await begin()
    await key('jj{F8}jj')
    others((rows) => change(rows) as typeof rows)
    await refresh()
    await waitFor(() => expect(lost()).toBe(true))
    expect([marked().rows, context.cells]).toEqual([[], false])
  })
})

it('a range is not extended in a list that has become empty', async () => {
  await open()
  const setRange = vi.fn()
  const cell = { row: 0, column: 'code' }
  const model = {
    range: { anchor: cell, extent: cell, follows: true },
    count: 0,
    cursor: -1,
    setRange,
    indexAt: (n: number) => n,
    baseAt: (n: number) => n,
  }
  const of = { shown: () => [{ name: 'code' }], page: () => 10, reveal: () => {} }
  expect(extendCells(model as never, of as never, { rows: 1 }).is).toBe('nothing')
  expect(setRange).not.toHaveBeenCalled()
})

it('a placeholder in the first row is filled into no other one', () => {
  const field = (none?: string) => ({ kind: 'text', label: ['甲', 'A'], facts: none === undefined ? {} : { none } })
  const fields = [
    { name: 'a', field: field('ROOT'), column: { title: '甲' } },
    { name: 'b', field: field(), column: { title: '乙' } },
  ]
  const filled = (row: object) => filledFrom({ id: '1', version: 1, ...row } as never, fields as never)
  expect(filled({ a: 'ROOT', b: 'x' })).toEqual({ given: { b: { typed: 'x' } }, without: [fields[0]] })
  expect(filled({ a: 'y', b: 'x' })).toEqual({ given: { a: { typed: 'y' }, b: { typed: 'x' } }, without: [] })
})
