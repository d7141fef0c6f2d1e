import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resourceOf, transitionsOf } from '../../src/model/business.ts'
import { isByPeople, isInState } from '../../src/model/language/lifecycle.ts'
import type { Actor } from '../../src/server/core/actor.ts'
import { closedWhy } from '../../src/server/core/open.ts'
import { inScope, may } from '../../src/server/core/permissions.ts'
import type { Invariant } from '../../src/server/promises/invariant.ts'
import { brokenInMemory, MemoryCheck } from '../../src/server/promises/memoryCheck.ts'
import type { Row } from '../../src/server/writing/unitOfWork/rows.ts'
import { enter } from '../server/declared.ts'
import { testDomains } from '../server/domains.ts'
import { meetingFamilies } from '../server/shapes/meetingFamilies.ts'
import { type Act, aboutOf, actOf, type Dice, dice } from './acts.ts'
import { allInvariants, wrongInTrails } from './invariants.ts'
import { inMemory, type Memory, perform, prepared } from './sides.ts'
import { trialFamilies } from './trial.ts'

/** Random walks of 40 acts through every lifecycle; `whole`: every transition by people must have been taken. */
export function walkCases({ walks: WALKS, whole }: { readonly walks: number; readonly whole: boolean }): void {
  // Random walks of random people through every lifecycle with rules and every family that people edit, in memory. What
  // goes through must have been allowed by the declarations and end where they say; what is refused leaves nothing behind;
  // after each act every invariant holds.

  const STEPS = 40

  let away: () => void
  let ground: Memory
  let people: readonly Actor[]
  let invariants: readonly Invariant[]
  let checked: MemoryCheck
  beforeAll(async () => {
    away = enter([...trialFamilies, ...meetingFamilies])
    ground = inMemory('walks')
    people = await prepared(ground, 'walks')
    invariants = allInvariants()
    checked = new MemoryCheck(ground.store, invariants)
    expect(checked.broken()).toEqual([])
  })
  afterAll(() => away())

  const went = new Map<string, number>()

  /** Why an act may not have gone through, null where it may. By the declarations alone. */
  function wrongWith(
    actor: Actor,
    act: Act,
    before: ReadonlyMap<string, Row>,
    after: (id: string) => Row | undefined,
  ): string | null {
    if (act.kind !== 'decide')
      return may(actor, `${act.resource}_${act.kind === 'remove' ? 'delete' : operationOf(act)}`)
        ? null
        : 'no permission'
    const r = resourceOf(act.resource)
    const t = transitionsOf(act.resource)[act.transition]
    if (!t || !isByPeople(t) || !may(actor, t.permission ?? '')) return 'not theirs to cause'
    if (closedWhy(testDomains, act.resource, act.transition) !== null) return 'closed'
    if (t.from === 'new') return null
    for (const id of act.ids) {
      const [was, is] = [before.get(id), after(id)]
      if (!was || was.isDeleted === 1 || !inScope(actor, r, was)) return `${id} was not there for them`
      if (!isInState(t.from, was)) return `${id} did not stand there`
      const seen = act.versions[id]
      if (seen !== undefined && seen !== was.version) return `${id} had changed`
      if (!is || is.version !== was.version + 1) return `${id} has version ${is?.version}`
      if (t.to === 'deleted' ? is.isDeleted !== 1 : !isInState(statesOf(t.to), is))
        return `${id} does not stand where it should`
    }
    return null
  }

  const operationOf = (act: Act & { kind: 'save' }) => (act.values.id === undefined ? 'add' : 'edit')
  const statesOf = (to: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(to).filter(([, v]) => v !== 'previous')) as never

  async function walk(n: number, path: readonly Dice[]): Promise<void> {
    const about = aboutOf(n)
    const side = inMemory('walks', ground)
    const { store } = side
    const check = checked.copy(store)
    const log: unknown[] = []
    const told = () => log.map((line) => JSON.stringify(line).slice(0, 400)).join('\n')
    let last: Act | undefined
    for (const d of path) {
      side.source.set(side.source.now().getTime() + d.minutes * 60_000)
      const act = actOf(d, people.length, (r) => store.table(r).all(r), last, about)
      const actor = people[act.who] as Actor
      const r = resourceOf(act.resource)
      const before = new Map(
        store
          .table(r)
          .all(r)
          .map((row) => [row.id, row]),
      )
      const [lines, counted] = [store.audit.length, JSON.stringify([...store.counters])]
      const outcome = await perform(side, actor, act)
      log.push({ by: actor.name, act, outcome })
      if ('answer' in outcome) {
        last = act
        const name = `${act.resource}.${act.kind === 'decide' ? act.transition : act.kind}`
        went.set(name, (went.get(name) ?? 0) + 1)
        const wrong = wrongWith(actor, act, before, (id) => store.table(r).get(r, id))
        if (wrong) expect.fail(`${wrong}\n${told()}`)
        const broken = check.broken()
        if (broken.length > 0) expect.fail(`${JSON.stringify(broken)}\n${told()}`)
      } else {
        // refused, and not failed; the very rows of before are still there
        if (!('refused' in outcome)) expect.fail(told())
        const same = store
          .table(r)
          .all(r)
          .every((row) => before.get(row.id) === row || store.table(r).isShared)
        if (!same || store.audit.length !== lines || JSON.stringify([...store.counters]) !== counted)
          expect.fail(`a refusal left something behind\n${told()}`)
      }
    }
    // what was not asked again between acts holds, too
    const broken = [...brokenInMemory((r) => store.table(r).all(r), invariants), ...wrongInTrails(store)]
    if (broken.length > 0) expect.fail(`${JSON.stringify(broken)}\n${told()}`)
  }

  test(`${WALKS} walks of ${STEPS} acts through every lifecycle keep what the declarations say`, {
    timeout: 600_000,
  }, async () => {
    await fc.assert(fc.asyncProperty(fc.nat(100_000), fc.array(dice, { minLength: STEPS, maxLength: STEPS }), walk), {
      numRuns: WALKS,
      seed: 20240616,
      endOnFailure: true,
    })
    const told = [...went].map(([what, n]) => `${what} ${n}`).sort()
    if (!whole) return
    for (const id of [
      'settlementOrder',
      'changeRequest',
      'trialPayment',
      'shapeMeeting',
      'shapeDemoMeeting',
      'shapeAgenda',
    ])
      for (const [name, t] of Object.entries(transitionsOf(id)))
        if (isByPeople(t) && closedWhy(testDomains, id, name) === null)
          expect(told.join('\n')).toContain(`${id}.${name} `)
  })
}
