import { resources, transitionsOf } from '../../../../model/business.ts'
import { markNotifications, readNotifications, readUnread } from '../../../../model/desk/notificationCalls.ts'
import { isId } from '../../../../model/language/derived/validate.ts'
import { wallClock } from '../../../../model/values/dates.ts'
import { type Label, label } from '../../../../model/values/label.ts'
import { UNREAD_MAX } from '../../../../model/wire/notifications/notificationReads.ts'
import {
  NOTIFICATIONS_PAGE_MAX,
  type NotificationKindName,
  type NotificationLine,
  notificationKind,
  talkKinds,
} from '../../../../model/wire/notifications/notifications.ts'
import { STOP_REASONS, type StopReason } from '../../../../model/wire/viewSchedule.ts'
import type { Actor } from '../../../core/actor.ts'
import type { ServerContext } from '../../../core/context/context.ts'
import type { Tx } from '../../../core/database.ts'
import { doerIn } from '../../../core/doers.ts'
import { AppError } from '../../../core/errors.ts'
import { refuseOthers, sideOf } from '../../../core/side.ts'
import { handle, handleOwnTables } from '../../../records/handle.ts'
import { visibleRows } from '../../../records/visible.ts'
import { wireRow } from '../../../writing/unitOfWork/wire.ts'
import { allowed, emitNotified } from './keep.ts'

interface Row {
  readonly id: string
  readonly kind: string
  readonly resource: string
  readonly record_id: string
  readonly group_key: string
  readonly params: Readonly<Record<string, string>>
  readonly read: boolean
  readonly create_time: Date
  readonly n: number
}

/** Characters of a comment that its notification shows. */
const EXCERPT = 80

const FILES: Readonly<Record<string, Label>> = {
  done: ['导出完成', 'Export ready'],
  failed: ['导出失败，请重新导出', 'The export failed; please export again'],
  document: ['单据文件已生成', 'Document ready'],
  documentFailed: ['单据文件生成失败，请重新生成', 'The document could not be made; please make it again'],
  scheduled: ['定时导出完成', 'Scheduled export ready'],
  scheduleFailed: [
    '定时导出失败，可在定时导出中查看原因',
    'The scheduled export failed; the reason is among the scheduled exports',
  ],
}

const ENDINGS: Readonly<Record<string, Label>> = {
  done: ['已完成', 'done'],
  cancelled: ['已停止', 'stopped'],
  interrupted: ['已中断，可继续', 'was interrupted and can be resumed'],
}

/** Texts of comments by id, of those of the reader's side that stand. */
async function commentsOf(
  context: ServerContext,
  actor: Actor,
  rows: readonly Row[],
): Promise<ReadonlyMap<string, string>> {
  const ids = rows.flatMap((row) => (isId(row.params.comment ?? '') ? [row.params.comment as string] : []))
  const side = sideOf(actor)
  if (ids.length === 0 || side === null) return new Map()
  const found = await context.db.scoped<{ id: string; body: string }>(
    { tenantId: actor.tenantId },
    {
      text: `select id, left(body, ${EXCERPT}) as body from "record_comment"
        where tenant_id = $1 and id = any($2::bigint[]) and side = $3 and delete_time is null`,
      values: [actor.tenantId, ids, side],
    },
  )
  return new Map(found.map((row) => [String(row.id), row.body.replace(/\s+/g, ' ')]))
}

/** Records that lines are about, as this person may see them now, by resource and id. */
async function recordsOf(context: ServerContext, actor: Actor, rows: readonly Row[]) {
  const shown = new Map<string, Record<string, unknown>>()
  for (const name of new Set(rows.map((row) => row.resource))) {
    const r = resources.get(name)
    if (!r) continue
    const ids = rows.filter((row) => row.resource === name).map((row) => String(row.record_id))
    for (const [id, row] of await visibleRows(context, actor, r, ids)) shown.set(`${name} ${id}`, row)
  }
  return shown
}

/** Lines for a person: what their record says in it is read with their rights and in their language, at this moment. */
async function linesFor(context: ServerContext, actor: Actor, rows: readonly Row[]): Promise<NotificationLine[]> {
  const [records, comments] = await Promise.all([recordsOf(context, actor, rows), commentsOf(context, actor, rows)])
  const { language } = actor
  return rows.map((row): NotificationLine => {
    const kind = row.kind as NotificationKindName
    const r = resources.get(row.resource)
    const record = records.get(`${row.resource} ${row.record_id}`)
    const comment = row.params.comment
    const visible =
      allowed(actor, kind) &&
      (row.resource === '' || record !== undefined) &&
      (comment === undefined || comments.has(comment) || sideOf(actor) === row.params.side)
    const step = row.params.batch
      ? ENDINGS[row.params.batch]
      : row.params.ending
        ? (FILES[row.params.ending] ?? STOP_REASONS[row.params.why as StopReason])
        : transitionsOf(row.resource)[row.params.transition ?? '']?.label
    const params: Record<string, string> = {}
    if (visible) {
      params.by = doerIn(row.params.by ?? '', language)
      if (r) params.resource = label(r.title, language)
      if (r && record) params.title = String(wireRow(actor, r, record)[r.name as string] ?? '')
      if (step) params.step = label(step, language)
      if (comment !== undefined)
        params.text = comments.get(comment) ?? label(['（评论已删除）', '(the comment was deleted)'], language)
      else if (row.params.text) params.text = row.params.text
      // a document is named by its record, as its reader may see it
      else if (kind === 'fileMade') params.text = `${params.resource ?? ''} ${params.title ?? ''}`.trim()
      for (const name of ['done', 'failed', 'export', 'ending', 'schedule'])
        if (row.params[name]) params[name] = row.params[name] as string
    }
    return {
      id: String(row.id),
      kind,
      resource: visible ? row.resource : '',
      recordId: visible && row.resource !== '' ? String(row.record_id) : '',
      group: row.group_key,
      count: Number(row.n),
      params,
      visible,
      read: row.read,
      at: wallClock(row.create_time),
    }
  })
}

const UNREAD = `select count(*)::int as n from (select 1 from "notification"
  where tenant_id = $1 and user_id = $2 and read_time is null limit ${UNREAD_MAX + 1}) u`

const unreadOf = async ({ db }: ServerContext, { tenantId, userId }: Actor): Promise<number> => {
  const [row] = await db.scoped<{ n: number }>(
    { tenantId },
    { name: 'unread', text: UNREAD, values: [tenantId, userId] },
  )
  return Number(row?.n ?? 0)
}

const refused = (actor: Actor, field: string, text: Label): AppError =>
  new AppError(400, text, { [field]: label(text, actor.language) })

/** Groups of a marking; null for all. @throws AppError 400 */
function groupsIn(actor: Actor, sent: unknown): readonly string[] | null {
  if (sent === undefined || sent === null || sent === '') return null
  if (
    !Array.isArray(sent) ||
    sent.length === 0 ||
    sent.length > NOTIFICATIONS_PAGE_MAX ||
    !sent.every((g): g is string => typeof g === 'string' && g.length <= 160)
  )
    throw refused(actor, 'groups', [
      `分组须为 1 至 ${NOTIFICATIONS_PAGE_MAX} 个文本`,
      `Groups have to be 1 to ${NOTIFICATIONS_PAGE_MAX} texts`,
    ])
  return sent
}

const ONLY: Readonly<Record<string, { readonly unread: boolean; readonly kinds: readonly string[] | null }>> = {
  '': { unread: false, kinds: null },
  unread: { unread: true, kinds: null },
  mentions: { unread: false, kinds: talkKinds },
}

const known = (row: Row): boolean => notificationKind(row.kind) !== null

/** Notifications of whoever is signed in; no parameter names a person. */
export const notificationHandlers = [
  handle(readNotifications, async ({ query, actor, context }) => {
    refuseOthers(actor)
    const only = ONLY[query.only ?? '']
    if (!only) throw refused(actor, 'only', ['只能是 unread 或 mentions', 'It is unread or mentions'])
    if (query.before && !isId(query.before)) throw refused(actor, 'before', ['编号无效', 'The id is not valid'])
    const size = Math.min(Math.max(query.size ?? 50, 1), NOTIFICATIONS_PAGE_MAX)
    const rows = await context.db.scoped<Row>(
      { tenantId: actor.tenantId },
      {
        name: 'notifications',
        text: `select n.id, n.kind, n.resource, n.record_id, n.group_key, n.params, n.read_time is not null as read, n.create_time, l.n
          from (select max(id) as id, count(*)::int as n from "notification"
              where tenant_id = $1 and user_id = $2 and (not $4::boolean or read_time is null) and ($5::text[] is null or kind = any($5::text[]))
              group by group_key, read_time is null having max(id) < $3 order by max(id) desc limit $6) l
            join "notification" n on n.tenant_id = $1 and n.id = l.id
          order by n.id desc`,
        values: [
          actor.tenantId,
          actor.userId,
          query.before || '9223372036854775807',
          only.unread,
          only.kinds,
          size + 1,
        ],
      },
    )
    const lines = await linesFor(context, actor, rows.slice(0, size).filter(known))
    return { lines, more: rows.length > size, unread: await unreadOf(context, actor) }
  }),
  handle(readUnread, async ({ actor, context }) => {
    refuseOthers(actor)
    return { unread: await unreadOf(context, actor) }
  }),
  handleOwnTables(markNotifications, async ({ body, actor, tx, context }) => {
    refuseOthers(actor)
    const groups = groupsIn(actor, body.groups)
    if (!isId(body.upTo)) throw refused(actor, 'upTo', ['编号无效', 'The id is not valid'])
    if (body.read !== 0 && body.read !== 1) throw refused(actor, 'read', ['须为 0 或 1', 'It is 0 or 1'])
    const changed = await tx.query(
      `update "notification" set read_time = case when $5::int = 1 then now() end
       where tenant_id = $1 and user_id = $2 and id <= $3 and ($4::text[] is null or group_key = any($4::text[]))
         and (read_time is null) = ($5::int = 1) returning 1 as one`,
      [tx.tenantId, actor.userId, body.upTo, groups, body.read],
    )
    if (changed.length > 0) emitNotified(tx, context.now(), actor.userId)
    const [left] = await (tx as Tx).query<{ n: number }>(UNREAD, [tx.tenantId, actor.userId])
    return { unread: Number(left?.n ?? 0) }
  }),
]
