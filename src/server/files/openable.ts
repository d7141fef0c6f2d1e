import { resourceOf } from '../../model/business.ts'
import { fileRight, holdsFiles } from '../../model/language/derived/fileRights.ts'
import { isId } from '../../model/language/derived/validate.ts'
import type { Field } from '../../model/language/fields/field.ts'
import { unmaskCode } from '../../model/language/resource.ts'
import { type AttachmentLink, attachmentsIn } from '../../model/values/files.ts'
import type { RequestContext } from '../core/context/context.ts'
import { opens } from '../core/permissions.ts'
import { rowFrom } from '../database/codec.ts'
import { rowsQuery } from '../lists/sql/query.ts'
import { noteLooks } from '../records/looks.ts'
import type { AnyResource, Row } from '../writing/unitOfWork/rows.ts'
import { linkOf } from './links.ts'

const ATTACH = resourceOf('attach')

/** Returns attachments of the tenant that are not deleted, by id. */
async function attachments(request: RequestContext, ids: readonly string[]): Promise<ReadonlyMap<string, Row>> {
  if (ids.length === 0) return new Map()
  const { tenantId } = request.actor
  const { db, domains } = request.context
  const found = await db.scoped<Record<string, unknown>>({ tenantId }, rowsQuery(ATTACH, { tenantId, domains }, ids))
  return new Map(found.map((f) => [String(f.id), rowFrom(ATTACH, f)]))
}

/** Every text and number in a JSON value, those of lists joined by commas apart. */
const textsIn = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(textsIn)
    : String(value ?? '')
        .split(',')
        .map((text) => text.trim())

/** Of texts, the ids of attachments that this record holds: what somebody merely wrote down opens nothing. */
async function heldAmong(
  request: RequestContext,
  r: AnyResource,
  recordId: string,
  texts: readonly string[],
): Promise<string[]> {
  const ids = [...new Set(texts.filter(isId))]
  if (ids.length === 0) return []
  const { tenantId } = request.actor
  const found = await request.context.db.scoped<{ attach_id: string }>(
    { tenantId },
    {
      text: `select attach_id::text from "attach_use" where tenant_id = $1 and attach_id = any($2::bigint[]) and resource = $3 and record_id = $4 and is_deleted = 0`,
      values: [tenantId, ids, r.id, recordId],
    },
  )
  const held = new Set(found.map((use) => use.attach_id))
  return ids.filter((one) => held.has(one))
}

/** An attachment as who asks is shown it, with a link of their own. */
export const shown = (request: Pick<RequestContext, 'actor'>, row: Row): AttachmentLink => ({
  id: row.id,
  name: String(row.originalName),
  extension: String(row.extension),
  size: Number(row.attachSize),
  link: linkOf(request.actor, row.id),
})

/** The files of one field. */
export interface FieldFiles {
  readonly name: string
  readonly files: readonly AttachmentLink[]
  /** They are personal data: that somebody is shown them is noted. */
  readonly personal: boolean
}

/** The files of a record that who asks may open, by field. The record itself they were just found to see. */
export async function openable(request: RequestContext, r: AnyResource, record: Row): Promise<FieldFiles[]> {
  const fields: { readonly name: string; readonly ids: readonly string[]; readonly personal: boolean }[] = []
  for (const [name, f] of Object.entries<Field>(r.fields)) {
    if (!holdsFiles(f) || !opens(request.actor, r, name)) continue
    const ids = f.facts.answers
      ? await heldAmong(request, r, record.id, textsIn(record[name]))
      : (attachmentsIn(String(record[name] ?? '')) ?? [])
    fields.push({ name, ids, personal: ids.length > 0 && fileRight(r, f) === unmaskCode(r) })
  }
  const known = await attachments(
    request,
    fields.flatMap((f) => f.ids),
  )
  return fields.map(({ name, ids, personal }) => ({
    name,
    personal,
    files: ids.flatMap((one) => {
      const row = known.get(one)
      return row ? [shown(request, row)] : []
    }),
  }))
}

/** Notes that who asks is shown personal files of a record, before they are. */
export async function noteOpened(
  request: RequestContext,
  r: AnyResource,
  id: string,
  opened: readonly FieldFiles[],
): Promise<void> {
  if (opened.some((f) => f.personal)) await noteLooks(request.context, request.actor, r, 'unmask', [id])
}
