import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadResource } from '../../../src/console/data/domains.ts'
import { mySettings } from '../../../src/console/data/mySettings.ts'
import { outdate, queryClient } from '../../../src/console/data/queries.ts'
import { context, runCommand } from '../../../src/console/host/host.ts'
import { ports } from '../../../src/console/host/ports.ts'
import { TableScreen } from '../../../src/console/lists/TableScreen.tsx'
import { TreeModel } from '../../../src/console/lists/treeModel.ts'
import { messages } from '../../../src/console/ui/messages/toast.ts'
import { MADE } from '../../../src/model/language/decidable.ts'
import type { Catalogue, CatalogueDecision } from '../../../src/model/wire/catalogue.ts'
import { settings } from '../../../src/model/wire/settings/settings.ts'
import type { WireRow } from '../../../src/model/wire/wire.ts'
import { tableOf } from '../../wireTable.ts'
import { catalogueOf } from '../server/catalogue.ts'
import { Refusal } from '../server/envelope.ts'
import { pageOf } from '../server/records.ts'
import { type Asked, server } from '../server/server.ts'
import { stage } from '../stage.tsx'

const entry = (id: string, parentId: string, dictValue: string): WireRow => ({
  id,
  version: 1,
  parentId,
  dictValue,
  code: 'c',
  dictKey: id,
  sort: Number(id),
  isSealed: 0,
})
const ROWS = [entry('1', '', '性别'), entry('2', '1', '男'), entry('3', '1', '女'), entry('4', '', '学历')]
const names = () => [...document.querySelectorAll('.g-r .g-c.name')].map((c) => c.textContent)
const here = () => document.querySelector('.g-r.here .g-c.name')?.textContent
const user = userEvent.setup({ delay: null })
let shown: ReturnType<typeof stage>
let asked: Asked[]
let refuse = false

beforeEach(async () => {
  server.granted = catalogueOf()
  await loadResource('dictBiz')
})
beforeEach(async () => {
  queryClient.clear()
  messages.list = []
  refuse = false
  asked = server.answer({
    'rounds/tree': (params) =>
      tableOf(
        ROWS.filter((r) => !params.dictValue_like || String(r.dictValue).includes(String(params.dictValue_like))),
        // the server adds the columns that make the tree
        `${params.columns},parentId`,
      ),
    'rounds/move': () => {
      if (refuse) throw new Refusal(409, '数据已被修改，请核对后重试')
      return ROWS[0]
    },
    'blade-system/dict-biz/list': () => pageOf([]),
    'blade-system/dict-biz/remove': () => ({}),
  })
})
afterEach(() => {
  shown.leave()
  cleanup()
  vi.restoreAllMocks()
})
const open = async (path = '/dict-vertical/index') => {
  shown = stage(<TableScreen resource="dictBiz" />, path, 'table', server.granted as Catalogue, 'dictBiz')
  await waitFor(() => expect(names().length).toBeGreaterThan(0))
}
const said = () => messages.list.map((m) => m.text)
const ticked = () =>
  [...document.querySelectorAll('.g-r[aria-selected=true] .g-c.name')].map((cell) => cell.textContent)
const removed = () => asked.filter((a) => a.path.endsWith('/remove')).map((a) => a.params?.ids)
const moves = () => asked.filter((a) => a.path === 'rounds/move').map((a) => a.body)

describe('a table of a tree', () => {
  it('opens and closes by keys, and moves down and up with them', async () => {
    await open()
    expect(context.tree).toBe(true)
    expect(screen.getByRole('treegrid')).toBeInTheDocument()
    expect(names()).toEqual(['性别', '学历'])
    const first = document.querySelector('.g-r') as HTMLElement
    expect(first).toHaveAttribute('aria-level', '1')
    expect(first).toHaveAttribute('aria-expanded', 'false')
    await user.keyboard('{ArrowRight}')
    await waitFor(() => expect(names()).toEqual(['性别', '男', '女', '学历']))
    expect(document.querySelectorAll('.g-r')[1]).toHaveAttribute('aria-level', '2')
    await user.keyboard('{ArrowRight}')
    await waitFor(() => expect(here()).toBe('男'))
    await user.keyboard('j{ArrowLeft}')
    await waitFor(() => expect(here()).toBe('性别'))
    await user.keyboard('{ArrowLeft}')
    await waitFor(() => expect(names()).toEqual(['性别', '学历']))
  })

  it('its rows are numbered as it is declared, until a person turns that off', async () => {
    await open()
    const firstCells = () =>
      [...document.querySelectorAll('.g-r')].map((r) => r.querySelector('.g-c:not(.tick)')?.textContent)
    const turn = () => act(async () => void (await runCommand('grid.column.numbers', 'palette')))
    await waitFor(() => expect(firstCells()).toEqual(['1', '2']))
    await turn()
    await waitFor(() => expect(firstCells()).not.toContain('1'))
    // kept as the person's own, and gone with it
    expect(mySettings().read('columns.dictBiz', settings.columns).numbers).toBe(false)
    await turn()
    await waitFor(() => expect(firstCells()).toEqual(['1', '2']))
    expect(mySettings().read('columns.dictBiz', settings.columns)).toEqual(settings.columns.fallback)
  })

  it('a new record begins beside the row here, at the top of nothing, and below the one that is ticked', async () => {
    await open()
    const begins = () => ports.rows.begins('dictBiz')
    expect(begins()).toBeNull()
    await user.keyboard('{ArrowRight}{ArrowRight}')
    await waitFor(() => expect(here()).toBe('男'))
    expect(begins()).toEqual({ parentId: '1', code: 'c' })
    await user.keyboard('jj')
    await waitFor(() => expect(here()).toBe('学历'))
    expect(begins()).toBeNull()
    await user.keyboard('x')
    await waitFor(() => expect(ticked()).toEqual(['学历']))
    expect(begins()).toEqual({ parentId: '4', code: 'c' })
    await user.keyboard('kx')
    await waitFor(() => expect(ticked()).toHaveLength(2))
    expect(begins()).toEqual({ parentId: '1', code: 'c' })
    expect(ports.rows.begins('dict')).toBeNull()
  })

  it('has the calls of its records among its buttons, where no lifecycle fills the list with decisions', async () => {
    await loadResource('role')
    server.answer({
      'rounds/tree': ({ columns }) => tableOf([{ id: '7', version: 1, roleName: '质检' }], `${columns},parentId`),
    })
    shown = stage(<TableScreen resource="role" />, '/authority/role', 'table', server.granted as Catalogue, 'role')
    const button = await screen.findByRole('button', { name: '权限设置' })
    await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'))
    await user.click(button)
    expect(await screen.findByRole('dialog', { name: '权限设置' })).toBeInTheDocument()
    await user.keyboard('{Escape}')
  })

  it('has the cursor on a record that was added below a closed row', async () => {
    await open()
    const made = entry('5', '4', '本科')
    ROWS.push(made)
    ports.rows.added('dictBiz', made)
    await outdate('dictBiz')
    await waitFor(() => expect(here()).toBe('本科'))
    ROWS.pop()
  })

  it('opens and closes by mouse without opening the record', async () => {
    await open()
    const fold = () => document.querySelector('[data-fold]') as HTMLElement
    await user.click(fold())
    await waitFor(() => expect(names()).toHaveLength(4))
    await user.dblClick(fold())
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('moves among siblings, below the row before and out again, with the version that is seen', async () => {
    await open()
    await user.keyboard('{ArrowRight}')
    await waitFor(() => expect(names()).toHaveLength(4))
    await user.keyboard('jj{Alt>}{ArrowUp}{/Alt}')
    await waitFor(() =>
      expect(moves()).toEqual([{ resource: 'dictBiz', id: '3', version: 1, parent: '1', before: '2' }]),
    )
    await user.keyboard('{Alt>}{ArrowRight}{/Alt}')
    await waitFor(() => expect(moves()[1]).toMatchObject({ id: '3', parent: '2', before: '' }))
    await user.keyboard('{Alt>}{ArrowLeft}{/Alt}')
    await waitFor(() => expect(moves()[2]).toMatchObject({ id: '3', parent: '', before: '4' }))
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
    expect(moves()).toHaveLength(3)
    await waitFor(() => expect(said()).toContain('已不能再往这个方向移动'))
  })

  it('says what the server refused, and moves nothing while it is filtered', async () => {
    await open()
    refuse = true
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
    await waitFor(() => expect(said()).toContain('数据已被修改，请核对后重试'))
    shown.leave()
    cleanup()
    await open('/dict-vertical/index?dictValue_like=女')
    expect(names()).toEqual(['女'])
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}')
    await waitFor(() => expect(said()).toContain('清除筛选后才能移动'))
    expect(moves()).toHaveLength(1)
  })
})

describe('ticks in a tree', () => {
  it('tick rows by key, keep them when branches open and close, and delete them together', async () => {
    await open()
    await user.keyboard('{ArrowRight}')
    await waitFor(() => expect(names()).toHaveLength(4))
    await user.keyboard('jx')
    await user.keyboard('{Shift>}j{/Shift}')
    expect(ticked()).toEqual(['男', '女'])
    await user.keyboard('{Home}')
    await user.keyboard('{ArrowLeft}')
    await waitFor(() => expect(names()).toEqual(['性别', '学历']))
    expect(ticked()).toEqual([])
    expect(screen.getByRole('toolbar', { name: '已选 2 条' })).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: /批量删除/ }))
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: '删除' }))
    await waitFor(() => expect(removed()).toEqual(['2,3']))
  })

  it('go with another filter, and the first Escape', async () => {
    await open()
    await user.keyboard('{Control>}a{/Control}')
    expect(screen.getByRole('toolbar', { name: '已选 4 条' })).toBeInTheDocument()
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('toolbar', { name: /已选/ })).toBeNull()
  })

  it('stay with their records when rows are read again, and leave with them', () => {
    const model = new TreeModel('tree', { key: 'id', parent: 'parentId' })
    const ids = () => model.ticked().map((row) => row.id)
    model.show(ROWS)
    model.moveTo(0)
    model.moveTo(1, true)
    expect(ids()).toEqual(['1', '4'])
    model.toggle(0)
    expect(ids()).toEqual(['4'])
    model.show([entry('0', '', '新'), ...ROWS])
    expect([ids(), model.isTicked(2), model.isTicked(1), model.selected]).toEqual([['4'], true, false, 1])
    model.show(ROWS.slice(0, 3))
    expect([ids(), model.selected]).toEqual([[], 0])
  })
})

describe('a lazy tree', () => {
  it('reads a level when it is opened, and what is open again', async () => {
    const rows: Record<string, WireRow[]> = {
      '': [{ ...entry('1', '', '浙江'), hasChildren: true }],
      '1': [{ ...entry('2', '1', '杭州'), hasChildren: false }],
    }
    const read = vi.fn(async (key: string) => rows[key] ?? [])
    const model = new TreeModel('tree', { key: 'id', parent: 'parentId', lazy: true }, read)
    model.show(rows[''] ?? [])
    expect(model.branchAt(0)).toEqual({ depth: 0, open: false })
    await model.open(0)
    expect([model.rowAt(0)?.dictValue, model.rowAt(1)?.dictValue]).toEqual(['浙江', '杭州'])
    expect(model.branchAt(1)).toEqual({ depth: 1, open: null })
    expect(await model.open(1)).toBe(false)
    rows['1'] = [{ ...entry('3', '1', '宁波'), hasChildren: false }]
    await model.reread()
    expect(model.rowAt(1)?.dictValue).toBe('宁波')
    expect(read.mock.calls.map(([key]) => key)).toEqual(['1', '', '1'])
    shown = { leave: () => {} } as ReturnType<typeof stage>
  })

  it('shows no record twice when records form a circle', () => {
    const model = new TreeModel('tree', { key: 'id', parent: 'parentId' })
    model.show([entry('1', '2', '甲'), entry('2', '1', '乙'), entry('3', '3', '丙')], true)
    expect(model.count).toBe(1)
    shown = { leave: () => {} } as ReturnType<typeof stage>
  })
})

it('marks the rows that the person made, and leaves them out of all', async () => {
  const catalogue = catalogueOf()
  const audit = catalogue.resources.flatMap((r) => r.decisions).find((d) => d.id === 'audit.pass')
  const seal = {
    ...audit,
    id: 'seal',
    closed: '',
    from: { isSealed: 0 },
    makers: { createUser: '您是制单人' },
  } as CatalogueDecision
  server.granted = {
    ...catalogue,
    resources: catalogue.resources.map((r) => (r.id === 'dictBiz' ? { ...r, decisions: [seal] } : r)),
  }
  const model = new TreeModel('dictBiz', { key: 'id', parent: 'parentId' })
  model.show(ROWS.map((row) => ({ ...row, [MADE]: row.id === '4' ? 'createUser' : '' })))
  expect(ROWS.map((_, i) => model.rowAt(i)).flatMap((row, i) => (row ? [model.lookAt(i, row).mark] : []))).toEqual([
    '',
    'own',
  ])
  model.selectAll()
  expect(model.ticked().map((row) => row.id)).toEqual(['1', '2', '3'])
  model.selectAll(true)
  expect(model.ticked()).toHaveLength(4)
  await open()
  expect(asked.find((c) => c.path === 'rounds/tree')?.params.columns).toContain(MADE)
})
