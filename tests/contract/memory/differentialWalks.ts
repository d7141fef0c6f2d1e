import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transitionsOf } from '../../../src/model/business.ts'
import { isByPeople } from '../../../src/model/language/lifecycle.ts'
import { closedWhy } from '../../../src/server/core/open.ts'
import { type Act, actOf, type Dice, dice } from '../../rules/acts.ts'
import { inMemory, inSql, type Outcome, perform, plain, prepared } from '../../rules/sides.ts'
import { trialFamilies } from '../../rules/trial.ts'
import { testContext } from '../../server/decisions/fixture.ts'
import { declare } from '../../server/declared.ts'
import { testDomains } from '../../server/domains.ts'
import { newTenantId } from '../../server/harness.ts'
import { meetingFamilies } from '../../server/shapes/meetingFamilies.ts'

/** Random acts over SQL and in memory: `walks` walks a round; `whole` goes on until every transition was taken. */
export function differentialWalks({
  walks: WALKS,
  whole: long,
}: {
  readonly walks: number
  readonly whole: boolean
}): void {
  // The same random acts on both units of work, over SQL and in memory: the same answers and refusals, and in the end the
  // same rows, histories, audit trail, events, change requests and counters. Each walk is one transaction of the database
  // that is rolled back.
  const STEPS = 24

  let context: Awaited<ReturnType<typeof testContext>>
  let away: () => Promise<void>
  beforeAll(async () => {
    context = await testContext('differential')
    away = await declare(context.db, [...trialFamilies, ...meetingFamilies])
  })
  afterAll(() => away?.())

  /** Ends the transaction of a walk, which leaves nothing behind. */
  class Over extends Error {}

  /** How often an act of a kind went through or was refused. */
  const went = new Map<string, number>()
  const count = (what: string) => went.set(what, (went.get(what) ?? 0) + 1)
  const nameOf = (act: Act) => `${act.resource}.${act.kind === 'decide' ? act.transition : act.kind}`

  async function walk(path: readonly Dice[]): Promise<void> {
    const tenantId = newTenantId()
    const memory = inMemory(tenantId)
    const people = await prepared(memory, tenantId)
    const log: string[] = []
    const done = context.db.transaction({ tenantId }, async (tx) => {
      const sql = inSql(context, tx)
      expect(await prepared(sql, tenantId)).toEqual(people)
      let last: Act | undefined
      for (const d of path) {
        const act = actOf(d, people.length, (r) => memory.store.table(r).all(r), last)
        for (const side of [memory, sql]) side.source.set(side.source.now().getTime() + d.minutes * 60_000)
        const actor = people[act.who] as (typeof people)[number]
        const should = plain(await perform(sql, actor, act)) as Outcome
        log.push(`${actor.name} ${JSON.stringify(act)} → ${JSON.stringify(should).slice(0, 300)}`)
        expect(plain(await perform(memory, actor, act)), log.join('\n')).toEqual(should)
        if ('answer' in should) last = act
        count('answer' in should ? nameOf(act) : 'refused' in should ? 'refused' : 'failed')
      }
      const [is, should] = [await memory.everything(), await sql.everything()]
      expect(is, log.join('\n')).toEqual(should)
      throw new Over()
    })
    await done.catch((e: unknown) => {
      if (!(e instanceof Over)) throw e
    })
  }

  const toldAll = () => [...went].map(([what, n]) => `${what} ${n}`).sort()

  /** Transitions by people of the settlement chain and of the families made for tests that no walk has taken yet. */
  const missing = (): string[] =>
    ['settlementOrder', 'changeRequest', 'trialPayment', 'shapeAgenda'].flatMap((id) =>
      Object.entries(transitionsOf(id)).flatMap(([name, t]) =>
        isByPeople(t) && closedWhy(testDomains, id, name) === null && !went.has(`${id}.${name}`)
          ? [`${id}.${name}`]
          : [],
      ),
    )

  const walks = (seed: number) =>
    fc.assert(fc.asyncProperty(fc.array(dice, { minLength: STEPS, maxLength: STEPS }), walk), {
      numRuns: WALKS,
      seed,
      endOnFailure: true,
    })

  test(`${WALKS} walks of ${STEPS} acts have the same result over SQL and in memory`, {
    timeout: 900_000,
  }, async () => {
    await walks(20240615)
    // neither only refusals nor only what goes through, and nothing but refusals fails
    expect(went.get('refused') ?? 0, toldAll().join('\n')).toBeGreaterThan(WALKS)
    expect(went.size, toldAll().join('\n')).toBeGreaterThan(30)
    if (!long) return
    // each family that is added makes the seldom acts more seldom: as many rounds as it takes, six at most
    for (let round = 1; round < 6 && missing().length > 0; round += 1) await walks(20240615 + round)
    expect(missing(), toldAll().join('\n')).toEqual([])
  })
}
