import { resources } from '../../model/business.ts'
import { holdsFiles } from '../../model/language/derived/fileRights.ts'
import { isId } from '../../model/language/derived/validate.ts'
import { type Field, isChoice } from '../../model/language/fields/field.ts'
import { type Child, fieldOf } from '../../model/language/resource.ts'
import { childShown, sectionsOf } from '../../model/language/section.ts'
import { label } from '../../model/values/label.ts'
import type { Evidence, EvidenceFile } from '../../model/wire/evidence.ts'
import type { RequestContext } from '../core/context/context.ts'
import { noSuchCall, notFound } from '../core/errors.ts'
import { textParam } from '../core/params.ts'
import { maySee } from '../core/permissions.ts'
import { rowFrom } from '../database/codec.ts'
import { detailQuery, windowQuery } from '../lists/sql/query.ts'
import { reachIn } from '../lists/sql/reach.ts'
import { seeing } from '../records/read.ts'
import type { AnyResource, Row } from '../writing/unitOfWork/rows.ts'
import { wireRow } from '../writing/unitOfWork/wire.ts'
import { noteOpened, openable } from './openable.ts'

/** Rows of a child whose files are listed, and files in all, most. */
const ROWS = 60
const FILES = 200

type Found = Record<string, unknown>

/** Children that a record shows and that hold files, of those that who asks may see. */
const children = (request: RequestContext, r: AnyResource): { readonly of: AnyResource; readonly child: Child }[] =>
  sectionsOf(r).flatMap((section) => {
    const child = (r.children ?? []).find((c) => c.resource === childShown(section))
    const of = child && resources.get(child.resource)
    return child && of && maySee(request.actor, of) && Object.values<Field>(of.fields).some(holdsFiles)
      ? [{ of, child }]
      : []
  })

/** Name of a row beside its files: the kind of picture where its section is of pictures, else its name. */
function calledBy(request: RequestContext, r: AnyResource, of: AnyResource, row: Row): string {
  const { language } = request.actor
  const section = sectionsOf(r).find((s) => s.kind === 'pictures' && s.resource === of.id)
  const f = section?.kind === 'pictures' ? fieldOf(of, section.by) : undefined
  const words = section?.kind === 'pictures' && f && isChoice(f) ? f.values[String(row[section.by])] : undefined
  if (words) return label([words[0], words[1]], language)
  return String(wireRow(request.actor, of, row)[of.name] ?? '')
}

/** The files of one record as evidence; personal ones are noted, or left out (`ahead`: nobody looks at them yet). */
async function filesOf(
  request: RequestContext,
  of: AnyResource,
  row: Row,
  called: string,
  ahead: boolean,
): Promise<EvidenceFile[]> {
  const opened = await openable(request, of, row)
  if (!ahead) await noteOpened(request, of, row.id, opened)
  return opened
    .filter((f) => !ahead || !f.personal)
    .flatMap(({ name, files }) => {
      const title = label((fieldOf(of, name) as Field).label, request.actor.language)
      return files.map((file) => ({ ...file, resource: of.id, recordId: row.id, field: name, title, of: called }))
    })
}

/**
 * Record that a request names, with its resource.
 * @throws AppError 403 where the caller may not see the resource, 404 where there is no such record
 */
export async function requestedRecord(
  request: RequestContext,
): Promise<{ readonly r: AnyResource; readonly row: Row }> {
  const r = resources.get(textParam(request.params, 'resource'))
  const id = textParam(request.params, 'id')
  if (!r) throw noSuchCall()
  seeing(request, r)
  const { tenantId } = request.actor
  const [found] = isId(id)
    ? await request.context.db.scoped<Found>({ tenantId }, detailQuery(r, reachIn(request.context, request.actor), id))
    : []
  if (!found) throw notFound()
  return { r, row: rowFrom(r, found) }
}

/**
 * Evidence for a decision: the record's own files, then those of the rows that belong to it, in the order of its
 * sections. Each file has one right, whichever call hands it out. Personal files are noted before they are handed out;
 * of a record that is fetched ahead they are left out.
 */
export async function evidenceOf(request: RequestContext): Promise<Evidence> {
  const { r, row } = await requestedRecord(request)
  const ahead = textParam(request.params, 'ahead') === '1'
  const files = await filesOf(request, r, row, '', ahead)
  let more = false
  for (const { of, child } of children(request, r)) {
    const value = String(row[child.of ?? 'id'] ?? '')
    if (value === '') continue
    const query = {
      resource: of,
      reach: reachIn(request.context, request.actor),
      conditions: [{ field: child.by, op: 'equal', value }] as const,
    }
    const { tenantId } = request.actor
    const rows = await request.context.db.scoped<Found>({ tenantId }, windowQuery(query, { skip: 0, limit: ROWS + 1 }))
    more ||= rows.length > ROWS
    for (const one of rows.slice(0, ROWS).map((found) => rowFrom(of, found)))
      files.push(...(await filesOf(request, of, one, calledBy(request, r, of, one), ahead)))
  }
  return { files: files.slice(0, FILES), more: more || files.length > FILES ? 1 : 0 }
}
