import { lifecycles, resourceOf, resources, sharersOf } from '../../model/business.ts'
import { approvalHistory } from '../../model/desk/approvalHistory.ts'
import { isId } from '../../model/language/derived/validate.ts'
import type { WireHeld, WireHolder } from '../../model/language/held.ts'
import type { Child } from '../../model/language/resource.ts'
import { wallClock } from '../../model/values/dates.ts'
import { type Label, type Language, label } from '../../model/values/label.ts'
import { fen, yuan } from '../../model/values/money.ts'
import type { RequestContext } from '../core/context/context.ts'
import { doerIn } from '../core/doers.ts'
import { AppError, notFound } from '../core/errors.ts'
import { textParam } from '../core/params.ts'
import { maySee, withheld } from '../core/permissions.ts'
import { Values } from '../database/conditions/values.ts'
import { baseOf, columnOf, quoted, tableOf } from '../database/names.ts'
import { detailQuery } from '../lists/sql/query.ts'
import { basisSql, reachIn } from '../lists/sql/reach.ts'
import type { AnyResource } from '../writing/unitOfWork/rows.ts'
import { seeing } from './read.ts'

/** Changes that are told at most, the newest. */
const CHANGES_PER_AMOUNT_MAX = 200

/** A change of the amount, with a document that was written in the same transaction; none: the change alone. */
interface Line {
  readonly id: string
  readonly create_time: Date
  readonly actor_name: string
  readonly from: string | null
  readonly to: string | null
  readonly resource: string | null
  readonly record_id: string | null
  readonly action: string | null
  readonly remark: string | null
}

/** Labels of the audit trail for writes that are no steps of a lifecycle. */
const WRITES: Readonly<Record<string, Label>> = {
  add: ['新增', 'Added'],
  import: ['导入', 'Imported'],
  edit: ['修改', 'Edited'],
  remove: ['删除', 'Deleted'],
}

const stepOf = (language: Language, resource: string, action: string): string =>
  label(lifecycles.get(resource)?.transitions[action]?.label ?? WRITES[action] ?? [action, action], language)

/** The records of a kind of document that may hold the amount, and what they are called in the audit trail. */
function documentsOf(child: Child, row: Readonly<Record<string, unknown>>, values: Values) {
  const of = resourceOf(child.resource)
  const base = baseOf(of)
  const key = values.add(child.of ? row[child.of] : row.id)
  return {
    names: sharersOf(base).map((r) => r.id),
    sql: `select id from ${quoted(tableOf(base))} where tenant_id = $1 and ${quoted(columnOf(child.by))} = ${key}::bigint`,
  }
}

/**
 * Amounts that documents held of a record's amount and released (`Resource.held`), newest first: every change of the
 * amount in the audit trail, with the documents that the same transaction wrote. For who sees the record and the
 * amount; a document that they may not see is left out.
 */
export async function heldOf(request: RequestContext, r: AnyResource): Promise<WireHeld[]> {
  const { actor } = request
  const { db } = request.context
  const { held } = r
  const id = textParam(request.params, 'id').trim()
  if (!held) throw new AppError(400, ['该数据没有占用金额', 'Nothing of such a record is held'], { resource: r.id })
  seeing(request, r)
  const scope = { tenantId: actor.tenantId }
  const [row] = isId(id)
    ? await db.scoped<Record<string, unknown>>(scope, detailQuery(r, reachIn(request.context, actor), id))
    : []
  if (!row) throw notFound()
  if (withheld(actor, r).includes(held.amount)) return []
  const values = new Values()
  values.add(actor.tenantId)
  const documents = held.documents.map((child) => documentsOf(child, row, values))
  const written = documents.map(
    ({ names, sql }) =>
      `select b.id, b.resource, b.record_id, b.action, b.version, b.request_id, b.create_time from "audit_trail" b
       where b.tenant_id = $1 and b.resource = any(${values.add(names)}::text[]) and b.record_id in (${sql})`,
  )
  const lines = await db.scoped<Line>(scope, {
    text: `with lines as materialized (
        select a.id, a.create_time, a.request_id, a.actor_name, d ->> 'from' as "from", d ->> 'to' as "to"
        from "audit_trail" a cross join lateral jsonb_array_elements(a.diff) d
        where a.tenant_id = $1 and a.resource = ${values.add(r.id)} and a.record_id = ${values.add(id)}::bigint
          and d ->> 'field' = ${values.add(held.amount)} and coalesce(d ->> 'from', '0')::numeric <> coalesce(d ->> 'to', '0')::numeric
        order by a.id desc limit ${CHANGES_PER_AMOUNT_MAX}),
      written as materialized (${written.join(' union all ')})
      select l.id, l.create_time, l.actor_name, l."from", l."to", w.resource, w.record_id, w.action, h.remark
      from lines l
      left join written w on w.request_id = l.request_id and w.create_time = l.create_time
      left join ${quoted(tableOf(resourceOf(approvalHistory.id)))} h on h.tenant_id = $1 and h.biz_type = w.resource
        and h.biz_id = w.record_id::text and h.record_version = w.version::text and h.is_deleted = 0
      order by l.id desc, w.id`,
    values: values.list,
  })
  const called = await namesOf(request, lines)
  const byAccount = new Map<string, WireHeld & { documents: WireHolder[] }>()
  for (const line of lines) {
    const entry = byAccount.get(line.id) ?? {
      id: line.id,
      time: wallClock(line.create_time),
      change: yuan(fen(line.to ?? '0') - fen(line.from ?? '0')),
      after: line.to ?? '0.00',
      by: doerIn(line.actor_name, request.actor.language),
      documents: [],
    }
    byAccount.set(line.id, entry)
    const name = called.get(`${line.resource}/${line.record_id}`)
    if (name === undefined || entry.documents.some((d) => d.id === line.record_id)) continue
    entry.documents.push({
      resource: String(line.resource),
      id: String(line.record_id),
      name,
      step: stepOf(actor.language, String(line.resource), String(line.action)),
      remark: line.remark ?? '',
    })
  }
  return [...byAccount.values()]
}

/** Names of the documents that this person may see, by `resource/id`. */
async function namesOf({ actor, context }: RequestContext, lines: readonly Line[]): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const resource of new Set(lines.flatMap((l) => l.resource ?? []))) {
    const of = resources.get(resource)
    if (!of || !maySee(actor, of)) continue
    const ids = lines.flatMap((l) => (l.resource === resource && l.record_id !== null ? [l.record_id] : []))
    const values = new Values()
    const where = basisSql(of, actor, values).join(' and ')
    const rows = await context.db.scoped<{ id: string; name: string }>(
      { tenantId: actor.tenantId },
      {
        text: `select id, ${quoted(columnOf(String(of.name)))} as name from ${quoted(tableOf(of))} where ${where} and id = any(${values.add([...new Set(ids)])}::bigint[])`,
        values: values.list,
      },
    )
    for (const row of rows) found.set(`${resource}/${row.id}`, String(row.name))
  }
  return found
}
