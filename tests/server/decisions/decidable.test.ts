import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { param } from '../../../src/model/administration/system/param.ts'
import type { Condition } from '../../../src/model/language/conditions/condition.ts'
import { DECIDABLE, MADE } from '../../../src/model/language/decidable.ts'
import { choice, text } from '../../../src/model/language/fields/field.ts'
import { isInState, lifecycle } from '../../../src/model/language/lifecycle.ts'
import { resource } from '../../../src/model/language/resource.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { settlementCycle } from '../../../src/model/settlement/results/settlementCycle.ts'
import { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'
import { sum } from '../../../src/model/values/money.ts'
import type { BatchPreview, BatchState } from '../../../src/model/wire/batchWire.ts'
import type { Catalogue } from '../../../src/model/wire/catalogue.ts'
import { rowsOf } from '../../../src/model/wire/columns.ts'
import { madeWhy, ownWhy } from '../../../src/model/wire/ownDecisions.ts'
import type { Selection, Slice, Total } from '../../../src/model/wire/wire.ts'
import { systemActor } from '../../../src/server/core/actor.ts'
import { makersFill } from '../../../src/server/database/schema/makers.ts'
import { decide } from '../../../src/server/deciding/engine.ts'
import { cut } from '../../../src/server/domains/administration/access/catalogue.ts'
import { reachIn } from '../../../src/server/lists/sql/reach.ts'
import { readWindow } from '../../../src/server/lists/windows.ts'
import type { AnyRule } from '../../../src/server/writing/rules.ts'
import type { AnyResource } from '../../../src/server/writing/unitOfWork/rows.ts'
import { SqlUnitOfWork } from '../../../src/server/writing/unitOfWork/sqlUnitOfWork.ts'
import { trial, trialFamilies } from '../../rules/trial.ts'
import { type Client, type TestApp, testApp } from '../app.ts'
import { declare } from '../declared.ts'
import { testDomains } from '../domains.ts'
import { change, count, load, order, rowNow, type World, world } from './fixture.ts'
import { makersKept } from './makersKept.ts'

const { settlementStatus } = statesOf(settlementOrder)

// What a person made is marked and filtered as the engine decides it (INV-41).

let t: TestApp
let w: World
let undeclare: () => Promise<void>
/** Finance: who resubmitted two of the orders, and who made none. */
let maker: Client
let other: Client
let company: Client
/** Five orders that wait, of which `maker` made the first two, and one that is confirmed. */
let ids: string[]

const of = settlementOrder.id
beforeAll(async () => {
  t = await testApp()
  const tenantId = await t.newTenant()
  w = await world('test', tenantId)
  undeclare = await declare(t.db, trialFamilies)
  maker = await t.signIn(tenantId, 'finance')
  other = await t.signIn(tenantId, 'finance')
  company = await t.signIn(tenantId, 'companyAdmin', { userType: 2, company: w.companyId })
  ids = []
  for (let n = 0; n < 6; n++) {
    ids.push((await order(w, { fees: ['900.00'], status: n < 2 ? 1 : n < 5 ? 0 : 3, ownCycle: true })).id)
    w.context.clock.pass(1)
  }
  const actor = await maker.actor()
  for (const id of ids.slice(0, 2)) await decide(w.context, actor, { resource: of, transition: 'submit', id })
})
afterAll(async () => {
  await undeclare()
  await t.app.close()
})

const listed = async (who: Client, more: Record<string, string> = {}) => {
  const { status, data } = await who.get<Slice>('rounds/window', {
    resource: of,
    columns: `code,settlementStatus,${MADE}`,
    sort: '+createTime',
    ...more,
  })
  expect(status).toBe(200)
  return rowsOf(data)
}
const found = async (who: Client, filter: string, value: string) =>
  (await listed(who, { [filter]: value })).map((r) => ids.indexOf(r.id))
const switched = async (off: boolean) => {
  const [row] = await load(w.context, w.tenantId, (work) => work.rows(param, { paramKey: 'sod.enabled' }))
  if (row) await change(w.context, w.tenantId, param, row.id, { paramValue: off ? 'false' : 'true' })
  else throw new Error('no such parameter')
}

describe('rows say how whoever asks made them', () => {
  test('in lists and by id, each to the maker alone', async () => {
    expect((await listed(maker)).map((r) => r[MADE])).toEqual(['took.submit', 'took.submit', '', '', '', ''])
    expect((await listed(other)).map((r) => r[MADE])).toEqual(['', '', '', '', '', ''])
    const { data } = await maker.get<Slice>('rounds/rows', { resource: of, ids: `${ids[3]},${ids[1]}`, columns: MADE })
    expect(rowsOf(data).map((r) => [r.id, r[MADE]])).toEqual([
      [ids[3], ''],
      [ids[1], 'took.submit'],
    ])
  })
  test('where no columns are named, and in the record itself', async () => {
    const { data } = await maker.get<Slice>('rounds/rows', { resource: of, ids: ids[1] })
    expect(rowsOf(data).map((r) => r[MADE])).toEqual(['took.submit'])
    const detail = async (who: Client) =>
      (await who.get<Record<string, unknown>>('blade-svc/settlementOrder/detail', { id: ids[1] })).data[MADE]
    expect([await detail(maker), await detail(other)]).toEqual(['took.submit', ''])
  })
  test('who confirmed the cycle made its orders, and whoever does so later', async () => {
    const row = await rowNow(w.context, w.tenantId, settlementOrder, ids[4] ?? '')
    const cycle = String(row.settlementCycleId)
    await change(w.context, w.tenantId, settlementCycle, cycle, { confirmUser: other.userId })
    expect((await listed(other)).map((r) => r[MADE])[4]).toBe('settlementCycleId.confirmUser')
    await change(w.context, w.tenantId, settlementCycle, cycle, { confirmUser: w.fin2.userId })
    expect((await listed(other)).map((r) => r[MADE])[4]).toBe('')
  })
  test('a family without second persons has no such column', async () => {
    expect((await maker.get('rounds/window', { resource: 'settlementCycle', columns: MADE })).status).toBe(400)
  })
  test('the catalogue says in words what keeps from which decision', async () => {
    const permissions = new Set([`${of}_view`, `${of}_audit`])
    const decisions = (language: 'zh' | 'en') =>
      (cut(testDomains, { menus: new Set(), permissions }, language) as Catalogue).resources.find((r) => r.id === of)
        ?.decisions ?? []
    const [zh, en] = [decisions('zh'), decisions('en')].map((all) => all.find((d) => d.id === 'audit.pass'))
    expect(zh?.makers).toEqual({
      'settlementCycleId.confirmUser': '您是结算周期确认人',
      createUser: '您是制单人',
      'took.submit': '您做过重新提交',
    })
    expect(en?.makers?.createUser).toBe('You made it')
    expect(decisions('zh').find((d) => d.id === 'recall.audit')?.makers).toBeUndefined()
    const row = { settlementStatus: settlementStatus.pending, [MADE]: 'took.submit' }
    if (!zh) throw new Error('no such decision')
    expect([
      madeWhy(zh, row),
      madeWhy(zh, { ...row, [MADE]: '' }),
      madeWhy(zh, { ...row, settlementStatus: settlementStatus.toConfirm }),
    ]).toEqual(['您做过重新提交', '', ''])
  })
})

describe('the filter by what may be decided', () => {
  test.each([
    ['decidable', '1', [2, 3, 4]],
    ['decidable_equal', '0', [0, 1]],
    ['decidable_in', '0,1', [0, 1, 2, 3, 4]],
    // what leaves out keeps records that wait for nobody
    ['decidable_notequal', '0', [2, 3, 4, 5]],
    ['decidable_notequal', '1', [0, 1, 5]],
    ['decidable_notin', '0,1', [5]],
  ])('%s=%s', async (filter, value, places) => {
    expect(await found(maker, filter, value)).toEqual(places)
    const { data } = await maker.get<Total>('rounds/total', { resource: of, [filter]: value })
    expect(data.total).toBe(places.length)
  })
  test('is each person’s own', async () => {
    expect(await found(other, DECIDABLE, '1')).toEqual([0, 1, 2, 3, 4])
    expect(await found(other, DECIDABLE, '0')).toEqual([])
    // nobody waits for whoever holds no such decision
    expect(await found(company, DECIDABLE, '1')).toEqual([])
    expect(await found(company, 'decidable_notequal', '0')).toEqual([0, 1, 2, 3, 4, 5])
  })
  test('makes a selection of all that may be decided', async () => {
    const { data } = await maker.post<Selection>('rounds/selection', {
      resource: of,
      conditions: [
        { field: 'settlementStatus', op: 'equal', value: '0' },
        { field: DECIDABLE, op: 'notequal', value: '0' },
      ],
    })
    expect(data.count).toBe(3)
  })
  test('a wrong value is refused by name, and where nothing needs a second person there is no such filter', async () => {
    expect((await maker.get('rounds/window', { resource: of, [DECIDABLE]: 'x' })).data).toHaveProperty(DECIDABLE)
    const conditions = [{ field: DECIDABLE, op: 'equal', value: '1' }]
    expect((await maker.post('rounds/selection', { resource: 'settlementCycle', conditions })).status).toBe(400)
  })
  test('nothing is marked or left out while separation of duties is off', async () => {
    await switched(true)
    try {
      expect((await listed(maker)).every((r) => r[MADE] === '')).toBe(true)
      expect(await found(maker, DECIDABLE, '1')).toEqual([0, 1, 2, 3, 4])
      expect(await found(maker, DECIDABLE, '0')).toEqual([])
    } finally {
      await switched(false)
    }
    expect(await found(maker, DECIDABLE, '0')).toEqual([0, 1])
  })
})

describe('where two checked transitions leave one state', () => {
  // two persons' decisions on one sheet: one for whoever did not make it, one for whoever did not prepare it
  const operator = { by: 'operator', select: 'many', result: 'other' } as const
  const pair = resource('trialPair', {
    calls: ['blade-trial/trialPair'],
    title: ['双审单', 'Pairs'],
    name: 'what',
    fields: {
      what: text('内容', 'What'),
      pairStatus: choice(
        '状态',
        'State',
        { 0: ['草稿', 'Draft'], 1: ['待审', 'Pending'], 2: ['已审', 'Done'] },
        { readOnly: 'always', initial: 0 },
      ),
    },
    operations: ['view', 'add'],
    owner: 'open',
    list: { columns: ['what', 'pairStatus'], search: ['pairStatus'], sort: 'createTime' },
  })
  const pairLifecycle = lifecycle(pair, {
    prepare: {
      ...{ ...operator, label: ['准备', 'Prepare'], from: { pairStatus: 0 }, to: { pairStatus: 1 } },
      ...{ call: 'POST prepare', permission: 'trialPair_prepare' },
    },
    first: {
      ...{ ...operator, label: ['一审', 'First'], from: { pairStatus: 1 }, to: { pairStatus: 2 } },
      ...{ call: 'POST first', permission: 'trialPair_first', makerChecker: { makers: [{ field: 'createUser' }] } },
    },
    second: {
      ...{ ...operator, label: ['二审', 'Second'], from: { pairStatus: [0, 1] }, to: { pairStatus: 2 } },
      ...{ call: 'POST second', permission: 'trialPair_second', makerChecker: { makers: [{ took: 'prepare' }] } },
    },
    // closed: no rule names it, so nothing waits for it
    third: {
      ...{ ...operator, label: ['三审', 'Third'], from: { pairStatus: [1, 2] }, to: { pairStatus: 0 } },
      ...{ call: 'POST third', permission: 'trialPair_third', makerChecker: { makers: [{ field: 'createUser' }] } },
    },
  })
  let away: () => Promise<void>
  /** What the family's rows are: their state, whether this person made them, whether they prepared them. */
  const rows = ([0, 1, 2] as const).flatMap((status) =>
    [false, true].flatMap((made) => [false, true].map((prepared) => ({ status, made, prepared }))),
  )
  beforeAll(async () => {
    away = await declare(t.db, [
      { resource: pair, lifecycle: pairLifecycle, rules: { prepare: 'none', first: {}, second: {} } },
    ])
    const [me, somebody] = [await maker.actor(), await other.actor()].map((a) => ({
      ...a,
      permissions: systemActor(a.tenantId, '').permissions,
    }))
    if (!me || !somebody) throw new Error('nobody')
    for (const [n, { status, made, prepared }] of rows.entries()) {
      const id = await t.db.transaction({ tenantId: w.tenantId }, async (tx) => {
        const work = new SqlUnitOfWork(w.context, made ? me : somebody, tx)
        return (await work.insert(pair, { what: String(n), pairStatus: 0 })).id
      })
      await decide(w.context, prepared ? me : somebody, { resource: pair.id, transition: 'prepare', id })
      if (status !== 1) await change(w.context, w.tenantId, pair, id, { pairStatus: status })
    }
  })
  afterAll(() => away())

  test.each([[[]], [['first']], [['second']], [['first', 'second']], [['third']], [['second', 'third']]])(
    'whoever may take %j sees marked what the filter leaves out',
    async (may) => {
      const permissions = new Set([`${pair.id}_view`, ...may.map((name) => `${pair.id}_${name}`)])
      const { decisions = [] } =
        (cut(testDomains, { menus: new Set(), permissions }, 'zh') as Catalogue).resources.find(
          (r) => r.id === pair.id,
        ) ?? {}
      expect(decisions.map((d) => d.id)).toEqual(may)
      const reach = reachIn(w.context, { ...(await maker.actor()), permissions, roles: [] })
      const found = async (conditions: Condition[]) => {
        const slice = { columns: ['id', 'what', 'pairStatus', MADE], offset: 0, size: 100 }
        const { table } = await readWindow(
          t.db,
          { resource: pair as AnyResource, reach, conditions, sort: '+createTime' },
          slice,
        )
        return rowsOf(JSON.parse(`{${table}}`))
      }
      const all = await found([])
      expect(all).toHaveLength(rows.length)
      const named = (list: readonly Readonly<Record<string, unknown>>[]) => list.map((row) => row.what).sort()
      const own = all.filter((row) => ownWhy(decisions, row) !== '')
      const filtered = (op: 'equal' | 'notequal', value: string) => found([{ field: DECIDABLE, op, value }])
      expect(named(own)).toEqual(named(await filtered('equal', '0')))
      expect(named(all.filter((row) => ownWhy(decisions, row) === ''))).toEqual(named(await filtered('notequal', '0')))
      expect(await filtered('equal', '1')).toEqual(
        all.filter(
          (row) => ownWhy(decisions, row) === '' && decisions.some((d) => !d.closed && isInState(d.from, row)),
        ),
      )
      // whoever may take both is kept from what they made and prepared alone, or made or prepared where one waits
      const mine = rows.flatMap(({ status, made, prepared }, n) => {
        const kept = [
          ...(may.includes('first') && status === 1 ? [made] : []),
          ...(may.includes('second') && status < 2 ? [prepared] : []),
        ]
        return kept.length > 0 && kept.every(Boolean) ? [String(n)] : []
      })
      expect(named(own)).toEqual(mine.sort())
    },
  )
})

describe('a batch says before what it will refuse', () => {
  const rows = () => ids.map((id, n) => ({ id, version: n < 2 ? 1 : n === 2 ? 7 : 0 }))

  test('and why, as it then does, and changes nothing', async () => {
    const before = await count(w.context, w.tenantId, 'audit_trail')
    const order = { resource: of, transition: 'audit.pass', rows: rows() }
    const { status, data } = await maker.post<BatchPreview>('rounds/batch/preview', order)
    expect(status).toBe(200)
    // those that would be decided alone are counted, summed and named, in the order of the rows
    const waiting = await Promise.all(ids.slice(3, 5).map((id) => rowNow(w.context, w.tenantId, settlementOrder, id)))
    expect(data).toMatchObject({
      ...{ total: 6, looked: 6, allowed: 2 },
      amount: sum(waiting.map((row) => String(row.totalAmount))),
      names: waiting.map((row) => row.code),
    })
    const turned = await maker.post<BatchPreview>('rounds/batch/preview', { ...order, rows: rows().reverse() })
    expect(turned.data.names).toEqual([...data.names].reverse())
    expect(data.refused[0]).toEqual({ count: 2, msg: expect.stringContaining('经办与审核不能是同一人') })
    expect(data.refused.reduce((n, r) => n + r.count, 0)).toBe(4)
    expect(await count(w.context, w.tenantId, 'audit_trail')).toBe(before)

    let state = (await maker.post<BatchState>('rounds/batch', order)).data
    while (state.state === 'running') state = (await maker.get<BatchState>('rounds/batch/state', { id: state.id })).data
    expect([state.done, state.failed]).toEqual([data.allowed, 4])
    const said = state.rows.filter((r) => !r.ok).map((r) => r.msg)
    expect(data.refused.flatMap((r) => Array<string>(r.count).fill(r.msg)).sort()).toEqual(said.sort())
    expect([...data.refusedIds].sort()).toEqual(state.rows.flatMap((r) => (r.ok ? [] : [r.id])).sort())
  })
  test('of a selection, and before its questions are answered', async () => {
    const conditions = [{ field: 'settlementStatus', op: 'equal', value: '0' }]
    const { data: selection } = await maker.post<Selection>('rounds/selection', { resource: of, conditions })
    const preview = (who: Client) =>
      who.post<BatchPreview>('rounds/batch/preview', {
        resource: of,
        transition: 'audit.reject',
        selection: selection.id,
      })
    expect((await preview(maker)).data).toMatchObject({ total: 3, allowed: 1, refused: [{ count: 2 }] })
    // frozen in the order that is asked for, as the person sees it
    const named = async (sort: string) => {
      const { data } = await other.post<Selection>('rounds/selection', { resource: of, conditions: [], sort })
      const order = { resource: of, transition: 'audit.pass', selection: data.id }
      return (await other.post<BatchPreview>('rounds/batch/preview', order)).data.names
    }
    const up = await named('+createTime')
    expect(up).toHaveLength(3)
    expect(await named('createTime')).toEqual([...up].reverse())
    expect((await other.post('rounds/selection', { resource: of, conditions: [], sort: 'x' })).status).toBe(400)
    // a selection is its maker's own, and whoever may not decide sees nothing beforehand either
    expect((await preview(other)).status).toBe(404)
    expect((await preview(company)).status).toBe(403)
  })

  test('guards are given answers that passed the checks of the batch, or none', async () => {
    const given: unknown[] = []
    const own = testDomains.rules.get(of) as Record<string, AnyRule>
    const before = own['audit.reject']
    own['audit.reject'] = {
      ...before,
      guard: (_row, ask) => {
        given.push(ask)
        return ask.remark === '不行' ? ['不行', 'No'] : null
      },
    }
    try {
      const order = { resource: of, transition: 'audit.reject', rows: [{ id: ids[2], version: 0 }] }
      const preview = (ask?: unknown) => other.post<BatchPreview>('rounds/batch/preview', { ...order, ask })
      // nothing is answered yet
      expect((await preview()).data).toMatchObject({ allowed: 1 })
      expect((await preview({ remark: { length: 1 } })).status).toBe(400)
      expect((await preview({ remark: '字'.repeat(501) })).status).toBe(400)
      expect((await preview({})).status).toBe(400)
      expect(given).toEqual([])
      expect((await preview({ remark: '不行', settlementStatus: settlementStatus.toPay })).data).toMatchObject({
        allowed: 0,
      })
      expect(given).toEqual([{ remark: '不行' }])
    } finally {
      if (before) own['audit.reject'] = before
    }
  })

  test('what it foresaw may be left out of what is asked, through every door; what changes in between fails', async () => {
    const conditions = [{ field: 'settlementStatus', op: 'equal', value: '0' }]
    const { data: selection } = await maker.post<Selection>('rounds/selection', { resource: of, conditions })
    const named = { rows: ids.slice(0, 3).map((id, n) => ({ id, version: n < 2 ? 1 : 0 })) }
    for (const meant of [{ selection: selection.id }, named]) {
      const order = { resource: of, transition: 'audit.reject', ...meant, ask: { remark: '不行' } }
      const { refusedIds } = (await maker.post<BatchPreview>('rounds/batch/preview', order)).data
      expect([...refusedIds].sort()).toEqual(ids.slice(0, 2).sort())
      const rest = { ...order, except: refusedIds }
      expect((await maker.post<BatchPreview>('rounds/batch/preview', rest)).data).toMatchObject({
        ...{ total: 1, allowed: 1, refusedIds: [] },
      })
      // nothing is left, what is no list of ids
      for (const except of [ids, 'x', ['x'], [{}]])
        expect((await maker.post('rounds/batch', { ...order, except })).status).toBe(400)
    }
    const changed = await other.post('blade-svc/settlementOrder/audit', { id: ids[2], status: 1, version: 0 })
    expect(changed.status).toBe(200)
    const order = { resource: of, transition: 'audit.pass', selection: selection.id, except: ids.slice(0, 2) }
    let state = (await maker.post<BatchState>('rounds/batch', order)).data
    while (state.state === 'running') state = (await maker.get<BatchState>('rounds/batch/state', { id: state.id })).data
    expect(state).toMatchObject({ total: 1, done: 0, failed: 1, rows: [{ id: ids[2], code: 409 }] })
  })
})

describe('the database keeps the makers that the engine finds', () => {
  test('of records that are created, edited, resubmitted and changed by request', async () => {
    const actor = await maker.actor()
    const all = { ...actor, permissions: systemActor(actor.tenantId, '').permissions }
    const made = await load(w.context, w.tenantId, (work) =>
      work.insert(trial, { code: 'TRX', entrustedCompanyId: w.companyId, amount: '5.00', payStatus: 2 }),
    )
    await decide(w.context, all, { resource: trial.id, transition: 'resubmit', id: made.id })
    const { differ, makers } = await makersKept(w.context, w.tenantId)
    expect(differ).toEqual([])
    expect(makers).toBeGreaterThan(ids.length)
  })
  test('and anew after a load that passed the triggers by', async () => {
    const before = await makersKept(w.context, w.tenantId)
    await w.context.db.owner(async (tx) => {
      await tx.query('delete from "record_maker" where tenant_id = $1', [w.tenantId])
      for (const text of makersFill()) await tx.query(text, [[w.tenantId]])
    })
    expect(await makersKept(w.context, w.tenantId)).toEqual({ differ: [], makers: before.makers })
  })
})
