import { resources } from '../../../model/business.ts'
import { exportCalls } from '../../../model/files/exportFile.ts'
import { label } from '../../../model/values/label.ts'
import { isColumn } from '../../../model/wire/columns.ts'
import { type ExportState, ROUNDS } from '../../../model/wire/wire.ts'
import type { Actor } from '../../core/actor.ts'
import type { Handler, RequestContext, ServerContext } from '../../core/context/context.ts'
import { AppError, forbidden, notFound } from '../../core/errors.ts'
import { textParam } from '../../core/params.ts'
import { actorData, actorFrom } from '../../deciding/batch/batchStore.ts'
import { conditionsOf } from '../../deciding/batch/selection.ts'
import { read } from '../../files/disk.ts'
import { isOpen, linkOf, openedBy } from '../../files/links.ts'
import { enqueue } from '../../jobs/queue.ts'
import type { GivenUp, JobHandler } from '../../jobs/runner.ts'
import { parseSort } from '../../lists/sql/query.ts'
import { handleAll } from '../../records/handle.ts'
import type { AnyResource } from '../../writing/unitOfWork/rows.ts'
import { failExport, notifyMade } from './ending.ts'
import { addExport, frozen, type Kept, keptOf, mark, mayExport, NotAllowed, reachOf, write } from './making.ts'
import { FORMATS, type Format, type Listed } from './write.ts'

/** Rows that are written while the asker waits; more by a job. */
const rowsAtOnceMax = 1_000
/** Between two notes of how far a long export is, ms. */
const progressIntervalMs = 300

/** Whoever asked for an export as of now; null where they have signed out, or may not work here any more. */
const signedIn = async (context: ServerContext, actor: Actor): Promise<Actor | null> =>
  (await isOpen(context, actor, true)) ? context.actorNow(actor) : null

const STATES = ['running', 'done', 'failed'] as const

/** Returns an export of a user who may still export its list (else 403) and has the same scope (else 404). */
async function allowedOf(context: ServerContext, actor: Actor, id: string): Promise<Kept> {
  const kept = await keptOf(context, actor, id)
  const r = resources.get(kept.resource)
  if (!r || kept.reach !== reachOf(actor, r)) throw notFound()
  if (!mayExport(actor, r)) throw forbidden()
  return kept
}

/** Returns the state of an export, with its link. */
async function stateOf({ context, actor }: RequestContext, id: string): Promise<ExportState> {
  const kept = await allowedOf(context, actor, id)
  const state = STATES[kept.export_state] ?? 'failed'
  return {
    id,
    state,
    total: Number(kept.total),
    done: Number(kept.finished),
    fileName: kept.file_name,
    link: state === 'done' ? linkOf(actor, id, ROUNDS.exportFile) : '',
  }
}

/** The resource asked for, where this person may export it; the operation has to be offered, too. */
function resourceIn(request: RequestContext): AnyResource {
  const r = resources.get(textParam(request.params, 'resource'))
  if (!r) throw new AppError(400, ['未知的数据类型', 'There is no such kind of record'], { resource: '未知' })
  if (!mayExport(request.actor, r)) throw forbidden()
  return r
}

function formatIn(request: RequestContext): Format {
  const format = textParam(request.params, 'format') || 'xlsx'
  if (!Object.hasOwn(FORMATS, format))
    throw new AppError(400, ['格式须为 csv 或 xlsx', 'The format must be csv or xlsx'], { format: 'csv, xlsx' })
  return format as Format
}

/** The columns asked for, the list's own without any; a name the resource does not have is 400. */
function columnsIn(request: RequestContext, r: AnyResource): readonly string[] {
  const names = textParam(request.params, 'columns')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  const unknown = names.find((name) => name === 'id' || !isColumn(r, name))
  if (unknown !== undefined)
    throw new AppError(400, [`没有列 ${unknown}`, `There is no column ${unknown}`], { columns: unknown })
  return names.length > 0 ? [...new Set(names)] : (r.list.columns as readonly string[])
}

/** A long export as its request has queued it. */
interface Queued extends Omit<Listed, 'resource'> {
  readonly id: string
  readonly resource: string
  readonly total: number
  readonly actor: Readonly<Record<string, unknown>>
}

/** A long export. Asked for again after a crash it begins anew; the file takes its place whole. */
export const runExport: JobHandler = async (context, job, run) => {
  const { id, resource, pages, total, columns, format, actor: kept } = job.payload as unknown as Queued
  const actor = actorFrom(kept)
  const r = resources.get(resource)
  if (!r) return undefined
  let notedAt = Date.now()
  const progress = async (done: number) => {
    run.progress(done, total)
    if (Date.now() - notedAt < progressIntervalMs) return
    notedAt = Date.now()
    await mark(context, actor, id, { finished: done })
  }
  const writing = { who: () => signedIn(context, actor), progress, stopped: run.stopped }
  try {
    await write(context, actor, id, { resource: r, pages, columns, format }, writing)
  } catch (e) {
    if (e instanceof NotAllowed) return { state: 'error', error: e.message, final: true }
    throw e
  }
  // the file is there, whether or not its person is notified of it
  await notifyMade(context, actor, id, 'done').catch((e: unknown) =>
    context.log.warn(`export ${id}: its person was not notified`, e),
  )
}

/** Has the person of an export that was given up notified, and of one whose runner died each time, too. */
export const giveUpExport: GivenUp = async (context, { payload }) => {
  const { id, actor } = payload as unknown as Queued
  await failExport(context, actorFrom(actor), id)
}

const handlers: Readonly<Record<string, Handler>> = {
  /** A list as a file: the columns, filters, order and masking of the list, with a permission of its own. */
  'export.make': async (request) => {
    const { context, actor } = request
    const r = resourceIn(request)
    const format = formatIn(request)
    const columns = columnsIn(request, r)
    const body = (request.body ?? {}) as Readonly<Record<string, unknown>>
    const { pages, total } = await frozen(context, actor, {
      resource: r,
      format,
      sort: parseSort(r, { sort: textParam(request.params, 'sort') }),
      conditions: conditionsOf(actor, r, body.conditions, context.now()),
    })
    const long = total > rowsAtOnceMax
    const id = await context.db.transaction({ tenantId: actor.tenantId }, async (tx) => {
      const of = { title: label(r.title, actor.language), resource: r, format, total }
      const id = await addExport(tx, context, actor, of)
      const queued: Queued = { id, resource: r.id, pages, total, columns, format, actor: actorData(actor) }
      if (long) await enqueue(context, tx, 'export', { ...queued })
      return id
    })
    if (!long)
      await write(
        context,
        actor,
        id,
        { resource: r, pages, columns, format },
        { who: () => signedIn(context, actor), progress: () => {}, stopped: () => false },
      )
    return stateOf(request, id)
  },
  'export.state': (request) => stateOf(request, textParam(request.params, 'id')),
  /** The file, for who made it and may have it still: a link lives on for minutes after a right is taken away. */
  'export.file': async ({ context, params, reply }) => {
    const opened = await openedBy(context, params, ROUNDS.exportFile)
    if (!opened) throw new AppError(404, ['链接无效或已过期，请重新导出', 'This link is over; please export again'])
    const kept = await allowedOf(context, opened.actor, opened.id)
    const stream = kept.export_state === 1 ? await read(context, opened.actor.tenantId, kept.name) : null
    if (!stream) throw notFound()
    const format = kept.name.endsWith('.csv') ? 'csv' : 'xlsx'
    return reply
      .header('content-type', FORMATS[format])
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(kept.file_name)}`)
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(stream)
  },
}

/** Handlers of the calls of exports. */
export const exportsOpened = handleAll(exportCalls, handlers)
