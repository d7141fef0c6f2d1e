import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { transitionsOf } from '../../../src/model/business.ts'
import { changeRequest } from '../../../src/model/desk/changeRequest.ts'
import { mayBeBare } from '../../../src/model/language/lifecycle.ts'
import { leadingTo } from '../../../src/model/language/makers.ts'
import type { RowOf } from '../../../src/model/language/resource.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { servicePaymentOrder } from '../../../src/model/payment/payments.ts'
import { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'
import type { Catalogue } from '../../../src/model/wire/catalogue.ts'
import type { Conflict, Decided } from '../../../src/model/wire/wire.ts'
import type { Actor } from '../../../src/server/core/actor.ts'
import type { RequestContext } from '../../../src/server/core/context/context.ts'
import { startBatch } from '../../../src/server/deciding/batch/batch.ts'
import { select } from '../../../src/server/deciding/batch/selection.ts'
import { decideByCall } from '../../../src/server/deciding/byCall.ts'
import { decide, decideAll } from '../../../src/server/deciding/engine.ts'
import { cut } from '../../../src/server/domains/administration/access/catalogue.ts'
import { genericHandlers } from '../../../src/server/records/generic.ts'
import { person } from '../../rules/people.ts'
import { trial, trialBare, trialFamilies, trialLifecycle, trialLine, trialSlip } from '../../rules/trial.ts'
import { declare } from '../declared.ts'
import { testDomains } from '../domains.ts'
import { change, count, load, order, refusal, rowNow, type World, world } from './fixture.ts'
import { makersKept } from './makersKept.ts'

const { payStatus: payStates } = statesOf(servicePaymentOrder)

let w: World
let undeclare: () => Promise<void>
/** Two finance people who may everything here, and one of the client company. */
let ann: Actor
let bob: Actor
let bound: Actor

const families = trialFamilies.map((f) => f.resource)
const permissions = new Set<string>()

beforeAll(async () => {
  w = await world()
  undeclare = await declare(w.context.db, trialFamilies)
  for (const r of families) {
    for (const o of r.operations) permissions.add(`${r.id}_${o}`)
    for (const t of Object.values(transitionsOf(r.id))) permissions.add(t.permission ?? '')
  }
  const more = { permissions, roles: [] }
  ann = person(w.tenantId, 'finance', { ...more, name: '安' })
  bob = person(w.tenantId, 'finance', { ...more, name: '博' })
  bound = person(w.tenantId, 'companyAdmin', {
    ...more,
    name: '企',
    permissions: new Set([...permissions, 'entrustedCompany_view']),
    company: w.companyId,
  })
})
afterAll(() => undeclare())

type Payment = RowOf<typeof trial>
let serial = 0
const payment = (payStatus: 0 | 1 | 2 = 0): Promise<Payment> =>
  load(w.context, w.tenantId, (work) => {
    serial += 1
    return work.insert(trial, { code: `TR${serial}`, entrustedCompanyId: w.companyId, amount: '5.00', payStatus })
  })
const now = (id: string) => rowNow(w.context, w.tenantId, trial, id)
const run = (actor: Actor, transition: string, id: string, more: object = {}) =>
  decide(w.context, actor, { resource: trial.id, transition, id, ...more })
const ask = (actor: Actor, params: Record<string, unknown>, key?: string) =>
  ({
    context: w.context,
    actor,
    query: {},
    body: undefined,
    params,
    http: { headers: key ? { 'idempotency-key': key } : {} },
    reply: {},
  }) as unknown as RequestContext
const call = (actor: Actor, r: { id: string }, name: string, params: Record<string, unknown>, key?: string) =>
  decideByCall(
    ask(actor, params, key),
    r.id,
    Object.entries(transitionsOf(r.id)).flatMap(([n, t]) => (t.call === name ? [n] : [])),
  )
const generic = (
  actor: Actor,
  r: { id: string },
  name: 'submit' | 'save' | 'update' | 'remove',
  params: Record<string, unknown>,
) =>
  genericHandlers(r.id)[name]?.(ask(actor, params)) as Promise<
    Record<string, unknown> & { id: string; version: number }
  >
const written = (id: string) => count(w.context, w.tenantId, 'audit_trail', 'record_id = $2', [id])

describe('a transition without rules is not open', () => {
  test.each(['forgotten', 'bareMoney', 'bareCheck', 'recall.forgotten'])(
    '%s: one call, several, a batch, a selection',
    async (name) => {
      const status = name === 'recall.forgotten' ? 2 : 0
      const rows = [await payment(status), await payment(status)]
      const t = transitionsOf(trial.id)[name]
      const r = await refusal(run(ann, name, rows[0]?.id ?? ''))
      expect([r.code, r.text, (r.data as Conflict).reason]).toEqual([409, ['暂未开放', 'Not open yet'], 'closed'])
      const ids = rows.map((x) => x.id)
      for (const params of [{ id: ids[0] }, { ids: ids.join(',') }])
        expect([(await refusal(call(ann, trial, String(t?.call), params))).code, params]).toEqual([409, params])
      expect((await refusal(decideAll(w.context, ann, { resource: trial.id, transition: name, ids }))).text[0]).toBe(
        '暂未开放',
      )
      const batch = { resource: trial.id, transition: name }
      expect(
        (await refusal(startBatch(w.context, ann, { ...batch, rows: ids.map((id) => ({ id, version: 0 })) }, null)))
          .text[0],
      ).toBe('暂未开放')
      const chosen = await select(w.context, ann, {
        resource: trial.id,
        conditions: [{ field: 'payStatus', op: 'equal', value: String(status) }],
      })
      expect((await refusal(startBatch(w.context, ann, { ...batch, selection: chosen.id }, null))).text[0]).toBe(
        '暂未开放',
      )
      for (const id of ids)
        expect([await now(id), await written(id)]).toMatchObject([{ payStatus: status, version: 0 }, 0])
    },
  )

  test('a lifecycle that has no rules at all neither creates nor moves, whatever it is worth', async () => {
    const r = await refusal(call(ann, trialBare, 'POST open', { what: 'x' }))
    expect([r.code, r.text[0]]).toEqual([409, '暂未开放'])
    expect(await count(w.context, w.tenantId, 'trial_bare')).toBe(0)
    const row = await load(w.context, w.tenantId, (work) => work.insert(trialBare, { what: 'x' }))
    expect((await refusal(call(ann, trialBare, 'POST confirm', { id: row.id }))).text[0]).toBe('暂未开放')
    expect((await rowNow(w.context, w.tenantId, trialBare, row.id)).bareStatus).toBe(0)
  })

  test('is not promised as a way back', async () => {
    const [a, b] = [await payment(), await payment()]
    expect(await run(ann, 'review.reject', a.id)).toMatchObject({ undo: '', undoUntil: '' })
    expect(await run(ann, 'review.pass', b.id)).toMatchObject({ undo: 'recall.review' })
  })

  test('is offered disabled, with its reason, in both languages', () => {
    const transitions = (language: 'zh' | 'en') =>
      (cut(testDomains, { menus: new Set(), permissions }, language) as Catalogue).resources.find(
        (r) => r.id === trial.id,
      )?.decisions ?? []
    const why = (language: 'zh' | 'en') => Object.fromEntries(transitions(language).map((t) => [t.id, t.closed]))
    expect(why('zh')).toMatchObject({
      forgotten: '暂未开放',
      bareMoney: '暂未开放',
      bareCheck: '暂未开放',
      plain: '',
      'review.pass': '',
    })
    expect(why('en')).toMatchObject({ forgotten: 'Not open yet', plain: '' })
    // one that creates its record is nothing to do with the row in hand
    expect(why('zh')).not.toHaveProperty('apply')
  })

  test('is open where the rules say that there is nothing to add', async () => {
    const row = await payment()
    expect(await run(ann, 'plain', row.id)).toMatchObject({ version: 1 })
    expect((await now(row.id)).payStatus).toBe(payStates.paid)
  })

  test('rules name existing transitions, and what moves money or needs a second person has rules of its own', () => {
    const wrong: string[] = []
    for (const [id, own] of testDomains.rules) {
      if (id.startsWith('trial')) continue
      for (const [name, rule] of Object.entries(own)) {
        const t = transitionsOf(id)[name]
        if (!t) wrong.push(`${id}.${name}: no such transition`)
        else if (rule === 'none' && !mayBeBare(t)) wrong.push(`${id}.${name}: 'none' for money or two pairs of eyes`)
      }
    }
    expect(wrong).toEqual([])
    expect([mayBeBare({}), mayBeBare({ money: true }), mayBeBare({ makerChecker: true })]).toEqual([true, false, false])
  })

  test('what every object has by nature is no rule', async () => {
    const row = await payment()
    for (const name of ['constructor', 'toString', '__proto__'])
      expect((await refusal(run(ann, name, row.id))).code).toBe(404)
  })
})

describe('makers, where the rules name none', () => {
  const refused = async (actor: Actor, id: string) => {
    const r = await refusal(run(actor, 'review.pass', id))
    expect([r.code, r.text[0]]).toEqual([400, expect.stringContaining('经办与审核不能是同一人')])
  }
  let yuan = 100
  const submitted = (actor: Actor) => {
    yuan += 1
    return generic(actor, trial, 'submit', { entrustedCompanyId: w.companyId, amount: String(yuan) })
  }

  test('who created the record, by a submit or by a transition', async () => {
    const a = await submitted(ann)
    await refused(ann, a.id)
    await run(bob, 'review.pass', a.id)
    const b = (await call(ann, trial, 'POST apply', { entrustedCompanyId: w.companyId, amount: '8' })) as Decided
    await refused(ann, b.id)
    await run(bob, 'review.pass', b.id)
  })
  test('who edited it, and who resubmitted it; a take-back makes nothing', async () => {
    const a = await submitted(ann)
    await generic(bob, trial, 'submit', { id: a.id, amount: '9' })
    await refused(bob, a.id)
    const other = { ...ann, userId: w.context.id(), name: '丙' }
    await run(other, 'review.pass', a.id)
    await run(other, 'recall.review', a.id)
    await run(other, 'review.reject', a.id)
    const fourth = { ...ann, userId: w.context.id(), name: '丁' }
    await run(fourth, 'resubmit', a.id)
    await refused(fourth, a.id)
    await run(other, 'review.pass', a.id)
  })
  test('who asked for an edit that a second person agreed to, as well as that person', async () => {
    const a = await submitted(w.admin)
    const may = (actor: Actor): Actor => ({
      ...actor,
      permissions: new Set([...permissions, 'changeRequest_view', 'changeRequest_review']),
    })
    await generic(may(ann), trial, 'submit', { id: a.id, account: '6222' })
    const [asked] = await load(w.context, w.tenantId, (work) => work.rows(changeRequest, { bizId: a.id }))
    await decide(w.context, may(bob), { resource: changeRequest.id, transition: 'approve', id: String(asked?.id) })
    expect(await now(a.id)).toMatchObject({ account: '6222', version: 1 })
    await refused(ann, a.id)
    await refused(bob, a.id)
    await run({ ...ann, userId: w.context.id(), name: '戊' }, 'review.pass', a.id)
  })
  test('are kept by the database as the engine finds them', async () => {
    const { differ, makers } = await makersKept(w.context, w.tenantId)
    expect(differ).toEqual([])
    expect(makers).toBeGreaterThan(5)
  })
  test('follow from the declaration', () => {
    const { transitions } = trialLifecycle
    expect(leadingTo(trialLifecycle, transitions['review.pass'])).toEqual(['apply', 'resubmit'])
    expect(
      leadingTo(
        { resource: 'settlementOrder', transitions: transitionsOf('settlementOrder') },
        transitionsOf('settlementOrder')['audit.pass'] as never,
      ),
    ).toEqual(['submit'])
  })
})

describe('a transition that creates passes the checks of a submit', () => {
  const good = () => {
    serial += 1
    return { entrustedCompanyId: w.companyId, amount: '12.50', bankSerialNo: `B${serial}` }
  }
  const apply = (actor: Actor, params: Record<string, unknown>, key?: string) =>
    call(actor, trial, 'POST apply', params, key) as Promise<Decided>
  const fields = async (made: Promise<unknown>) => {
    const r = await refusal(made)
    return [r.code, Object.keys((r.data ?? {}) as object)]
  }
  /** The same said to both: they answer alike. */
  const both = async (actor: Actor, params: Record<string, unknown>) => {
    const before = await count(w.context, w.tenantId, 'trial_payment')
    const answers = [await fields(apply(actor, params)), await fields(generic(actor, trial, 'submit', params))]
    expect(await count(w.context, w.tenantId, 'trial_payment')).toBe(before)
    expect(answers[0]).toEqual(answers[1])
    return answers[0]
  }

  test('code, copied names, initial values, the server’s own values', async () => {
    const made = await apply(ann, { ...good(), payWay: '2', remark: '急' })
    expect(made).toMatchObject({ version: 0, transition: 'apply' })
    expect(await now(made.id)).toMatchObject({
      code: expect.stringMatching(/^TR20240615\d{6}$/),
      entrustedCompanyName: '杭州康泰医药有限公司',
      amount: '12.50',
      payWay: 2,
      payStatus: payStates.toPay,
      openedBy: '安/杭州康泰医药有限公司',
      createUser: ann.userId,
    })
    const [history] = await w.context.db.scoped(
      { tenantId: w.tenantId },
      {
        text: 'select action, from_status, to_status, remark from "approval_history" where tenant_id = $1 and biz_id = $2',
        values: [w.tenantId, made.id],
      },
    )
    expect(history).toEqual({ action: 'apply', from_status: null, to_status: '0', remark: '急' })
  })
  test.each([
    ['nothing for an amount', { amount: '' }, 'amount'],
    ['words for an amount', { amount: 'viel' }, 'amount'],
    ['too many decimals', { amount: '1.005' }, 'amount'],
    ['more than the column keeps', { amount: '9'.repeat(40) }, 'amount'],
    ['less than the least', { amount: '0.00' }, 'amount'],
    ['more than the most', { amount: '1000000.01' }, 'amount'],
    ['no choice', { payWay: '7' }, 'payWay'],
    ['nobody', { entrustedCompanyId: '404' }, 'entrustedCompanyId'],
    ['no id', { entrustedCompanyId: 'x' }, 'entrustedCompanyId'],
    ['no company', { entrustedCompanyId: undefined }, 'entrustedCompanyId'],
    ['hidden characters', { bankSerialNo: 'A\u200bB' }, 'bankSerialNo'],
  ])('%s is 400, named, and nothing is created', async (_, wrong, field) => {
    expect(await both(ann, { ...good(), ...wrong })).toEqual([400, [field]])
  })
  test('what is taken is 400, also when two ask at the same moment', async () => {
    const one = good()
    await apply(ann, one)
    expect(await both(ann, { ...one, amount: '99' })).toEqual([400, ['bankSerialNo']])
    const two = good()
    const raced = await Promise.allSettled([1, 2, 3, 4].map((n) => apply(ann, { ...two, amount: String(n) })))
    expect(raced.filter((x) => x.status === 'fulfilled')).toHaveLength(1)
    for (const x of raced)
      if (x.status === 'rejected') expect(await fields(Promise.reject(x.reason))).toEqual([400, ['bankSerialNo']])
  })
  test('a status, or what only the server sets, cannot be sent along', async () => {
    const made = await apply(ann, {
      ...good(),
      payStatus: '1',
      confirmed: '我',
      version: '7',
      createUser: '5',
      isDeleted: 1,
    })
    expect(await now(made.id)).toMatchObject({
      payStatus: payStates.toPay,
      confirmed: null,
      createUser: ann.userId,
      isDeleted: 0,
      version: 0,
    })
  })
  test('a bound user creates records for the own company only', async () => {
    const other = await load(w.context, w.tenantId, async (work) => {
      const { entrustedCompany } = await import('../../../src/model/people/entrustedCompany.ts')
      return work.insert(entrustedCompany, {
        code: 'C0002',
        name: '他',
        socialCreditCode: '91330100MA27XW9999',
        legalPerson: '他',
      })
    })
    expect((await refusal(apply(bound, { ...good(), entrustedCompanyId: other.id }))).code).toBe(403)
    expect((await refusal(generic(bound, trial, 'submit', { ...good(), entrustedCompanyId: other.id }))).code).toBe(403)
    const made = await apply(bound, { ...good(), entrustedCompanyId: w.companyId })
    expect((await now(made.id)).entrustedCompanyId).toBe(w.companyId)
  })
  test('its own guard comes after the checks, and sees what is going to be', async () => {
    expect((await refusal(apply(ann, { ...good(), amount: ' 13.00 ' }))).text[0]).toBe('不吉利')
  })
  test('once for its key; a double click without a key creates one', async () => {
    const one = good()
    const first = await apply(ann, one, 'apply-1')
    expect(await apply(ann, one, 'apply-1')).toEqual(first)
    expect((await refusal(apply(ann, { ...one, amount: '1' }, 'apply-1'))).code).toBe(422)
    const two = { entrustedCompanyId: w.companyId, amount: '77.70' }
    expect(await apply(ann, two)).toEqual(await apply(ann, two))
    expect(await count(w.context, w.tenantId, 'trial_payment', 'amount = 77.70')).toBe(1)
  })
  test('without the permission 403; not in a batch', async () => {
    expect((await refusal(apply({ ...ann, permissions: new Set(['trialPayment_add']) }, good()))).code).toBe(403)
    const batch = { resource: trial.id, transition: 'apply', rows: [{ id: '1', version: 0 }] }
    expect((await refusal(startBatch(w.context, ann, batch, null))).code).toBe(400)
  })
})

describe('editable by state', () => {
  const STATE = ['待审核', '已通过', '已驳回'] as const
  test.each([0, 1, 2] as const)('an edit in state %i', async (payStatus) => {
    for (const name of ['submit', 'update'] as const) {
      const row = await payment(payStatus)
      const edit = generic(ann, trial, name, { id: row.id, version: 0, amount: '6.00' })
      if (payStatus === 1) {
        const r = await refusal(edit)
        expect([r.code, r.text, (r.data as Conflict).reason]).toEqual([
          409,
          [
            `当前状态不允许该操作（付款状态：${STATE[1]}）`,
            'This is not possible in the current state (State: Passed)',
          ],
          'illegal',
        ])
        expect([await now(row.id), await written(row.id)]).toMatchObject([{ amount: '5.00', version: 0 }, 0])
      } else expect(await edit).toMatchObject({ amount: '6.00', version: 1 })
    }
  })
  test.each([0, 1, 2] as const)('a deletion in state %i', async (payStatus) => {
    const [row, gone] = [await payment(payStatus), await payment(2)]
    const one = () => generic(ann, trial, 'remove', { ids: row.id })
    const several = () => generic(ann, trial, 'remove', { ids: `${gone.id},${row.id}` })
    if (payStatus === 2) {
      await several()
      return expect([(await now(row.id)).isDeleted, (await now(gone.id)).isDeleted]).toEqual([1, 1])
    }
    expect((await refusal(one())).text[0]).toBe(`当前状态不允许该操作（付款状态：${STATE[payStatus]}）`)
    const r = await refusal(several())
    expect([r.code, r.text[0]]).toEqual([409, `${row.code}：当前状态不允许该操作（付款状态：${STATE[payStatus]}）`])
    expect([(await now(row.id)).isDeleted, (await now(gone.id)).isDeleted]).toEqual([0, 0])
  })
  test('a stale version is reported before other refusals', async () => {
    const row = await payment(0)
    await change(w.context, w.tenantId, trial, row.id, { payStatus: payStates.toCheck })
    const r = await refusal(generic(ann, trial, 'submit', { id: row.id, version: 0, amount: '6.00' }))
    expect([r.code, (r.data as Conflict).reason]).toEqual([409, 'stale'])
  })
  test('a lifecycle that does not say where is editable nowhere', async () => {
    const row = await load(w.context, w.tenantId, (work) => work.insert(trialBare, { what: 'x' }))
    expect((await refusal(generic(ann, trialBare, 'submit', { id: row.id, what: 'y' }))).code).toBe(409)
    expect((await refusal(generic(ann, trialBare, 'remove', { ids: row.id }))).code).toBe(409)
    expect(await rowNow(w.context, w.tenantId, trialBare, row.id)).toMatchObject({ what: 'x', isDeleted: 0 })
  })
  test('the catalogue says the same: states, or no such operation', () => {
    const found = (id: string) =>
      cut(testDomains, { menus: new Set(), permissions }, 'zh').resources.find((r) => r.id === id)
    expect(found(trial.id)?.editable).toEqual({
      edit: { payStatus: [payStates.toPay, payStates.paid] },
      delete: { payStatus: payStates.paid },
    })
    expect(found(trial.id)?.operations).toEqual(['view', 'add', 'edit', 'delete'])
    expect(found(trialBare.id)?.operations).toEqual(['view', 'add'])
    expect(found(trialSlip.id)?.operations).toEqual(['view', 'add', 'edit'])
    expect(found(trialSlip.id)).not.toHaveProperty('editable')
    expect(found(trialLine.id)).toMatchObject({ operations: ['view', 'add', 'edit', 'delete'] })
    expect(found(trialLine.id)).not.toHaveProperty('editable')
  })
})

test('a decision moves no time before the one it may not be before', async () => {
  const { id } = await load(w.context, w.tenantId, (work) =>
    work.insert(trialSlip, { what: '甲', slipStatus: 1, firstDay: '2024-06-15' }),
  )
  const extend = (until: string) =>
    decide(w.context, ann, { resource: trialSlip.id, transition: 'extend', id, ask: { until } })
  const r = await refusal(extend('2024-06-14'))
  expect([r.code, r.text[0], r.data]).toEqual([400, '末日不能早于首日', { lastDay: '末日不能早于首日' }])
  await extend('2024-06-15')
  expect(await rowNow(w.context, w.tenantId, trialSlip, id)).toMatchObject({ slipStatus: 0, lastDay: '2024-06-15' })
})

describe('deleting by a transition', () => {
  const slip = (parentId: string | null = null) =>
    load(w.context, w.tenantId, (work) => work.insert(trialSlip, { what: '甲', slipStatus: 1, parentId }))
  const gone = async (id: string) => (await rowNow(w.context, w.tenantId, trialSlip, id)).isDeleted
  const scrap = (...ids: string[]) => decideAll(w.context, ann, { resource: trialSlip.id, transition: 'scrap', ids })

  test('is held back by what points at the record, as any deletion is', async () => {
    const row = await slip()
    const line = await load(w.context, w.tenantId, (work) => work.insert(trialLine, { what: 'x', trialSlipId: row.id }))
    const r = await refusal(scrap(row.id))
    expect([r.code, r.text[0]]).toEqual([400, '“甲”已被试明细引用，不能删除'])
    expect([await gone(row.id), await written(row.id)]).toEqual([0, 0])
    await generic(ann, trialLine, 'remove', { ids: line.id })
    await scrap(row.id)
    expect(await gone(row.id)).toBe(1)
  })
  test('takes along what is deleted with it, not what is left below it', async () => {
    const above = await slip()
    const below = await slip(above.id)
    expect((await refusal(scrap(above.id))).text[0]).toBe('“甲”还有下级，不能删除')
    await scrap(above.id, below.id)
    expect([await gone(above.id), await gone(below.id)]).toEqual([1, 1])
  })
  test('is the only way: the generic call deletes nothing, whatever it declares', async () => {
    const row = await slip()
    expect((await refusal(generic(ann, trialSlip, 'remove', { ids: row.id }))).code).toBe(409)
    expect(await gone(row.id)).toBe(0)
  })
  test('a settlement order is deleted by its transition only', async () => {
    const row = await order(w, { status: 4 })
    const all = { ...w.admin, permissions: new Set([...w.admin.permissions, 'settlementOrder_delete']) }
    expect((await refusal(generic(all, settlementOrder, 'remove', { ids: row.id }))).code).toBe(409)
    expect(
      (await refusal(decide(w.context, all, { resource: settlementOrder.id, transition: 'remove', id: row.id }))).code,
    ).toBe(409)
  })
})
