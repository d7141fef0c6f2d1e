import { expect, it } from 'vitest'
import { buildRegistry } from '../../../commands/catalog/build.ts'
import type { CommandHost, ViewState } from '../../../commands/command.ts'
import { rank } from '../../../commands/search/rank.ts'
import { buildIndex } from '../../../commands/search/score.ts'
import type { SavedView } from '../../../src/model/wire/savedView.ts'
import { catalogueOf } from './catalogue.ts'

const view = (over: Partial<SavedView> = {}): SavedView => ({
  ...{ id: '7', version: 1, list: '/svc/settlementOrder', name: '待审', search: 'settlementStatus_equal=0' },
  columns: { order: [], hidden: [], shown: [], widths: {} },
  ...{
    icon: 'star',
    key: 'g 1',
    roles: [],
    standing: 0,
    opens: false,
    opensFor: '',
    resource: 'settlementOrder',
    always: [],
  },
  ...{ pinyin: ['dai shen'], mine: true, by: '', ownerRemoved: false },
  ...over,
})
const registry = (...views: SavedView[]) => buildRegistry(catalogueOf('administrator', 'zh'), 'zh', undefined, views)

it('each view is a place with its list, found by pinyin and by its name, on its own key', () => {
  const of = registry(view(), view({ id: '8', key: '', list: '/desk/queues/settlementOrder?view=audit', name: '大额' }))
  const [first, second] = ['7', '8'].map((id) => of.get(`view.open.${id}`))
  expect([first?.title, first?.alias]).toEqual(['视图 · 待审 — 结算单', 'View · 待审 — Settlement orders'])
  expect(second?.title).toMatch(/^视图 · 大额 — /)
  expect(first?.place?.route).toBe('/svc/settlementOrder?settlementStatus_equal=0&saved=7')
  expect(of.byKey('g 1').map((c) => c.id)).toEqual(['view.open.7'])
  const index = buildIndex(of.commands)
  const include = Uint8Array.from(of.commands, (c) => (c.id.startsWith('view.open.') ? 1 : 0))
  for (const typed of ['ds', 'daishen', '待审'])
    expect([typed, rank(index, typed, { include, limit: 1 }).items[0]?.id]).toEqual([typed, 'view.open.7'])
})

it('keys of views conflict with no command', () => {
  const views = Array.from({ length: 9 }, (_, n) => view({ id: String(n + 1), key: `g ${n + 1}` }))
  expect(registry(...views).conflicts()).toEqual([])
})

it('a shared view has its owner key where no view of the person has it, the first one of several', () => {
  const theirs = { mine: false, key: 'g 7' }
  const of = registry(view({ id: '1', ...theirs }), view({ id: '2', ...theirs }), view({ id: '3', key: 'g 8' }))
  expect(of.byKey('g 7').map((c) => c.id)).toEqual(['view.open.1'])
  const own = registry(view({ id: '1', ...theirs }), view({ id: '3', key: 'g 7' }))
  expect(own.byKey('g 7').map((c) => c.id)).toEqual(['view.open.3'])
  expect(own.conflicts()).toEqual([])
})

it('commands on a view say why they cannot be run', () => {
  const of = registry()
  const why = (id: string, state: Partial<ViewState>) => {
    const host = { views: { state: () => ({ inForce: false, mine: false, changed: false, count: 0, ...state }) } }
    return of.get(id)?.disabled?.(host as unknown as CommandHost) ?? null
  }
  expect(why('view.update', {})).toBe('当前没有使用视图')
  expect(why('view.update', { inForce: true, changed: true })).toBe('这是他人共享的视图，可另存为自己的视图')
  expect(why('view.update', { inForce: true, mine: true })).toBe('视图没有更改')
  expect(why('view.update', { inForce: true, mine: true, changed: true })).toBeNull()
  expect(why('view.discard', { inForce: true, changed: true })).toBeNull()
  expect(why('view.remove', { inForce: true })).not.toBeNull()
  expect(why('view.next', {})).toBe('此列表还没有视图')
  expect(why('view.save', {})).toBeNull()
})
