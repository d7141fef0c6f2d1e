import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { resourceOf, resources } from '../../model/business.ts'
import { attach, attachCalls } from '../../model/files/attach.ts'
import { isId } from '../../model/language/derived/validate.ts'
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
} from '../../model/language/fields/fileTypes.ts'
import { wallClock } from '../../model/values/dates.ts'
import type { Label } from '../../model/values/label.ts'
import { HEADER } from '../../model/wire/wire.ts'
import type { Handler, RequestContext } from '../core/context/context.ts'
import { AppError, noSuchCall, notFound } from '../core/errors.ts'
import { textOf, textParam } from '../core/params.ts'
import { rowFrom } from '../database/codec.ts'
import { keyOf, once } from '../deciding/idempotency.ts'
import { detailQuery, rowsQuery } from '../lists/sql/query.ts'
import { reachIn } from '../lists/sql/reach.ts'
import { handleAll } from '../records/handle.ts'
import { seeing } from '../records/read.ts'
import { addAttachment, type Stored } from '../writing/save/attachments.ts'
import type { Row } from '../writing/unitOfWork/rows.ts'
import { SqlUnitOfWork } from '../writing/unitOfWork/sqlUnitOfWork.ts'
import { alikeOf } from './alike.ts'
import { arrive, type Coming, fileIn } from './arriving.ts'
import { type Arrived, drop, forget, forgetRefused, keep, read } from './disk.ts'
import { evidenceOf } from './evidence.ts'
import { openedBy } from './links.ts'
import { noteOpened, openable, shown } from './openable.ts'
import { requestedPart } from './part.ts'
import { pictureSize } from './pictureSize.ts'
import { shownSheets } from './sheets.ts'
import { recognised } from './type.ts'
import { blankPlace, mayHoldPlace } from './whereTaken.ts'

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
function refuseLarge(bytes: Buffer): void {
  const size = pictureSize(bytes)
  if (!size)
    throw new AppError(
      400,
      ['图片无法读取，请重新保存后上传', 'The picture cannot be read; please save it anew and upload it again'],
      { file: '图片无法读取' },
    )
  const problem = pointsProblem(size.width, size.height)
  if (problem) throw new AppError(413, problem, { file: problem[0] })
}

/** An upload without the place where it was taken. @throws AppError 400, 413 for a picture that is none or too large */
async function looked(arrived: Arrived, extension: string): Promise<Arrived> {
  if (!isPicture(extension) && !mayHoldPlace(extension)) return arrived
  const bytes = await readFile(arrived.path)
  if (isPicture(extension)) refuseLarge(bytes)
  if (!blankPlace(extension, bytes)) return arrived
  await writeFile(arrived.path, bytes)
  return { ...arrived, sha256: createHash('sha256').update(bytes).digest('hex') }
}

/** A name as it is kept: without a path, without what cannot be seen, at most 200 characters. */
const nameKept = (given: string): string =>
  [...(given.split(/[\\/]/).pop() ?? '').replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '').trim()].slice(-200).join('') || 'file'

/**
 * Checks an uploaded file by its content and stores it. A caller that adds no record for it (`addAttachment`) removes
 * it again.
 * @throws AppError 400, 413, 415
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
    const kept = await looked(arrived, extension)
    const whose = `${actor.tenantId} ${actor.userId}`
    await context.limiter.consume('uploadBytes', whose, Math.ceil(arrived.bytes / 1024))
    const day = wallClock(context.now()).slice(0, 10).replaceAll('-', '')
    const name = `${day}/${context.id()}.${extension}`
    await keep(context, kept, actor.tenantId, name)
    return { name, originalName: nameKept(part.filename), attachSize: kept.bytes, sha256: kept.sha256 }
  } finally {
    await drop(arrived.path)
  }
}

/**
 * Stores the file of a request for the caller. The file belongs to no record until a save names it. An upload that is
 * sent again with its idempotency key is answered with the attachment of the first one. @throws AppError 400, 409, 413,
 * 415, 422
 */
export async function acceptUpload(request: RequestContext, kind: UploadKind): Promise<Row> {
  const { context, actor, http } = request
  const { tenantId } = actor
  const key = keyOf(http.headers[HEADER.idempotency])
  const part = await fileIn(request, LARGEST[kind])
  if (!part) throw noFile()
  const stored = await storeFile(request, kind, part)
  let added = ''
  let row: Row
  try {
    row = await context.db.transaction({ tenantId }, async (tx) => {
      const work = new SqlUnitOfWork(context, actor, tx)
      const body = { upload: kind, sha256: stored.sha256, originalName: stored.originalName }
      added = ''
      const add = async (): Promise<string> => {
        added = await addAttachment(work, stored)
        return added
      }
      // an unused upload is swept before its key is
      const stands = async (id: string) => (await work.row(attach, id)) !== null
      const id = await once(tx, actor, key, body, add, { validity: { seconds: Number.POSITIVE_INFINITY, stands } })
      const row = await work.row(attach, id)
      if (!row) throw notFound()
      await work.flush()
      return row
    })
  } catch (e) {
    await forgetRefused(context, tenantId, stored.name, e)
    throw e
  }
  if (added === '') await forget(context, tenantId, stored.name)
  return row
}

const linkOver = () =>
  new AppError(404, ['链接无效或已过期，请刷新后重试', 'This link is over; reload the page and try again'])

/** Refuses a part that lies behind the end of a file, with its size (RFC 9110 15.5.17). */
function beyond(reply: RequestContext['reply'], size: number): AppError {
  reply.header('content-range', `bytes */${size}`)
  return new AppError(416, ['请求的范围超出文件大小', 'The part that was asked for lies behind the end of the file'])
}

/**
 * Sends a stored file or the requested range: pictures inline, everything else as a download; content type and policy
 * keep the browser from running it.
 * @throws AppError 404, 416
 */
export async function sendStored(
  { context, reply, http, actor: { tenantId } }: Pick<RequestContext, 'context' | 'reply' | 'http' | 'actor'>,
  id: string,
): Promise<unknown> {
  const [found] = await context.db.scoped<Record<string, unknown>>(
    { tenantId },
    rowsQuery(ATTACH, { tenantId, domains: context.domains }, [id]),
  )
  const row = found && rowFrom(ATTACH, found)
  if (!row) throw notFound()
  const extension = String(row.extension)
  const size = Number(row.attachSize)
  const part = requestedPart(textOf(http.headers.range, 'range'), size)
  if (part === 'beyond') throw beyond(reply, size)
  const stream = await read(context, tenantId, String(row.name), part ?? undefined)
  if (!stream) throw notFound()
  if (part) reply.code(206).header('content-range', `bytes ${part.from}-${part.to}/${size}`)
  const name = encodeURIComponent(nameOut(String(row.originalName), extension)).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16)}`,
  )
  return reply
    .header('content-type', FILE_TYPES[extension]?.mime ?? 'application/octet-stream')
    .header('accept-ranges', 'bytes')
    .header('content-length', part ? part.to - part.from + 1 : size)
    .header('content-disposition', `${isPicture(extension) ? 'inline' : 'attachment'}; filename*=UTF-8''${name}`)
    .header('content-security-policy', "default-src 'none'; sandbox")
    .send(stream)
}

const handlers: Readonly<Record<string, Handler>> = {
  'attach.putFile': async (request) => {
    const row = await acceptUpload(request, UPLOAD_KINDS[Number(textParam(request.query, 'kind') || 0)] ?? 'file')
    const { id, name, extension, size, link } = shown(request, row)
    return { attachId: id, link, domain: '', name: row.name, originalName: name, extension, attachSize: size }
  },

  /** The file of a signed link. */
  'attach.file': async ({ context, params, reply, http }) => {
    const opened = await openedBy(context, params)
    if (!opened || !isId(opened.id)) throw linkOver()
    return sendStored({ context, reply, http, actor: opened.actor }, opened.id)
  },

  /** The cells of a workbook, for who holds the link of its file. */
  'attach.sheet': async ({ context, params, actor }) => {
    const opened = await openedBy(context, params)
    if (!opened || !isId(opened.id) || opened.actor.sessionId !== actor.sessionId) throw linkOver()
    return shownSheets(context, opened.actor.tenantId, opened.id)
  },

  /** Files of a record and of its rows that the caller may open. */
  'attach.evidence': (request) => evidenceOf(request),

  /** Records that resemble a record, and other deliverables of its doctor. */
  'attach.alike': (request) => alikeOf(request),

  /** Links to the files of one record, by field: for who may see the record, those that they may open. */
  'attach.ofRecord': async (request) => {
    const r = resources.get(textParam(request.params, 'resource'))
    const id = textParam(request.params, 'id')
    if (!r) throw noSuchCall()
    seeing(request, r)
    const [found] = isId(id)
      ? await request.context.db.scoped<Record<string, unknown>>(
          { tenantId: request.actor.tenantId },
          detailQuery(r, reachIn(request.context, request.actor), id),
        )
      : []
    if (!found) throw notFound()
    const opened = await openable(request, r, rowFrom(r, found))
    await noteOpened(request, r, id, opened)
    return Object.fromEntries(opened.map(({ name, files }) => [name, files]))
  },
}

/** Handlers of the calls of attachments. */
export const attachmentsOpened = handleAll(attachCalls, handlers)
