import { resourceOf, resources } from '../../model/business.ts'
import { approvalHistory } from '../../model/desk/approvalHistory.ts'
import { isId } from '../../model/language/derived/validate.ts'
import type { Field } from '../../model/language/fields/field.ts'
import { fieldOf } from '../../model/language/resource.ts'
import { wallClock } from '../../model/values/dates.ts'
import { label } from '../../model/values/label.ts'
import type { WireRow } from '../../model/wire/wire.ts'
import { PLAYING } from '../core/actor.ts'
import type { RequestContext } from '../core/context/context.ts'
import { doerIn } from '../core/doers.ts'
import { AppError, notFound } from '../core/errors.ts'
import { textParam } from '../core/params.ts'
import { withheld } from '../core/permissions.ts'
import { openChanges } from '../database/sealed.ts'
import { detailQuery, listQuery } from '../lists/sql/query.ts'
import { reachIn } from '../lists/sql/reach.ts'
import { grantsMessage } from '../writing/grantChanges.ts'
import type { AnyResource, Change } from '../writing/unitOfWork/rows.ts'
import { LOOKS } from '../writing/unitOfWork/trail.ts'
import { wireChange, wireRow } from '../writing/unitOfWork/wire.ts'
import { seeing } from './read.ts'

/** Entries of a history that are read at most, the newest. */
const HISTORY_ENTRIES_MAX = 100

/** Audit entries that are no decisions: those that people make, and no more. */
const WRITES = ['add', 'edit', 'remove', 'import', 'grant']

interface Line {
  readonly id: string
  readonly version: number
  readonly action: string
  readonly actor_name: string
  /** The way of a doctor outside the console, or of a person who plays one (`Actor.source`). */
  readonly source: string | null
  readonly create_time: Date
  readonly diff: readonly Change[]
}

/** Whether people write a field: what rules compute beside it is no news of its own. */
const isWritten = (r: AnyResource, name: string): boolean => {
  const f = r.fields[name] as Field | undefined
  return f !== undefined && f.facts.readOnly !== 'always'
}

/** A line of the audit trail as an entry of the history: its changes as far as this person sees the fields. */
function entryOf(request: RequestContext, r: AnyResource, bizId: string, line: Line): WireRow | null {
  const hidden = withheld(request.actor, r)
  const changes = openChanges(r, request.actor.tenantId, line.diff)
    // roles that were given stand in a field that nobody writes
    .filter(
      (c) => fieldOf(r, c.field) && !hidden.includes(c.field) && (line.action === 'grant' || isWritten(r, c.field)),
    )
    .map((c) => wireChange(r, c))
  const granted = label(grantsMessage(line.diff), request.actor.language)
  if (line.action === 'edit' && changes.length === 0) return null
  return {
    id: `t${line.id}`,
    version: 0,
    bizType: r.id,
    bizId,
    action: line.action,
    fromStatus: '',
    toStatus: '',
    operatorName: line.actor_name,
    operatorRole: line.source === 'sandbox' ? PLAYING[0] : '',
    operateTime: wallClock(line.create_time),
    remark: granted,
    recordVersion: String(line.version),
    changes,
  }
}

/**
 * History of a record, newest first: its decisions, and between them creations (by import, too), ordinary edits, grants
 * and deletions as the audit trail has them, exports and full readings of its personal data. A version that appears in
 * the history is listed once. For who may see both the record and histories.
 */
export async function recordHistory(request: RequestContext): Promise<WireRow[]> {
  const r = resources.get(textParam(request.params, 'resource'))
  if (!r) throw new AppError(400, ['未知的数据类型', 'There is no such kind of record'], { resource: '未知' })
  seeing(request, r)
  seeing(request, approvalHistory)
  const id = textParam(request.params, 'id').trim()
  const scope = { tenantId: request.actor.tenantId }
  const { db } = request.context
  const reach = reachIn(request.context, request.actor)
  const found = isId(id) ? await db.scoped<Record<string, unknown>>(scope, detailQuery(r, reach, id)) : []
  if (found.length === 0) throw notFound()
  const conditions = [
    { field: 'bizType', op: 'equal' as const, value: r.id },
    { field: 'bizId', op: 'equal' as const, value: id },
  ]
  const changes = (
    await db.scoped<Record<string, unknown>>(
      scope,
      listQuery(
        { resource: resourceOf(approvalHistory.id), reach, conditions },
        { current: 1, size: HISTORY_ENTRIES_MAX },
      ),
    )
  ).map((row) => wireRow(request.actor, approvalHistory, row))
  const versions = new Set(changes.map((row) => String(row.recordVersion)))
  const lines = await db.scoped<Line>(scope, {
    text: `select id, version, action, actor_name, source, create_time, diff from "audit_trail"
           where tenant_id = $1 and resource = $2 and record_id = $3 and action = any($4::text[])
           order by version desc, id desc limit ${HISTORY_ENTRIES_MAX}`,
    values: [request.actor.tenantId, r.id, id, [...WRITES, ...LOOKS]],
  })
  const written = lines
    .filter((line) => LOOKS.some((look) => look === line.action) || !versions.has(String(line.version)))
    .flatMap((line) => entryOf(request, r, id, line) ?? [])
  const at = (row: WireRow) => `${String(row.operateTime ?? '')} ${String(row.recordVersion ?? '').padStart(10, '0')}`
  const { language } = request.actor
  const named = (row: WireRow): WireRow => ({
    ...row,
    operatorName: doerIn(String(row.operatorName ?? ''), language),
    operatorRole: doerIn(String(row.operatorRole ?? ''), language),
  })
  return [...changes, ...written]
    .sort((a, b) => (at(a) < at(b) ? 1 : -1))
    .slice(0, HISTORY_ENTRIES_MAX)
    .map(named)
}
