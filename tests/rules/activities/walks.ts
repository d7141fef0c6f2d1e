import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { AppError } from '../../../src/server/core/errors.ts'
import { invariants } from '../../../src/server/invariants/check.ts'
import { MemoryCheck } from '../../../src/server/invariants/memoryCheck.ts'
import { sqlState } from '../../../src/server/store/values.ts'
import { wrongInTrails } from '../invariants.ts'
import type { Act, Making, Scene } from './act.ts'
import { clockActs } from './clockActs.ts'
import { difference } from './compare.ts'
import { Draw } from './draw.ts'
import { meetingActs } from './meetingActs.ts'
import { moneyActs } from './moneyActs.ts'
import { partActs } from './partActs.ts'
import { peopleActs } from './peopleActs.ts'
import { planActs } from './planActs.ts'
import { Stage } from './stage.ts'
import { type Start, started } from './start.ts'
import { workActs } from './workActs.ts'

/** How often each act is drawn. */
const SHARES: readonly (readonly [number, Making | undefined])[] = [
  ...([
    [planActs, { add: 30, edit: 6, remove: 2, start: 60, stop: 6, again: 20, push: 2 }],
    [partActs, { invite: 40, send: 80, answer: 90, inviteToWork: 20, takeOff: 4, stopAgreement: 3 }],
    [partActs, { askRelease: 4, decideRelease: 10, bid: 3, judge: 6 }],
    [workActs, { report: 120, handIn: 120, again: 40, audit: 150, recall: 12, confirm: 200, labour: 8 }],
    [meetingActs, { prove: 50, unprove: 6, handIn: 90, audit: 90, recall: 20, confirm: 120, cancel: 3 }],
    [moneyActs, { addBudget: 1, decideBudget: 4, changeBudget: 2, switchTemplate: 5, changeTemplate: 2 }],
    [moneyActs, { changeProject: 2, research: 3 }],
    [peopleActs, { addCompany: 1, auditCompany: 3, correctCompany: 1, switchCompany: 4, addDoctor: 1 }],
    [peopleActs, { checkDoctor: 4, certify: 5, blacklist: 2, content: 3 }],
    [clockActs, { pass: 30 }],
  ] as const).flatMap(([acts, shares]) =>
    Object.entries(shares).map(([name, share]) => [share, (acts as Record<string, Making>)[name]] as const),
  ),
]
const WHOLE = SHARES.reduce((sum, [share]) => sum + share, 0)

/** Doctors of the ground have their e-sign accounts without a history. */
const GROUND = new Set(['INV-40.authenticationDoctor'])

/** An act: of most draws one that must go through, so that walks come far. */
function drawn(scene: Scene): Act | null {
  const { draw } = scene
  const legal = draw.chance(0.75)
  let act: Act | null = null
  for (let n = 0; n < 80; n++) {
    let at = draw.below(WHOLE)
    act = SHARES.find(([share]) => (at -= share) < 0)?.[1]?.(scene) ?? act
    if (act && (act.why === null) === legal) return act
  }
  return act
}

/** Does an act; answers how it was refused, null where it went through. Whatever else happens is a failure. */
async function outcome(act: Act, files: readonly string[]): Promise<{ refused: string } | { answer: unknown }> {
  try {
    return { answer: await act.go(files) }
  } catch (e) {
    if (e instanceof AppError) return { refused: e.text[0] }
    const state = sqlState(e)
    if (state) return { refused: state }
    throw e
  }
}

/**
 * Random walks over activities (domain 3.2 to 3.9): people of every role do what they may and what they may not. What must be
 * refused is refused and changes nothing in any table; whatever goes through leaves what the walk itself counted, and keeps
 * every invariant.
 */
export function activityWalks({ walks, steps, seed }: { walks: number; steps: number; seed?: number }): void {
  let start: Start
  let checked: MemoryCheck
  const holding = invariants.filter(({ id }) => !GROUND.has(id))
  const went = new Map<string, [done: number, refused: number]>()

  beforeAll(async () => {
    start = await started()
    checked = new MemoryCheck(start.stage.side.store, holding)
    expect(checked.broken()).toEqual([])
  })

  async function walk(seed: number): Promise<void> {
    const stage = new Stage(start.stage)
    const mind = start.mind()
    const scene: Scene = { stage, mind, players: start.players, draw: new Draw(seed) }
    const check = checked.copy(stage.side.store)
    const log: string[] = []
    const fail = (why: unknown): never => expect.fail(`${JSON.stringify(why, null, 1)}\nwalk ${seed}:\n${log.join('\n')}`)
    for (let n = 0; n < steps; n++) {
      const act = drawn(scene)
      if (!act) continue
      stage.pass(1)
      const files: string[] = []
      for (let m = 0; m < (act.files ?? 0); m++) files.push(await stage.upload(act.by?.actor))
      stage.look()
      const found = await outcome(act, files).catch((e: unknown) => {
        log.push(`${act.name} ${act.about}`)
        return fail(e instanceof Error ? e.stack : e)
      })
      const who = act.by ? `${act.by.role} ${act.by.actor.userId.slice(-2)}` : 'system'
      log.push(`${act.name} ${act.about} by ${who} → ${'refused' in found ? found.refused : 'done'}`)
      const count = went.get(act.name) ?? [0, 0]
      count['refused' in found ? 1 : 0] += 1
      went.set(act.name, count)
      if (('refused' in found) !== (act.why !== null)) fail(act.why ?? 'must have gone through')
      if ('refused' in found) {
        const changed = stage.changed()
        if (changed.length > 0) fail(['a refusal changed', ...changed])
        continue
      }
      act.then(found.answer)
      const differs = difference(stage, mind)
      if (differs.length > 0) fail(differs)
      const broken = check.broken()
      if (broken.length > 0) fail(broken)
    }
    const wrong = wrongInTrails(stage.side.store)
    if (wrong.length > 0) fail(wrong)
  }

  test(`${walks} walks of ${steps} acts over activities count what the walk counts`, { timeout: 3_600_000 }, async () => {
    await fc.assert(fc.asyncProperty(fc.noShrink(fc.nat()), walk), {
      numRuns: walks,
      ...(seed === undefined ? {} : { seed }),
      endOnFailure: true,
    })
    if (process.env.WALKS_TOLD) console.log([...went].map(([k, v]) => `${k} ${v}`).sort().join('\n'))
  })
}

