import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'
import type { Actor } from '../../../src/server/core/actor.ts'
import { AppError } from '../../../src/server/core/errors.ts'
import { decide } from '../../../src/server/deciding/engine.ts'
import { broken, checkInvariants } from '../../../src/server/verification/check.ts'
import { fees, likely, Mind, type Step, stepsOf } from '../../rules/settlement/settlementOracle.ts'
import { order, rowNow, type World, world } from '../../server/decisions/fixture.ts'
import { makersKept } from '../../server/decisions/makersKept.ts'

// Random walks through lifecycle 3.12: random people try random transitions with right, stale and missing versions
// while time passes. The oracle says what each step must answer.

const STEPS = 40

let w: World
beforeAll(async () => {
  w = await world()
})

/** Thousands of walks run in memory (tests/rules). */
const WALKS = 200

/** Transitions that went through in some walk. */
const reached = new Set<string>()

async function walk(path: readonly Step[], lines: readonly string[]): Promise<void> {
  const people = [w.fin, w.fin2, w.ca, w.admin, w.fin, { ...w.ca, company: '9' }]
  const row = await order(w, { ownCycle: true, fees: lines })
  const mind = new Mind(w.fin2, w.companyId)
  for (const step of path) {
    w.context.clock.pass(step.minutes)
    const actor = people[step.who] as Actor
    const now = w.context.clock.at
    const should = mind.expected(step, actor, now)
    let code = 200
    try {
      const decided = await decide(w.context, actor, {
        resource: 'settlementOrder',
        transition: step.name,
        id: row.id,
        ask: step.remark ? { remark: '备注' } : {},
        version: mind.versionOf(step),
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
      mind.took(step, actor, now)
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

const holds = async (): Promise<void> => {
  const found = await w.context.db.transaction({ tenantId: w.tenantId }, (tx) => checkInvariants(tx))
  expect(broken(found)).toEqual([])
}

test(`${WALKS} walks of ${STEPS} steps keep every invariant`, { timeout: 3_600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(stepsOf(STEPS), fees, async (path, lines) => {
      await walk(path, lines)
      // a walk has an order and a cycle of its own, which no later one touches: what it breaks is found at once
      await holds()
    }),
    { numRuns: WALKS, seed: 20240615, endOnFailure: true },
  )
  await holds()
  expect((await makersKept(w.context, w.tenantId)).differ).toEqual([])
  expect([...reached].sort()).toEqual([...likely].sort()) // the walks went everywhere
})
