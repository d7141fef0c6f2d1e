import { lifecycles, resourceOf, resources } from '../../../model/business.ts'
import { readMyDay } from '../../../model/desk/myDayCall.ts'
import { entrustedAccount } from '../../../model/funds/accounts.ts'
import { LOW_ACCOUNTS } from '../../../model/funds/prepayQueue.ts'
import { wallClock } from '../../../model/values/dates.ts'
import { label } from '../../../model/values/label.ts'
import {
  type DecidedToday,
  type LowAccounts,
  REFUSED_DAYS,
  REFUSED_MAX,
  type RefusedRecord,
} from '../../../model/wire/myDay.ts'
import { type Actor, SYSTEM_USER } from '../../core/actor.ts'
import type { ServerContext } from '../../core/context/context.ts'
import type { Statement } from '../../core/database.ts'
import { doerIn } from '../../core/doers.ts'
import { forbidden } from '../../core/errors.ts'
import { maySee } from '../../core/permissions.ts'
import { hasMakers } from '../../database/schema/makers.ts'
import { reachIn } from '../../lists/sql/reach.ts'
import { readTotal } from '../../lists/totals.ts'
import { handle } from '../../records/handle.ts'
import type { Reader } from '../../records/reader.ts'
import { type Decided, decidedToday } from './decidedToday.ts'

/** The newest records of a person that are looked at, of each kind: the call stays cheap whatever somebody made. */
const RECORDS_PER_KIND = 50
/** A refusal by the history (`approvalHistory.result`). */
const REFUSAL = 2

interface Refusal {
  readonly biz_type: string
  readonly biz_id: string
  readonly biz_code: string | null
  readonly action: string
  readonly operator_name: string
  readonly operate_time: Date
  readonly remark: string | null
}

const kindsFor = (actor: Actor): string[] =>
  [...resources.values()].filter((r) => hasMakers(r) && maySee(actor, r)).map((r) => r.id)

/** The newest records of this person's making whose last decision was somebody else's refusal. */
const refusals = (actor: Actor, now: Date): Statement => ({
  text: `select h.* from unnest($3::text[]) k (resource)
      cross join lateral (select distinct record_id from "record_maker" m
        where m.tenant_id = $1 and m.resource = k.resource and m.user_id = $2 order by record_id desc limit ${RECORDS_PER_KIND}) mine
      cross join lateral (select h.biz_type, h.biz_id, h.biz_code, h.action, h.operator_name, h.operate_time, h.remark, h.result, h.operator_id
        from "approval_history" h where h.tenant_id = $1 and h.biz_type = k.resource and h.biz_id = mine.record_id::text and h.is_deleted = 0
        order by h.id desc limit 1) h
    where h.result = ${REFUSAL} and h.operator_id <> $2 and h.operate_time >= $4::timestamptz - interval '${REFUSED_DAYS} days'
    order by h.operate_time desc limit ${REFUSED_MAX}`,
  values: [actor.tenantId, actor.userId, kindsFor(actor), now.toISOString()],
})

const actionOf = (resource: string, action: string, actor: Actor): string =>
  label(lifecycles.get(resource)?.transitions[action]?.label ?? [action, action], actor.language)

/** Of refusals those about records that the person still reaches. */
async function reached(found: readonly Refusal[], reader: Reader, actor: Actor): Promise<RefusedRecord[]> {
  const there = new Set<string>()
  for (const type of new Set(found.map((h) => h.biz_type))) {
    const r = resources.get(type)
    if (!r || !maySee(actor, r)) continue
    const ids = found.filter((h) => h.biz_type === type).map((h) => h.biz_id)
    for (const { id } of await reader.rowsById(r, ids)) there.add(`${type}.${id}`)
  }
  return found
    .filter((h) => there.has(`${h.biz_type}.${h.biz_id}`))
    .map((h) => ({
      resource: h.biz_type,
      id: h.biz_id,
      title: h.biz_code ?? h.biz_id,
      action: actionOf(h.biz_type, h.action, actor),
      by: doerIn(h.operator_name, actor.language),
      at: wallClock(h.operate_time),
      remark: h.remark ?? '',
    }))
}

/** Decisions of today about records that the person may see. */
const decidedIn = (rows: readonly Decided[], actor: Actor): DecidedToday[] =>
  rows
    .flatMap((row) => {
      const r = resources.get(row.biz_type)
      if (!r || !maySee(actor, r)) return []
      const action = actionOf(r.id, row.action, actor)
      return [{ resource: r.id, title: label(r.title, actor.language), action, count: row.n }]
    })
    .sort((a, b) => b.count - a.count)

/** Low accounts within the reach of a person who may see accounts. */
async function lowAccounts(context: ServerContext, actor: Actor): Promise<LowAccounts | null> {
  if (!maySee(actor, entrustedAccount)) return null
  const reach = reachIn(context, actor)
  const { total } = await readTotal(context.db, {
    resource: resourceOf(entrustedAccount.id),
    reach,
    conditions: LOW_ACCOUNTS,
  })
  return total === 0 ? null : { resource: entrustedAccount.id, conditions: LOW_ACCOUNTS, count: total }
}

/** The day of whoever is signed in. */
export const myDayHandler = handle(readMyDay, async ({ actor, context, reader }) => {
  const { userId, sessionId, source } = actor
  if (userId === SYSTEM_USER || sessionId === '' || source !== undefined) throw forbidden()
  const now = context.now()
  const { found, failed } = await context.db.together({ tenantId: actor.tenantId }, [
    refusals(actor, now),
    decidedToday(actor, now),
  ])
  if (failed !== undefined) throw failed
  const [refused = [], decided = []] = found
  return {
    refused: await reached(refused as unknown as Refusal[], reader, actor),
    decided: decidedIn(decided as unknown as Decided[], actor),
    low: await lowAccounts(context, actor),
  }
})
