import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { AppError } from '../../../src/server/core/errors.ts'
import { sqlState } from '../../../src/server/database/values.ts'
import { MemoryCheck } from '../../../src/server/promises/memoryCheck.ts'
import { invariants } from '../../../src/server/verification/check.ts'
import { wrongInTrails } from '../invariants.ts'
import type { Act, Scene } from './act.ts'
import { difference } from './compare.ts'
import { Draw } from './draw.ts'
import { Stage } from './stage.ts'
import { type Start, started } from './start.ts'
import { drawn, leading, themeOf } from './themes.ts'

/** Doctors of the ground have their e-sign accounts without a history. */
const GROUND = new Set(['INV-40.authenticationDoctor'])

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
    const theme = themeOf(draw)
    const scene: Scene = { stage, mind, players: start.players, draw, ...theme }
    const check = checked.copy(stage.side.store)
    const log: string[] = []
    const fail = (why: unknown): never =>
      expect.fail(`${JSON.stringify(why, null, 1)}\nwalk ${seed}:\n${log.join('\n')}`)
    for (let n = 0; n < steps; n++) {
      const act = leading(scene, theme, n) ?? drawn(scene, theme, seed)
      if (!act) continue
      stage.pass(1)
      const files: string[] = []
      for (let m = 0; m < (act.files ?? 0); m++) files.push(await stage.upload(act.by?.actor))
      if (act.why !== null) stage.look()
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
      // what is broken stays so: every few acts are enough
      const broken = n % 4 === 0 ? check.broken() : []
      if (broken.length > 0) fail(broken)
    }
    const broken = check.broken()
    if (broken.length > 0) fail(broken)
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
