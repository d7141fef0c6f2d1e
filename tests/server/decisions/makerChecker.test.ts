import { beforeAll, describe, expect, test } from 'vitest'
import { lifecycles, resourceOf } from '../../../src/model/all.ts'
import { type Field, isRef } from '../../../src/model/kernel/field.ts'
import type { Transition } from '../../../src/model/kernel/lifecycle.ts'
import { closedWhy } from '../../../src/server/core/open.ts'
import { decide } from '../../../src/server/decisions/engine.ts'
import { columnName, tableName } from '../../../src/server/writes/rows.ts'
import { person } from '../../rules/people.ts'
import { newTenantId } from '../harness.ts'
import { fill } from '../store/fill.ts'
import { refusal, testContext } from './fixture.ts'

// INV-41 from the declarations: every transition that needs a checker, of every lifecycle.

const tenantId = newTenantId()
const ID = '8123'
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

beforeAll(async () => {
  context = await testContext()
  await context.db.owner(async (tx) => {
    for (const resource of new Set(checked.map(([, r]) => r)))
      await fill(tx, resourceOf(resource), tenantId, 1, {}, Number(ID) - 1)
  })
})

/** Puts the record where the transition starts; `who` created it, and is every user it names. */
async function put(resource: string, t: Transition, who: string): Promise<void> {
  const r = resourceOf(resource)
  const state = Object.entries(t.from as Record<string, unknown>).map(
    ([name, v]) => [name, Number([v].flat()[0])] as const,
  )
  const people = Object.entries<Field>(r.fields).flatMap(([name, f]) => (isRef(f) && f.to === 'user' ? [name] : []))
  await context.db.owner((tx) =>
    tx.query(
      `update ${tableName(r)} set ${[
        ...state.map(([name, v]) => `${columnName(name)} = ${v}`),
        ...['createUser', ...people].map((name) => `${columnName(name)} = ${who}`),
      ].join(', ')} where tenant_id = $1 and id = $2`,
      [tenantId, ID],
    ),
  )
}

const decided = (resource: string, transition: string, t: Transition) => {
  const ask = Object.fromEntries(Object.keys(t.ask ?? {}).map((name) => [name, '1']))
  return decide(context, maker, { resource, transition, id: ID, ask })
}

describe('whoever made a record does not check it', () => {
  test('there are such transitions, and their rules are there', () => {
    expect(checked.length).toBeGreaterThan(0)
    for (const [, resource, name] of checked) expect(closedWhy(resource, name), `${resource}.${name}`).toBeNull()
  })

  test.each(checked)('%s', async (_, resource, name, t) => {
    const apart = /经办与审核不能是同一人：甲经办/
    await put(resource, t, maker.userId)
    expect((await refusal(decided(resource, name, t))).text).toEqual([
      expect.stringMatching(apart),
      expect.stringContaining('甲经办'),
    ])
    // a record of another maker may be refused for its invented values, but not for its maker
    await put(resource, t, context.id())
    const said = await decided(resource, name, t).catch((e: unknown) => e)
    expect(String(said)).not.toMatch(apart)
  })
})
