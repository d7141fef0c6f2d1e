import { lifecycles, resources } from '../../model/all.ts'
import { instantOf, wallClock } from '../../model/kernel/dates.ts'
import { label } from '../../model/kernel/label.ts'
import { isByPeople } from '../../model/kernel/lifecycle.ts'
import type { RecentDecision } from '../../model/kernel/wire.ts'
import type { Actor } from '../core/actor.ts'
import type { ServerContext } from '../core/context.ts'
import type { Tx } from '../core/database.ts'
import { AppError, isUnavailable } from '../core/errors.ts'
import { may } from '../core/permissions.ts'
import { basisSql, Values } from '../store/sql/where.ts'
import { GatheringUnitOfWork } from '../writes/gatheringUnitOfWork.ts'
import { type Row, tableName } from '../writes/rows.ts'
import { check, systemStep, visible } from './decideIn.ts'
import { type Step, stepOf } from './transitions.ts'

/** How far back the own decisions of a person are told, minutes. */
export const RECENT = 10

/** Single decisions, and batches, that are told at most. */
const MOST = 50

/** A decision with the number that orders all of them: ids rise with time. */
interface Told {
  readonly order: bigint
  readonly decision: RecentDecision
}

/** The transition that takes this one back, where it is open and the user may take it; null otherwise. */
function backOf(actor: Actor, resource: string, transition: string): Step | null {
  const undo = lifecycles.get(resource)?.transitions[transition]?.undo
  if (undo === undefined) return null
  const step = stepOf(resource, undo)
  return step.closed === null && may(actor, step.transition.permission ?? '') ? step : null
}

/** Returns whether people take this transition, and not to take another one back. */
function isDecision(resource: string, transition: string): boolean {
  const t = lifecycles.get(resource)?.transitions[transition]
  return t !== undefined && isByPeople(t) && t.takesBack === undefined
}

const untilOf = (back: Step | null, at: string): string => {
  const minutes = back?.transition.withinMinutes
  const decided = instantOf(at)
  return minutes === undefined || decided === null ? '' : wallClock(decided + minutes * 60_000)
}

interface Single {
  readonly id: string
  readonly biz_type: string
  readonly biz_id: string
  readonly biz_code: string | null
  readonly action: string
  readonly operate_time: Date
  readonly record_version: string
}

/** The newest decision of the user about each record, those of batches left out: they are told as the batch. */
const singles = (tx: Tx, actor: Actor, since: string): Promise<Single[]> =>
  tx.query<Single>(
    `select id, biz_type, biz_id, biz_code, action, operate_time, record_version from (
       select distinct on (biz_type, biz_id) id, biz_type, biz_id, biz_code, action, operate_time, record_version
       from "approval_history"
       where tenant_id = $1 and operator_id = $2 and operate_time >= $3 and is_deleted = 0
         and coalesce(operator_role, '') <> '系统'
       order by biz_type, biz_id, id desc) h
     where not exists (
       select 1 from "batch" b join "batch_row" r on r.tenant_id = b.tenant_id and r.batch_id = b.id
       where b.tenant_id = $1 and b.actor_id = $2 and b.create_time >= now() - make_interval(mins => $4)
         and b.resource = h.biz_type and b.transition = h.action
         and r.record_id::text = h.biz_id and r.version::text = h.record_version)
     order by id desc limit $5`,
    [actor.tenantId, actor.userId, since, 2 * RECENT, MOST],
  )

/** Why a decision cannot be taken back now, "" when it can: by the checks that taking it back would pass. */
async function whyNot(
  work: GatheringUnitOfWork,
  back: Step | null,
  row: Row | undefined,
  version: number,
): Promise<string> {
  const { language } = work.actor
  if (!back) return label(['该操作不可撤回', 'This cannot be taken back'], language)
  try {
    await check(work, back, visible(work, back, row), {}, version, false)
    return ''
  } catch (e) {
    if (e instanceof AppError && !isUnavailable(e)) return label(e.text, language)
    throw e
  }
}

async function toldSingles(context: ServerContext, actor: Actor, tx: Tx, found: readonly Single[]): Promise<Told[]> {
  const work = new GatheringUnitOfWork(context, actor, tx, systemStep)
  const own = found.filter((s) => isDecision(s.biz_type, s.action))
  const rows = new Map<string, Row>()
  for (const resource of new Set(own.map((s) => s.biz_type))) {
    const of = resources.get(resource)
    const ids = own.filter((s) => s.biz_type === resource).map((s) => s.biz_id)
    if (of) for (const row of await work.rows(of, { id: ids })) rows.set(`${resource} ${row.id}`, row as unknown as Row)
  }
  return Promise.all(
    own.map(async (s): Promise<Told> => {
      const [resource, transition, version] = [s.biz_type, s.action, Number(s.record_version)]
      const back = backOf(actor, resource, transition)
      const why = await whyNot(work, back, rows.get(`${resource} ${s.biz_id}`), version)
      const at = wallClock(s.operate_time)
      return {
        order: BigInt(s.id),
        decision: {
          ...{ batch: '', resource, transition, at, id: s.biz_id, title: s.biz_code ?? '', version },
          ...{ count: 1, possible: why ? 0 : 1, undo: back?.name ?? '', undoUntil: untilOf(back, at), why },
        },
      }
    }),
  )
}

interface Batch {
  readonly id: string
  readonly resource: string
  readonly transition: string
  readonly state: string
  readonly age: number
  readonly done: number
  readonly taken: boolean
}

/** Batches of the user that are not under way, newest first. `taken`: a later one takes it back. */
const batches = (tx: Tx, actor: Actor): Promise<Batch[]> =>
  tx.query<Batch>(
    `select b.id, b.resource, b.transition, b.state, extract(epoch from now() - b.create_time)::float8 as age,
       (select count(*)::int from "batch_row" r where r.tenant_id = b.tenant_id and r.batch_id = b.id and r.state = 1) as done,
       exists (select 1 from "batch" u where u.tenant_id = b.tenant_id and u.actor_id = b.actor_id and u.takes_back = b.id) as taken
     from "batch" b
     where b.tenant_id = $1 and b.actor_id = $2 and b.create_time >= now() - make_interval(mins => $3) and b.takes_back is null
       and not (b.state = 'running' and b.lease_until >= now())
     order by b.id desc limit $4`,
    [actor.tenantId, actor.userId, RECENT, MOST],
  )

/** How many rows of a batch are still as it left them, for the user to reach, and within the time limit. */
async function possibleIn(context: ServerContext, actor: Actor, tx: Tx, b: Batch, back: Step): Promise<number> {
  const values = new Values()
  const basis = basisSql(back.of, actor, values).join(' and ')
  const minutes = back.transition.withinMinutes
  const since =
    minutes === undefined ? '' : `and t.update_time >= ${values.add(timeBefore(context, minutes))}::timestamptz`
  const [found] = await tx.query<{ n: number }>(
    `select count(*)::int as n from "batch_row" r
     join (select * from ${tableName(back.of)} where ${basis}) t on t.id = r.record_id and t.version = r.version ${since}
     where r.tenant_id = ${values.add(actor.tenantId)} and r.batch_id = ${values.add(b.id)} and r.state = 1`,
    values.list,
  )
  return Number(found?.n ?? 0)
}

const timeBefore = ({ now }: ServerContext, minutes: number): string =>
  new Date(now().getTime() - minutes * 60_000).toISOString()

async function toldBatches(context: ServerContext, actor: Actor, tx: Tx, found: readonly Batch[]): Promise<Told[]> {
  const told = await Promise.all(
    found
      .filter((b) => Number(b.done) > 0 && isDecision(b.resource, b.transition))
      .map(async (b): Promise<Told | null> => {
        const back = backOf(actor, b.resource, b.transition)
        const possible = back ? await possibleIn(context, actor, tx, b, back) : 0
        if (b.taken && possible === 0) return null
        const at = wallClock(context.now().getTime() - Number(b.age) * 1_000)
        const count = Number(b.done)
        const why = possible > 0 ? '' : label(NONE_LEFT, actor.language)
        return {
          order: BigInt(b.id),
          decision: {
            ...{
              batch: String(b.id),
              resource: b.resource,
              transition: b.transition,
              at,
              id: '',
              title: '',
              version: 0,
            },
            ...{ count, possible, undo: back?.name ?? '', undoUntil: untilOf(back, at), why },
          },
        }
      }),
  )
  return told.filter((x) => x !== null)
}

const NONE_LEFT = ['没有一条还可以撤回', 'None of them can be taken back any more'] as const

/**
 * What the user decided in the last ten minutes and whether it can still be taken back, newest first: of each record
 * the newest decision, of a batch how many of its records. What they took back already is not told.
 */
export async function recentDecisions(context: ServerContext, actor: Actor): Promise<RecentDecision[]> {
  const told = await context.db.transaction({ tenantId: actor.tenantId }, async (tx) => {
    const [alone, many] = await Promise.all([singles(tx, actor, timeBefore(context, RECENT)), batches(tx, actor)])
    const [a, b] = await Promise.all([toldSingles(context, actor, tx, alone), toldBatches(context, actor, tx, many)])
    return [...a, ...b]
  })
  return told.sort((x, y) => (x.order < y.order ? 1 : -1)).map(({ decision }) => decision)
}
