import { beforeAll, describe, expect, test } from 'vitest'
import { lifecycles, resourceOf } from '../../../src/model/business.ts'
import { approvalHistory } from '../../../src/model/desk/approvalHistory.ts'
import { type Field, isRef } from '../../../src/model/language/fields/field.ts'
import type { Lifecycle, Transition } from '../../../src/model/language/lifecycle.ts'
import { makersOf } from '../../../src/model/language/makers.ts'
import { closedWhy } from '../../../src/server/core/open.ts'
import { literal } from '../../../src/server/database/names.ts'
import { loadRecords } from '../../../src/server/database/records.ts'
import { decide } from '../../../src/server/deciding/engine.ts'
import { columnName, tableName } from '../../../src/server/writing/unitOfWork/rows.ts'
import { person } from '../../rules/people.ts'
import { testDomains } from '../domains.ts'
import { newTenantId } from '../harness.ts'
import { fill } from '../store/fill.ts'
import { refusal, testContext } from './fixture.ts'

// INV-41 from the declarations: every transition that needs a checker, of every lifecycle.

const tenantId = newTenantId()
let context: Awaited<ReturnType<typeof testContext>>
const maker = person(tenantId, 'administrator', { name: '甲经办' })

const checked = [...lifecycles.values()].flatMap((l) =>
  Object.entries<Transition>(l.transitions).flatMap(([name, t]) =>
    // what is declared closed is refused for that, whoever made the record
    t.makerChecker && !t.closed && t.by === 'operator' && t.from !== 'new'
      ? [[`${l.resource}.${name}`, l.resource, name, t] as const]
      : [],
  ),
)

/** Records of its own for each transition, by maker: families share tables, and who decided of a record made it. */
const idOf = (resource: string, name: string, who: string): string =>
  String(
    8_123 + 2 * checked.findIndex(([, of, other]) => of === resource && other === name) + Number(who !== maker.userId),
  )

beforeAll(async () => {
  context = await testContext()
  await context.db.owner(async (tx) => {
    for (const [, resource, name] of checked)
      await fill(tx, resourceOf(resource), tenantId, 2, {}, Number(idOf(resource, name, maker.userId)) - 1)
  })
})

/** Puts a record where the transition starts; `who` created it, took what makes a maker, and is every user it names. */
async function put(resource: string, of: string, t: Transition, who: string): Promise<void> {
  const r = resourceOf(resource)
  const own = Object.entries({ ...r.where, ...r.variantOf?.where }).map(
    ([name, v]) => `${columnName(name)} = ${literal(v)}`,
  )
  const state = Object.entries(t.from as Record<string, unknown>).map(
    ([name, v]) => [name, Number([v].flat()[0])] as const,
  )
  const people = Object.entries<Field>(r.fields).flatMap(([name, f]) => (isRef(f) && f.to === 'user' ? [name] : []))
  const id = idOf(resource, of, who)
  const took = makersOf(lifecycles.get(resource) as Lifecycle, t).flatMap((m) => ('took' in m ? [m.took] : []))
  await context.db.owner((tx) =>
    tx.query(
      `update ${tableName(r)} set ${[
        ...own,
        ...state.map(([name, v]) => `${columnName(name)} = ${v}`),
        ...['createUser', ...people].map((name) => `${columnName(name)} = ${who}`),
      ].join(', ')} where tenant_id = $1 and id = $2`,
      [tenantId, id],
    ),
  )
  await context.db.transaction({ tenantId }, async (tx) => {
    const history = took.map((action) => ({ id: context.id(), bizType: resource, bizId: id, action, operatorId: who }))
    await loadRecords(tx, approvalHistory, history)
  })
}

const decided = (resource: string, transition: string, t: Transition, who: string) => {
  const ask = Object.fromEntries(Object.keys(t.ask ?? {}).map((name) => [name, '1']))
  return decide(context, maker, { resource, transition, id: idOf(resource, transition, who), ask })
}

describe('whoever made a record does not check it', () => {
  test('there are such transitions, and their rules are there', () => {
    expect(checked.length).toBeGreaterThan(0)
    for (const [, resource, name] of checked)
      expect(closedWhy(testDomains, resource, name), `${resource}.${name}`).toBeNull()
  })

  test.each(checked)('%s', async (_, resource, name, t) => {
    const apart = /经办与审核不能是同一人：甲经办/
    await put(resource, name, t, maker.userId)
    expect((await refusal(decided(resource, name, t, maker.userId))).text).toEqual([
      expect.stringMatching(apart),
      expect.stringContaining('甲经办'),
    ])
    // a record of another maker may be refused for its invented values, but not for its maker
    const another = context.id()
    await put(resource, name, t, another)
    const said = await decided(resource, name, t, another).catch((e: unknown) => e)
    expect(String(said)).not.toMatch(apart)
  })
})
