import { createHash } from 'node:crypto'
import { resources } from '../../../model/business.ts'
import { exportCalls, exportFile } from '../../../model/files/exportFile.ts'
import { isId } from '../../../model/language/derived/validate.ts'
import { partyNames } from '../../../model/language/owner.ts'
import { wallClock } from '../../../model/values/dates.ts'
import { label } from '../../../model/values/label.ts'
import { isColumn } from '../../../model/wire/columns.ts'
import { type ExportState, ROUNDS } from '../../../model/wire/wire.ts'
import type { Actor } from '../../core/actor.ts'
import type { Handler, RequestContext, ServerContext } from '../../core/context/context.ts'
import { AppError, forbidden, notFound } from '../../core/errors.ts'
import { inLanes } from '../../core/lanes.ts'
import { textParam } from '../../core/params.ts'
import { may, maySee, seenBy } from '../../core/permissions.ts'
import { notify } from '../../database/notify.ts'
import { actorData, actorFrom } from '../../deciding/batch/batchStore.ts'
import { conditionsOf } from '../../deciding/batch/selection.ts'
import { drop, forget, keep, read } from '../../files/disk.ts'
import { isOpen, linkOf, openedBy } from '../../files/links.ts'
import { enqueue } from '../../jobs/queue.ts'
import type { JobHandler } from '../../jobs/runner.ts'
import { affordable } from '../../lists/cost.ts'
import { resolveNames } from '../../lists/resolve.ts'
import { type FrozenSlice, frozenQuery, type Key, parseSort, type Query } from '../../lists/sql/query.ts'
import { reachIn } from '../../lists/sql/reach.ts'
import { handleAll } from '../../records/handle.ts'
import { noteLooks } from '../../records/looks.ts'
import { type AnyResource, tableName } from '../../writing/unitOfWork/rows.ts'
import { SqlUnitOfWork } from '../../writing/unitOfWork/sqlUnitOfWork.ts'
import { FORMATS, type Format, idsIn, type Listed, pageSizeOf, type Writing, writeList } from './write.ts'

/** Rows that are written while the asker waits; more by a job. */
const rowsAtOnceMax = 1_000
/** Rows whose ids one statement freezes. */
const rowsPerSlice = 100_000
/** Rows of a workbook, of which the first has the titles: the format has 1,048,576. A CSV file has no limit. */
const rowsPerWorkbookMax = 1_048_575
/** Between two notes of how far a long export is, ms. */
const progressIntervalMs = 300

interface Kept {
  readonly id: string
  readonly name: string
  readonly file_name: string
  readonly export_state: number
  readonly total: number
  readonly finished: number
  readonly resource: string
  readonly reach: string
}

/**
 * Fingerprint of a person's reach over a list, as an export stores it: the owners they are bound to and, of records
 * about records (`concerns`), which of those they may see. A person whose reach has changed since does not get the
 * older list.
 */
const reachOf = (actor: Actor, r: AnyResource): string => {
  const about = r.concerns ? createHash('sha256').update(seenBy(actor).join()).digest('base64url').slice(0, 16) : null
  return [...partyNames.map((party) => actor[party] ?? ''), ...(about ? [about] : [])].join(' ')
}

const STATES = ['running', 'done', 'failed'] as const

/** Returns an export of the user in its present state; 404 for those of others. */
async function keptOf(context: ServerContext, actor: Actor, id: string): Promise<Kept> {
  const [found] = isId(id)
    ? await context.db.scoped<Kept>(
        { tenantId: actor.tenantId },
        {
          text: `select id, name, file_name, export_state, total, finished, resource, reach from ${tableName(exportFile)}
                 where tenant_id = $1 and id = $2 and create_user = $3 and is_deleted = 0`,
          values: [actor.tenantId, id, actor.userId],
        },
      )
    : []
  if (!found) throw notFound()
  return found
}

const mayExport = (actor: Actor, r: AnyResource): boolean =>
  r.operations.includes('export') && maySee(actor, r) && may(actor, `${r.id}_export`)

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

/** Rows that a filter finds now, in their order: what is exported, however long it takes. */
interface Frozen {
  readonly pages: readonly string[]
  readonly total: number
}

/** Freezes a list by slices, each of which has to be affordable; 400 for a workbook of more rows than it can have. */
async function frozen(request: RequestContext, r: AnyResource, format: Format): Promise<Frozen> {
  const { context, actor } = request
  const body = (request.body ?? {}) as Readonly<Record<string, unknown>>
  const sort = parseSort(r, { sort: textParam(request.params, 'sort') })
  const conditions = conditionsOf(actor, r, body.conditions, context.now())
  const requested: Query = { resource: r, reach: reachIn(context, actor), conditions, ...(sort ? { sort } : {}) }
  const query = await resolveNames(context.db, requested)
  const rowsPerPage = pageSizeOf(r)
  const pages: string[] = []
  let total = 0
  for (let after: Key | undefined, more = true; more; ) {
    const statement = frozenQuery(query, rowsPerSlice, after)
    await affordable(context.db, { tenantId: actor.tenantId }, statement)
    const [slice] = await context.db.scoped<FrozenSlice>({ tenantId: actor.tenantId }, statement)
    const ids = slice?.ids?.split(',') ?? []
    for (let at = 0; at < ids.length; at += rowsPerPage) pages.push(ids.slice(at, at + rowsPerPage).join())
    total += ids.length
    more = ids.length === rowsPerSlice
    after = { k: slice?.k ?? '', id: ids.at(-1) ?? '' }
    if (format === 'xlsx' && total > rowsPerWorkbookMax)
      throw new AppError(400, [
        `xlsx 文件最多${rowsPerWorkbookMax}行，请缩小范围或导出 csv`,
        `An xlsx file has ${rowsPerWorkbookMax} rows at most; please narrow the filter or export csv`,
      ])
  }
  return { pages, total }
}

/** Writes the state of an export, without a history row. */
const mark = (context: ServerContext, actor: Actor, id: string, values: Readonly<Record<string, number>>) =>
  context.db.transaction({ tenantId: actor.tenantId }, (tx) =>
    tx.query(
      `update ${tableName(exportFile)} set ${Object.keys(values)
        .map((c, i) => `${c} = $${i + 3}`)
        .join(', ')} where tenant_id = $1 and id = $2`,
      [tx.tenantId, id, ...Object.values(values)],
    ),
  )

/** Whoever asked for an export has signed out, or may not make it any more. */
class NotAllowed extends AppError {
  constructor() {
    super(403, ['您已没有导出该列表的权限', 'You may not export this list any more'])
  }
}

/** Notes each record of an export in the audit trail; two statements at once, for it takes as long as writing the file. Returns how many. */
async function noteExported(context: ServerContext, actor: Actor, { resource, pages }: Listed): Promise<number> {
  let noted = 0
  await inLanes(pages, 2, async (page) => {
    const ids = idsIn(page)
    await noteLooks(context, actor, resource, 'export', ids)
    noted += ids.length
  })
  return noted
}

/** Writes the file of an export and emits the event that it is ready. */
async function write(
  context: ServerContext,
  actor: Actor,
  id: string,
  listed: Listed,
  { progress, stopped }: Pick<Writing, 'progress' | 'stopped'> = { progress: () => {}, stopped: () => false },
): Promise<void> {
  const { name, reach } = await keptOf(context, actor, id)
  const now = async (): Promise<Actor> => {
    const who = (await isOpen(context, actor, true)) ? await context.actorNow(actor) : null
    if (!who || reachOf(who, listed.resource) !== reach || !mayExport(who, listed.resource)) throw new NotAllowed()
    return who
  }
  const arrived = await writeList(context, actor, listed, { now, progress, stopped })
  try {
    await keep(context, arrived, actor.tenantId, name)
  } finally {
    await drop(arrived.path)
  }
  await mark(context, actor, id, { export_state: 1, finished: await noteExported(context, actor, listed) })
}

/** Has the person of a long export notified that its file is there, or that there is none. */
async function notifyMade(context: ServerContext, actor: Actor, id: string, ending: 'done' | 'failed'): Promise<void> {
  const { file_name: text } = await keptOf(context, actor, id)
  await context.db.transaction({ tenantId: actor.tenantId }, async (tx) =>
    notify(tx, {
      userId: actor.userId,
      kind: 'fileMade',
      resource: '',
      recordId: '',
      params: { export: id, ending, text },
      once: `export ${id} ${ending}`,
    }),
  )
}

/** A long export. Asked for again after a crash it begins anew; the file takes its place whole. */
export const runExport: JobHandler = async (context, job, run) => {
  // the payload is what the request has queued
  const { id, resource, pages, total, columns, format } = job.payload as unknown as Omit<Listed, 'resource'> & {
    readonly id: string
    readonly resource: string
    readonly total: number
  }
  const actor = actorFrom(job.payload.actor as Readonly<Record<string, unknown>>)
  const r = resources.get(resource)
  if (!r) return undefined
  let notedAt = Date.now()
  const progress = async (done: number) => {
    run.progress(done, total)
    if (Date.now() - notedAt < progressIntervalMs) return
    notedAt = Date.now()
    await mark(context, actor, id, { finished: done })
  }
  try {
    await write(context, actor, id, { resource: r, pages, columns, format }, { progress, stopped: run.stopped })
  } catch (e) {
    const over = e instanceof NotAllowed
    if (over || job.attempts >= job.most) {
      await mark(context, actor, id, { export_state: 2 })
      await notifyMade(context, actor, id, 'failed')
    }
    if (over) return { state: 'error', error: e.message, final: true }
    throw e
  }
  // the file is there, whether or not its person is notified of it
  await notifyMade(context, actor, id, 'done').catch((e: unknown) =>
    context.log.warn(`export ${id}: its person was not notified`, e),
  )
}

const handlers: Readonly<Record<string, Handler>> = {
  /** A list as a file: the columns, filters, order and masking of the list, with a permission of its own. */
  'export.make': async (request) => {
    const { context, actor } = request
    const r = resourceIn(request)
    const format = formatIn(request)
    const columns = columnsIn(request, r)
    const { pages, total } = await frozen(request, r, format)
    const now = wallClock(context.now())
    const fileName = `${label(r.title, actor.language)}-${now.replace(/[-: ]/g, '').slice(0, 14)}.${format}`
    const long = total > rowsAtOnceMax
    const id = await context.db.transaction({ tenantId: actor.tenantId }, async (tx) => {
      const work = new SqlUnitOfWork(context, actor, tx)
      const name = `${now.slice(0, 10).replaceAll('-', '')}/${context.id()}.${format}`
      const row = await work.insert(exportFile, {
        fileName,
        name,
        resource: r.id,
        reach: reachOf(actor, r),
        total,
      })
      await work.flush()
      if (long)
        await enqueue(context, tx, 'export', {
          id: row.id,
          resource: r.id,
          pages,
          total,
          columns,
          format,
          actor: actorData(actor),
        })
      return row.id
    })
    if (!long) await write(context, actor, id, { resource: r, pages, columns, format })
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

/** Takes away exports of more than a day, of all tenants. Returns how many. */
export async function sweepExports(context: ServerContext): Promise<number> {
  let gone = 0
  const tenants = await context.db.owner((tx) => tx.query<{ code: string }>('select code from "tenant" order by code'))
  for (const { code: tenantId } of tenants) {
    const rows = await context.db.transaction({ tenantId }, (tx) =>
      tx.query<{ name: string }>(
        `delete from ${tableName(exportFile)} where tenant_id = $1 and create_time < $2::timestamptz - interval '1 day' returning name`,
        [tenantId, context.now().toISOString()],
      ),
    )
    for (const { name } of rows) await forget(context, tenantId, name)
    gone += rows.length
  }
  return gone
}

/** Handlers of the calls of exports. */
export const exportsOpened = handleAll(exportCalls, handlers)
