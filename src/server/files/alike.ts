import { resourceOf, resources } from '../../model/business.ts'
import { textPrint } from '../../model/files/textPrint.ts'
import { BANDS, isCompared, isHandedIn, likenessTo, writtenIn } from '../../model/language/derived/alike.ts'
import { choiceWords } from '../../model/language/fields/field.ts'
import { fieldOf } from '../../model/language/resource.ts'
import { authenticationDoctor } from '../../model/people/authenticationDoctor.ts'
import { label, one } from '../../model/values/label.ts'
import { recordAddress } from '../../model/values/routes.ts'
import type { Alike, AlikeAnswer, Other } from '../../model/wire/evidence.ts'
import type { RequestContext } from '../core/context/context.ts'
import type { Statement } from '../core/database.ts'
import { maySee, opens } from '../core/permissions.ts'
import { type Print, printOf } from '../core/text/minHash.ts'
import { type Reader, readerOf } from '../records/reader.ts'
import { readIn } from '../records/readIn.ts'
import { stateOf } from '../records/trace.ts'
import type { AnyResource, Row } from '../writing/unitOfWork/rows.ts'
import { tableName } from '../writing/unitOfWork/rows.ts'
import { wireRow } from '../writing/unitOfWork/wire.ts'
import { requestedRecord } from './evidence.ts'

/** Records that are compared of those with one band in common, newest first; files and doctors that are the same; others of a doctor. */
const [COMPARED, SAME, OTHERS] = [20, 20, 8]
/** Most that are told. */
const TOLD = 30

type Values = Readonly<Record<string, unknown>>

/** A record as a list of others tells of it, personal data masked. */
function otherOf({ actor }: Pick<RequestContext, 'actor'>, r: AnyResource, row: Row): Other {
  const shown = wireRow(actor, r, row)
  const state = stateOf(r)
  const field = state === undefined ? undefined : fieldOf(r, state)
  const words = state !== undefined && field ? choiceWords(field, shown[state]) : undefined
  return {
    resource: r.id,
    id: row.id,
    title: actor.language === 'zh' ? label(r.title, 'zh') : one(r.title[1]),
    name: String(shown[r.name] ?? ''),
    state: words ? label([words[0], words[1]], actor.language) : '',
    doctor: r.fields.doctorName ? String(shown.doctorName ?? '') : '',
    at: String(shown.submitTime || shown.createTime || ''),
    to: recordAddress(r.routes, shown) ?? '',
  }
}

/**
 * Records with a band of a print, newest first: one index for each band, so that no number of them costs more than the first
 * ones do. Exported for the measure of its plan.
 */
export const alikeStatement = (tenantId: string, print: Print): Statement => ({
  text: `select distinct resource, record_id from (${BANDS.map(
    (band, n) =>
      `(select resource, record_id from ${tableName(textPrint)} where tenant_id = $1 and "${band}" = $${n + 2} and is_deleted = 0 order by create_time desc, id desc limit ${COMPARED})`,
  ).join(' union all ')}) found`,
  values: [tenantId, ...BANDS.map((band) => print[band])],
})

/** Ids by resource, of the resources that who asks may see. */
function byResource(
  { actor }: Pick<RequestContext, 'actor'>,
  found: readonly { readonly resource: string; readonly record_id: string }[],
): { readonly r: AnyResource; readonly ids: readonly string[] }[] {
  return [...new Set(found.map((f) => f.resource))].flatMap((id) => {
    const r = resources.get(id)
    if (!r || !maySee(actor, r)) return []
    return [{ r, ids: [...new Set(found.filter((f) => f.resource === id).map((f) => f.record_id))] }]
  })
}

/** Records whose text is nearly that of this one, the most alike first. */
async function textsAlike(request: RequestContext, reader: Reader, r: AnyResource, row: Row): Promise<Alike[]> {
  const written = isCompared(r) ? writtenIn(r, row) : ''
  const print = printOf(written)
  if (!print) return []
  const found = await reader.query<{ resource: string; record_id: string }>(
    alikeStatement(request.actor.tenantId, print),
  )
  const likeness = likenessTo(written)
  const alike: { share: number; found: Alike }[] = []
  for (const { r: of, ids } of byResource(request, found))
    for (const other of await reader.rowsById(of, ids)) {
      if (of.id === r.id && other.id === row.id) continue
      const share = likeness(writtenIn(of, other))
      if (share !== null)
        alike.push({
          share,
          found: { ...otherOf(request, of, other), same: 'text', what: String(Math.floor(share * 100)) },
        })
    }
  return alike.sort((a, b) => b.share - a.share).map((a) => a.found)
}

/**
 * Records that hold the same file. Copies made by this system share one stored name, so only repeated uploads are
 * found.
 */
async function filesAlike(request: RequestContext, reader: Reader, r: AnyResource, row: Row): Promise<Alike[]> {
  const found = await reader.query<{ resource: string; record_id: string; field: string; name: string }>({
    text: `select distinct u.resource, u.record_id, u.field, a.original_name as name
      from "attach_use" own
      join "attach" a on a.tenant_id = $1 and a.id = own.attach_id and a.is_deleted = 0
      join lateral (select b.id from "attach" b where b.tenant_id = $1 and b.sha256 = a.sha256 and b.is_deleted = 0
        and b.name <> a.name order by b.create_time desc, b.id desc limit ${SAME}) same on true
      join "attach_use" u on u.tenant_id = $1 and u.attach_id = same.id and u.is_deleted = 0
      where own.tenant_id = $1 and own.record_id = $3 and own.resource = $2 and own.is_deleted = 0
        and not (u.resource = $2 and u.record_id = $3)
      limit ${TOLD}`,
    values: [request.actor.tenantId, r.id, row.id],
  })
  const seen = found.filter((f) => {
    const of = resources.get(f.resource)
    return of !== undefined && opens(request.actor, of, f.field)
  })
  const alike: Alike[] = []
  for (const { r: of, ids } of byResource(request, seen))
    for (const other of await reader.rowsById(of, ids))
      for (const { name } of seen.filter((f) => f.resource === of.id && f.record_id === other.id))
        alike.push({ ...otherOf(request, of, other), same: 'file', what: name })
  return alike
}

/** Doctors with the same identity number: the equality is shown, never the number. */
async function peopleAlike(request: RequestContext, reader: Reader, row: Values): Promise<Alike[]> {
  const doctorId = String(row.doctorId ?? '')
  if (doctorId === '' || !maySee(request.actor, authenticationDoctor)) return []
  const ids = await readIn(request.context, request.actor, async (work) => {
    const doctor = await work.row(authenticationDoctor, doctorId)
    if (!doctor?.idCardNumber) return []
    const same = await work.rows(authenticationDoctor, { idCardNumber: doctor.idCardNumber })
    return same.map((other) => other.id).filter((id) => id !== doctorId)
  })
  const seen = ids.length > 0 ? await reader.rowsById(authenticationDoctor, ids.slice(0, SAME)) : []
  return seen.map((other) => ({
    ...otherOf(request, authenticationDoctor, other),
    same: 'person' as const,
    what: '',
  }))
}

/** All other hand-ins of the doctor, of every kind, as far as the caller may see them. */
async function othersOf(request: RequestContext, reader: Reader, r: AnyResource, row: Values): Promise<Other[]> {
  const doctorId = String(row.doctorId ?? '')
  if (doctorId === '') return []
  const handedIn = [...resources.values()].filter((of) => isHandedIn(of) && maySee(request.actor, of))
  // demonstrations stand beside demonstrations
  const demo = 'demo' in row ? row.demo : 0
  const found = await Promise.all(
    handedIn.map(async (of) => {
      const where = [{ field: 'doctorId', op: 'equal', value: doctorId }] as const
      const rows = await reader.rows(of, { where, sort: 'createTime', limit: OTHERS + 1 })
      return rows
        .filter((other) => !(of.id === r.id && other.id === row.id))
        .filter((other) => (other.demo ?? 0) === demo)
        .map((other) => otherOf(request, of, other))
    }),
  )
  return found
    .flat()
    .sort((a, b) => (a.at < b.at ? 1 : -1))
    .slice(0, OTHERS)
}

/**
 * Records that resemble a record: by a file, by nine tenths of its text, by the identity number of its doctor; and
 * other deliverables of the doctor. Only records that the actor reaches are returned.
 */
export async function alikeOf(request: RequestContext): Promise<AlikeAnswer> {
  const { r, row } = await requestedRecord(request)
  if (!isHandedIn(resourceOf(r.id))) return { alike: [], others: [] }
  const reader = readerOf(request)
  const values = row
  const [files, texts, people, others] = await Promise.all([
    filesAlike(request, reader, r, row),
    textsAlike(request, reader, r, row),
    peopleAlike(request, reader, values),
    othersOf(request, reader, r, values),
  ])
  return { alike: [...people, ...files, ...texts].slice(0, TOLD), others }
}
