import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { Transition } from '../../../src/model/kernel/lifecycle.ts'
import { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'
import type { Actor } from '../../../src/server/core/actor.ts'
import { AppError } from '../../../src/server/core/errors.ts'
import { decide } from '../../../src/server/decisions/engine.ts'
import { broken, checkInvariants } from '../../../src/server/invariants/check.ts'
import { edgesOf, order, rowNow, type World, world } from './fixture.ts'

// Random walks through lifecycle 3.12: random people try random transitions with right, stale and missing versions
// while time passes. An oracle that knows nothing of the engine says what each step must answer.
const long = process.env.ROUNDS_LONG === '1'
const STEPS = 40

let w: World
beforeAll(async () => {
  w = await world()
})

interface Step {
  readonly name: string
  readonly who: number
  readonly version: 'none' | 'right' | 'stale'
  readonly remark: boolean
  readonly minutes: number
}
const edges = edgesOf('settlementOrder')
const transitions: Readonly<Record<string, Transition>> = Object.fromEntries(edges)
const likely = edges.filter(([, t]) => t.by === 'operator' && !t.closed).map(([name]) => name)
const steps = fc.array(
  fc.record<Step>({
    name: fc.oneof(
      { weight: 12, arbitrary: fc.constantFrom(...likely.filter((n) => n !== 'remove')) },
      { weight: 1, arbitrary: fc.constantFrom(...edges.map(([n]) => n)) },
    ),
    who: fc.nat(5),
    version: fc.constantFrom('none', 'right', 'right', 'right', 'stale'),
    remark: fc.boolean(),
    minutes: fc.constantFrom(0, 0, 0, 1, 11),
  }),
  { minLength: STEPS, maxLength: STEPS },
)

/** More edges need more walks to be reached. Thousands of walks run in memory (tests/model/play). */
const WALKS = long ? 200 : likely.length <= 9 ? 20 : likely.length * 8

/** Transitions that went through in some walk. */
const reached = new Set<string>()

interface Mind {
  status: number
  version: number
  deleted: boolean
  last: { action: string; by: string; at: number } | null
  /** Who made what is decided: confirmed the cycle, resubmitted the order. */
  makers: Set<string>
  log: string[]
}

/** What a step must answer: the HTTP code. */
function expected(mind: Mind, step: Step, t: Transition, actor: Actor, now: number): number {
  if (t.by !== 'operator') return 404
  if (!actor.roles.includes('administrator') && !actor.permissions.has(t.permission ?? '')) return 403
  const mustAsk = Object.values(t.ask ?? {}).some((f) => f.facts.required)
  if (!t.closed && mustAsk && !step.remark) return 400
  if (mind.deleted || (actor.company && actor.company !== w.companyId)) return 404
  if (t.closed || (step.version === 'stale' && mind.version > 0)) return 409
  const from = (t.from as { settlementStatus: number | readonly number[] }).settlementStatus
  if (!(Array.isArray(from) ? from : [from]).includes(mind.status)) return 409
  if (t.takesBack) {
    const { last } = mind
    if (!last || !t.takesBack.includes(last.action) || last.by !== actor.userId) return 400
    if (t.withinMinutes !== undefined && now - last.at > t.withinMinutes * 60_000) return 400
  }
  if (t.makerChecker && mind.makers.has(actor.userId)) return 400
  return 200
}

async function walk(path: readonly Step[], fees: readonly string[]): Promise<void> {
  const people = [w.fin, w.fin2, w.ca, w.admin, w.fin, { ...w.ca, company: '9' }]
  const row = await order(w, { ownCycle: true, fees })
  const mind: Mind = { status: 0, version: 0, deleted: false, last: null, makers: new Set([w.fin2.userId]), log: [] }
  for (const step of path) {
    w.context.clock.pass(step.minutes)
    const actor = people[step.who] as Actor
    const t = transitions[step.name] as Transition
    const now = w.context.clock.at
    const should = expected(mind, step, t, actor, now)
    const version =
      step.version === 'none' ? null : step.version === 'right' ? mind.version : Math.max(0, mind.version - 1)
    let code = 200
    try {
      const ask = step.remark ? { remark: '备注' } : {}
      const decided = await decide(w.context, actor, {
        resource: 'settlementOrder',
        transition: step.name,
        id: row.id,
        ask,
        version,
      })
      expect(decided.version).toBe(mind.version + 1)
    } catch (e) {
      if (!(e instanceof AppError)) throw e
      code = e.code
    }
    mind.log.push(`${step.name} by ${actor.name} v:${step.version} → ${code}`)
    expect(code, mind.log.join('\n')).toBe(should)
    if (code === 200) {
      reached.add(step.name)
      mind.version += 1
      if (t.to === 'deleted') mind.deleted = true
      else mind.status = (t.to as { settlementStatus?: number }).settlementStatus ?? mind.status
      if (step.name === 'submit') mind.makers.add(actor.userId)
      mind.last = { action: step.name, by: actor.userId, at: now }
    }
    const is = await rowNow(w.context, w.tenantId, settlementOrder, row.id)
    expect([is.settlementStatus, is.version, is.isDeleted], mind.log.join('\n')).toEqual([
      mind.status,
      mind.version,
      mind.deleted ? 1 : 0,
    ])
  }
  const history = await w.context.db.scoped<{ from_status: string; to_status: string; record_version: string }>(
    { tenantId: w.tenantId },
    {
      text: 'select from_status, to_status, record_version from "approval_history" where tenant_id = $1 and biz_id = $2 order by id',
      values: [w.tenantId, row.id],
    },
  )
  expect(history).toHaveLength(mind.version) // INV-40: one row each, each from where the last one ended
  history.forEach((h, n) => {
    expect([h.record_version, h.from_status]).toEqual([String(n + 1), n === 0 ? '0' : history[n - 1]?.to_status])
  })
}

test(`${WALKS} walks of ${STEPS} steps keep every invariant`, { timeout: long ? 3_600_000 : 120_000 }, async () => {
  const fee = fc.integer({ min: 100, max: 9_000_00 }).map((n) => (n / 100).toFixed(2))
  await fc.assert(
    fc.asyncProperty(steps, fc.array(fee, { minLength: 1, maxLength: 4 }), async (path, fees) => {
      await walk(path, fees)
      const found = broken(await w.context.db.transaction({ tenantId: w.tenantId }, (tx) => checkInvariants(tx)))
      expect(found).toEqual([])
    }),
    { numRuns: WALKS, seed: 20240615, endOnFailure: true },
  )
  expect([...reached].sort()).toEqual([...likely].sort()) // the walks went everywhere
})
