import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { AppError } from '../../../src/server/core/errors.ts'
import { invariants } from '../../../src/server/invariants/check.ts'
import { MemoryCheck } from '../../../src/server/invariants/memoryCheck.ts'
import { sqlState } from '../../../src/server/store/values.ts'
import { wrongInTrails } from '../invariants.ts'
import type { Act, Making, Scene } from './act.ts'
import { agreementActs } from './agreementActs.ts'
import { clockActs } from './clockActs.ts'
import { difference } from './compare.ts'
import { Draw } from './draw.ts'
import { handInActs } from './handInActs.ts'
import { KINDS, type Kind, SHOWN } from './kinds.ts'
import { meetingActs } from './meetingActs.ts'
import { moneyActs } from './moneyActs.ts'
import { partActs } from './partActs.ts'
import { peopleActs } from './peopleActs.ts'
import { planActs } from './planActs.ts'
import { Stage } from './stage.ts'
import { type Start, started } from './start.ts'
import { workActs } from './workActs.ts'

type Acts = Readonly<Record<string, Making>>

/** How often each act is drawn: of what activities are made of, and of who stands around them. */
const ACTIVITIES: readonly (readonly [Acts, Readonly<Record<string, number>>])[] = [
  [planActs, { add: 30, edit: 6, remove: 2, start: 60, stop: 6, again: 20, push: 2 }],
  [partActs, { invite: 40, send: 80, answer: 90, inviteToWork: 20, takeOff: 4 }],
  [agreementActs, { stopAgreement: 3, askRelease: 4, decideRelease: 10, bid: 3, judge: 6 }],
  [handInActs, { report: 120, handIn: 120, again: 40, labour: 8 }],
  [workActs, { audit: 150, recall: 12, confirm: 200 }],
  [meetingActs, { prove: 90, unprove: 6, handIn: 200, audit: 150, recall: 40, confirm: 200, cancel: 1 }],
  [clockActs, { pass: 150 }],
]
const AROUND: readonly (readonly [Acts, Readonly<Record<string, number>>])[] = [
  [moneyActs, { addBudget: 1, decideBudget: 4, changeBudget: 2, switchTemplate: 5, changeTemplate: 2 }],
  [moneyActs, { changeProject: 2, research: 3 }],
  [peopleActs, { addCompany: 1, auditCompany: 4, correctCompany: 1, switchCompany: 4, addDoctor: 1 }],
  [peopleActs, { checkDoctor: 4, certify: 5, blacklist: 2, content: 2 }],
]

/** Shares of acts; `around`: how many times as often as usual it is who stands around. */
function sharesOf(around: number) {
  const list = [...ACTIVITIES.map((one) => [...one, 1] as const), ...AROUND.map((one) => [...one, around] as const)]
  const shares = list.flatMap(([acts, own, times]) =>
    Object.entries(own).map(([name, share]) => [share * times, acts[name] as Making] as const),
  )
  return { shares, whole: shares.reduce((sum, [share]) => sum + share, 0) }
}
const USUAL = sharesOf(1)
const OFTEN = sharesOf(30)

/** What a walk is about: one kind of activity or several, or who stands around them. */
function themeOf(draw: Draw) {
  const one = draw.of(KINDS) as Kind
  if (draw.chance(0.15)) return { kinds: [one], most: 2, from: OFTEN }
  const meeting = KINDS[0] as Kind
  if (draw.chance(0.2)) return { kinds: [meeting], most: 1, from: USUAL }
  if (draw.chance(0.5)) return { kinds: [one], most: 1, from: USUAL }
  return { kinds: [...KINDS, ...SHOWN], most: 3, from: USUAL }
}

/** Doctors of the ground have their e-sign accounts without a history. */
const GROUND = new Set(['INV-40.authenticationDoctor'])

/** The making that stands at a place of all shares laid end to end. */
function oneOf(shares: ReturnType<typeof sharesOf>['shares'], at: number): Making {
  let left = at
  for (const [share, making] of shares) {
    left -= share
    if (left < 0) return making
  }
  throw new RangeError(`no act at ${at}`)
}

/** How many refusals one is chosen from. */
const REFUSED = 8

/** A number that an act and why it must be refused have in a walk: so that each walk is about other refusals. */
function placeOf({ name, why }: Act, salt: number): number {
  let n = salt | 0
  for (const letter of `${name}/${why}`) n = Math.imul(n ^ letter.charCodeAt(0), 0x01000193)
  return n >>> 0
}

/**
 * An act: of most draws one that must go through, so that walks come far. Else one that must be refused, rather for one reason
 * than for several.
 */
function drawn(scene: Scene, { shares, whole }: ReturnType<typeof sharesOf>, salt: number): Act | null {
  const { draw } = scene
  const legal = draw.chance(0.75)
  const refused: Act[] = []
  let act: Act | null = null
  for (let n = 0; n < 80 && refused.length < REFUSED; n++) {
    act = oneOf(shares, draw.below(whole))(scene) ?? act
    if (!act) continue
    if (act.why === null && legal) return act
    if (act.why !== null && !legal) refused.push(act)
  }
  const single = refused.filter(({ why }) => !why?.includes(' + '))
  const from = single.length > 0 ? single : refused
  return (
    from.reduce((best: Act | null, one) => (!best || placeOf(one, salt) > placeOf(best, salt) ? one : best), null) ??
    act
  )
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

/** How many walks of how many acts; `whole`: each act must have gone through in one of them. `seed`: of the first. */
interface Walks {
  readonly walks: number
  readonly steps: number
  readonly whole: boolean
  readonly seed?: number
}

/**
 * Random walks over activities (domain 3.2 to 3.9): people of every role do what they may and what they may not. What must be
 * refused is refused and changes nothing in any table; whatever goes through leaves what the walk itself counted, and keeps
 * every invariant.
 */
export function activityWalks({ walks, steps, whole, seed }: Walks): void {
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
    const draw = new Draw(seed)
    const { from, ...theme } = themeOf(draw)
    const scene: Scene = { stage, mind, players: start.players, draw, ...theme }
    const check = checked.copy(stage.side.store)
    const log: string[] = []
    const fail = (why: unknown): never =>
      expect.fail(`${JSON.stringify(why, null, 1)}\nwalk ${seed}:\n${log.join('\n')}`)
    for (let n = 0; n < steps; n++) {
      const act = drawn(scene, from, seed)
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
      if ('refused' in found !== (act.why !== null)) fail(act.why ?? 'must have gone through')
      if ('refused' in found) {
        const changed = stage.changed()
        if (changed.length > 0) fail(['a refusal changed', ...changed])
        continue
      }
      act.after(found.answer)
      const differs = difference(stage, mind)
      if (differs.length > 0) fail(differs)
      const broken = check.broken()
      if (broken.length > 0) fail(broken)
    }
    const wrong = wrongInTrails(stage.side.store)
    if (wrong.length > 0) fail(wrong)
  }

  test(`${walks} walks of ${steps} acts over activities count what the walk counts`, {
    timeout: 3_600_000,
  }, async () => {
    await fc.assert(fc.asyncProperty(fc.noShrink(fc.nat()), walk), {
      numRuns: walks,
      ...(seed === undefined ? {} : { seed }),
      endOnFailure: true,
    })
    if (!whole) return
    const never = [...went].flatMap(([name, [done]]) => (done > 0 ? [] : [name]))
    expect(never).toEqual([])
    expect([...went.keys()].length).toBeGreaterThan(70)
  })
}
