import { expect, test } from 'vitest'
import { caseCollectionTemplate, clinicalResearchTemplate } from '../../../src/model/activities/templates.ts'
import { clockEdges, resourceOf, transitionsOf } from '../../../src/model/business.ts'
import { atMoment, type ClockEdge } from '../../../src/model/language/every.ts'
import { type Field, isChoice, isRef } from '../../../src/model/language/fields/field.ts'
import { spansOf } from '../../../src/model/language/fields/spans.ts'
import type { Transition } from '../../../src/model/language/lifecycle.ts'
import { fixedValues } from '../../../src/model/language/resource.ts'
import type { ServerContext } from '../../../src/server/core/context/context.ts'
import { quoted, tableOf } from '../../../src/server/database/names.ts'
import { tables } from '../../../src/server/database/schema/ddl.ts'
import { CLOCK_LANE, clockSchedules, runClockEdge } from '../../../src/server/deciding/clockEdges.ts'
import { kinds } from '../../../src/server/domains/activities/kinds.ts'
import type { Job } from '../../../src/server/jobs/queue.ts'
import { startRunner } from '../../../src/server/jobs/runner.ts'
import { serve, startSchedules } from '../../../src/server/jobs/schedule.ts'
import type { AnyResource } from '../../../src/server/writing/unitOfWork/rows.ts'
import type { UnitOfWork } from '../../../src/server/writing/unitOfWork/unitOfWork.ts'
import { sampleOf } from '../../kinds.ts'
import { count, load, type World, world } from '../../server/decisions/fixture.ts'

// Every declared edge of the clock on two instances at once: whatever comes of it comes once. What that is, one instance alone
// shows in a tenant with the same records.

/** Records of each edge: several, so that the instances meet. */
const RECORDS = 2
/** Of the templates that activities need to start. */
const TEMPLATE = '77'
const NOW = '2024-06-15 10:00:00'
/** Further values of a record, by resource or edge, without which its step would not be taken. */
const MORE: Readonly<Record<string, (w: World, n: number) => Readonly<Record<string, unknown>>>> = {
  tenderEntrustedProtocols: () => ({ signFlowId: 'F1', signQueryCount: 0 }),
  tenderDoctorProtocols: () => ({ signFlowId: 'F1', signQueryCount: 0 }),
  settlementOrderDoctor: () => ({ signFlowId: 'F1', signQueryCount: 0 }),
  settlementOrderDoctorPoint: () => ({ signFlowId: 'F1', signQueryCount: 0 }),
  tradingManagerInfo: (_, n) => ({ unitNo: `DM${n}`, holderType: 1 }),
  // due for this edge alone: which of two comes first is nobody's promise
  'meeting.start': () => ({ startTime: '2024-06-20 08:00:00', endTime: '2024-06-20 12:00:00' }),
  'meeting.expire': () => ({ followsTencent: 1 }),
  transferAccount: (_, n) => ({ bizType: 'orderDoctorPayment', bizId: String(n + 1) }),
  caseCollection: () => ({ templateId: TEMPLATE }),
  clinicalResearch: () => ({ templateId: TEMPLATE }),
  faceSession: (w) => ({ verifyToken: 'V1', doctorId: w.doctors[0] }),
}

/** A value of a field that a record cannot be without. */
function needed(w: World, f: Field, n: number): unknown {
  if (isRef(f)) {
    const known: Readonly<Record<string, string | undefined>> = {
      entrustedCompany: w.companyId,
      entrustedEmployee: w.employeeId,
      authenticationDoctor: w.doctors[n % w.doctors.length],
      thirdPlatform: w.partnerId,
      settlementCycle: w.cycleId,
    }
    return known[f.to] ?? '1'
  }
  if (isChoice(f)) return sampleOf(f).nth(1, f)
  return f.kind === 'text' || f.kind === 'longText' ? `n${n}` : sampleOf(f).good
}

/** Values of a record that meet the conditions of an edge, so that it is due. */
function dueValues(edge: ClockEdge): Readonly<Record<string, unknown>> {
  const of = resourceOf(edge.resource)
  const { from } = transitionsOf(of.id)[edge.step] as Transition
  const found: Record<string, unknown> = Object.fromEntries(
    Object.entries(from).map(([name, state]) => [name, [state].flat()[0]]),
  )
  const when = (f: Field, hours: number) =>
    f.kind === 'date' ? '2024-06-10' : `2024-06-15 ${String(10 - hours).padStart(2, '0')}:00:00`
  for (const { field, op, value } of atMoment(edge.where, NOW)) {
    const f = of.fields[field] as Field
    if (op === 'equal') found[field] = value === '' ? null : isChoice(f) ? Number(value) : value
    else if (op === 'in')
      found[field] = isChoice(f) && /^\d/.test(value) ? Number(value.split(',')[0]) : value.split(',')[0]
    else found[field] = when(f, 1)
  }
  return found
}

/** A record that is due for an edge, with whom it is about. */
async function due(w: World, work: UnitOfWork, edge: ClockEdge, n: number): Promise<void> {
  const of = resourceOf(edge.resource) as AnyResource
  const required = Object.entries<Field>(of.fields).flatMap(([name, f]) =>
    f.facts.required !== undefined && f.facts.initial === undefined ? [[name, needed(w, f, n)] as const] : [],
  )
  const day = (name: string, date: string) => (of.fields[name]?.kind === 'date' ? date : `${date} 08:00:00`)
  const spans = spansOf(of.fields).flatMap(({ start, end }) => [
    [start, day(start, '2024-06-01')],
    [end, day(end, '2024-07-01')],
  ])
  const row = await work.insert(of, {
    ...Object.fromEntries(required),
    ...(of.fields.entrustedCompanyId ? { entrustedCompanyId: w.companyId } : {}),
    ...Object.fromEntries(spans),
    ...fixedValues(of),
    ...MORE[of.id]?.(w, n),
    ...MORE[edge.id]?.(w, n),
    ...dueValues(edge),
  } as never)
  const kind = kinds.get(of.id)
  if (!kind) return
  for (const part of kind.parts.slice(0, 1))
    await work.insert(part.of, {
      [part.plan]: row.id,
      doctorId: w.doctors[0],
      doctorName: '医生1',
      agreementStatus: 1,
      planSearchNum: 1,
      doctorFee: '100.00',
    } as never)
}

/** How many records a tenant has of each family, and how often each step was taken. */
async function effects(context: ServerContext, tenantId: string): Promise<Readonly<Record<string, number>>> {
  const [rows] = await context.db.owner((tx) =>
    tx.query<Record<string, string>>(
      `select ${tables()
        .filter((r) => r.scope !== 'global' && r.scope !== 'platform')
        .map((r) => `(select count(*) from ${quoted(tableOf(r))} where tenant_id = $1) as "${r.id}"`)
        .join(', ')}`,
      [tenantId],
    ),
  )
  const steps = await context.db.owner((tx) =>
    tx.query<{ what: string; n: string }>(
      `select biz_type || '.' || action as what, count(*) as n from "approval_history" where tenant_id = $1 group by 1`,
      [tenantId],
    ),
  )
  return Object.fromEntries(
    [...Object.entries(rows ?? {}), ...steps.map((s) => [s.what, s.n])].map(([k, v]) => [k, Number(v)]),
  )
}

async function seeded(): Promise<World> {
  const w = await world()
  await load(w.context, w.tenantId, async (work) => {
    const template = { id: TEMPLATE, name: '模板', templateStatus: 1 }
    await work.insert(caseCollectionTemplate, template as never)
    await work.insert(clinicalResearchTemplate, template as never)
    for (const edge of clockEdges.values()) for (let n = 0; n < RECORDS; n++) await due(w, work, edge, n)
  })
  return w
}

test('every edge of the clock on two instances: once', { timeout: 60_000 }, async () => {
  const [alone, both] = [await seeded(), await seeded()]
  const run = { stopped: () => false, progress() {} }
  const endings: string[] = []
  for (const edge of clockEdges.keys()) {
    const job = { kind: 'clockEdge', lane: CLOCK_LANE, attempts: 1, most: 3, id: '1', tenantId: alone.tenantId }
    const ending = await runClockEdge(alone.context, { ...job, payload: { edge, slot: 'one' } } as Job, run)
    if (ending.state === 'error') endings.push(ending.error)
  }
  // every edge finds its records and takes them
  expect(endings).toEqual([])
  const once = await effects(alone.context, alone.tenantId)
  const idle = [...clockEdges.values()].filter((e) => !((once[`${e.resource}.${e.step}`] ?? 0) >= RECORDS))
  expect(idle.map((e) => e.id)).toEqual([])

  const { context, tenantId } = both
  await context.db.owner((tx) =>
    tx.query('insert into "tenant" (id, code, tenant_name) values ($1, $2, $2)', [context.id(), tenantId]),
  )
  const schedules = clockSchedules()
  for (const s of schedules) await serve({ ...context, now: () => new Date(context.now().getTime() - 86_400_000) }, s)
  const works = { kinds: { clockEdge: runClockEdge }, lanes: { [CLOCK_LANE]: 4 } }
  const instances = ['a', 'b'].map((instance) => {
    const own = { ...context, instance }
    return [startRunner(own, works), startSchedules(own, schedules, 20)] as const
  })
  const left = () => count(context, tenantId, 'job', `kind = 'clockEdge' and state in ('queued', 'running')`)
  const asked = () => count(context, tenantId, 'job', `kind = 'clockEdge'`)
  await expect.poll(asked, { timeout: 20_000 }).toBe(clockEdges.size)
  for (const [runner] of instances) runner.kick()
  await expect
    .poll(
      async () => {
        for (const [runner] of instances) runner.kick()
        return left()
      },
      { timeout: 40_000 },
    )
    .toBe(0)
  for (const [runner, stop] of instances) {
    await stop()
    await runner.stop()
  }
  expect(await count(context, tenantId, 'job', `kind = 'clockEdge' and state <> 'done'`)).toBe(0)
  const twice = { ...(await effects(context, tenantId)) }
  const kept = Object.fromEntries(Object.keys(once).map((name) => [name, twice[name]]))
  expect(kept).toEqual(once)
  expect(Object.keys(twice).filter((name) => !(name in once))).toEqual([])
})
