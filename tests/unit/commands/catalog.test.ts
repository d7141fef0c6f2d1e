import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, vi } from 'vitest'
import { buildRegistry } from '../../../commands/catalog/build.ts'
import type { AnyCommand, CommandHost } from '../../../commands/command.ts'
import { type ContextKeys, holds } from '../../../commands/context.ts'
import { parseKeys } from '../../../commands/keys/parse.ts'
import { keyTable, type Pending, type Resolution, resolve } from '../../../commands/keys/resolve.ts'
import { keyAt } from '../../../commands/keys/shown.ts'
import { rank } from '../../../commands/search/rank.ts'
import { buildIndex } from '../../../commands/search/score.ts'
import { lifecycles, resourceOf, resources, transitionsOf } from '../../../src/model/business.ts'
import { leaves } from '../../../src/model/menus/menus.ts'
import { admin, catalogueOf } from './catalogue.ts'
import { CONTEXT, press, situation, strokePress } from './press.ts'

const REGISTRY = buildRegistry(admin(), 'zh')
const done = { is: 'done' } as const

/** A workbench whose ports only take note. */
function bench(more: Partial<CommandHost> = {}) {
  const decide = {
    decide: vi.fn(async () => done),
    takeBack: vi.fn(async () => done),
    overtaken: vi.fn(() => ''),
    hold: vi.fn(() => done),
    retryFailed: vi.fn(async () => done),
  }
  const shell = {
    open: vi.fn(() => done),
    form: vi.fn(() => done),
    remove: vi.fn(async () => done),
    stepBack: vi.fn(() => done),
  }
  const row = { id: '7', version: 3, settlementStatus: 0 }
  const b = {
    context: CONTEXT,
    rows: [row],
    row,
    source: 'key',
    decide,
    shell,
    grid: {},
    session: {},
    ...more,
  } as unknown as CommandHost
  return { b, decide, shell }
}
const command = (id: string) => {
  const found = REGISTRY.get(id)
  if (!found) throw new Error(`no command ${id}`)
  return found
}
const run = (id: string, b: CommandHost) => command(id).run(b)

const on = (more: Partial<ContextKeys>, row: Record<string, unknown> | null) =>
  situation({ context: { ...CONTEXT, ...more }, row })

describe('what is not in force yet', () => {
  it.each(['zh', 'en'] as const)(
    'is said beside every entry that leads to it, and beside no other (%s)',
    (language) => {
      const registry = buildRegistry(admin(language), language)
      const said = language === 'zh' ? '尚未生效' : 'Not in force yet'
      const marked = [...resources.values()].filter((r) => r.notInForce && !r.notInForce.where).map((r) => r.id)
      const led = [...leaves()].map(({ leaf }) => leaf)
      expect(marked.length).toBeGreaterThan(15)
      for (const leaf of led) {
        const note = registry.get(`nav.${leaf.path}`)?.note
        expect([leaf.path, note]).toEqual([leaf.path, marked.includes(leaf.resource ?? '') ? said : undefined])
      }
    },
  )
})

describe('what is added by a step of its lifecycle', () => {
  it.each(['resultOrder', 'resultOrderPoint'])('%s: is offered where the step is open', (id) => {
    expect(resourceOf(id).operations).not.toContain('add')
    expect(REGISTRY.get(`${id}.add`)?.keys).toEqual(['n'])
  })
  it('is one command, whatever its name', () => {
    expect(transitionsOf('userBlacklist').add?.from).toBe('new')
    expect(REGISTRY.get('userBlacklist.add')).toBeDefined()
    expect(REGISTRY.get('userBlacklist.add.batch')).toBeUndefined()
  })
})

describe('navigation', () => {
  it('every menu of the administrator and every view of every queue is one command', () => {
    for (const { leaf } of leaves()) expect(command(`nav.${leaf.path}`).title, leaf.code).toBe(leaf.title[0])
    for (const v of ['audit', 'confim', 'toSettle']) expect(REGISTRY.get(`queue.settlementOrder.${v}`)).toBeDefined()
  })
  it('opens the screen', async () => {
    const { b, shell } = bench()
    await run('nav./svc/settlementOrder', b)
    expect(shell.open).toHaveBeenCalledWith('/svc/settlementOrder', false)
    await run('queue.settlementOrder.audit', b)
    expect(shell.open).toHaveBeenCalledWith('/desk/queues/settlementOrder?view=audit', false)
  })
  it.each([
    ['administrator', 'g s', 'queue.settlementOrder.audit'],
    ['finance', 'g s', 'queue.settlementOrder.audit'],
    ['companyAdmin', 'g s', 'queue.settlementOrder.confim'],
    ['administrator', 'g h', 'nav./wel/index'],
    ['administrator', 'g q', 'nav./desk/queues'],
  ])('%s: %s is %s', (alias, keys, id) => {
    expect(
      buildRegistry(catalogueOf(alias), 'zh')
        .byKey(keys)
        .map((c) => c.id),
    ).toEqual([id])
  })
  it('jsdsh is the audit queue, in Chinese and in English', () => {
    for (const language of ['zh', 'en'] as const) {
      const index = buildIndex(buildRegistry(admin(language), language).commands)
      expect(rank(index, 'jsdsh').items[0]?.id).toBe('queue.settlementOrder.audit')
      expect(rank(index, 'settlement order review').items[0]?.id).toBe('queue.settlementOrder.audit')
    }
  })
})

describe('decisions', () => {
  it('there is one for every operator transition of the model that takes nothing back', () => {
    for (const l of lifecycles.values()) {
      for (const [id, t] of Object.entries(l.transitions)) {
        // a step that adds is the command of adding
        if (t.from === 'new' && id === 'add') continue
        expect(REGISTRY.get(`${l.resource}.${id}`) !== undefined, `${l.resource}.${id}`).toBe(
          t.by !== 'system' && !t.takesBack && t.from !== 'new',
        )
      }
    }
  })
  it('none that was not granted', () => {
    const r = buildRegistry(catalogueOf('companyAdmin'), 'zh')
    expect(r.get('settlementOrder.confim.pass')).toBeDefined()
    expect(r.get('settlementOrder.audit.pass')).toBeUndefined()
    expect(r.get('settlementOrder.toSettle.batch')).toBeUndefined()
    expect(r.get('user.add')).toBeUndefined()
  })

  it('what an overview lists is added and edited as what it is', async () => {
    const { b, shell } = bench()
    await run('activityPlan.add', b)
    expect(shell.form).toHaveBeenCalledWith('activityPlan', 'add')
    const plan = { id: '7', version: 0, planType: 3, planStatus: 0 }
    const edit = command('activityPlan.edit')
    await edit.run({ ...b, row: plan })
    expect(shell.form).toHaveBeenCalledWith('caseCollection', 'edit', '7')
    const why = (row: object) => edit.disabled?.({ ...b, row } as unknown as CommandHost)
    expect([why(plan), why({ ...plan, planStatus: 1 }), why({ ...plan, planType: 99 })]).toEqual([
      null,
      expect.any(String),
      expect.any(String),
    ])
    expect(command('demoActivityPlan.add').title).toBe('新增演示活动计划')
    // a role that may add no kind of it
    expect(buildRegistry(catalogueOf('auditor'), 'zh').get('activityPlan.add')).toBeUndefined()
    expect(buildRegistry(catalogueOf('auditor'), 'zh').get('activityPlan.edit')).toBeUndefined()
  })

  const table = keyTable(REGISTRY.commands)
  const detail = { screen: 'detail', queue: '', view: '', hasRow: false } as const
  const list = { screen: 'table', queue: '', view: '' } as const
  it.each<[string, ReturnType<typeof press>, Partial<ContextKeys>, number, string]>([
    ['a in the audit view', press('a'), {}, 0, 'settlementOrder.audit.pass'],
    ['r in the audit view', press('r'), {}, 0, 'settlementOrder.audit.reject'],
    ['a in the confirmation view', press('a'), { view: 'confim' }, 2, 'settlementOrder.confim.pass'],
    ['s in the settlement view', press('s'), { view: 'toSettle' }, 3, 'settlementOrder.toSettle'],
    ['Shift+A', press('A', { shift: true }), {}, 0, 'settlementOrder.audit.pass.batch'],
    ['Shift+R', press('R', { shift: true }), {}, 0, 'settlementOrder.audit.reject.batch'],
    ['Shift+Enter', press('Enter', { shift: true }), {}, 0, 'settlementOrder.audit.pass.detailed'],
    ['a on the page of a pending order', press('a'), detail, 0, 'settlementOrder.audit.pass'],
    ['a on the page of an audited order', press('a'), detail, 2, 'settlementOrder.confim.pass'],
    ['s on the page of a rejected order', press('s'), detail, 1, 'settlementOrder.submit'],
    ['a goes on in the settlement view, too', press('a'), { view: 'toSettle' }, 3, 'settlementOrder.toSettle.primary'],
    ['j on the first page', press('j'), { screen: 'home', resource: '', queue: '', view: '' }, 0, 'cards.next'],
    [
      '3 on the page of queues',
      press('3'),
      { screen: 'queueHub', resource: '', queue: '', view: '' },
      0,
      'cards.open.3',
    ],
    ['a in a plain table', press('a'), list, 0, ''],
    ['z takes back', press('z'), {}, 0, 'decision.takeBack'],
    ['l is traceability', press('l'), { traced: true }, 0, 'record.trace'],
    ['Alt+N adds a row to the record', press('n', { alt: true }), { addsRows: true }, 0, 'record.addRow'],
    ['h holds', press('h'), {}, 0, 'queue.hold'],
    ['x ticks', press('x'), {}, 0, 'grid.toggle'],
    ['Space ticks in a queue', press(' '), {}, 0, 'queue.toggle'],
    ['Alt+L switches the language', press('l', { alt: true }), {}, 0, 'session.language'],
    ['Ctrl+A selects all', press('a', { ctrl: true }), {}, 0, 'grid.selectAll'],
    ['Shift+Arrow extends', press('ArrowDown', { shift: true }), {}, 0, 'grid.extendDown'],
    ['digits are left to the dialog', press('1'), { layers: 1 }, 0, ''],
    ['3 is the third section beside a queue', press('3'), { previewOpen: true }, 0, 'record.section.3'],
    ['3 is the third section of a page', press('3'), detail, 0, 'record.section.3'],
    ['3 is nothing where no record is shown', press('3'), { ...list, previewOpen: false }, 0, ''],
    ['] is the next section beside a table', press(']'), { ...list, previewOpen: true }, 0, 'record.nextSection'],
    ['n in a table adds', press('n'), { ...list, resource: 'quickReply' }, 0, 'quickReply.add'],
    ['e in a table edits', press('e'), { ...list, resource: 'quickReply' }, 0, 'quickReply.edit'],
  ])('%s', (_name, key, context, settlementStatus, id) => {
    const found = resolve(table, key, on(context, { settlementStatus }))
    // a digit waits for a move, and does its own where none follows
    expect(found.is === 'found' ? found.command : (found.pending?.otherwise ?? '')).toBe(id)
  })

  it('decide through the port, plainly, with a remark, or for all ticked', async () => {
    const { b, decide } = bench()
    await run('settlementOrder.audit.pass', b)
    await run('settlementOrder.audit.pass.detailed', b)
    await run('settlementOrder.audit.pass.batch', b)
    expect(decide.decide.mock.calls).toEqual([
      ['settlementOrder', 'audit.pass', { detailed: false, batch: false }],
      ['settlementOrder', 'audit.pass', { detailed: true, batch: false }],
      ['settlementOrder', 'audit.pass', { detailed: false, batch: true }],
    ])
  })

  it('say why not', () => {
    const why = (id: string, more: Partial<CommandHost> = {}) => command(id).disabled?.(bench(more).b) ?? ''
    const row = { id: '7', version: 3, settlementStatus: 5 }
    expect(why('settlementOrder.audit.pass')).toBe('')
    expect(why('settlementOrder.audit.pass', { row })).toBe('当前状态不允许该操作')
    const overtaken = () => '李四 于 06-15 10:02 已审核通过'
    expect(why('settlementOrder.audit.pass', { row, decide: { overtaken } as unknown as CommandHost['decide'] })).toBe(
      '李四 于 06-15 10:02 已审核通过，当前状态不允许该操作',
    )
    expect(why('settlementOrder.audit.pass', { row: null })).toBe('没有选中的行')
    expect(why('settlementCycle.confim', { row: { ...row, cycleStatus: 1 } })).toBe('')
    expect(why('sms.enable', { row: { ...row, status: 1 } })).toBe('由服务器配置决定')
    expect(why('settlementOrder.audit.pass.batch')).toBe('请先勾选行（{grid.toggle}）')
    expect(why('settlementOrder.audit.pass.batch', { context: { ...CONTEXT, selected: 2 }, rows: [row, row] })).toBe(
      '勾选的行都不在可处理的状态',
    )
    expect(why('settlementOrder.audit.pass.batch', { context: { ...CONTEXT, selected: 2 } })).toBe('')
    expect(why('settlementOrder.audit.pass.batch', { context: { ...CONTEXT, allSelected: true } })).toBe('')
    expect(why('decision.takeBack')).toBe('没有可撤回的操作')
    expect(buildRegistry(admin('en'), 'en').get('settlementOrder.audit.pass')?.disabled?.(bench({ row }).b)).toBe(
      'Not possible in the current state',
    )
  })

  it('never repeat while a key is held', () => {
    for (const c of REGISTRY.commands)
      if (c.category === 'decision' || c.category === 'record') expect(c.repeatable ?? false, c.id).toBe(false)
  })
})

describe('records', () => {
  it('add, edit, delete by operation; deleting that is a decision is offered as one only', () => {
    expect(command('quickReply.add').title).toBe('新增快捷回复')
    // a step that makes a record is called by its name, with what it makes unless it says that
    expect(command('userBlacklist.add').title).toBe('加入黑名单')
    expect(command('caseCollectionReport.add').title).toBe('代录成果 · 病例提交')
    expect(command('professionalReviewReport.add').title).toBe('代录成果 · 评审报告')
    const called = Object.fromEntries(admin().resources.map((r) => [r.id, r.created?.title]))
    for (const { resource, transitions } of lifecycles.values()) {
      if (!called[resource] && resourceOf(resource).operations.includes('add')) continue
      const made = Object.values(transitions).find((t) => t.from === 'new' && t.by !== 'system')
      expect([resource, called[resource]]).toEqual([resource, made?.label[0]])
      if (made) expect(command(`${resource}.add`).title).toContain(made.label[0])
      // and found as anything else that is added
      if (made) expect(command(`${resource}.add`).words).toContain(`新增${resourceOf(resource).title[0]}`)
    }
    expect(command('quickReply.add').alias).toBe('Add quick reply')
    expect(REGISTRY.get('orderDoctor.add')).toBeUndefined()
    expect(REGISTRY.get('settlementOrder.delete')).toBeUndefined()
    expect(command('settlementOrder.remove').danger).toBe(true)
    // a bin is for what is thrown away
    expect(command('settlementOrder.remove').icon).toBe('trash')
    expect(command('user.resetPassword').icon).toBe('warning')
  })
  it('are offered in the states that may be edited or deleted, and say so in others', () => {
    const catalogue = admin()
    const editable = { edit: { resultType: [0, 1] }, delete: { resultType: 0 } }
    const registry = buildRegistry(
      { ...catalogue, resources: catalogue.resources.map((r) => (r.id === 'quickReply' ? { ...r, editable } : r)) },
      'zh',
    )
    const rows = [0, 1, 2].map((resultType) => ({ id: String(resultType), version: 0, resultType }))
    const why = (id: string, ...of: number[]) => {
      const picked = of.map((n) => rows[n]) as unknown as CommandHost['rows']
      return registry.get(id)?.disabled?.(bench({ rows: picked, row: picked[0] ?? null }).b) ?? ''
    }
    expect([0, 1, 2].map((n) => why('quickReply.edit', n))).toEqual(['', '', '当前状态不允许该操作'])
    expect([0, 1, 2].map((n) => why('quickReply.delete', n))).toEqual([
      '',
      '当前状态不允许该操作',
      '当前状态不允许该操作',
    ])
    expect(why('quickReply.delete', 0, 1)).toBe('有的勾选行当前状态不允许该操作')
    expect(why('quickReply.delete', 0, 0)).toBe('')
    // the key is not dead without a word: it leads to the same command, which says why not
    const found = resolve(
      keyTable(registry.commands),
      press('e'),
      on({ screen: 'table', queue: '', view: '', resource: 'quickReply' }, { resultType: 2 }),
    )
    expect(found.is === 'found' ? found.command : '').toBe('quickReply.edit')
  })
  it('open the form, ask to remove, and say that exports are not open', async () => {
    const { b, shell } = bench()
    await run('quickReply.edit', b)
    expect(shell.form).toHaveBeenCalledWith('quickReply', 'edit', '7')
    await run('quickReply.delete', b)
    expect(shell.remove).toHaveBeenCalledWith('quickReply')
    expect(command('settlementOrder.export').disabled?.(b)).toBe('导出尚未开放')
    const exportRows = vi.fn(async () => done)
    const open = bench({ shell: { exportRows } as unknown as CommandHost['shell'] }).b
    expect(command('settlementOrder.export').disabled?.(open)).toBeNull()
    await run('settlementOrder.export', open)
    expect(exportRows).toHaveBeenLastCalledWith('settlementOrder', 'xlsx')
    await run('settlementOrder.exportCsv', open)
    expect(exportRows).toHaveBeenLastCalledWith('settlementOrder', 'csv')
    const importRows = vi.fn(async () => done)
    await run('doctorTemp.import', bench({ shell: { importRows } as unknown as CommandHost['shell'] }).b)
    expect(importRows).toHaveBeenLastCalledWith('doctorTemp')
  })
})

describe('keys that are shown', () => {
  const catalogue = admin()
  const here = (more: Partial<ContextKeys>): ContextKeys => ({ ...CONTEXT, queue: '', view: '', ...more })
  const places: readonly ContextKeys[] = [
    ...(['home', 'queueHub', 'form', 'other'] as const).map((screen) => here({ screen, resource: '', hasRow: false })),
    ...catalogue.resources.flatMap(({ id }) => [
      here({ screen: 'table', resource: id }),
      here({ screen: 'table', resource: id, hasRow: false, previewOpen: false }),
      here({ screen: 'detail', resource: id, hasRow: false, addsRows: true, traced: true }),
    ]),
    ...catalogue.queues.flatMap((q) =>
      q.views.map((v) => here({ screen: 'queue', resource: v.resource, queue: q.code, view: v.code })),
    ),
  ]
  const table = keyTable(REGISTRY.commands)
  const keyed = REGISTRY.commands.filter((c) => c.keys !== undefined)
  /** Those of a family, and those of every place: of these no place of one sort differs from another. */
  const families = new Map(catalogue.resources.map(({ id }) => [id, keyed.filter((c) => c.id.startsWith(`${id}.`))]))
  const own = new Set([...families.values()].flat())
  const common = keyed.filter((c) => !own.has(c))
  /** A row in a state from which a command starts. */
  const rowOf = (from: AnyCommand['from']) =>
    Object.fromEntries(
      Object.entries(from ?? {}).map(([name, state]) => [name, Array.isArray(state) ? state[0] : state]),
    )

  it('do what they stand for, on every screen of every family and in every view', () => {
    const dead: string[] = []
    let shown = 0
    const seen = new Set<string>()
    for (const context of places) {
      const sort = `${context.screen} ${context.hasRow}`
      for (const c of [...(families.get(context.resource) ?? []), ...(seen.has(sort) ? [] : common)]) {
        const keys = keyAt(c, context)
        if (!keys) continue
        shown += 1
        let pending: Pending | null = null
        let found: Resolution | null = null
        for (const stroke of parseKeys(keys)) {
          found = resolve(table, strokePress(stroke), situation({ context, row: rowOf(c.from), pending }))
          pending = found.pending
        }
        const does = found?.is === 'found' ? found.command : found?.pending?.count && found.pending.otherwise
        if (does !== c.id) dead.push(`${keys} of ${c.id} on ${context.screen} ${context.resource} ${context.view}`)
      }
      seen.add(sort)
    }
    expect(dead.slice(0, 20)).toEqual([])
    expect(shown).toBeGreaterThan(500)
  })

  it('are none where a command has none: recharging from its list, asking for an invoice, adding elsewhere', () => {
    for (const [id, resource] of [
      ['entrustedAccount.recharge', 'entrustedAccount'],
      ['entrustedInvoice.invoiceApply', 'entrustedInvoice'],
      ['quickReply.add', 'user'],
    ] as const) {
      const found = REGISTRY.get(id)
      if (!found) continue
      expect(keyAt(found, here({ screen: 'table', resource })), id).toBe('')
    }
    expect(keyAt(command('entrustedAccount.recharge'), here({ screen: 'detail', resource: 'entrustedAccount' }))).toBe(
      'a',
    )
  })

  it.each(catalogue.queues.flatMap((q) => q.views.map((v) => [`${q.code}.${v.code}`, q, v] as const)))(
    'a goes on in %s',
    (_name, q, v) => {
      const context = here({ screen: 'queue', resource: v.resource, queue: q.code, view: v.code })
      const of = catalogue.resources.find((r) => r.id === v.resource)
      const offered = v.decisions.flatMap((name) => of?.decisions.find((d) => d.id === name) ?? [])
      const wanted = offered.find((d) => d.result === 'pass') ?? offered.find((d) => d.result !== 'reject')
      if (!wanted) return
      const found = resolve(table, press('a'), situation({ context, row: rowOf(wanted.from) }))
      const id = `${v.resource}.${wanted.id}`
      expect([id, `${id}.primary`]).toContain(found.is === 'found' ? found.command : '')
    },
  )

  it('no decision has the key of adding or editing', () => {
    const wrong = REGISTRY.commands.filter(
      (c) => c.category === 'decision' && c.keys?.some((k) => /^(shift\+)?[ne]$/.test(k)),
    )
    expect(wrong.map((c) => c.id)).toEqual([])
    // keys suggested by the model are the keys in force
    const changed = [...lifecycles.values()].flatMap((l) =>
      Object.entries(l.transitions).flatMap(([id, t]) =>
        t.key && ['n', 'e'].includes(t.key) ? [`${l.resource}.${id}`] : [],
      ),
    )
    expect(changed).toEqual([])
  })
})

it.each(['zh', 'en'] as const)('no two places are called the same without saying where they are: %s', (language) => {
  const names = buildRegistry(admin(language), language)
    .commands.filter((c) => c.category === 'navigation' && c.place && !c.hidden)
    .map((c) => `${c.title} ${c.place?.where ?? ''}`)
  expect(names.filter((name, n) => names.indexOf(name) !== n)).toEqual([])
})

it('where nothing is in hand, nothing is decided: each decision exists only with its resource on stage', () => {
  const home = { ...CONTEXT, screen: 'home', resource: '', queue: '', view: '', hasRow: false } as const
  const there = REGISTRY.commands.filter((c) => holds(c.when, home) && c.category === 'decision').map((c) => c.id)
  expect(there).toEqual(['decision.takeBack', 'decision.redo'])
})

it('commands import neither React nor the network, and of the model only what knows no business', () => {
  const root = fileURLToPath(new URL('../../../commands', import.meta.url))
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((f) => f.endsWith('.ts'))
  expect(files.length).toBeGreaterThan(20)
  for (const f of files) {
    for (const [, from = ''] of readFileSync(`${root}/${f}`, 'utf8').matchAll(/from '([^']+)'/g)) {
      expect(from.startsWith('.'), `${f} imports ${from}`).toBe(true)
      if (from.includes('src/')) expect(from, f).toMatch(/src\/model\/(values|language|wire)\//)
    }
  }
})
