import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildRegistry } from '../../../commands/catalog/build.ts'
import { bind, DEFAULT_KEYMAP } from '../../../commands/keys/keymap.ts'
import { loadResource } from '../../../src/console/data/domains.ts'
import { keyOf, queryClient } from '../../../src/console/data/queries.ts'
import { session } from '../../../src/console/data/session.ts'
import { forgetDecisions } from '../../../src/console/decisions/outbox/pendingDecisions.ts'
import { filterableOf } from '../../../src/console/filter/filterFields.ts'
import { commandState, runCommand, setRegistry } from '../../../src/console/host/host.ts'
import { ports } from '../../../src/console/host/ports.ts'
import { TableScreen } from '../../../src/console/lists/TableScreen.tsx'
import { byQueues, viewAt, viewsOfQueue } from '../../../src/console/savedViews/queueViews.ts'
import { forgetColumns } from '../../../src/console/savedViews/useShownView.ts'
import { totalParams } from '../../../src/console/savedViews/viewCounts.ts'
import {
  isBare,
  neighbourOf,
  openingView,
  sameColumns,
  searchOf,
  searchOfView,
} from '../../../src/console/savedViews/viewState.ts'
import { proposalOf } from '../../../src/console/screens/keymap/proposal.ts'
import { closeMenu, type MenuEntry, menu } from '../../../src/console/ui/menu.ts'
import { messages } from '../../../src/console/ui/messages/toast.ts'
import { resourceOf } from '../../../src/model/business.ts'
import { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'
import type { Catalogue } from '../../../src/model/wire/catalogue.ts'
import {
  EVERYBODY,
  namesShown,
  SAVED_VIEWS,
  type SavedView,
  STANDING,
  type ViewDefaults,
} from '../../../src/model/wire/savedView.ts'
import { work } from '../../../src/model/workflow/work.ts'
import { openQueue } from '../queue/openQueue.tsx'
import { genericDelete } from '../server/catalogue.ts'
import { Refusal } from '../server/envelope.ts'
import { orders } from '../server/samples.ts'
import { server } from '../server/server.ts'
import { calm, grid, ready, stage } from '../stage.tsx'

const PATH = '/svc/settlementOrder'
const QUEUE = '/desk/queues/settlementOrder?view=audit'
const NONE = { order: [], hidden: [], shown: [], widths: {} }
const user = userEvent.setup({ delay: null })

const view = (over: Partial<SavedView> = {}): SavedView => ({
  ...{ id: '7', version: 1, list: PATH, name: '待审', search: 'settlementStatus_equal=0&sort=%2BcreateTime' },
  columns: { ...NONE, hidden: ['cycleMonth'] },
  ...{
    icon: 'star',
    key: '',
    roles: [],
    standing: STANDING.none,
    opens: false,
    opensFor: '',
    resource: 'settlementOrder',
  },
  ...{ always: [], pinyin: [], mine: true, by: '张三', ownerRemoved: false },
  ...over,
})

let shown: ReturnType<typeof stage>
let kept: SavedView[]
const sent = () => server.of(SAVED_VIEWS.save).map((a) => a.values)
const heads = () => [...document.querySelectorAll('[role="columnheader"]')].map((h) => h.textContent ?? '')
const button = () => screen.getByRole('button', { name: /^视图/ })
const entries = () => (menu.open?.entries ?? []).flatMap((e): MenuEntry[] => (e === 'line' ? [] : [e]))
const choose = (label: string) =>
  entries()
    .find((e) => e.label === label)
    ?.run()
const told = () => messages.list.map((m) => m.text)
const at = () => shown.router.state.location.pathname + decodeURIComponent(shown.search())

beforeEach(async () => {
  server.granted = genericDelete()
  await loadResource('settlementOrder')
  Object.assign(session, { tenantId: '000000', userId: '1' })
  queryClient.clear()
  localStorage.clear()
  messages.list = []
  forgetDecisions()
  forgetColumns('7')
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(310)
  kept = []
  let next = 20
  server.answer({
    [SAVED_VIEWS.read]: () => kept,
    [SAVED_VIEWS.save]: (values) => {
      const before = kept.find((v) => v.id === values.id)
      if (before && before.version !== values.version) throw new Refusal(409, '视图已在别处更改，请重新打开', null)
      const saved = { ...view(), ...values, version: Number(values.version) + 1, id: before?.id ?? String(next++) }
      kept = before ? kept.map((v) => (v.id === saved.id ? (saved as SavedView) : v)) : [...kept, saved as SavedView]
      return saved
    },
    [SAVED_VIEWS.remove]: (values) => {
      kept = kept.filter((v) => v.id !== values.id)
      return null
    },
    [SAVED_VIEWS.roles]: () => [{ alias: 'finance', name: '财务' }],
  })
})
afterEach(() => {
  closeMenu()
  shown?.leave()
  cleanup()
  vi.restoreAllMocks()
  Object.assign(session, { tenantId: '', userId: '' })
})

async function open(search = '', ...views: SavedView[]) {
  kept = views
  server.hold('settlementOrder', orders(5))
  shown = stage(<TableScreen resource="settlementOrder" />, PATH + search, 'table', server.granted as Catalogue)
  await ready()
  await waitFor(() => expect(ports.views.state().count).toBe(views.filter((v) => v.list === PATH).length))
}

describe('a view of a list', () => {
  it('is chosen from the menu: conditions, order and columns; back undoes it', async () => {
    await open('', view(), view({ id: '8', name: '别的', list: '/svc/orderDoctor' }))
    const all = heads()
    await runCommand('view.choose', 'key')
    expect(entries().map((e) => e.label)).toEqual(['不使用视图', '待审', '保存为视图…'])
    choose('待审')
    await waitFor(() => expect(at()).toBe(`${PATH}?settlementStatus_equal=0&sort=+createTime&saved=7`))
    await waitFor(() => expect(button()).toHaveTextContent('待审'))
    expect(server.of('rounds/window').at(-1)?.values).toMatchObject({
      settlementStatus_equal: '0',
      sort: '+createTime',
    })
    expect(all.length - heads().length).toBe(1)
    expect(screen.queryByText('已更改')).toBeNull()
    await shown.router.navigate(-1)
    await waitFor(() => expect(heads()).toEqual(all))
    expect(at()).toBe(PATH)
  })

  it('that was changed is marked, saved under its version, or discarded', async () => {
    await open('?settlementStatus_equal=0&sort=%2BcreateTime&saved=7', view())
    expect(commandState('view.update').why).toBe('视图没有更改')
    await shown.router.navigate(`${PATH}?settlementStatus_equal=0&saved=7`)
    expect(await screen.findByText('已更改')).toBeInTheDocument()
    await runCommand('view.discard', 'button')
    await waitFor(() => expect(screen.queryByText('已更改')).toBeNull())
    expect(at()).toBe(`${PATH}?settlementStatus_equal=0&sort=+createTime&saved=7`)
    grid().focus()
    await user.keyboard('{ArrowRight}{Alt>}x{/Alt}')
    expect(await screen.findByText('已更改')).toBeInTheDocument()
    await runCommand('view.update', 'button')
    await waitFor(() => expect(screen.queryByText('已更改')).toBeNull())
    expect(sent()).toMatchObject([{ id: '7', version: 1, search: 'settlementStatus_equal=0&sort=%2BcreateTime' }])
    expect((sent() as unknown as SavedView[]).map((v) => v.columns.hidden.length)).toEqual([2])
    expect(told()).toContain('已更新视图 待审')
  })

  it('that was changed in another window is read again, and nothing is lost here', async () => {
    await open('?settlementStatus_equal=0&saved=7', view())
    kept = [view({ version: 2, name: '待审核' })]
    await runCommand('view.update', 'button')
    await waitFor(() => expect(button()).toHaveTextContent('待审核'))
    expect(told()).toContain('此视图已在别处更改，已为您载入最新内容')
    expect(at()).toBe(`${PATH}?settlementStatus_equal=0&saved=7`)
    await runCommand('view.update', 'button')
    await waitFor(() => expect(kept).toMatchObject([{ version: 3, search: 'settlementStatus_equal=0' }]))
  })

  it('is saved under a name with icon, key, roles and default, once however often it is sent', async () => {
    server.granted = { ...genericDelete(), permissions: [...genericDelete().permissions, 'role_grant'] }
    await open('?settlementStatus_equal=0')
    const saving = runCommand('view.save', 'key')
    const dialog = await screen.findByRole('dialog', { name: '保存为视图' })
    const save = within(dialog).getByRole('button', { name: '保存' })
    await user.click(save)
    expect(within(dialog).getByRole('alert')).toHaveTextContent('请输入视图名称')
    await user.type(within(dialog).getByRole('textbox', { name: '名称' }), '我的')
    await user.click(within(dialog).getByRole('radio', { name: 'wallet' }))
    await user.selectOptions(within(dialog).getByRole('combobox', { name: '快捷键' }), 'g 2')
    await user.click(await within(dialog).findByRole('checkbox', { name: '财务' }))
    const opens = within(dialog).getByRole('combobox', { name: '打开此列表时' })
    expect(opens).toHaveDisplayValue('按角色的默认视图，没有则不使用')
    await user.selectOptions(opens, '我打开时使用')
    const answer = server.answers[SAVED_VIEWS.save]
    let lost = true
    server.answer({
      [SAVED_VIEWS.save]: (values, asked) => {
        if (!lost) return answer?.(values, asked)
        lost = false
        throw new Refusal(503, '稍后再试', null)
      },
    })
    await user.click(save)
    expect(await within(dialog).findByText('稍后再试')).toBeInTheDocument()
    await user.click(save)
    await saving
    const [first, second] = server.of(SAVED_VIEWS.save)
    expect(second?.key).toBe(first?.key)
    expect(sent().at(-1)).toEqual({
      ...{ id: '', version: 0, list: PATH, name: '我的', search: 'settlementStatus_equal=0', columns: NONE },
      ...{ icon: 'wallet', key: 'g 2', roles: ['finance'], standing: 1 },
    })
    await waitFor(() => expect(button()).toHaveTextContent('我的'))
    expect(at()).toBe(`${PATH}?settlementStatus_equal=0&saved=20`)
  })

  it('shows beside its field what the server refuses', async () => {
    await open()
    server.answer({
      [SAVED_VIEWS.save]: () => {
        throw new Refusal(400, '此列表已有同名视图', { name: '此列表已有同名视图' })
      },
    })
    void runCommand('view.save', 'key')
    const dialog = await screen.findByRole('dialog', { name: '保存为视图' })
    expect(within(dialog).queryByRole('group', { name: '共享给角色' })).toBeNull()
    await user.type(within(dialog).getByRole('textbox', { name: '名称' }), '同名{Enter}')
    expect(await within(dialog).findByText('此列表已有同名视图')).toBeInTheDocument()
    await user.click(within(dialog).getByRole('button', { name: '取消' }))
  })

  it('is deleted after a question, set as default, and gone through one by one', async () => {
    await open('?saved=7', view({ search: '' }), view({ id: '8', name: '二', search: '' }))
    await runCommand('view.default', 'key')
    await waitFor(() => expect(kept[0]).toMatchObject({ standing: 1, version: 2 }))
    const saved = () => new URLSearchParams(shown.search()).get('saved')
    await runCommand('view.next', 'key')
    await waitFor(() => expect(saved()).toBe('8'))
    await runCommand('view.next', 'key')
    await waitFor(() => expect(saved()).toBeNull())
    await runCommand('view.previous', 'key')
    await waitFor(() => expect(saved()).toBe('8'))
    const removing = runCommand('view.remove', 'key')
    const dialog = await screen.findByRole('dialog', { name: '删除视图 二？' })
    await user.click(within(dialog).getByRole('button', { name: '删除' }))
    await removing
    await waitFor(() => expect(saved()).toBeNull())
    expect(kept.map((v) => v.name)).toEqual(['待审'])
  })

  it('opens with its list when it is the default, and not for who asked for something else', async () => {
    await open('', view({ opens: true, standing: STANDING.mine }))
    await waitFor(() => expect(at()).toBe(`${PATH}?settlementStatus_equal=0&sort=+createTime&saved=7`))
    await runCommand('view.choose', 'key')
    choose('不使用视图')
    await waitFor(() => expect(at()).toBe(`${PATH}?saved=0`))
    await calm()
    expect(at()).toBe(`${PATH}?saved=0`)
    shown.leave()
    cleanup()
    await open('?settlementStatus_equal=0', view({ opens: true, standing: STANDING.mine }))
    await calm()
    expect(at()).toBe(`${PATH}?settlementStatus_equal=0`)
  })

  it('that a role opens the list with says so beside its name and in the menu, and is left by a click, a key or the menu', async () => {
    await open('', view({ mine: false, opens: true, opensFor: '财务' }))
    await waitFor(() => expect(at()).toContain('saved=7'))
    const note = await screen.findByText('“财务”的默认视图')
    expect(button()).toHaveAttribute('title', '待审 — “财务”的默认视图')
    await runCommand('view.choose', 'key')
    expect(entries().map((e) => e.label)).toContain('待审（张三 共享，财务的默认视图）')
    closeMenu()
    await user.click(screen.getByRole('button', { name: '不使用视图' }))
    await waitFor(() => expect(at()).toBe(`${PATH}?saved=0`))
    await waitFor(() => expect(note).not.toBeInTheDocument())
    await calm()
    expect(at()).toBe(`${PATH}?saved=0`)
    await shown.router.navigate(`${PATH}?settlementStatus_equal=0&sort=%2BcreateTime&saved=7`)
    await screen.findByText('“财务”的默认视图')
    await runCommand('view.leave', 'key')
    await waitFor(() => expect(at()).toBe(`${PATH}?saved=0`))
  })

  it('is set as what a list opens with for roles by who may grant them, from all that are shared, against what they saw', async () => {
    const given: ViewDefaults = {
      roles: [
        { alias: EVERYBODY, name: '所有人', view: '' },
        { alias: 'finance', name: '财务', view: '8' },
        { alias: 'tax', name: '税务', view: '' },
        { alias: 'hr', name: '人事', view: '' },
      ],
      views: [
        { id: '8', name: '甲', by: '张三', roles: ['finance', 'hr'] },
        { id: '9', name: '乙', by: '李四', roles: ['finance', 'hr'] },
      ],
    }
    let now = given
    server.answer({
      [SAVED_VIEWS.defaults]: () => now,
      [SAVED_VIEWS.setDefaults]: () => {
        if (now === given) {
          now = { ...given, roles: given.roles.map((r) => (r.alias === 'finance' ? { ...r, view: '' } : r)) }
          throw new Refusal(409, '默认视图已在别处更改，请重新打开', null)
        }
        return now
      },
    })
    await open()
    await runCommand('view.roleDefaults', 'key')
    expect(told()).toEqual(['您没有给角色授权的权限'])
    shown.leave()
    cleanup()
    server.granted = { ...genericDelete(), permissions: [...genericDelete().permissions, 'role_grant'] }
    await open()
    void runCommand('view.roleDefaults', 'key')
    const dialog = within(await screen.findByRole('dialog', { name: '角色的默认视图' }))
    const finance = await dialog.findByRole('combobox', { name: '财务' })
    expect(finance).toHaveDisplayValue('甲（张三）')
    expect(dialog.getAllByText('没有共享给此角色的视图')).toHaveLength(2)
    await user.click(dialog.getByRole('button', { name: '保存' }))
    expect(dialog.getByRole('alert')).toHaveTextContent('没有更改')
    await user.selectOptions(finance, '乙（李四）')
    await user.selectOptions(dialog.getByRole('combobox', { name: '人事' }), '甲（张三）')
    await user.click(dialog.getByRole('button', { name: '保存' }))
    expect(await dialog.findByText(/^财务 的默认视图已在别处更改.*其他选择已保留$/)).toBeInTheDocument()
    await waitFor(() => expect(dialog.getByRole('combobox', { name: '财务' })).toHaveDisplayValue('不使用视图'))
    expect(dialog.getByRole('combobox', { name: '人事' })).toHaveDisplayValue('甲（张三）')
    await user.selectOptions(dialog.getByRole('combobox', { name: '财务' }), '乙（李四）')
    await user.click(dialog.getByRole('button', { name: '保存' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const hr = { role: 'hr', view: '8', before: '' }
    expect(server.of(SAVED_VIEWS.setDefaults).map((a) => a.values)).toEqual([
      { list: PATH, changes: [{ role: 'finance', view: '9', before: '8' }, hr] },
      { list: PATH, changes: [{ role: 'finance', view: '9', before: '' }, hr] },
    ])
  })

  it('offers no key that another command has, and its own key is a conflict for others', async () => {
    await open()
    const catalogue = server.granted as Catalogue
    const own = bind(DEFAULT_KEYMAP, 'grid.reload', ['g 3'])
    setRegistry(buildRegistry(catalogue, 'zh', own))
    void runCommand('view.save', 'key')
    const dialog = await screen.findByRole('dialog', { name: '保存为视图' })
    const keys = within(dialog).getByRole('combobox', { name: '快捷键' })
    expect(within(keys).getByRole('option', { name: /^g 3.*刷新/ })).toBeDisabled()
    expect(within(keys).getByRole('option', { name: 'g 2' })).toBeEnabled()
    await user.click(within(dialog).getByRole('button', { name: '取消' }))
    queryClient.setQueryData(keyOf('saved-views'), [view({ key: 'g 5' })])
    setRegistry(buildRegistry(catalogue, 'zh', DEFAULT_KEYMAP, [view({ key: 'g 5' })]))
    const { clashes } = proposalOf(bind(DEFAULT_KEYMAP, 'grid.reload', ['g 5']), { catalogue, language: 'zh' })
    expect(clashes.map((c) => [c.mine.id, c.other.id, c.keys])).toEqual([['grid.reload', 'view.open.7', 'g 5']])
  })

  it('does not open with its list once the person has begun to work in it', async () => {
    let arrive = () => {}
    const late = new Promise<void>((resolve) => {
      arrive = resolve
    })
    const views = [view({ opens: true, standing: STANDING.mine })]
    server.answer({ [SAVED_VIEWS.read]: () => late.then(() => views) })
    server.hold('settlementOrder', orders(5))
    shown = stage(<TableScreen resource="settlementOrder" />, PATH, 'table', server.granted as Catalogue)
    await ready()
    grid().focus()
    await user.keyboard('j')
    arrive()
    await waitFor(() => expect(ports.views.state().count).toBe(1))
    await calm()
    expect(at()).toBe(PATH)
    await runCommand('view.choose', 'key')
    expect(entries().map((e) => e.label)).toContain('待审（默认）')
  })

  it('that this person does not have leaves the rows of its address', async () => {
    await open('?settlementStatus_equal=0&saved=999')
    expect(server.of('rounds/window').at(-1)?.values).toMatchObject({ settlementStatus_equal: '0' })
    expect(ports.views.state()).toEqual({
      inForce: false,
      mine: false,
      exports: false,
      shares: false,
      changed: false,
      count: 0,
    })
  })

  it('of somebody else is saved as one’s own, not changed', async () => {
    await open('?settlementStatus_equal=0&saved=7', view({ mine: false, by: '李四' }))
    expect(commandState('view.update').why).toContain('他人共享')
    await runCommand('view.choose', 'key')
    expect(entries().map((e) => e.label)).toEqual(['不使用视图', '待审（李四 共享）', '放弃更改', '保存为视图…'])
  })

  it('gives an export its columns in its order, and its conditions', async () => {
    server.answer({ 'rounds/export': () => ({ id: '1', state: 'failed', total: 0, done: 0, fileName: '', link: '' }) })
    const order = [...settlementOrder.list.columns].reverse() as string[]
    const search = '?settlementStatus_equal=0&sort=%2BcreateTime&saved=7'
    await open(search, view({ columns: { ...NONE, order, hidden: ['cycleMonth'] } }))
    await waitFor(() => expect(ports.views.state().inForce).toBe(true))
    await ports.shell.exportRows?.('settlementOrder', 'xlsx')
    const { columns, sort, conditions } = server.of('rounds/export')[0]?.values ?? {}
    const wanted = order.filter((name) => name !== 'cycleMonth' && name !== settlementOrder.name)
    expect(columns).toBe([settlementOrder.name, ...wanted].join(','))
    expect(sort).toBe('+createTime')
    expect(conditions).toEqual([{ field: 'settlementStatus', op: 'equal', value: '0' }])
  })
})

it('a view of a queue is of one view of that queue', async () => {
  kept = [view({ list: QUEUE, search: 'totalAmount_ge=100' }), view({ id: '8', name: '表' })]
  server.hold('settlementOrder', orders(5))
  shown = await openQueue(`${QUEUE}&totalAmount_ge=100&saved=7`)
  await waitFor(() => expect(button()).toHaveTextContent('待审'))
  expect(ports.views.state()).toMatchObject({ inForce: true, changed: false, count: 1 })
  expect(heads().join()).not.toContain('账期')
})

describe('what views are compared by', () => {
  const filterable = filterableOf(settlementOrder, [])
  const look = { of: resourceOf('settlementOrder'), filterable, otherwise: 'createTime' }
  it('conditions in any order, without fields that are no longer there', () => {
    const conditions = [
      { field: 'settlementStatus', op: 'equal', value: '0' },
      { field: 'code', op: 'like', value: 'SO' },
    ] as const
    const search = searchOf({ conditions, sort: 'createTime', otherwise: 'createTime', group: '' })
    expect(search).toBe('code_like=SO&settlementStatus_equal=0')
    expect(searchOfView({ search: 'gone_equal=1&settlementStatus_equal=0&code_like=SO&sort=gone' }, look)).toBe(search)
  })

  it('columns: order and widths, hidden ones in any order', () => {
    expect(sameColumns({ ...NONE, hidden: ['a', 'b'] }, { ...NONE, hidden: ['b', 'a'] })).toBe(true)
    expect(sameColumns({ ...NONE, order: ['a', 'b'] }, { ...NONE, order: ['b', 'a'] })).toBe(false)
    expect(sameColumns({ ...NONE, widths: { a: 90 } }, { ...NONE, widths: { a: 91 } })).toBe(false)
  })

  it('names of a list, the record’s own first, others behind those that were put in order', () => {
    const of = { ...settlementOrder, name: 'code' }
    expect(namesShown(of, ['code', 'a', 'b', 'c'], { ...NONE, order: ['c', 'code'], hidden: ['a', 'code'] })).toEqual([
      'code',
      'c',
      'b',
    ])
  })

  it('a bare list is one whose address says nothing of its own', () => {
    const bare = (of: typeof settlementOrder | typeof work, path: string, search: string) =>
      isBare(of as never, path, new URLSearchParams(search))
    expect(bare(settlementOrder, PATH, 'size=30')).toBe(true)
    expect(bare(settlementOrder, PATH, 'open=7')).toBe(false)
    expect(bare(settlementOrder, PATH, 'saved=0')).toBe(false)
    expect(bare(work, '/work/todo', 'kind_equal=1')).toBe(true)
    expect(bare(work, '/work/all', 'kind_equal=1')).toBe(false)
  })

  it('a round through the views, none among them; the one that the server has the list open with', () => {
    const [a, b] = [view({ id: '1', opens: true, mine: false }), view({ id: '2', opens: true, standing: 1 })]
    expect([neighbourOf([a, b], '', 1)?.id, neighbourOf([a, b], '2', 1), neighbourOf([a, b], '', -1)?.id]).toEqual([
      '1',
      null,
      '2',
    ])
    expect([openingView([{ ...a, opens: false }, b])?.id, openingView([a])?.id, openingView([])]).toEqual([
      '2',
      '1',
      undefined,
    ])
  })

  it('what is counted: conditions of the list and those of the view', () => {
    const always = [{ field: 'settlementStatus', op: 'equal', value: '0' }] as const
    const search = 'settlementStatus_equal=0&q=SO&totalAmount_ge=5&sort=code'
    expect(totalParams({ resource: 'settlementOrder', always, search })).toEqual({
      ...{ resource: 'settlementOrder', settlementStatus_equal: '0', q: 'SO', totalAmount_ge: '5' },
    })
  })
})

it('a view of a queue is listed below it, and marked where the address shows it in its own list', () => {
  const queue = view({ id: '8', list: QUEUE })
  const foreign = view({ id: '9', list: '/desk/queues/settlementOrder?view=none' })
  const views = [view(), queue, foreign]
  const catalogue = { queues: [{ code: 'settlementOrder', views: [{ code: 'audit' }] }] } as unknown as Catalogue
  const { ofQueues, others } = byQueues(catalogue, views)
  expect([ofQueues, others.map((v) => v.id)]).toEqual([[queue], ['7', '9']])
  expect(viewsOfQueue(views, 'settlementOrder', 'audit')).toEqual([queue])
  expect(viewAt(views, '/desk/queues/settlementOrder', '?view=audit&saved=8')?.id).toBe('8')
  expect(viewAt(views, '/svc/orderDoctor', '?saved=7')).toBeUndefined()
  expect(viewAt(views, PATH, '?saved=0')).toBeUndefined()
})
