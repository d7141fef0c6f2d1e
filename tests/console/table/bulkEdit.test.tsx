import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadResource } from '../../../src/console/data/domains.ts'
import { outdate } from '../../../src/console/data/queries.ts'
import { catalogued } from '../../../src/console/data/records.ts'
import { session, turnAway } from '../../../src/console/data/session.ts'
import { context } from '../../../src/console/host/host.ts'
import { bulkEditTicked } from '../../../src/console/lists/bulk/BulkEditDialog.tsx'
import { pastedInto } from '../../../src/console/lists/sheetPort.ts'
import { TableScreen } from '../../../src/console/lists/TableScreen.tsx'
import { messages } from '../../../src/console/ui/messages/toast.ts'
import { resourceOf } from '../../../src/model/business.ts'
import type { Catalogue } from '../../../src/model/wire/catalogue.ts'
import { forgetAll, openQueue } from '../queue/openQueue.tsx'
import { catalogueOf } from '../server/catalogue.ts'
import { Refusal } from '../server/envelope.ts'
import { company } from '../server/samples.ts'
import { server } from '../server/server.ts'
import { calm, grid, ready, stage } from '../stage.tsx'

let shown: ReturnType<typeof stage>
const user = userEvent.setup({ delay: null })
const key = (keys: string) => user.keyboard(keys)
const dialog = () => screen.findByRole('dialog')
const saved = () => server.asked.filter((a) => a.path.endsWith('/submit')).map((a) => a.body)
const lines = () =>
  waitFor(() =>
    within(screen.getByRole('dialog'))
      .getAllByRole('listitem')
      .map((li) => li.textContent),
  )
const product = (i: number, more: object = {}) => ({
  ...{ id: `p${i}`, version: 3, productCode: `C${i}`, productName: `产品${i}`, genericName: '' },
  ...{ entrustedCompanyId: '77', entrustedCompanyName: '康泰', productLine: '呼吸', spec: '', approvalNumber: '' },
  ...{ enableStatus: 1, createTime: `2024-06-01 00:00:0${9 - i}`, ...more },
})

beforeEach(async () => {
  server.granted = catalogueOf()
  await loadResource('baseProduct')
  await loadResource('entrustedCompany')
})
beforeEach(() => {
  forgetAll()
  server.granted = catalogueOf()
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(30 + 20 * 28)
})
afterEach(() => {
  shown.leave()
  cleanup()
  vi.restoreAllMocks()
})

const open = async (make: (i: number) => object = () => ({})) => {
  server.asked = []
  server.hold(
    'baseProduct',
    [0, 1, 2, 3].map((i) => product(i, make(i))),
  )
  shown = stage(
    <TableScreen resource="baseProduct" />,
    '/sys/baseProduct',
    'table',
    server.granted as Catalogue,
    'baseProduct',
  )
  await ready()
}
/** The cursor goes to a column by its title. */
const toColumn = async (title: string) => {
  const titles = screen.getAllByRole('columnheader').map((h) => h.ariaLabel)
  await key('{ArrowRight}'.repeat(titles.indexOf(title) - titles.indexOf('产品名称')))
}
/** The dialog is closed when its run is over. */
const close = async () => {
  await waitFor(() => expect(screen.getByRole('dialog')).toHaveTextContent(/已修改 \d+ 条/))
  await key('{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}
const paste = (text: string) => fireEvent.paste(grid(), { clipboardData: { getData: () => text } })

describe('several fields of ticked rows', () => {
  const choose = async (title: string) => user.selectOptions(within(await dialog()).getByRole('combobox'), title)

  it('are asked each with its own control and rule, and saved together in one call a row', async () => {
    await open((i) => ({ spec: i === 1 ? '10mg' : '' }))
    await key('xjx')
    await key('{Alt>}e{/Alt}')
    await choose('产品线')
    await waitFor(() => expect(document.activeElement).toHaveAttribute('name', 'productLine'))
    await key('心血管')
    await choose('产品名称')
    await key('{Enter}')
    expect(await dialog(), 'what must be given is said beside it').toHaveTextContent('请输入产品名称')
    await user.click(within(await dialog()).getByRole('button', { name: '不改产品名称' }))
    await choose('规格')
    await key('10mg{Enter}')
    expect(await lines()).toEqual(['产品0产品线：呼吸 → 心血管；规格：（空） → 10mg', '产品1产品线：呼吸 → 心血管'])
    expect(await dialog()).toHaveTextContent('产品线、规格 · 将修改 2 条；0 条已是此值；0 条不能修改')
    await key('{Enter}')
    await waitFor(() => expect(saved()).toHaveLength(2))
    expect(saved()).toEqual([
      { id: 'p0', version: 3, productLine: '心血管', spec: '10mg' },
      { id: 'p1', version: 3, productLine: '心血管' },
    ])
    await waitFor(async () => expect(await dialog()).toHaveTextContent('已修改 2 条，失败 0 条'))
    await key('{Enter}')
    await waitFor(() => expect(context.selected).toBe(0))
  })

  it('are refused row by row: who was overtaken stays ticked, with the words of the server', async () => {
    await open()
    const before = server.before
    server.before = async (path, values) => {
      if (path.endsWith('/submit') && values.id === 'p1') throw new Refusal(409, '李四已修改此记录')
    }
    await key('xjxjx')
    await key('{Alt>}e{/Alt}')
    await choose('产品线')
    await key('心血管{Enter}')
    await lines()
    await key('{Enter}')
    await waitFor(async () => expect(await lines()).toEqual(['产品0已修改', '产品1李四已修改此记录', '产品2已修改']))
    await key('{Enter}')
    await waitFor(() => expect(context.selected).toBe(1))
    server.before = before
    expect(server.rows('baseProduct').map((r) => r.productLine)).toEqual(['心血管', '呼吸', '心血管', '呼吸'])
  })

  it('are edited in queues too, by who may edit', async () => {
    server.asked = []
    server.hold(
      'entrustedCompany',
      ['77', '78'].map((id) => ({
        ...company({ id, auditStatus: 0, contactName: id }),
        createTime: `2024-06-01 00:00:${id}`,
      })),
    )
    shown = await openQueue('/desk/queues/admission?view=company', 'admission', false)
    await waitFor(() => expect(document.querySelectorAll('.g-r .g-c.name')).toHaveLength(2))
    await calm()
    await key('x{Alt>}e{/Alt}')
    const { contactName } = resourceOf('entrustedCompany').fields
    await choose(contactName?.label[0] ?? '')
    await key('赵六{Enter}')
    expect(await lines()).toEqual(['康泰医药77 → 赵六'])
    await key('{Enter}')
    await waitFor(() => expect(saved()).toEqual([{ id: '77', version: 4, contactName: '赵六' }]))
    await close()
  })
})

describe('a range of cells is filled', () => {
  it('down from its first row, in each column that may be edited, after a preview', async () => {
    await open((i) => ({ productLine: i === 0 ? '心血管' : '呼吸', enableStatus: i === 0 ? 0 : 1 }))
    await toColumn('产品线')
    await key('{F8}jj{Control>}{Shift>}{ArrowRight}{/Shift}{/Control}{Control>}d{/Control}')
    expect(await dialog()).toHaveTextContent('向下填充 2 条')
    expect(await lines()).toEqual([
      '产品1产品线：呼吸 → 心血管；启用：是 → 否',
      '产品2产品线：呼吸 → 心血管；启用：是 → 否',
    ])
    await key('{Enter}')
    await waitFor(() =>
      expect(saved()).toEqual([
        { id: 'p1', version: 3, productLine: '心血管', enableStatus: 0 },
        { id: 'p2', version: 3, productLine: '心血管', enableStatus: 0 },
      ]),
    )
    await close()
  })

  it('is refused with the reason where there is nothing to fill', async () => {
    await open()
    await toColumn('产品线')
    await key('{F8}{Control>}d{/Control}')
    await waitFor(() => expect(messages.list.map((m) => m.text).join()).toContain('需选中两行以上'))
    await key('{F8}{Escape}')
    await toColumn('产品编号')
    expect(saved()).toEqual([])
  })
})

describe('what is pasted into a range of cells', () => {
  it('one value goes to all, a column to as many rows; what cannot be read is refused by row and nothing of it saved', async () => {
    await open()
    await toColumn('启用')
    await key('{F8}jj')
    paste('否\r\n也许\r\n是\r\n')
    const all = await lines()
    expect(all.map((l) => l?.replace(/ .*/, ''))).toEqual([
      '产品0是',
      expect.stringContaining('没有“也许”'),
      '产品2已是此值',
    ])
    await key('{Enter}')
    await waitFor(() => expect(saved()).toEqual([{ id: 'p0', version: 3, enableStatus: 0 }]))
    await close()
  })

  it('a block goes below and right of a single cell; another size is refused by its numbers', async () => {
    await open()
    await toColumn('产品线')
    await key('{F8}')
    paste('甲\t10mg\n乙\t20mg')
    expect(await lines()).toEqual([
      '产品0产品线：呼吸 → 甲；规格：（空） → 10mg',
      '产品1产品线：呼吸 → 乙；规格：（空） → 20mg',
    ])
    await key('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(context.cells, 'the range is still there').toBe(true)
    await key('j')
    paste('甲\n乙\n丙')
    await waitFor(() =>
      expect(messages.list.map((m) => m.text).join()).toContain('剪贴板为 3 行 × 1 列，选中的是 2 行 × 1 列'),
    )
    expect(saved()).toEqual([])
  })
})

describe('a list that changed between marking and pasting', () => {
  it('pastes and fills the rows that were marked, not those in their places', async () => {
    await open()
    await toColumn('产品线')
    await key('j{F8}j')
    server.hold('baseProduct', [product(8), ...server.rows('baseProduct')])
    await act(() => outdate('baseProduct'))
    await waitFor(() => expect(screen.getByText('产品8')).toBeInTheDocument())
    paste('甲\n乙')
    expect(await lines()).toEqual(['产品1呼吸 → 甲', '产品2呼吸 → 乙'])
    await key('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
  it('pastes and fills nothing when another row came between them', async () => {
    await open((i) => ({ productLine: i === 1 ? '心血管' : '呼吸' }))
    await toColumn('产品线')
    await key('j{F8}jj')
    server.hold('baseProduct', server.rows('baseProduct').toSpliced(2, 0, product(8)))
    await act(() => outdate('baseProduct'))
    await waitFor(() => expect(messages.list.map((m) => m.text).join()).toContain('选中的单元格已取消'))
    await key('{Control>}d{/Control}')
    await calm()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(saved()).toEqual([])
  })
})

describe('a bulk edit belongs to who started it', () => {
  const { userId } = session
  afterEach(() => {
    session.userId = userId
    session.notice = ''
  })
  /** Ticks all four rows, sets their product line, and has `meanwhile` run while the second one is saved. */
  const run = async (meanwhile: () => void) => {
    session.userId = 'first'
    await open()
    const { before } = server
    server.before = async (path, values) => {
      if (path.endsWith('/submit') && values.id === 'p1') meanwhile()
    }
    await key('xjxjxjx{Alt>}e{/Alt}')
    await user.selectOptions(within(await dialog()).getByRole('combobox'), '产品线')
    await key('心血管{Enter}')
    await lines()
    await key('{Enter}')
    await waitFor(() => expect(saved().length).toBeGreaterThanOrEqual(2))
    await calm()
    server.before = before
    expect(saved().map((s) => (s as { id: string }).id)).toEqual(['p0', 'p1'])
  }
  it('it ends when another person is at the desk', async () => {
    await run(() => {
      session.userId = 'second'
    })
    await close()
  })
  it('it ends with its dialog when they sign out, and does not go on when they are back', async () => {
    await run(() => {
      turnAway()
      session.userId = 'first'
    })
    expect(screen.queryByRole('dialog')).toBeNull()
  })
  it('what was ticked is asked of nobody else', async () => {
    session.userId = 'first'
    await open()
    const ticked = async () => {
      await Promise.resolve()
      session.userId = 'second'
      return server.rows('baseProduct') as never
    }
    expect(await bulkEditTicked(catalogued('baseProduct'), ticked, () => {})).toEqual({ is: 'cancelled' })
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('more than can be edited together', () => {
  const said = () => messages.list.map((m) => m.text).join()
  it('is refused before it is read', async () => {
    server.asked = []
    server.hold(
      'baseProduct',
      Array.from({ length: 600 }, (_, i) => product(i)),
    )
    shown = stage(
      <TableScreen resource="baseProduct" />,
      '/sys/baseProduct',
      'table',
      server.granted as Catalogue,
      'baseProduct',
    )
    await ready()
    await key('{Control>}a{/Control}')
    await calm()
    server.asked = []
    await key('{Alt>}e{/Alt}')
    await waitFor(() => expect(said()).toContain('一次最多批量修改 500 条'))
    expect(server.asked).toEqual([])
  })
  it('is refused of the clipboard too, however much it is', async () => {
    await open()
    await toColumn('产品线')
    await key('{F8}')
    paste('甲\n'.repeat(130_000))
    await waitFor(() => expect(said()).toContain('剪贴板有 130000 行，一次最多粘贴 500 行'))
  })
})

it('a paste that fails is reported', async () => {
  await open()
  const anchor = { row: 0, column: 'productLine' }
  const list = {
    of: resourceOf('baseProduct'),
    model: {
      range: { anchor, extent: anchor, follows: false },
      rowsOfRange: () => Promise.reject(new Error('rows were not read')),
    },
    grid: { current: { shown: () => [{ name: 'productLine' }] } },
  }
  pastedInto(list as never, [], '甲')
  await waitFor(() => expect(messages.list.map((m) => m.text).join()).toContain('rows were not read'))
})
