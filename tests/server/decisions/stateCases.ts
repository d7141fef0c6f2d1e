import { afterAll, beforeAll, expect, test } from 'vitest'
import { editableIn, lifecycles, resourceOf, statusNames } from '../../../src/model/business.ts'
import { choiceOf, type Field, isChoice, isRows } from '../../../src/model/language/fields/field.ts'
import { isInState, type Transition } from '../../../src/model/language/lifecycle.ts'
import { fieldOf } from '../../../src/model/language/resource.ts'
import { roles } from '../../../src/model/roles/roles.ts'
import type { State } from '../../../src/model/wire/catalogue.ts'
import type { Actor } from '../../../src/server/core/actor.ts'
import type { RequestContext } from '../../../src/server/core/context/context.ts'
import { AppError } from '../../../src/server/core/errors.ts'
import { closedWhy } from '../../../src/server/core/open.ts'
import { inScope, may } from '../../../src/server/core/permissions.ts'
import { variantSql } from '../../../src/server/database/names.ts'
import { decide } from '../../../src/server/deciding/engine.ts'
import { genericHandlers } from '../../../src/server/records/generic.ts'
import { creditCodeOf } from '../../../src/server/seed/values/numbers.ts'
import { type AnyResource, columnName, type Row, tableName } from '../../../src/server/writing/unitOfWork/rows.ts'
import { sampleOf } from '../../kinds.ts'
import { person } from '../../rules/people.ts'
import { trialFamilies } from '../../rules/trial.ts'
import { declare } from '../declared.ts'
import { testDomains } from '../domains.ts'
import { fingerprint } from '../fuzz/plant.ts'
import { newTenantId } from '../harness.ts'
import { fill } from '../store/fill.ts'
import { rowNow, testContext } from './fixture.ts'

/**
 * Every lifecycle and built-in role, in every state of one resource of each shape; `whole`: of every resource, and every role in
 * every state, where by day those who lack the permission are asked in the first state and one of them in the others.
 */
export function stateCases({ whole: all }: { readonly whole: boolean }): void {
  // Derived from the declarations: every lifecycle, each of its states, every built-in role and every transition. Where a
  // role lacks the permission the answer is 403, in any state; where the transition is closed or does not start in the
  // state it is 409. Editing and deleting likewise. Whatever is refused changes nothing.

  let context: Awaited<ReturnType<typeof testContext>>
  let undeclare: () => Promise<void>
  const tenantId = newTenantId()
  beforeAll(async () => {
    context = await testContext()
    undeclare = await declare(context.db, trialFamilies)
    await context.db.owner(async (tx) => {
      for (const r of governed()) {
        await fill(tx, r, tenantId, 1, {}, Number(idOf(r)) - 1)
        const own = variantSql(r)
        if (own.length > 0)
          await tx.query(`update ${tableName(r)} set ${own.join(', ')} where tenant_id = $1 and id = $2`, [
            tenantId,
            idOf(r),
          ])
      }
    })
  })
  afterAll(() => undeclare())

  const governed = (): AnyResource[] => [...lifecycles.keys()].map(resourceOf)
  /** The id of the one record of a resource: resources that share a table have one each. */
  const idOf = (r: AnyResource): string => String(4711 + governed().indexOf(r))
  const people = roles.map((role) => person(tenantId, role.alias))

  /** States to try: all values of each status field, while the others have their initial values. */
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

  /** What a lifecycle is made of, without whose it is: plans of six kinds, say, move along the same edges. */
  const shapeOf = (r: AnyResource): string =>
    JSON.stringify([
      statesOf(r),
      Object.entries(lifecycles.get(r.id)?.transitions ?? {}).map(([name, t]) => [
        name,
        t.by,
        t.from,
        t.to,
        closedWhy(testDomains, r.id, name) === null,
      ]),
    ])

  /**
   * Each resource with the states to try. All of them of one resource of each shape, of the others the first state (who
   * may take which transition differs between them, how a state is compared does not); all of all where the whole is tried.
   */
  function asked(): [AnyResource, Record<string, State>[]][] {
    const seen = new Set<string>()
    return governed().map((r) => {
      const shape = shapeOf(r)
      const states = statesOf(r)
      const whole = all || !seen.has(shape)
      seen.add(shape)
      return [r, whole ? states : states.slice(0, 1)]
    })
  }

  const put = (r: AnyResource, state: Readonly<Record<string, State>>) =>
    context.db.transaction({ tenantId }, (tx) =>
      tx.query(
        // what it is about is seen by whoever sees the record itself
        `update ${tableName(r)} set ${Object.entries({
          ...(r.concerns ? { [r.concerns.resource]: r.id } : {}),
          ...state,
        })
          .map(([name, v]) => `${columnName(name)} = ${typeof v === 'string' ? `'${v}'` : v}`)
          .join(', ')} where tenant_id = $1 and id = $2`,
        [tenantId, idOf(r)],
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

  /** The code by which a transition of a record is refused; null where the role may take it. */
  function refusalOf(actor: Actor, r: AnyResource, name: string, t: Transition, row: Row): number | null {
    if (t.by === 'system') return 404
    if (!t.permission || !may(actor, t.permission)) return 403
    // a record about another one is not there for roles that may not see that one
    if (t.from !== 'new' && !inScope(actor, r, row)) return 404
    if (closedWhy(testDomains, r.id, name)) return 409
    if (t.from === 'new') return null
    return isInState(t.from, row) ? null : 409
  }

  const MEANT: Readonly<Record<string, string>> = {
    bankAccount: '6222020000001111',
    bankBranch: '308331012343',
    creditCode: creditCodeOf(1),
  }

  /** A value that a question takes: what it asks is looked at before the state. */
  const answerTo = (f: Field): unknown =>
    isRows(f)
      ? [Object.fromEntries(Object.entries<Field>(f.rows).map(([name, own]) => [name, answerTo(own)]))]
      : isChoice(f)
        ? sampleOf(f).nth(1, f)
        : (MEANT[f.facts.means ?? ''] ?? sampleOf(f).good)

  /** The same of the generic edit and deletion. */
  function genericRefusal(actor: Actor, r: AnyResource, operation: 'edit' | 'delete', row: Row): number | null {
    if (!may(actor, `${r.id}_${operation}`)) return 403
    const from = editableIn(r, operation)
    return from && isInState(from, row) ? null : 409
  }

  test('roles without the permission get 403 in every state, the others 409 in wrong states; nothing changes', async () => {
    const wrong: string[] = []
    const tried = new Map<string, number>()
    const records = asked().flatMap(([r, states]) => (states[0] ? [{ r, states, first: states[0] }] : []))
    for (const { r, first } of records) await put(r, first)
    const before = await fingerprint(context.db, tenantId)
    for (const { r, states, first } of records) {
      for (const state of states) {
        await put(r, state)
        const row = (await rowNow(context, tenantId, r, idOf(r))) as Row
        const check = async (
          what: string,
          expected: (actor: Actor) => number | null,
          asked: (actor: Actor) => Promise<unknown>,
        ): Promise<void> => {
          let without = 0
          for (const actor of people) {
            const refused = expected(actor)
            if (refused === null) continue
            if (refused === 403 && ++without > 1 && state !== first && !all) continue
            const code = await codeOf(asked(actor))
            tried.set(`${what} ${code}`, (tried.get(`${what} ${code}`) ?? 0) + 1)
            if (code !== refused)
              wrong.push(
                `${r.id}.${what} in ${JSON.stringify(state)} by ${actor.account}: ${code} instead of ${refused}`,
              )
          }
        }
        for (const [name, t] of Object.entries(lifecycles.get(r.id)?.transitions ?? {})) {
          const answers = Object.fromEntries(
            Object.entries<Field>(t.ask ?? {}).map(([field, f]) => [field, answerTo(f)]),
          )
          await check(
            name,
            (actor) => refusalOf(actor, r, name, t as Transition, row),
            (actor) => decide(context, actor, { resource: r.id, transition: name, id: idOf(r), ask: answers }),
          )
        }
        for (const operation of ['edit', 'delete'] as const) {
          if (!r.operations.includes(operation)) continue
          const handler = genericHandlers(r.id)[operation === 'edit' ? 'submit' : 'remove']
          await check(
            operation,
            (actor) => genericRefusal(actor, r, operation, row),
            async (actor) => handler?.(ask(actor, { id: idOf(r) })),
          )
        }
        expect(await rowNow(context, tenantId, r, idOf(r)), `${r.id} ${JSON.stringify(state)}`).toEqual(row)
      }
      await put(r, first)
    }
    // nothing of any other record either: what is refused here changes no row of any table
    expect(await fingerprint(context.db, tenantId)).toBe(before)
    expect(wrong).toEqual([])
    // Each was also refused because of the state, by a role that has the permission.
    for (const r of governed()) {
      // what starts in every state is refused in none
      for (const [name, t] of Object.entries(lifecycles.get(r.id)?.transitions ?? {}))
        if (t.by !== 'system' && t.from !== 'new' && Object.keys(t.from).length > 0)
          expect(tried.get(`${name} 409`), `${r.id}.${name}`).toBeGreaterThan(0)
    }
    expect(tried.get('edit 409')).toBeGreaterThan(0)
    expect(tried.get('delete 409')).toBeGreaterThan(0)
  })
}
