import { createHash } from 'node:crypto'
import { exportFile } from '../../../model/files/exportFile.ts'
import type { Condition } from '../../../model/language/conditions/condition.ts'
import { isId } from '../../../model/language/derived/validate.ts'
import { partyNames } from '../../../model/language/owner.ts'
import { statesOf } from '../../../model/language/states.ts'
import { wallClock } from '../../../model/values/dates.ts'
import type { Actor } from '../../core/actor.ts'
import type { ServerContext } from '../../core/context/context.ts'
import type { Tx } from '../../core/database.ts'
import { AppError, notFound } from '../../core/errors.ts'
import { inLanes } from '../../core/lanes.ts'
import { may, maySee, seenBy } from '../../core/permissions.ts'
import { drop, keep } from '../../files/disk.ts'
import { affordable } from '../../lists/cost.ts'
import { resolveNames } from '../../lists/resolve.ts'
import { type FrozenSlice, frozenQuery, type Key, type Query } from '../../lists/sql/query.ts'
import { reachIn } from '../../lists/sql/reach.ts'
import { noteLooks } from '../../records/looks.ts'
import { type AnyResource, tableName } from '../../writing/unitOfWork/rows.ts'
import { SqlUnitOfWork } from '../../writing/unitOfWork/sqlUnitOfWork.ts'
import { type Format, idsIn, type Listed, pageSizeOf, type Writing, writeList } from './write.ts'

const { exportState } = statesOf(exportFile)
/** Exports whose file is there, as a table of `tenant_id` and `id`. */
export const DONE_EXPORTS = `(select tenant_id, id from ${tableName(exportFile)} where is_deleted = 0 and export_state = ${exportState.done})`

/** Rows whose ids one statement freezes. */
const rowsPerSlice = 100_000
/** Rows of a workbook, of which the first has the titles: the format has 1,048,576. A CSV file has no limit. */
const rowsPerWorkbookMax = 1_048_575

/** Export as it is kept. */
export interface Kept {
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
export const reachOf = (actor: Actor, r: AnyResource): string => {
  const about = r.concerns ? createHash('sha256').update(seenBy(actor).join()).digest('base64url').slice(0, 16) : null
  return [...partyNames.map((party) => actor[party] ?? ''), ...(about ? [about] : [])].join(' ')
}

/** Returns an export of the user in its present state; 404 for those of others. */
export async function keptOf(context: ServerContext, actor: Actor, id: string): Promise<Kept> {
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

/** Whether a person may see and export a list whose resource offers exports. */
export const mayExport = (actor: Actor, r: AnyResource): boolean =>
  r.operations.includes('export') && maySee(actor, r) && may(actor, `${r.id}_export`)

/** List that somebody wants as a file: its order (default: the list's own), and its conditions, checked for them. */
interface Wanted {
  readonly resource: AnyResource
  readonly format: Format
  readonly sort: string | undefined
  readonly conditions: readonly Condition[]
}

/** Rows that a filter finds now, in their order: what is exported, however long it takes. */
export interface Frozen {
  readonly pages: readonly string[]
  readonly total: number
}

/** Freezes a list by slices, each of which has to be affordable; 400 for a workbook of more rows than it can have. */
export async function frozen(
  context: ServerContext,
  actor: Actor,
  { resource: r, format, sort, conditions }: Wanted,
): Promise<Frozen> {
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

/** Export that is about to be written. */
interface NewExport {
  readonly title: string
  readonly resource: AnyResource
  readonly format: Format
  readonly total: number
}

/** Name of an export's file for people, and the one that it is kept by. */
function namesOf(context: ServerContext, { title, format }: Pick<NewExport, 'title' | 'format'>) {
  const now = wallClock(context.now())
  return {
    fileName: `${title}-${now.replace(/[-: ]/g, '').slice(0, 14)}.${format}`,
    name: `${now.slice(0, 10).replaceAll('-', '')}/${context.id()}.${format}`,
  }
}

/** Adds the row of an export, of `id` or a new one. Returns its id. */
export async function addExport(
  tx: Tx,
  context: ServerContext,
  actor: Actor,
  of: NewExport & { readonly id?: string },
): Promise<string> {
  const work = new SqlUnitOfWork(context, actor, tx)
  const row = await work.insert(exportFile, {
    ...(of.id === undefined ? {} : { id: of.id }),
    ...namesOf(context, of),
    resource: of.resource.id,
    reach: reachOf(actor, of.resource),
    total: of.total,
  })
  await work.flush()
  return row.id
}

/**
 * The same of an export that may have been begun by a process that is dead: its row is added once, and brought to what its person
 * reaches now. `written`: its file is there.
 */
export async function beginExport(
  tx: Tx,
  context: ServerContext,
  actor: Actor,
  of: NewExport & { readonly id: string },
): Promise<'open' | 'written'> {
  const [there] = await tx.query<{ export_state: number }>(
    `select export_state from ${tableName(exportFile)} where tenant_id = $1 and id = $2 for update`,
    [tx.tenantId, of.id],
  )
  if (there?.export_state === exportState.done) return 'written'
  if (there)
    await tx.query(
      `update ${tableName(exportFile)} set reach = $3, total = $4, resource = $5, file_name = $6, name = $7, export_state = ${exportState.running} where tenant_id = $1 and id = $2`,
      [
        tx.tenantId,
        of.id,
        reachOf(actor, of.resource),
        of.total,
        of.resource.id,
        ...Object.values(namesOf(context, of)),
      ],
    )
  else await addExport(tx, context, actor, of)
  return 'open'
}

/** Marks an export that is still running as failed. Returns its name for people; null where it had ended. */
export async function failIn(tx: Tx, id: string): Promise<string | null> {
  const [failed] = await tx.query<{ file_name: string }>(
    `update ${tableName(exportFile)} set export_state = ${exportState.failed}
     where tenant_id = $1 and id = $2 and export_state = ${exportState.running} returning file_name`,
    [tx.tenantId, id],
  )
  return failed?.file_name ?? null
}

/** Writes the state of an export, without a history row. */
export const mark = (context: ServerContext, actor: Actor, id: string, values: Readonly<Record<string, number>>) =>
  context.db.transaction({ tenantId: actor.tenantId }, (tx) =>
    tx.query(
      `update ${tableName(exportFile)} set ${Object.keys(values)
        .map((c, i) => `${c} = $${i + 3}`)
        .join(', ')} where tenant_id = $1 and id = $2`,
      [tx.tenantId, id, ...Object.values(values)],
    ),
  )

/** Whoever asked for an export has signed out, or may not make it any more. */
export class NotAllowed extends AppError {
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

/**
 * Writes the file of an export. `who`: its person as of this moment, asked before each page; null where they may not work here
 * any more.
 * @throws NotAllowed where their rights or their reach are no longer those of the export
 */
export async function write(
  context: ServerContext,
  actor: Actor,
  id: string,
  listed: Listed,
  { who, progress, stopped }: Pick<Writing, 'progress' | 'stopped'> & { who(): Promise<Actor | null> },
): Promise<void> {
  const { name, reach } = await keptOf(context, actor, id)
  const now = async (): Promise<Actor> => {
    const reader = await who()
    if (!reader || reachOf(reader, listed.resource) !== reach || !mayExport(reader, listed.resource))
      throw new NotAllowed()
    return reader
  }
  const arrived = await writeList(context, actor, listed, { now, progress, stopped })
  try {
    await keep(context, arrived, actor.tenantId, name)
  } finally {
    await drop(arrived.path)
  }
  await mark(context, actor, id, { export_state: 1, finished: await noteExported(context, actor, listed) })
}
