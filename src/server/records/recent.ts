import { calls, lifecycles, resources } from '../../model/business.ts'
import { isId } from '../../model/language/derived/validate.ts'
import { type AnyCall, commandName } from '../../model/language/domain/call.ts'
import { isByPeople, isInState } from '../../model/language/lifecycle.ts'
import { wallClock } from '../../model/values/dates.ts'
import { label } from '../../model/values/label.ts'
import type { RecentDecision } from '../../model/wire/wire.ts'
import type { Actor } from '../core/actor.ts'
import type { ServerContext } from '../core/context/context.ts'
import type { Statement, Tx } from '../core/database.ts'
import type { ServerDomains } from '../core/domains.ts'
import { AppError, isUnavailable, notFound } from '../core/errors.ts'
import { madeAt } from '../core/ids.ts'
import { inScope, may } from '../core/permissions.ts'
import { Values } from '../database/conditions/values.ts'
import { check, visible } from '../deciding/decideIn.ts'
import { type Step, stepOf } from '../deciding/transitions.ts'
import { basisSql } from '../lists/sql/reach.ts'
import { illegal, stale } from '../writing/save/conflict.ts'
import { ReadingUnitOfWork } from '../writing/unitOfWork/readingUnitOfWork.ts'
import { type AnyResource, type Row, tableName } from '../writing/unitOfWork/rows.ts'
import type { CallDecision } from './handle.ts'

/** How far back the own decisions of a person are listed that can be taken back by one key, minutes. */
export const RECENT = 10

/** Minutes since the day began in Asia/Shanghai, by the business clock; at least those that are always listed. */
export function minutesToday({ now }: Pick<ServerContext, 'now'>): number {
  const [hours = 0, minutes = 0] = wallClock(now()).slice(11, 16).split(':').map(Number)
  return Math.max(RECENT, hours * 60 + minutes + 1)
}

/** Single decisions, and batches, that are told at most. */
const RECENT_DECISIONS_MAX = 50

/** Entries of the history, and rows of one batch, that are looked at at most. */
export const LOOKED_MAX = 1_000

/** A decision with when it was made by the server's clock, ms: what orders all of them. */
interface TimedDecision {
  readonly order: number
  readonly decision: RecentDecision
}

/** The transition that takes this one back, where it is open and the user may take it; null otherwise. */
function backOf(domains: ServerDomains, actor: Actor, resource: string, transition: string): Step | null {
  const undo = lifecycles.get(resource)?.transitions[transition]?.undo
  if (undo === undefined) return null
  const step = stepOf(domains, resource, undo)
  return step.closed === null && may(actor, step.transition.permission ?? '') ? step : null
}

/** Returns whether people take this transition, and not to take another one back. */
function isDecision(resource: string, transition: string): boolean {
  const t = lifecycles.get(resource)?.transitions[transition]
  return t !== undefined && isByPeople(t) && t.takesBack === undefined
}

/** Seconds during which a decision of that moment can still be taken back, null without a limit. */
function leftOf(context: ServerContext, back: Step | null, at: Date): number | null {
  const minutes = back?.transition.withinMinutes
  if (minutes === undefined) return null
  return Math.max(0, Math.floor((at.getTime() - context.now().getTime()) / 1_000) + minutes * 60)
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

/**
 * The newest decision of the user about each record, those of batches left out: they are told as the batch. Read from the newest on by
 * an index that has no row of a batch, so that what is read does not grow with how much a batch decided.
 */
export const singlesOf = ({ tenantId, userId }: Actor, since: string): Statement => ({
  text: `select * from (
       select distinct on (biz_type, biz_id) id, biz_type, biz_id, biz_code, action, operate_time, record_version from (
         select id, biz_type, biz_id, biz_code, action, operate_time, record_version from "approval_history"
         where tenant_id = $1 and operator_id = $2 and operate_time >= $3 and is_deleted = 0 and batch_id is null
           and coalesce(operator_role, '') <> '系统'
         order by operate_time desc, id desc limit ${LOOKED_MAX}) newest
       order by biz_type, biz_id, id desc) h
     order by id desc limit ${RECENT_DECISIONS_MAX}`,
  values: [tenantId, userId, since],
})

/** The entries that can be told: one that cannot hides none of the others. */
async function described<T>(
  context: ServerContext,
  own: readonly T[],
  describe: (one: T) => Promise<TimedDecision | null>,
): Promise<TimedDecision[]> {
  const entries = await Promise.all(
    own.map(async (one) => {
      try {
        return await describe(one)
      } catch (e) {
        if (isUnavailable(e)) throw e
        context.log.error({ err: e, entry: one }, 'a recent decision cannot be told')
        return null
      }
    }),
  )
  return entries.filter((x) => x !== null)
}

/** Why a check refuses, "" when it does not. */
async function refusalOf({ language }: Actor, passes: () => Promise<void>): Promise<string> {
  try {
    await passes()
    return ''
  } catch (e) {
    if (e instanceof AppError && !isUnavailable(e)) return label(e.text, language)
    throw e
  }
}

const FINAL = ['该操作不可撤回', 'This cannot be taken back'] as const
const final = (actor: Actor): string => label(FINAL, actor.language)

/** The records of these decisions that are there, by resource and id. */
async function recordsOf(
  work: ReadingUnitOfWork,
  about: readonly { readonly resource: string; readonly id: string }[],
): Promise<(resource: string, id: string) => Row | undefined> {
  const found = new Map<string, Row>()
  for (const resource of new Set(about.map((a) => a.resource))) {
    const of = resources.get(resource)
    // of a call over several records there is no one record, and its entry says so by an empty id
    const ids = about.flatMap((a) => (a.resource === resource && isId(a.id) ? [a.id] : []))
    if (of) for (const row of await work.rows(of, { id: ids })) found.set(`${resource} ${row.id}`, row)
  }
  return (resource, id) => found.get(`${resource} ${id}`)
}

async function describedSingles(
  work: ReadingUnitOfWork,
  context: ServerContext,
  found: readonly Single[],
): Promise<TimedDecision[]> {
  const { actor } = work
  const own = found.filter((s) => isDecision(s.biz_type, s.action))
  const rowOf = await recordsOf(
    work,
    own.map((s) => ({ resource: s.biz_type, id: s.biz_id })),
  )
  return described(context, own, async (s): Promise<TimedDecision> => {
    const [resource, transition, version] = [s.biz_type, s.action, Number(s.record_version)]
    const back = backOf(context.domains, actor, resource, transition)
    // by the checks that taking it back would pass
    const why = back
      ? await refusalOf(actor, async () =>
          check(work, back, visible(work, back, rowOf(resource, s.biz_id)), {}, version, false),
        )
      : final(actor)
    return {
      order: madeAt(s.id),
      decision: {
        ...{ batch: '', resource, transition, at: wallClock(s.operate_time), id: s.biz_id, title: s.biz_code ?? '' },
        ...{ version, count: 1, possible: why ? 0 : 1, undo: back?.name ?? '' },
        ...{ left: leftOf(context, back, s.operate_time), why },
      },
    }
  })
}

interface Kept {
  readonly decision: CallDecision
  readonly age: number
}

/** The newest calls of the user that are commands, as their answers keep them; of each record the newest. */
async function byCalls(tx: Tx, actor: Actor, minutes: number): Promise<Kept[]> {
  const found = await tx.query<Kept>(
    `select answer -> 'data' -> 'decision' as decision, extract(epoch from now() - create_time)::float8 as age
     from "idempotency"
     where tenant_id = $1 and actor_id = $2 and create_time >= now() - make_interval(mins => $3)
       and answer -> 'data' -> 'decision' ->> 'call' is not null
     order by create_time desc limit $4`,
    [actor.tenantId, actor.userId, minutes, RECENT_DECISIONS_MAX],
  )
  const seen = new Set<string>()
  return found.filter(({ decision: { of, id } }) => id === '' || (!seen.has(`${of} ${id}`) && seen.add(`${of} ${id}`)))
}

/** Call that takes this one back, where it is open and permitted. */
function backCallOf(domains: ServerDomains, actor: Actor, call: AnyCall | undefined): AnyCall | null {
  const back = calls.find((c) => c.id === call?.command?.undo)
  return back?.permission !== undefined && may(actor, back.permission) && domains.handlers.has(back.id) ? back : null
}

/** Checks of a call that takes back a decision on its record. */
async function checkCall(work: ReadingUnitOfWork, back: AnyCall, row: Row | undefined, version: number): Promise<void> {
  const of = back.on as AnyResource
  if (!row || !inScope(work.actor, of, row)) throw notFound()
  if (row.version !== version) throw await stale(work, of, row, version)
  if (back.from && !isInState(back.from, row)) throw await illegal(work, of, row)
}

async function describedCalls(
  work: ReadingUnitOfWork,
  context: ServerContext,
  found: readonly Kept[],
): Promise<TimedDecision[]> {
  const { actor } = work
  const own = found.filter(({ decision }) => {
    const call = calls.find((c) => c.id === decision.call)
    return call?.command !== undefined && call.command.takesBack === undefined
  })
  const rowOf = await recordsOf(
    work,
    own.map(({ decision }) => ({ resource: decision.of, id: decision.id })),
  )
  return described(
    context,
    own,
    async ({ decision: { call, of, id, title, version, count }, age }): Promise<TimedDecision> => {
      const made = calls.find((c) => c.id === call) as AnyCall
      // decisions on several records together cannot be taken back
      const back = id === '' ? null : backCallOf(context.domains, actor, made)
      const why = back ? await refusalOf(actor, () => checkCall(work, back, rowOf(of, id), version)) : final(actor)
      return {
        order: Date.now() - age * 1_000,
        decision: {
          ...{ batch: id === '' ? call : '', resource: of, transition: commandName(made), id, title, version, count },
          ...{ at: wallClock(context.now().getTime() - age * 1_000), possible: why ? 0 : 1 },
          ...{ undo: back ? commandName(back) : '', left: null, why },
        },
      }
    },
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
const batches = (tx: Tx, actor: Actor, minutes: number): Promise<Batch[]> =>
  tx.query<Batch>(
    `select b.id, b.resource, b.transition, b.state, extract(epoch from now() - b.create_time)::float8 as age,
       coalesce(b.done, (select count(*)::int from "batch_row" r where r.tenant_id = b.tenant_id and r.batch_id = b.id and r.state = 1)) as done,
       exists (select 1 from "batch" u where u.tenant_id = b.tenant_id and u.actor_id = b.actor_id and u.takes_back = b.id) as taken
     from "batch" b
     where b.tenant_id = $1 and b.actor_id = $2 and b.create_time >= now() - make_interval(mins => $3) and b.takes_back is null
       and not (b.state = 'running' and b.lease_until >= now())
     order by b.id desc limit $4`,
    [actor.tenantId, actor.userId, minutes, RECENT_DECISIONS_MAX],
  )

/**
 * How many rows of a batch are still as it left them, for the user to reach, and within the time limit: among the last `LOOKED_MAX`
 * that it decided. What is taken back is all that can be, by a batch of its own.
 */
export function possibleOf(context: ServerContext, actor: Actor, b: Pick<Batch, 'id'>, back: Step): Statement {
  const values = new Values()
  const basis = basisSql(back.of, actor, values).join(' and ')
  const minutes = back.transition.withinMinutes
  const since =
    minutes === undefined ? '' : `and t.update_time >= ${values.add(timeBefore(context, minutes))}::timestamptz`
  return {
    text: `select count(*)::int as n from (
       select record_id, version from "batch_row"
       where tenant_id = ${values.add(actor.tenantId)} and batch_id = ${values.add(b.id)} and state = 1
       order by seq desc limit ${LOOKED_MAX}) r
     join (select * from ${tableName(back.of)} where ${basis}) t on t.id = r.record_id and t.version = r.version ${since}`,
    values: values.list,
  }
}

const timeBefore = ({ now }: ServerContext, minutes: number): string =>
  new Date(now().getTime() - minutes * 60_000).toISOString()

async function describedBatches(
  context: ServerContext,
  actor: Actor,
  tx: Tx,
  found: readonly Batch[],
): Promise<TimedDecision[]> {
  const own = found.filter((b) => Number(b.done) > 0 && isDecision(b.resource, b.transition))
  return described(context, own, async (b): Promise<TimedDecision | null> => {
    const back = backOf(context.domains, actor, b.resource, b.transition)
    const statement = back && possibleOf(context, actor, b, back)
    const possible = statement
      ? Number((await tx.query<{ n: number }>(statement.text, statement.values))[0]?.n ?? 0)
      : 0
    if (b.taken && possible === 0) return null
    const at = new Date(context.now().getTime() - Number(b.age) * 1_000)
    const none = Number(b.done) > LOOKED_MAX ? NONE_OF_THE_LAST : NONE_LEFT
    const why = possible > 0 ? '' : back ? label(none, actor.language) : final(actor)
    return {
      order: madeAt(b.id),
      decision: {
        ...{
          batch: String(b.id),
          resource: b.resource,
          transition: b.transition,
          at: wallClock(at),
          id: '',
          title: '',
        },
        ...{ version: 0, count: Number(b.done), possible, undo: back?.name ?? '' },
        ...{ left: leftOf(context, back, at), why },
      },
    }
  })
}

const NONE_OF_THE_LAST = [
  `最后处理的 ${LOOKED_MAX} 条都不能再撤回`,
  `None of the last ${LOOKED_MAX} can be taken back any more`,
] as const
const NONE_LEFT = ['没有一条还可以撤回', 'None of them can be taken back any more'] as const

/**
 * Decisions of the user in the last minutes (ten where nothing else is asked for) and whether they can still be taken back, newest first: of each record
 * the newest decision, of a batch how many of its records. What they took back already is not told.
 */
export async function recentDecisions(
  context: ServerContext,
  actor: Actor,
  minutes: number = RECENT,
): Promise<RecentDecision[]> {
  const entries = await context.db.transaction({ tenantId: actor.tenantId }, async (tx) => {
    const work = new ReadingUnitOfWork(context, actor, tx)
    const alone = singlesOf(actor, timeBefore(context, minutes))
    const [own, called, many] = await Promise.all([
      tx.query<Single>(alone.text, alone.values),
      byCalls(tx, actor, minutes),
      batches(tx, actor, minutes),
    ])
    const parts = await Promise.all([
      describedSingles(work, context, own),
      describedCalls(work, context, called),
      describedBatches(context, actor, tx, many),
    ])
    return parts.flat()
  })
  return entries.sort((x, y) => y.order - x.order).map(({ decision }) => decision)
}
