import { afterAll, beforeAll, expect, test } from 'vitest'
import { editableIn, lifecycles, resourceOf, statusNames } from '../../../src/model/all.ts'
import type { State } from '../../../src/model/kernel/catalogue.ts'
import { choiceOf, isChoice } from '../../../src/model/kernel/field.ts'
import { isInState } from '../../../src/model/kernel/lifecycle.ts'
import { fieldOf } from '../../../src/model/kernel/resource.ts'
import { roles } from '../../../src/model/roles.ts'
import type { Actor } from '../../../src/server/core/actor.ts'
import type { RequestContext } from '../../../src/server/core/context.ts'
import { AppError } from '../../../src/server/core/errors.ts'
import { decide } from '../../../src/server/decisions/engine.ts'
import { genericHandlers } from '../../../src/server/records/generic.ts'
import type { AnyResource } from '../../../src/server/writes/rows.ts'
import { columnName, tableName } from '../../../src/server/writes/rows.ts'
import { closedWhy } from '../../../src/server/writes/rules.ts'
import { declare } from '../declared.ts'
import { fingerprint } from '../fuzz/plant.ts'
import { newTenantId } from '../harness.ts'
import { fill } from '../store/fill.ts'
import { person, rowNow, testContext } from './fixture.ts'
import { trialFamilies } from './trial.ts'

// Generated from the declarations: every record with a lifecycle, in every state, asked by every demo role for every
// transition that does not start there, and to be edited or deleted where it may not be.

let context: Awaited<ReturnType<typeof testContext>>
let undeclare: () => Promise<void>
const tenantId = newTenantId()
const ID = '4711'
beforeAll(async () => {
  context = await testContext()
  undeclare = await declare(context.db, trialFamilies)
  await context.db.owner(async (tx) => {
    for (const r of governed()) await fill(tx, r, tenantId, 1, {}, Number(ID) - 1)
  })
})
afterAll(() => undeclare())

const governed = (): AnyResource[] => [...lifecycles.keys()].map(resourceOf)
const people = roles.map((role) => person(tenantId, role.alias))

/** States to try: each status field through all its values, the others as they begin. */
function statesOf(r: AnyResource): Record<string, State>[] {
  const names = statusNames(r)
  const first = Object.fromEntries(names.map((name) => [name, fieldOf(r, name)?.facts.initial ?? null]))
  return names.flatMap((name) => {
    const f = fieldOf(r, name)
    const empty = f?.facts.initial === undefined ? [{ ...first, [name]: null }] : []
    return f && isChoice(f)
      ? [...Object.keys(f.values).map((v) => ({ ...first, [name]: choiceOf(f, v) })), ...empty]
      : []
  })
}

const put = (r: AnyResource, state: Readonly<Record<string, State>>) =>
  context.db.transaction({ tenantId }, (tx) =>
    tx.query(
      `update ${tableName(r)} set ${Object.entries(state)
        .map(([name, v]) => `${columnName(name)} = ${typeof v === 'string' ? `'${v}'` : v}`)
        .join(', ')} where tenant_id = $1 and id = $2`,
      [tenantId, ID],
    ),
  )

const codeOf = (asked: Promise<unknown>): Promise<number> =>
  asked.then(
    () => 200,
    (e) => {
      if (e instanceof AppError) return e.code
      throw e
    },
  )

const ask = (actor: Actor, params: Record<string, unknown>) =>
  ({
    context,
    actor,
    query: {},
    body: undefined,
    params,
    http: { headers: {} },
    reply: {},
  }) as unknown as RequestContext

test('no transition from a wrong state, closed or not granted; no edit or deletion where it may not be; nothing changes', {
  timeout: 120_000,
}, async () => {
  const wrong: string[] = []
  const tried = new Map<string, number>()
  for (const r of governed()) {
    for (const state of statesOf(r)) {
      await put(r, state)
      const row = await rowNow(context, tenantId, r, ID)
      const before = [JSON.stringify(row), await fingerprint(context.db, tenantId)]
      const say = async (
        what: string,
        allowed: readonly number[],
        asked: (actor: Actor) => Promise<unknown>,
      ): Promise<void> => {
        for (const actor of people) {
          const code = await codeOf(asked(actor))
          tried.set(`${what} ${code}`, (tried.get(`${what} ${code}`) ?? 0) + 1)
          if (!allowed.includes(code))
            wrong.push(`${r.id}.${what} in ${JSON.stringify(state)} by ${actor.account}: ${code}`)
        }
      }
      for (const [name, t] of Object.entries(lifecycles.get(r.id)?.transitions ?? {})) {
        const answers = Object.fromEntries(Object.keys(t.ask ?? {}).map((field) => [field, '1']))
        const asked = (actor: Actor) =>
          decide(context, actor, { resource: r.id, transition: name, id: ID, ask: answers })
        if (t.by === 'system') await say(name, [404], asked)
        else if (t.from !== 'new' && (closedWhy(r.id, name) || !isInState(t.from, row)))
          // what a record speaks of may be hidden from somebody, and so is the record
          await say(name, r.concerns ? [403, 404, 409] : [403, 409], asked)
      }
      for (const operation of ['edit', 'delete'] as const) {
        const from = editableIn(r, operation)
        if (!r.operations.includes(operation) || (from && isInState(from, row))) continue
        const handler = genericHandlers(r.id)[operation === 'edit' ? 'submit' : 'remove']
        await say(operation, [403, 409], async (actor) => handler?.(ask(actor, { id: ID })))
      }
      expect(
        [JSON.stringify(await rowNow(context, tenantId, r, ID)), await fingerprint(context.db, tenantId)],
        `${r.id} ${JSON.stringify(state)}`,
      ).toEqual(before)
    }
  }
  expect(wrong).toEqual([])
  // Each was also refused by its state, not only for want of a permission.
  for (const r of governed()) {
    for (const [name, t] of Object.entries(lifecycles.get(r.id)?.transitions ?? {}))
      if (t.by !== 'system' && t.from !== 'new') expect(tried.get(`${name} 409`), `${r.id}.${name}`).toBeGreaterThan(0)
  }
  expect(tried.get('edit 409')).toBeGreaterThan(0)
  expect(tried.get('delete 409')).toBeGreaterThan(0)
})
