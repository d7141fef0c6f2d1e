import { ownerOf } from '../../../../model/business.ts'
import { addComment, readComments, readMentionable, removeComment } from '../../../../model/desk/commentCalls.ts'
import { isId } from '../../../../model/language/derived/validate.ts'
import { wallClock } from '../../../../model/values/dates.ts'
import { label } from '../../../../model/values/label.ts'
import {
  COMMENT_CHARACTERS_MAX,
  COMMENT_DELETABLE_MINUTES,
  COMMENTS_PER_RECORD_MAX,
  MENTIONS_MAX,
  type Mentionable,
  type RecordComment,
} from '../../../../model/wire/comments.ts'
import type { Actor } from '../../../core/actor.ts'
import type { RequestContext, ServerContext } from '../../../core/context/context.ts'
import type { Tx } from '../../../core/database.ts'
import { AppError, notFound } from '../../../core/errors.ts'
import { textParam } from '../../../core/params.ts'
import { refuseOthers, sideOf } from '../../../core/side.ts'
import { rowFrom } from '../../../database/codec.ts'
import { generatedKey } from '../../../deciding/idempotency.ts'
import { handle, handleWhole } from '../../../records/handle.ts'
import { DOUBLE, keySent, write } from '../../../records/write.ts'
import type { Row } from '../../../writing/unitOfWork/rows.ts'
import { mentionable, readersAmong } from './people.ts'
import { type Subject, subjectFor } from './subject.ts'

interface Kept {
  readonly id: string
  readonly author_id: string
  readonly author_name: string
  readonly body: string
  readonly mentions: readonly Pick<Mentionable, 'id' | 'name'>[]
  readonly create_time: Date
  readonly delete_time: Date | null
  /** Until then its author may delete it; the clock is the database's. */
  readonly until: Date
  readonly still: boolean
}

const COLUMNS = `id, author_id, author_name, body, mentions, create_time, delete_time,
  create_time + interval '${COMMENT_DELETABLE_MINUTES} minutes' as until,
  create_time + interval '${COMMENT_DELETABLE_MINUTES} minutes' > now() as still`

/** A comment for a person of its side. */
const shownTo = (actor: Actor, kept: Kept): RecordComment => ({
  id: String(kept.id),
  text: kept.body,
  byId: String(kept.author_id),
  by: kept.author_name,
  at: wallClock(kept.create_time),
  mentions: kept.mentions,
  deletedAt: kept.delete_time ? wallClock(kept.delete_time) : '',
  deletableUntil:
    kept.still && !kept.delete_time && String(kept.author_id) === actor.userId ? wallClock(kept.until) : '',
})

const refused = (actor: Actor, field: string, zh: string, en: string): AppError =>
  new AppError(400, [zh, en], { [field]: label([zh, en], actor.language) })

/** Line breaks are one sort, signs that cannot be seen are gone, and so are blanks around it. */
const cleaned = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: no comment has any but line breaks and tabs
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, '')
    .trim()

/** @throws AppError 400 */
function textIn(actor: Actor, sent: unknown): string {
  const text = cleaned(typeof sent === 'string' ? sent : '')
  if (text === '') throw refused(actor, 'text', '请输入评论', 'Please enter a comment')
  if (text.length > COMMENT_CHARACTERS_MAX)
    throw refused(
      actor,
      'text',
      `评论最多 ${COMMENT_CHARACTERS_MAX} 个字符，请删减 ${text.length - COMMENT_CHARACTERS_MAX} 个`,
      `A comment has ${COMMENT_CHARACTERS_MAX} characters at most: take away ${text.length - COMMENT_CHARACTERS_MAX}`,
    )
  return text
}

/** Ids of the people a comment mentions. @throws AppError 400 */
function mentionsIn(actor: Actor, sent: unknown): string[] {
  const ids = sent === undefined || sent === null || sent === '' ? [] : sent
  if (!Array.isArray(ids) || !ids.every((id): id is string => typeof id === 'string' && isId(id)))
    throw refused(
      actor,
      'mentions',
      '提及的人无效，请重新选择',
      'The mentioned people are not valid: choose them again',
    )
  const different = [...new Set(ids)]
  if (different.length > MENTIONS_MAX)
    throw refused(
      actor,
      'mentions',
      `一条评论最多提及 ${MENTIONS_MAX} 人，请减少`,
      `A comment mentions ${MENTIONS_MAX} people at most: take some away`,
    )
  return different
}

/** The mentioned people, each of whom may read the comment. @throws AppError 400, naming those who may not */
async function mentioned(
  context: ServerContext,
  actor: Actor,
  of: Subject,
  ids: readonly string[],
): Promise<Pick<Mentionable, 'id' | 'name'>[]> {
  if (ids.length === 0) return []
  const readers = await readersAmong(context, actor.tenantId, of, ids)
  const out = ids.filter((id) => !readers.some((reader) => reader.userId === id))
  if (out.length === 0) return readers.map(({ userId, name }) => ({ id: userId, name }))
  const named = await context.db.scoped<{ real_name: string }>(
    { tenantId: actor.tenantId },
    {
      // of the asker's own side only: names of others are none of theirs
      text: `select real_name from "user" where tenant_id = $1 and id = any($2::bigint[]) and is_deleted = 0 and status = 1 and entrusted_id is not distinct from $3
        and fiscal_tax_id is not distinct from $4 and provider_id is not distinct from $5 order by id`,
      values: [actor.tenantId, out, actor.company, actor.fiscalTax, actor.provider],
    },
  )
  const [zh, en] =
    named.length > 0
      ? [named.map((n) => n.real_name).join('、'), named.map((n) => n.real_name).join(', ')]
      : ['所选人员', 'The person']
  throw refused(
    actor,
    'mentions',
    `${zh} 无权查看此记录，不能提及；请去掉，或请管理员授予查看权限`,
    `${en} may not see this record and cannot be mentioned: take the mention away, or ask an administrator for the right to view it`,
  )
}

/** Line of the audit trail; the text is not repeated there. */
function record(tx: Tx, actor: Actor, id: string, action: 'add' | 'remove'): void {
  tx.write(
    `insert into "audit_trail" (tenant_id, resource, record_id, version, action, actor_id, actor_name, request_id)
     values ($1, 'comment', $2, $3, $4, $5, $6, $7)`,
    [
      ...[tx.tenantId, id, action === 'add' ? 1 : 2, action, actor.userId],
      ...[actor.name.slice(0, 50), actor.requestId.slice(0, 64)],
    ],
  )
}

/** Event for the windows of the people who may read the comment, and for whoever makes notifications of it. */
function emit(tx: Tx, actor: Actor, of: Subject, at: Date, comment: string, action: 'add' | 'remove'): void {
  const row = rowFrom(of.r, of.found) as unknown as Row
  const { r } = of
  const payload = {
    at: wallClock(at),
    side: of.side,
    comment,
    ...(r.concerns ? { concerns: row[r.concerns.resource as string] } : {}),
    ...(r.own ? { persons: r.own.by.map((name) => String(row[name as string] ?? '')).filter(Boolean) } : {}),
  }
  tx.write(
    `insert into "outbox" (tenant_id, kind, resource, record_id, transition, actor_id, actor_name, company, fiscal_tax, provider, employee, payload)
     values ($1, 'comments', $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::jsonb)`,
    [
      ...[tx.tenantId, r.id, of.id, action, actor.userId, actor.name.slice(0, 50)],
      ...[ownerOf(r, row, 'company'), ownerOf(r, row, 'fiscalTax'), ownerOf(r, row, 'provider')],
      ...[ownerOf(r, row, 'employee'), JSON.stringify(payload)],
    ],
  )
}

/** The comments of a record wait for one another, so that their limit is compared with what is kept. */
const inTurn = (tx: Tx, of: Subject) =>
  tx.query('select pg_advisory_xact_lock(727021, hashtext($1))', [`${tx.tenantId}|${of.r.id}|${of.id}`])

async function add(request: RequestContext): Promise<RecordComment> {
  const { context, actor } = request
  const of = await subjectFor(context, actor, {
    resource: textParam(request.params, 'resource'),
    record: textParam(request.params, 'record'),
  })
  const text = textIn(actor, request.params.text)
  const ids = mentionsIn(actor, request.params.mentions)
  const people = await mentioned(context, actor, of, ids)
  const body = { comment: of.r.id, id: of.id, text, mentions: ids }
  // kept for a resend: the id alone, so that a deleted text stays nowhere
  const once = async (tx: Tx): Promise<{ id: string }> => {
    await inTurn(tx, of)
    const [many] = await tx.query<{ n: number }>(
      'select count(*)::int as n from "record_comment" where tenant_id = $1 and resource = $2 and record_id = $3 and side = $4',
      [tx.tenantId, of.r.id, of.id, of.side],
    )
    if (Number(many?.n) >= COMMENTS_PER_RECORD_MAX)
      throw refused(
        actor,
        'text',
        `此记录的评论已满（${COMMENTS_PER_RECORD_MAX} 条），请另行沟通`,
        `This record has as many comments as it can (${COMMENTS_PER_RECORD_MAX}): go on elsewhere`,
      )
    const [kept] = await tx.query<Kept>(
      `insert into "record_comment" (tenant_id, id, resource, record_id, side, author_id, author_name, body, mentions)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9::jsonb) returning ${COLUMNS}`,
      [
        ...[tx.tenantId, context.id(), of.r.id, of.id, of.side, actor.userId, actor.name.slice(0, 50), text],
        JSON.stringify(people),
      ],
    )
    const made = shownTo(actor, kept as Kept)
    record(tx, actor, made.id, 'add')
    emit(tx, actor, of, context.now(), made.id, 'add')
    return { id: made.id }
  }
  const key = keySent(request)
  const { id } =
    key !== null
      ? await write(request, null, body, (_, tx) => once(tx), key)
      : // the same twice within a moment is one
        await write(
          request,
          null,
          body,
          (_, tx) => once(tx),
          generatedKey(body),
          () => ({ seconds: DOUBLE, stands: async () => true }),
        )
  const [kept] = await context.db.scoped<Kept>(
    { tenantId: actor.tenantId },
    {
      text: `select ${COLUMNS} from "record_comment" where tenant_id = $1 and id = $2 and author_id = $3`,
      values: [actor.tenantId, id, actor.userId],
    },
  )
  if (!kept) throw notFound()
  return shownTo(actor, kept)
}

const late = (): AppError =>
  new AppError(409, [
    `评论发表 ${COMMENT_DELETABLE_MINUTES} 分钟后不能删除，请再发一条更正`,
    `A comment cannot be deleted after ${COMMENT_DELETABLE_MINUTES} minutes: write another one that corrects it`,
  ])

/** Empties a comment of the caller's own; a second time nothing more happens. */
async function remove(request: RequestContext): Promise<RecordComment> {
  const { context, actor } = request
  refuseOthers(actor)
  const id = textParam(request.params, 'id').trim()
  const whose = [actor.tenantId, isId(id) ? id : '0', actor.userId, sideOf(actor)]
  const [at] = await context.db.scoped<{ resource: string; record: string }>(
    { tenantId: actor.tenantId },
    {
      text: `select resource, record_id::text as record from "record_comment"
        where tenant_id = $1 and id = $2 and author_id = $3 and side = $4`,
      values: whose,
    },
  )
  if (!at) throw notFound()
  const of = await subjectFor(context, actor, at)
  const effect = async (tx: Tx): Promise<RecordComment> => {
    const [found] = await tx.query<Kept>(
      `select ${COLUMNS} from "record_comment" where tenant_id = $1 and id = $2 and author_id = $3 and side = $4 for update`,
      whose,
    )
    if (!found) throw notFound()
    if (found.delete_time) return shownTo(actor, found)
    if (!found.still) throw late()
    const [gone] = await tx.query<Kept>(
      `update "record_comment" set body = '', mentions = '[]', delete_time = now() where tenant_id = $1 and id = $2 returning ${COLUMNS}`,
      [tx.tenantId, id],
    )
    record(tx, actor, id, 'remove')
    emit(tx, actor, of, context.now(), id, 'remove')
    return shownTo(actor, gone as Kept)
  }
  return write(request, null, { comment: id, removed: true }, (_, tx) => effect(tx), keySent(request))
}

/** Comments on records. */
export const commentHandlers = [
  handle(readComments, async ({ query, actor, context }) => {
    const of = await subjectFor(context, actor, query)
    const rows = await context.db.scoped<Kept>(
      { tenantId: actor.tenantId },
      {
        name: 'comments',
        text: `select ${COLUMNS} from "record_comment" where tenant_id = $1 and resource = $2 and record_id = $3 and side = $4
          order by id limit ${COMMENTS_PER_RECORD_MAX}`,
        values: [actor.tenantId, of.r.id, of.id, of.side],
      },
    )
    return rows.map((row) => shownTo(actor, row))
  }),
  handleWhole(addComment, add),
  handleWhole(removeComment, remove),
  handle(readMentionable, async ({ query, actor, context }) => {
    const of = await subjectFor(context, actor, query)
    return mentionable(context, actor, of, query.q ?? '')
  }),
]
