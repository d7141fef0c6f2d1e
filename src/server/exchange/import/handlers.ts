import { readFile } from 'node:fs/promises'
import { resources } from '../../../model/business.ts'
import { importCalls, importFile } from '../../../model/files/importFile.ts'
import { IMPORT_BYTES, type ImportOffer, type ImportState } from '../../../model/language/fields/imports.ts'
import { fieldOf } from '../../../model/language/resource.ts'
import { wallClock } from '../../../model/values/dates.ts'
import { label } from '../../../model/values/label.ts'
import { ROUNDS } from '../../../model/wire/wire.ts'
import type { Actor } from '../../core/actor.ts'
import type { Handler, RequestContext } from '../../core/context/context.ts'
import { AppError, forbidden, notFound } from '../../core/errors.ts'
import { textParam } from '../../core/params.ts'
import { encryptBytes } from '../../core/secrets/fieldCipher.ts'
import { actorData } from '../../deciding/batch/batchStore.ts'
import { arrive, fileIn } from '../../files/arriving.ts'
import { type Arrived, drop, forgetRefused, store } from '../../files/disk.ts'
import { linkOf, openedBy } from '../../files/links.ts'
import { recognised } from '../../files/type.ts'
import { enqueue } from '../../jobs/queue.ts'
import { handleAll } from '../../records/handle.ts'
import { sendFile } from '../../records/outgoing.ts'
import type { SheetFormat } from '../../workbooks/sheet.ts'
import type { AnyResource } from '../../writing/unitOfWork/rows.ts'
import { SqlUnitOfWork } from '../../writing/unitOfWork/sqlUnitOfWork.ts'
import { FORMATS } from '../export/write.ts'
import { columnsOf, isRequired } from './columns.ts'
import { shownAt } from './readings.ts'
import { boundFile, mayImport, runKept, sheetOf, storedSheet } from './run.ts'
import { earlierOf, type KeptImport, keptOf, move, reachOf } from './store.ts'
import { faultsOf, templateOf } from './workbook.ts'

/** Up to so many rows are worked on while the asker waits; more by a job. */
const AT_ONCE = 200
/** Faults, and rows, that are told with the state. */
const TOLD = 200
const SAMPLE = 5
/** Characters of a cell that the sample shows. */
const SHOWN = 200

/** The resource asked for, where this person may import into it; the operation has to be offered, too. */
function resourceNamed(actor: Actor, id: string): AnyResource {
  const r = resources.get(id)
  if (!r) throw new AppError(400, ['未知的数据类型', 'There is no such kind of record'], { resource: '未知' })
  if (!mayImport(actor, r)) throw forbidden()
  return r
}

/** An import of a user who may still import (else 403) and has the same scope (else 404). */
async function allowedOf({ context, actor }: Pick<RequestContext, 'context' | 'actor'>, id: string) {
  const kept = await keptOf(context, actor, id)
  if (kept.reach !== reachOf(actor)) throw notFound()
  return { kept, resource: resourceNamed(actor, kept.resource) }
}

/** Link with the caller's language: its target is opened without a session. */
const linkFor = (actor: Actor, id: string, path: string): string => `${linkOf(actor, id, path)}&l=${actor.language}`

async function stateOf({ context, actor }: RequestContext, id: string): Promise<ImportState> {
  const { kept: k, resource: r } = await allowedOf({ context, actor }, id)
  const waits = k.state === 'checked' && k.name !== ''
  const sheet = waits ? await storedSheet(context, actor, r, k) : null
  const earlier = waits ? await context.db.transaction({ tenantId: actor.tenantId }, (tx) => earlierOf(tx, k)) : null
  return {
    id,
    resource: k.resource,
    fileName: k.fileName,
    state: k.state,
    total: k.total,
    done: k.finished,
    wrong: k.wrong,
    applied: k.applied,
    why: k.why,
    ignored: sheet?.headings.ignored ?? [],
    notes: (sheet?.notes ?? []).map((note) => label(note, actor.language)),
    sample: sheet && {
      titles: sheet.headings.taken.map(({ column }) => label(column.field.label, actor.language)),
      rows: sheet.rows
        .slice(0, SAMPLE)
        .map((row) => sheet.headings.taken.map(({ at }) => shownAt(row, at).slice(0, SHOWN))),
    },
    faults: k.faults.slice(0, TOLD).map(([row, name, message]) => ({
      row,
      column: name === '' ? '' : label(fieldOf(r, name)?.label ?? [name, name], actor.language),
      message,
    })),
    earlier,
    link: k.wrong > 0 && k.name !== '' && k.state !== 'checking' ? linkFor(actor, id, ROUNDS.importFaults) : '',
  }
}

/** Format of a file by its content: a workbook; a text that calls itself CSV. */
async function formatOf(path: string, name: string): Promise<SheetFormat> {
  const { extension, hint } = await recognised(path, name)
  if (extension === 'xlsx') return 'xlsx'
  if (extension === null && hint === null && /\.csv$/i.test(name)) return 'csv'
  throw new AppError(
    415,
    [
      `${hint ? `${hint[0]}。` : ''}请上传 xlsx 或 csv 文件`,
      `${hint ? `${hint[1]}. ` : ''}Please send an xlsx or csv file`,
    ],
    { file: 'xlsx, csv' },
  )
}

/** Works on an import at once where it is short, else by a job. */
async function start(request: RequestContext, kept: Pick<KeptImport, 'id' | 'total'>): Promise<void> {
  const { context, actor } = request
  if (kept.total > AT_ONCE) return
  await runKept(context, actor, kept.id, { progress() {}, stopped: () => false }, true)
}

/** Keeps what arrived, encrypted, and the row that says so; deletes the file where the row cannot be written. */
async function kept(
  request: RequestContext,
  r: AnyResource,
  arrived: Arrived,
  file: { readonly fileName: string; readonly format: SheetFormat; readonly total: number; readonly bytes: Buffer },
): Promise<string> {
  const { context, actor } = request
  const { tenantId } = actor
  const day = wallClock(context.now()).slice(0, 10).replaceAll('-', '')
  const name = `${day}/${context.id()}.${file.format}`
  await store(context, tenantId, name, encryptBytes(boundFile(tenantId, name), file.bytes))
  try {
    return await context.db.transaction({ tenantId }, async (tx) => {
      const work = new SqlUnitOfWork(context, actor, tx)
      const { id } = await work.insert(importFile, {
        fileName: file.fileName,
        name,
        sha256: arrived.sha256,
        resource: r.id,
        reach: reachOf(actor),
        total: file.total,
      })
      await work.flush()
      if (file.total > AT_ONCE) await enqueue(context, tx, 'import', { id, actor: actorData(actor) })
      return id
    })
  } catch (e) {
    await forgetRefused(context, tenantId, name, e)
    throw e
  }
}

const over = () => new AppError(404, ['链接无效或已过期，请重试', 'This link is over; please try again'])

/** Import of a signed link, for its holder, in the language of the link. */
async function opened({ context, params }: RequestContext, path: string) {
  const found = await openedBy(context, params, path)
  if (!found) throw over()
  const language = textParam(params, 'l') === 'en' ? 'en' : 'zh'
  return { id: found.id, actor: { ...found.actor, language } as Actor }
}

const handlers: Readonly<Record<string, Handler>> = {
  'import.offer': async ({ actor, params }): Promise<ImportOffer> => {
    const r = resourceNamed(actor, textParam(params, 'resource'))
    return {
      columns: columnsOf(r).map((c) => ({
        title: label(c.field.label, actor.language),
        required: isRequired(actor, r, c),
      })),
      template: linkFor(actor, r.id, ROUNDS.importTemplate),
    }
  },
  'import.template': async (request) => {
    const { id, actor } = await opened(request, ROUNDS.importTemplate)
    const r = resourceNamed(actor, id)
    const name = `${label(r.title, actor.language)}-${label(['导入模板', 'template'], actor.language)}.xlsx`
    return sendFile(request, { name, type: FORMATS.xlsx, bytes: await templateOf(request.context, actor, r) })
  },
  /** Reads and checks a file. Nothing is written but that it is there. */
  'import.check': async (request) => {
    const { context, actor } = request
    const r = resourceNamed(actor, textParam(request.query, 'resource'))
    const part = await fileIn(request, IMPORT_BYTES)
    if (!part) throw new AppError(400, ['请选择要导入的文件', 'Please choose a file to import'], { file: '请选择文件' })
    const arrived = await arrive(context, part)
    try {
      const most = IMPORT_BYTES / 1048576
      if (part.file.truncated)
        throw new AppError(413, [`文件不能超过 ${most} MB`, `A file must not exceed ${most} MB`], {
          file: `${most} MB`,
        })
      const format = await formatOf(arrived.path, part.filename)
      const bytes = await readFile(arrived.path)
      const sheet = await sheetOf(actor, r, bytes, format)
      await context.limiter.consume('uploadBytes', `${actor.tenantId} ${actor.userId}`, Math.ceil(arrived.bytes / 1024))
      const fileName = [...(part.filename.split(/[\\/]/).pop() ?? '').replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')]
        .slice(-200)
        .join('')
      const total = sheet.rows.length
      const id = await kept(request, r, arrived, { fileName: fileName || `import.${format}`, format, total, bytes })
      await start(request, { id, total })
      return stateOf(request, id)
    } finally {
      await drop(arrived.path)
    }
  },
  'import.state': (request) => stateOf(request, textParam(request.params, 'id')),
  /** Adds the rows that were not refused. Asked for twice it is done once; a file that was imported before is 409. */
  'import.apply': async (request) => {
    const { context, actor } = request
    const id = textParam(request.params, 'id')
    const { kept: k } = await allowedOf(request, id)
    const begun = await context.db.transaction({ tenantId: actor.tenantId }, async (tx) => {
      // two uploads of one file that are applied at the same moment
      await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
        `import ${actor.tenantId} ${k.resource} ${k.sha256}`,
      ])
      const earlier = await earlierOf(tx, k)
      if (k.state === 'checked' && earlier && textParam(request.params, 'again') !== '1')
        throw new AppError(409, [
          `同一文件已于 ${earlier.at} 由 ${earlier.by} 导入`,
          `${earlier.by} imported this very file at ${earlier.at}`,
        ])
      if (k.state === 'checked' && k.wrong >= k.total)
        throw new AppError(409, ['没有可导入的行', 'There are no rows to import'])
      if (!(await move(tx, id, ['checked'], 'applying'))) return false
      if (k.total > AT_ONCE) await enqueue(context, tx, 'import', { id, actor: actorData(actor) })
      return true
    })
    if (begun) await start(request, k)
    return stateOf(request, id)
  },
  'import.stop': async (request) => {
    const { context, actor } = request
    const id = textParam(request.params, 'id')
    await allowedOf(request, id)
    await context.db.transaction({ tenantId: actor.tenantId }, (tx) =>
      move(tx, id, ['checking', 'checked', 'applying'], 'stopped'),
    )
    return stateOf(request, id)
  },
  'import.faults': async (request) => {
    const { id, actor } = await opened(request, ROUNDS.importFaults)
    const { kept: k, resource: r } = await allowedOf({ context: request.context, actor }, id)
    if (k.name === '') throw over()
    const sheet = await storedSheet(request.context, actor, r, k)
    const stem = k.fileName.replace(/\.[^.]*$/, '')
    const name = `${stem}-${label(['错误行', 'refused'], actor.language)}.xlsx`
    return request.reply
      .header('content-type', FORMATS.xlsx)
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
      .header('cache-control', 'private, no-store')
      .send(faultsOf(actor, r, sheet, k.faults))
  },
}

/** Handlers of the calls of imports. */
export const importsOpened = handleAll(importCalls, handlers)
