import { readFile } from 'node:fs/promises'
import { resourceOf, resources } from '../../../model/all.ts'
import { attach, attachCalls } from '../../../model/files/attach.ts'
import { wallClock } from '../../../model/kernel/dates.ts'
import type { Field } from '../../../model/kernel/field.ts'
import { fileRight } from '../../../model/kernel/fileRights.ts'
import { type AttachmentLink, attachmentsIn } from '../../../model/kernel/files.ts'
import {
  extensionsOf,
  FILE_TYPES,
  isPicture,
  LARGEST,
  nameOut,
  pointsProblem,
  sizeProblem,
  UPLOAD_KINDS,
  type UploadKind,
} from '../../../model/kernel/fileTypes.ts'
import type { Label } from '../../../model/kernel/label.ts'
import { unmaskCode } from '../../../model/kernel/resource.ts'
import { isId } from '../../../model/kernel/validate.ts'
import type { Handler, RequestContext } from '../../core/context.ts'
import { AppError, noSuchCall, notFound } from '../../core/errors.ts'
import { textParam } from '../../core/params.ts'
import { opens } from '../../core/permissions.ts'
import { rowFrom } from '../../store/codec.ts'
import { detailQuery, rowsQuery } from '../../store/sql/query.ts'
import { addAttachment, type Stored, textsIn } from '../../writes/attachments.ts'
import type { AnyResource, Row } from '../../writes/rows.ts'
import { SqlUnitOfWork } from '../../writes/sqlUnitOfWork.ts'
import { handleAll } from '../handle.ts'
import { noteLooks } from '../looks.ts'
import { seeing } from '../read.ts'
import { arrive, type Coming, fileIn } from './arriving.ts'
import { drop, forget, keep, read } from './disk.ts'
import { linkOf, openedBy } from './links.ts'
import { pictureSize } from './pictureSize.ts'
import { recognised } from './type.ts'

const ATTACH = resourceOf('attach')

const noFile = () => new AppError(400, ['请选择要上传的文件', 'Please choose a file to upload'], { file: '请选择文件' })
const refused = (kind: UploadKind, hint: Label | null) => {
  const list = extensionsOf(kind).join(' ')
  return new AppError(
    415,
    [
      `文件类型不允许${hint ? `：${hint[0]}。` : '，'}可上传：${list}`,
      `This type of file is not allowed${hint ? `. ${hint[1]}` : ''}; allowed are: ${list}`,
    ],
    { file: list },
  )
}

/** Refuses a picture by its size in points, before anybody unpacks it. */
async function refuseLarge(path: string): Promise<void> {
  const size = pictureSize(await readFile(path))
  if (!size)
    throw new AppError(
      400,
      ['图片无法读取，请重新保存后上传', 'The picture cannot be read; please save it anew and upload it again'],
      { file: '图片无法读取' },
    )
  const problem = pointsProblem(size.width, size.height)
  if (problem) throw new AppError(413, problem, { file: problem[0] })
}

/** A name as it is kept: without a path, without what cannot be seen, at most 200 characters. */
const nameKept = (given: string): string =>
  [...(given.split(/[\\/]/).pop() ?? '').replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '').trim()].slice(-200).join('') || 'file'

/** Returns attachments of the tenant that are not deleted, by id. */
async function attachments(request: RequestContext, ids: readonly string[]): Promise<ReadonlyMap<string, Row>> {
  if (ids.length === 0) return new Map()
  const { tenantId } = request.actor
  const found = await request.context.db.scoped<Record<string, unknown>>(
    { tenantId },
    rowsQuery(ATTACH, { tenantId }, ids),
  )
  return new Map(found.map((f) => [String(f.id), rowFrom(ATTACH, f)]))
}

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

const shown = (request: RequestContext, row: Row): AttachmentLink => ({
  id: row.id,
  name: String(row.originalName),
  extension: String(row.extension),
  size: Number(row.attachSize),
  link: linkOf(request.actor, row.id),
})

/**
 * Checks a file that comes, by its content, and keeps it in the store: without a record of its own (`addAttachment`) it is nobody's,
 * and whoever adds none forgets it. @throws AppError 400, 413, 415
 */
export async function storeFile(request: RequestContext, kind: UploadKind, part: Coming): Promise<Stored> {
  const { context, actor } = request
  const arrived = await arrive(context, part)
  try {
    const problem = part.file.truncated ? sizeProblem(kind, LARGEST[kind] + 1) : sizeProblem(kind, arrived.bytes)
    if (problem) throw new AppError(413, problem, { file: problem[0] })
    if (arrived.bytes === 0) throw noFile()
    const { extension, hint } = await recognised(arrived.path, part.filename)
    if (extension === null || !extensionsOf(kind).includes(extension)) throw refused(kind, hint)
    if (isPicture(extension)) await refuseLarge(arrived.path)
    const whose = `${actor.tenantId} ${actor.userId}`
    await context.limiter.consume('uploadBytes', whose, Math.ceil(arrived.bytes / 1024))
    const day = wallClock(context.now()).slice(0, 10).replaceAll('-', '')
    const name = `${day}/${context.id()}.${extension}`
    await keep(context, arrived, actor.tenantId, name)
    return { name, originalName: nameKept(part.filename), attachSize: arrived.bytes, sha256: arrived.sha256 }
  } finally {
    await drop(arrived.path)
  }
}

/** Accepts the one file of a request, for who asks. It has no record until one names it. */
export async function accepted(request: RequestContext, kind: UploadKind): Promise<Row> {
  const { context, actor } = request
  const { tenantId } = actor
  const part = await fileIn(request, LARGEST[kind])
  if (!part) throw noFile()
  const stored = await storeFile(request, kind, part)
  try {
    return await context.db.transaction({ tenantId }, async (tx) => {
      const work = new SqlUnitOfWork(context, actor, tx)
      const row = await work.row(attach, await addAttachment(work, stored))
      await work.flush()
      return row as unknown as Row
    })
  } catch (e) {
    await forget(context, tenantId, stored.name)
    throw e
  }
}

/** Sends a stored file: pictures are shown, everything else is only downloaded, and the browser runs nothing of either. */
export async function sendStored(
  { context, reply, actor: { tenantId } }: Pick<RequestContext, 'context' | 'reply' | 'actor'>,
  id: string,
): Promise<unknown> {
  const [found] = await context.db.scoped<Record<string, unknown>>({ tenantId }, rowsQuery(ATTACH, { tenantId }, [id]))
  const row = found && rowFrom(ATTACH, found)
  const stream = row && (await read(context, tenantId, String(row.name)))
  if (!row || !stream) throw notFound()
  const extension = String(row.extension)
  const name = encodeURIComponent(nameOut(String(row.originalName), extension)).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16)}`,
  )
  return reply
    .header('content-type', FILE_TYPES[extension]?.mime ?? 'application/octet-stream')
    .header('content-length', row.attachSize)
    .header('content-disposition', `${isPicture(extension) ? 'inline' : 'attachment'}; filename*=UTF-8''${name}`)
    .header('content-security-policy', "default-src 'none'; sandbox")
    .send(stream)
}

const handlers: Readonly<Record<string, Handler>> = {
  'attach.putFile': async (request) => {
    const row = await accepted(request, UPLOAD_KINDS[Number(textParam(request.query, 'kind') || 0)] ?? 'file')
    const { id, name, extension, size, link } = shown(request, row)
    return { attachId: id, link, domain: '', name: row.name, originalName: name, extension, attachSize: size }
  },

  /** The file of a signed link. */
  'attach.file': async ({ context, params, reply }) => {
    const opened = await openedBy(context, params)
    if (!opened || !isId(opened.id))
      throw new AppError(404, ['链接无效或已过期，请刷新后重试', 'This link is over; reload the page and try again'])
    return sendStored({ context, reply, actor: opened.actor }, opened.id)
  },

  /** Links to the files of one record, by field: for who may see the record, those that they may open. */
  'attach.ofRecord': async (request) => {
    const r = resources.get(textParam(request.params, 'resource'))
    const id = textParam(request.params, 'id')
    if (!r) throw noSuchCall()
    seeing(request, r)
    const [found] = isId(id)
      ? await request.context.db.scoped<Record<string, unknown>>(
          { tenantId: request.actor.tenantId },
          detailQuery(r, request.actor, id),
        )
      : []
    if (!found) throw notFound()
    const record = rowFrom(r, found)
    const fields: { readonly name: string; readonly ids: readonly string[] }[] = []
    let personal = false
    for (const [name, f] of Object.entries<Field>(r.fields)) {
      if (!opens(request.actor, r, name)) continue
      const ids = f.facts.answers
        ? await heldAmong(request, r, id, textsIn(record[name]))
        : (attachmentsIn(String(record[name] ?? '')) ?? [])
      fields.push({ name, ids })
      if (ids.length > 0 && fileRight(r, f) === unmaskCode(r)) personal = true
    }
    if (personal) await noteLooks(request.context, request.actor, r, 'unmask', [id])
    const known = await attachments(
      request,
      fields.flatMap((f) => f.ids),
    )
    return Object.fromEntries(
      fields.map(({ name, ids }) => [
        name,
        ids.flatMap((one) => {
          const row = known.get(one)
          return row ? [shown(request, row)] : []
        }),
      ]),
    )
  },
}

/** Handlers of the calls of attachments. */
export const attachmentsOpened = handleAll(attachCalls, handlers)
