import { attach, attachUse } from '../../../model/files/attach.ts'
import { isId, type Problem } from '../../../model/language/derived/validate.ts'
import { type Field, uploadKindOf } from '../../../model/language/fields/field.ts'
import { extensionsOf, sizeProblem } from '../../../model/language/fields/fileTypes.ts'
import { attachmentsIn } from '../../../model/values/files.ts'
import { AppError } from '../../core/errors.ts'
import { recordsOf } from '../../core/records.ts'
import type { RemovalProblem } from '../hooks.ts'
import { type AnyResource, type Row, tableName } from '../unitOfWork/rows.ts'
import type { UnitOfWork } from '../unitOfWork/unitOfWork.ts'

type Values = Readonly<Record<string, unknown>>

/** Attachments that each written file field names and did not name before. */
const added = (r: AnyResource, values: Values, before: Row | null) =>
  Object.entries<Field>(r.fields).flatMap(([name, f]) => {
    const files = uploadKindOf(f)
    if (!files || !values[name]) return []
    const old = attachmentsIn(String(before?.[name] ?? '')) ?? []
    const ids = (attachmentsIn(String(values[name])) ?? []).filter((id) => !old.includes(id))
    return ids.length > 0 ? [{ name, f, files, ids }] : []
  })

/**
 * Problems of the files of a record about to be written: new files must have been uploaded by the actor, and belong to
 * no other record; otherwise a guessed id would open files of others.
 */
export async function attachmentProblems(
  work: UnitOfWork,
  r: AnyResource,
  values: Values,
  before: Row | null,
): Promise<Problem[]> {
  const problems: Problem[] = []
  for (const { name, f, files, ids } of added(r, values, before)) {
    const found = recordsOf(attach, await work.named(attach, ids))
    const rows = found.filter((row) => row.createUser === work.actor.userId)
    const fits = rows.filter((row) => extensionsOf(files).includes(row.extension ?? ''))
    const used = await work.any(attachUse, { attachId: ids, recordId: { not: before?.id ?? '' } })
    if (fits.length < ids.length || used)
      problems.push({
        field: name,
        message: [`${f.label[0]}不存在，请重新上传`, `${f.label[1]} does not exist; please upload it again`],
      })
    // uploaded as something else, which may be larger
    const large = fits.map((row) => sizeProblem(files, row.attachSize ?? 0)).find((problem) => problem !== null)
    if (large) problems.push({ field: name, message: large })
  }
  return problems
}

/** Every text and number in a JSON value, those of lists joined by commas apart. */
export const textsIn = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(textsIn)
    : String(value ?? '')
        .split(',')
        .map((text) => text.trim())

/** Pictures in answers that are looked at, most. */
const MOST_ANSWERED = 200

/**
 * Pictures that answers name, by the field of the answers: of the ids in them those that who saves has uploaded and no record
 * holds yet. Whatever else looks like an id is a text, and opens nothing.
 */
async function answered(work: UnitOfWork, r: AnyResource, values: Values): Promise<Map<string, string>> {
  const named = Object.entries<Field>(r.fields).flatMap(([name, f]) =>
    f.facts.answers && values[name]
      ? [...new Set(textsIn(values[name]).filter(isId))]
          .slice(0, MOST_ANSWERED)
          .map((id): [string, string] => [id, name])
      : [],
  )
  if (named.length === 0) return new Map()
  const ids = named.map(([id]) => id)
  const rows = (await work.named(attach, ids)).filter((row) => row.createUser === work.actor.userId)
  const used = new Set((await work.rows(attachUse, { attachId: ids })).map((use) => String(use.attachId)))
  const own = new Set(rows.map((row) => row.id).filter((id) => !used.has(id)))
  return new Map(named.filter(([id]) => own.has(id)))
}

/** Stored file: its name in the store, its original name, size and hash. */
export interface Stored {
  readonly name: string
  readonly originalName: string
  readonly attachSize: number
  readonly sha256: string
}

/** Adds the row of a stored file, as who acts. Returns its id. */
export async function addAttachment(
  work: UnitOfWork,
  { name, originalName, attachSize, sha256 }: Stored,
): Promise<string> {
  const extension = name.slice(name.lastIndexOf('.') + 1)
  return (await work.insert(attach, { name, originalName, extension, attachSize, sha256 })).id
}

/** Copies an attachment for a further record: an attachment belongs to one record. Returns the new id. */
export async function copyAttachment(work: UnitOfWork, id: string): Promise<string> {
  const held = await work.row(attach, id)
  if (!held) throw new Error(`there is no attachment ${id}`)
  const { name, originalName, attachSize, sha256 } = held
  return addAttachment(work, {
    name: name ?? '',
    originalName,
    attachSize: attachSize ?? 0,
    sha256: sha256 ?? '',
  })
}

/** An attachment that a record holds, or ever held, stays: it is what was decided upon. */
export const attachmentHeld: RemovalProblem = async (rows, work) =>
  (await work.any(attachUse, { attachId: rows.map((row) => row.id) }))
    ? ['附件已被记录使用，不能删除', 'A record uses this attachment, so it cannot be deleted']
    : null

/** Remembers which record holds its new files. An upload belongs to one record; a second one is refused by `duplicate`. */
export async function claimAttachments(
  work: UnitOfWork,
  r: AnyResource,
  values: Values,
  before: Row | null,
  recordId: string,
): Promise<void> {
  const fields = await answered(work, r, values)
  for (const { name, ids } of added(r, values, before)) for (const id of ids) fields.set(id, name)
  if (fields.size === 0) return
  // a file that comes back to the record, or stands in a second field of it
  for (const use of await work.rows(attachUse, { attachId: [...fields.keys()], recordId }))
    fields.delete(String(use.attachId))
  const uses = [...fields].map(([attachId, field]) => ({ attachId, resource: r.id, recordId, field }))
  if (uses.length > 0) await work.insertAll(attachUse, uses)
}

/** Error of the unique index when two records take the same upload at the same moment. */
export const takenMeanwhile = (message: string): AppError | null =>
  message.includes(tableName(attachUse).slice(1, -1))
    ? new AppError(400, [
        '附件已用于其他记录，请重新上传',
        'Another record has just taken this file; please upload it again',
      ])
    : null
