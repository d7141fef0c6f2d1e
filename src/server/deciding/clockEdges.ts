import { clockEdges, resourceOf } from '../../model/business.ts'
import { fromExpression } from '../../model/language/conditions/fromExpression.ts'
import { atMoment, type ClockEdge } from '../../model/language/every.ts'
import { wallClock } from '../../model/values/dates.ts'
import type { Conflict } from '../../model/wire/wire.ts'
import { systemActor } from '../core/actor.ts'
import type { ServerContext } from '../core/context/context.ts'
import { AppError, isUnavailable } from '../core/errors.ts'
import { expressionSql } from '../database/conditions/expressionSql.ts'
import { parameters } from '../database/conditions/places.ts'
import { Values } from '../database/conditions/values.ts'
import type { Ending, Job } from '../jobs/queue.ts'
import type { Run } from '../jobs/runner.ts'
import { inEachTenant, type Schedule } from '../jobs/schedule.ts'
import { reachIn } from '../lists/sql/reach.ts'
import { whereSql } from '../lists/sql/where.ts'
import { columnName, tableName } from '../writing/unitOfWork/rows.ts'
import { decideAsSystem } from './engine.ts'
import { stepOf } from './transitions.ts'

/** Rows read ahead. */
const PAGE = 200
/** Failures that are logged one by one. */
const TOLD = 5

/** Lane of the jobs of clock edges: however many records are due, no other job waits for them. */
export const CLOCK_LANE = 'clock'

/**
 * Due records of a tenant above an id, ascending: those that meet the conditions and are in a state in which the edge
 * starts.
 */
async function dueRecords(context: ServerContext, edge: ClockEdge, tenantId: string, after: string): Promise<string[]> {
  const of = resourceOf(edge.resource)
  const { from } = stepOf(context.domains, of.id, edge.step).transition
  if (from === 'new') throw new Error(`${edge.id}: a clock edge starts in a state`)
  const values = new Values()
  const due = atMoment(edge.where, wallClock(context.now()))
  const where = [
    whereSql(of, reachIn(context, systemActor(tenantId, edge.id)), due, values),
    expressionSql(fromExpression(from), parameters(values, columnName)),
  ].join(' and ')
  const found = await context.db.scoped<{ id: string }>(
    { tenantId },
    {
      text: `select id from ${tableName(of)} where ${where} and id > ${values.add(after)} order by id limit ${values.add(PAGE)}`,
      values: values.list,
    },
  )
  return found.map((row) => String(row.id))
}

/**
 * Takes every due record of a tenant along its clock edge, each in a transaction of its own. Once each, also when the
 * process ends in between and another continues: the key names edge, moment and record. A record that cannot be moved
 * stops no other; they are named in the dead letter that the job becomes, and tried again at the next moment.
 */
export async function runClockEdge(context: ServerContext, job: Job, run: Run): Promise<Ending> {
  const edge = clockEdges.get(String(job.payload.edge))
  if (!edge) return { state: 'error', error: `there is no clock edge ${String(job.payload.edge)}`, final: true }
  const failed: string[] = []
  let done = 0
  let after = '0'
  for (;;) {
    const ids = await dueRecords(context, edge, job.tenantId, after)
    for (const id of ids) {
      if (run.stopped()) return { state: 'later', after: 0 }
      const key = `${edge.id}:${String(job.payload.slot)}:${id}`
      try {
        await decideAsSystem(context, job.tenantId, {
          resource: edge.resource,
          transition: edge.step,
          id,
          key,
        })
      } catch (e) {
        if (isUnavailable(e)) throw e
        const moved = isBusy(e) || (isRefused(e) && (await isGone(context, edge, job, id)))
        if (!moved) {
          failed.push(`${id}: ${e instanceof Error ? e.message : String(e)}`)
          context.log.error(`${edge.id} ${job.tenantId}/${id}: ${e instanceof Error ? e.message : String(e)}`)
        }
      }
      done += 1
      run.progress(done, null)
      after = id
    }
    if (ids.length < PAGE) break
  }
  run.progress(done, done)
  if (failed.length === 0) return { state: 'done' }
  const more = failed.length > TOLD ? `; and ${failed.length - TOLD} more` : ''
  return {
    state: 'error',
    error: `${edge.id}: ${failed.length} of ${done} records failed: ${failed.slice(0, TOLD).join('; ')}${more}`,
    final: true,
  }
}

const below = (id: string): string => String(BigInt(id) - 1n)

/** Another instance is taking the same step and will record its result. */
const isBusy = (e: unknown): boolean =>
  e instanceof AppError && e.code === 409 && (e.data as Partial<Conflict> | null)?.reason === 'busy'

/** Returns whether the record was moved or deleted since it was found. */
const isRefused = (e: unknown): boolean => e instanceof AppError && (e.code === 404 || e.code === 409)

/** Returns whether a record is no longer due. */
const isGone = async (context: ServerContext, edge: ClockEdge, job: Job, id: string): Promise<boolean> =>
  (await dueRecords(context, edge, job.tenantId, below(id)))[0] !== id

/** Clock edges as schedules: at each moment one job a tenant. */
export const clockSchedules = (edges: Iterable<ClockEdge> = clockEdges.values()): Schedule[] =>
  [...edges].map((edge) =>
    inEachTenant({ id: `every:${edge.id}`, cron: edge.cron }, 'clockEdge', (slot) => {
      const payload = { edge: edge.id, slot: slot.toISOString() }
      return { payload, lane: CLOCK_LANE, key: `${edge.id}:${payload.slot}` }
    }),
  )
