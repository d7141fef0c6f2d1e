import { resources, transitionsOf } from '../../../../model/business.ts'
import { approvalHistory } from '../../../../model/desk/approvalHistory.ts'
import { changeRequest, changeRequestLifecycle } from '../../../../model/desk/changeRequest.ts'
import { entrustedAccount } from '../../../../model/funds/accounts.ts'
import { isId } from '../../../../model/language/derived/validate.ts'
import { statesOf } from '../../../../model/language/states.ts'
import { SYSTEM_NAME, SYSTEM_USER, systemActor } from '../../../core/actor.ts'
import type { ServerContext } from '../../../core/context/context.ts'
import type { NotificationDraft } from '../../../database/notify.ts'
import type { Happened } from '../../../database/outbox.ts'
import { visibleRows } from '../../../records/visible.ts'
import { tableName } from '../../../writing/unitOfWork/rows.ts'
import { readersAmong } from '../comments/people.ts'
import { peopleWith } from './peopleWith.ts'

const { alertStatus } = statesOf(entrustedAccount)
/** Permission of those who work the queue of low accounts. */
const RECHARGE = 'entrustedAccount_recharge'
/** A batch that took longer is worth a notification, ms: of a shorter one its person saw the end. */
const LONG_BATCH_MS = 10_000

/** Tenant of an event, and the server that reads it. */
interface Read {
  readonly context: ServerContext
  readonly tenantId: string
}

/**
 * People who made a record or entered it: who created it, changed what people write in it, asked for it, or handed it in.
 * Who checked it on the way is none of them.
 */
async function makersOf({ context, tenantId }: Read, resource: string, id: string): Promise<string[]> {
  const r = resources.get(resource)
  if (!r || r.view !== undefined || !isId(id)) return []
  const found = (await visibleRows(context, systemActor(tenantId, 'notifications'), r, [id])).get(id)
  const made = await context.db.scoped<{ user_id: string }>(
    { tenantId },
    {
      name: 'notified-makers',
      text: `select distinct user_id from "record_maker" where tenant_id = $1 and resource = $2 and record_id = $3
        and (how not like 'took.%' or how like 'took.submit%')`,
      values: [tenantId, resource, id],
    },
  )
  const all = new Set([found?.createUser, ...made.map((row) => row.user_id)].map((user) => String(user ?? '')))
  return [...all].filter((user) => isId(user) && user !== SYSTEM_USER)
}

/** Whether this decision was the effect of another one: of that its people are notified. */
async function isEffect({ context, tenantId }: Read, h: Happened): Promise<boolean> {
  const rows = await context.db.scoped<{ operator_role: string | null }>(
    { tenantId },
    {
      name: 'notified-decision',
      text: `select operator_role from ${tableName(approvalHistory)}
        where tenant_id = $1 and biz_type = $2 and biz_id = $3 and record_version = $4 and action = $5`,
      values: [tenantId, h.resource, h.recordId, String(h.version), h.transition],
    },
  )
  return rows.length === 0 || rows.some((row) => row.operator_role === SYSTEM_NAME[0])
}

/** A decision of somebody else on a record: for the people who made it. */
async function ofDecision(read: Read, h: Happened): Promise<NotificationDraft[]> {
  const { result, by } = transitionsOf(h.resource)[h.transition] ?? {}
  if (by === 'system' || (result !== 'pass' && result !== 'reject') || h.actorId === SYSTEM_USER) return []
  const makers = (await makersOf(read, h.resource, h.recordId)).filter((id) => id !== h.actorId)
  if (makers.length === 0 || (await isEffect(read, h))) return []
  const kind = result === 'reject' ? 'decisionRefused' : 'decisionPassed'
  const day = String(h.payload.at ?? '').slice(0, 10)
  return makers.map((userId) => ({
    userId,
    kind,
    resource: h.resource,
    recordId: h.recordId,
    params: { by: h.actorName, transition: h.transition },
    once: `${h.resource} ${h.recordId} ${h.version} ${h.transition}`,
    ...(kind === 'decisionPassed' ? { group: `passed ${h.resource} ${h.transition} ${day}` } : {}),
  }))
}

/** A request for a change: for those who may review it, but for who asks. */
async function ofRequest(read: Read, h: Happened): Promise<NotificationDraft[]> {
  const { permission } = changeRequestLifecycle.transitions.approve
  const reviewers = await peopleWith(read.context, read.tenantId, permission)
  return reviewers
    .filter((userId) => userId !== h.actorId)
    .map((userId) => ({
      userId,
      kind: 'changeWaits',
      resource: h.resource,
      recordId: h.recordId,
      params: { by: h.actorName },
      once: `changeWaits ${h.recordId}`,
      group: `changeWaits ${String(h.payload.at ?? '').slice(0, 10)}`,
    }))
}

/** An account that fell below its alert amount by this write: for those who work the queue of such accounts. */
async function ofAccount(read: Read, h: Happened): Promise<NotificationDraft[]> {
  const [fell] = await read.context.db.scoped(
    { tenantId: read.tenantId },
    {
      name: 'notified-account',
      text: `select 1 as one from "audit_trail" a, jsonb_array_elements(a.diff) d where a.tenant_id = $1 and a.resource = $2
        and a.record_id = $3 and a.version = $4 and d ->> 'field' = 'alertStatus' and d ->> 'to' = $5 limit 1`,
      values: [read.tenantId, h.resource, h.recordId, h.version, String(alertStatus.low)],
    },
  )
  if (!fell) return []
  return (await peopleWith(read.context, read.tenantId, RECHARGE)).map((userId) => ({
    userId,
    kind: 'accountLow',
    resource: h.resource,
    recordId: h.recordId,
    once: `accountLow ${h.recordId} ${h.version}`,
  }))
}

/** A batch that ended: for its person, unless it was over while they looked. */
async function ofBatch({ context, tenantId }: Read, h: Happened): Promise<NotificationDraft[]> {
  const batch = h.payload.batch as
    | { readonly state: string; readonly done: number; readonly failed: number }
    | undefined
  if (!batch || batch.state === 'running' || !h.actorId) return []
  const [row] = await context.db.scoped<{ ms: number }>(
    { tenantId },
    {
      name: 'notified-batch',
      text: `select extract(epoch from o.create_time - b.create_time)::float8 * 1000 as ms from "batch" b, "outbox" o
        where b.tenant_id = $1 and b.id = $2 and o.tenant_id = $1 and o.id = $3`,
      values: [tenantId, h.recordId, h.id],
    },
  )
  if (!row || (batch.state === 'done' && row.ms < LONG_BATCH_MS)) return []
  return [
    {
      userId: h.actorId,
      kind: 'batchEnded',
      resource: '',
      recordId: '',
      params: { batch: batch.state, of: h.resource, done: String(batch.done), failed: String(batch.failed) },
      // resumed and interrupted again, it is another one
      once: `batch ${h.recordId} ${batch.state} ${batch.done} ${batch.failed}`,
    },
  ]
}

/**
 * A comment: for those it mentions, those who commented before and those who made the record; each of them once, and only
 * who stands on the side of the comment and may see the record.
 */
async function ofComment(read: Read, h: Happened): Promise<NotificationDraft[]> {
  const { context, tenantId } = read
  const r = resources.get(h.resource)
  if (!r || h.transition !== 'add') return []
  const comment = String(h.payload.comment ?? '')
  const rows = await context.db.scoped<{
    id: string
    author_id: string
    mentions: readonly { id: string }[]
    side: string
  }>(
    { tenantId },
    {
      name: 'notified-comment',
      text: `select id, author_id, mentions, side from "record_comment" where tenant_id = $1 and resource = $2 and record_id = $3
        and side = $4 and id <= $5 order by id`,
      values: [tenantId, h.resource, h.recordId, String(h.payload.side ?? ''), comment],
    },
  )
  const own = rows.find((row) => String(row.id) === comment)
  if (!own) return []
  const kinds = new Map<string, NotificationDraft['kind']>()
  for (const id of await makersOf(read, h.resource, h.recordId)) kinds.set(id, 'comment')
  for (const row of rows) kinds.set(String(row.author_id), 'answer')
  for (const { id } of own.mentions) kinds.set(String(id), 'mention')
  kinds.delete(String(own.author_id))
  const readers = await readersAmong(context, tenantId, { r, id: h.recordId, side: own.side }, [...kinds.keys()])
  return readers.map(({ userId }) => {
    const kind = kinds.get(userId) ?? 'comment'
    return {
      userId,
      kind,
      resource: h.resource,
      recordId: h.recordId,
      params: { by: h.actorName, comment, side: own.side },
      once: `comment ${comment}`,
      ...(kind === 'mention' ? {} : { group: `${kind} ${h.resource} ${h.recordId}` }),
    }
  })
}

/** Notifications that an event may lead to, before choices and rights of their people are looked at. */
export async function draftsOf(read: Read, h: Happened): Promise<readonly NotificationDraft[]> {
  if (h.kind === 'batch') return ofBatch(read, h)
  if (h.kind === 'comments') return ofComment(read, h)
  if (h.kind === 'notify') {
    const draft = h.payload.draft as NotificationDraft | undefined
    return draft ? [{ ...draft, params: { by: h.actorName, ...draft.params } }] : []
  }
  if (h.kind !== 'changed') return []
  if (h.resource === changeRequest.id && h.transition === 'add') return ofRequest(read, h)
  return [...(h.resource === entrustedAccount.id ? await ofAccount(read, h) : []), ...(await ofDecision(read, h))]
}
