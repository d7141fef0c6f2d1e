import { buffer } from 'node:stream/consumers'
import { resources } from '../../../model/business.ts'
import { isEmpty } from '../../../model/language/derived/validate.ts'
import type { SheetRow } from '../../../model/language/fields/imports.ts'
import { wallClock } from '../../../model/values/dates.ts'
import { folded } from '../../../model/values/folding.ts'
import { label } from '../../../model/values/label.ts'
import type { Actor } from '../../core/actor.ts'
import type { ServerContext } from '../../core/context/context.ts'
import { AppError, forbidden, isUnavailable, notFound } from '../../core/errors.ts'
import { may, maySee } from '../../core/permissions.ts'
import { type Bound, decryptBytes } from '../../core/secrets/fieldCipher.ts'
import { actorFrom } from '../../deciding/batch/batchStore.ts'
import { systemStep } from '../../deciding/decideIn.ts'
import { read } from '../../files/disk.ts'
import type { JobHandler } from '../../jobs/runner.ts'
import { entriesOf } from '../../records/dictEntries.ts'
import { type SheetFormat, sheetsIn } from '../../workbooks/sheet.ts'
import { addRecord } from '../../writing/save/save.ts'
import { countGuess } from '../../writing/save/unique.ts'
import { refusedByDatabase } from '../../writing/save/unkept.ts'
import type { AnyResource } from '../../writing/unitOfWork/rows.ts'
import { SqlUnitOfWork } from '../../writing/unitOfWork/sqlUnitOfWork.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { chosenSheet, type ImportSheet } from './chosenSheet.ts'
import type { Headings } from './columns.ts'
import { Lookup } from './lookup.ts'
import type { DictKeys } from './readings.ts'
import { alreadyThere, type Fault, type ReadRow, readRows, Twins } from './records.ts'
import { advance, type KeptImport, keptOf, move, Overtaken, reachOf } from './store.ts'

/** Rows of one transaction: few enough to let others in, many enough to be fast. */
const PAGE = 50

/** May this person import rows of the resource? */
export const mayImport = (actor: Actor, r: AnyResource): boolean =>
  r.operations.includes('import') && maySee(actor, r) && may(actor, `${r.id}_import`)

/** Reads the file of an import; 400 where it has no rows or its headings are not those of the list. */
export const sheetOf = async (actor: Actor, r: AnyResource, bytes: Buffer, format: SheetFormat): Promise<ImportSheet> =>
  chosenSheet(actor, r, await sheetsIn(bytes, format))

/** Associated data of the stored file of an import: its rows hold numbers that columns keep encrypted. */
export const boundFile = (tenantId: string, name: string): Bound => ({ tenantId, kind: `import ${name}` })

/** The same of the stored file; 404 where it is gone, or the key it was encrypted with. */
export async function storedSheet(
  context: ServerContext,
  actor: Actor,
  r: AnyResource,
  k: KeptImport,
): Promise<ImportSheet> {
  const stream = k.name === '' ? null : await read(context, actor.tenantId, k.name)
  if (!stream) throw notFound()
  const bytes = decryptBytes(boundFile(actor.tenantId, k.name), await buffer(stream))
  if (!bytes) throw notFound()
  return sheetOf(actor, r, bytes, k.name.endsWith('.csv') ? 'csv' : 'xlsx')
}

/** Keys of dictionaries by their words; a key means itself. */
export async function dictKeys(context: ServerContext, actor: Actor, { taken }: Headings): Promise<DictKeys> {
  const entries = await entriesOf(
    context,
    actor,
    taken.map(({ column }) => column.field),
  )
  const keys = new Map(entries.map((e) => [`${e.code} ${folded(e.dict_value)}`, e.dict_key]))
  return (code, word) => keys.get(`${code} ${folded(word)}`)
}

/** Ends a transaction that only looked. */
class Looked extends Error {}

/** Shared state of the pages of an import. */
interface Course {
  readonly context: ServerContext
  readonly actor: Actor
  readonly kept: KeptImport
  readonly resource: AnyResource
  readonly headings: Headings
  readonly lookup: Lookup
  readonly words: DictKeys
  readonly twins: Twins
}

const byField = (row: number, e: AppError, { actor, resource: r }: Course): Fault[] => {
  const fields = e.data !== null && typeof e.data === 'object' ? Object.entries(e.data as Record<string, unknown>) : []
  const known = fields.filter(([name, message]) => Object.hasOwn(r.fields, name) && typeof message === 'string')
  return known.length > 0 && e.code === 400
    ? known.map(([name, message]): Fault => [row, name, String(message)])
    : [[row, '', label(e.text, actor.language)]]
}

/** The refusal that an error is; throws what is none, and what says nothing about the row. */
function refusal(e: unknown, { context, actor, resource: r }: Course): AppError {
  const found = e instanceof AppError ? e : refusedByDatabase(context.domains, r, e, actor.language)
  if (!found || isUnavailable(found) || found.code === 429) throw e
  return found
}

/** Adds a row through the writer of the form. */
async function addRow(work: UnitOfWork, { resource: r, kept }: Course, { sent }: ReadRow): Promise<void> {
  const batch = r.importBatch === undefined ? null : String(r.importBatch)
  const day = wallClock(work.now).slice(0, 10).replaceAll('-', '')
  await addRecord(work, r, sent, {
    own: async () => (batch === null ? {} : { [batch]: `IM${day}${kept.id.slice(-6)}` }),
    audit: { action: 'add', as: 'import' },
  })
}

/** Runs something in a unit of work of the import's maker; with `look` nothing of it is kept. */
async function within(c: Course, look: boolean, run: (work: UnitOfWork, advanced: Advanced) => Promise<void>) {
  try {
    await c.context.db.transaction({ tenantId: c.actor.tenantId }, async (tx) => {
      const work = new SqlUnitOfWork(c.context, c.actor, tx, systemStep)
      await run(work, (by) => advance(tx, c.kept.id, 'applying', by))
      if (look) throw new Looked()
      await work.flush()
    })
  } catch (e) {
    if (!(e instanceof Looked)) throw e
  }
}
type Advanced = (by: Parameters<typeof advance>[3]) => Promise<void>

/** Problems that the rules of the form find in rows that could be read; nothing is stored. */
async function looked(c: Course, rows: readonly ReadRow[]): Promise<Fault[]> {
  const look = async (some: readonly ReadRow[]): Promise<Fault[]> => {
    const faults: Fault[] = []
    await within(c, true, async (work) => {
      faults.length = 0
      for (const row of some)
        try {
          await addRow(work, c, row)
        } catch (e) {
          // an error of the database ended the transaction: the rows are checked one by one
          if (!(e instanceof AppError) && some.length > 1) throw e
          faults.push(...byField(row.row, refusal(e, c), c))
        }
    })
    return faults
  }
  try {
    return await look(rows)
  } catch (e) {
    if (isUnavailable(e) || (e instanceof AppError && e.code === 429) || rows.length < 2) throw e
    const faults: Fault[] = []
    for (const row of rows) faults.push(...(await look([row])))
    return faults
  }
}

async function checkPage(c: Course, rows: readonly SheetRow[], from: number): Promise<void> {
  const faults: Fault[] = []
  const good: ReadRow[] = []
  await within(c, true, async (work) => {
    const found = await readRows(work, c.resource, c.headings, rows, c.lookup, c.words)
    faults.length = 0
    good.length = 0
    for (const row of found) {
      const wrong = [...row.faults, ...(row.faults.length === 0 ? c.twins.faults(work, row) : [])]
      if (wrong.length === 0) wrong.push(...(await alreadyThere(work, c.resource, row)))
      faults.push(...wrong)
      if (wrong.length === 0) good.push(row)
    }
  })
  for (const row of good) await countGuess(c.context, c.actor, c.resource, row.sent)
  if (good.length > 0) faults.push(...(await looked(c, good)))
  faults.sort((a, b) => a[0] - b[0])
  await c.context.db.transaction({ tenantId: c.actor.tenantId }, (tx) =>
    advance(tx, c.kept.id, 'checking', { from, to: from + rows.length, applied: 0, faults }),
  )
}

/** Adds a page of rows in one transaction; where one of them is refused, each in its own. */
async function applyPage(c: Course, rows: readonly SheetRow[], from: number): Promise<void> {
  const refused = new Set(c.kept.faults.map(([row]) => row))
  const add = (some: readonly SheetRow[], at: number) =>
    within(c, false, async (work, advanced) => {
      const found = await readRows(
        work,
        c.resource,
        c.headings,
        some.filter(({ row }) => !refused.has(row)),
        c.lookup,
        c.words,
      )
      const [wrong] = found.flatMap((row) => row.faults)
      if (wrong) throw new AppError(400, [wrong[2], wrong[2]], { [wrong[1]]: wrong[2] })
      for (const row of found) await addRow(work, c, row)
      await advanced({ from: at, to: at + some.length, applied: found.length, faults: [] })
    })
  try {
    return await add(rows, from)
  } catch (e) {
    if (e instanceof Overtaken || isUnavailable(e)) throw e
  }
  for (const [n, row] of rows.entries())
    try {
      await add([row], from + n)
    } catch (e) {
      if (e instanceof Overtaken) throw e
      const faults = byField(row.row, refusal(e, c), c)
      await c.context.db.transaction({ tenantId: c.actor.tenantId }, (tx) =>
        advance(tx, c.kept.id, 'applying', { from: from + n, to: from + n + 1, applied: 0, faults }),
      )
    }
}

/** Actor who requested an import, as of now; 403 where they may not import any more. */
async function makerNow(context: ServerContext, actor: Actor, r: AnyResource): Promise<Actor> {
  const now = await context.actorNow(actor)
  if (!now || reachOf(now) !== reachOf(actor) || !mayImport(now, r)) throw forbidden()
  return now
}

/**
 * Checks or applies an import, depending on its state, from where it was interrupted. Returns silently where it was
 * cancelled or another runner has taken it.
 */
export async function runImport(
  context: ServerContext,
  importer: Actor,
  id: string,
  { progress, stopped }: { progress(done: number, total: number): void; stopped(): boolean },
): Promise<void> {
  const kept = await keptOf(context, importer, id)
  const step = kept.state
  const r = resources.get(kept.resource)
  if (!r || (step !== 'checking' && step !== 'applying')) return
  const { headings, rows } = await storedSheet(context, importer, r, kept)
  const shared = { context, kept, resource: r, headings, lookup: new Lookup(), twins: new Twins(r) }
  const words = await dictKeys(context, importer, headings)
  // the rows an earlier runner looked at are remembered, for later ones that say the same
  if (step === 'checking' && kept.finished > 0)
    await within({ ...shared, actor: importer, words }, true, async (work) => {
      for (const row of await readRows(work, r, headings, rows.slice(0, kept.finished), shared.lookup, words))
        if (row.faults.length === 0) shared.twins.faults(work, row)
    })
  for (let at = kept.finished; at < rows.length; at += PAGE) {
    if (stopped()) throw new Error('stopped')
    const actor = await makerNow(context, importer, r)
    const page = rows.slice(at, at + PAGE)
    try {
      await (step === 'checking' ? checkPage : applyPage)({ ...shared, actor, words }, page, at)
    } catch (e) {
      if (e instanceof Overtaken) return
      throw e
    }
    progress(Math.min(at + PAGE, rows.length), rows.length)
  }
  await context.db.transaction({ tenantId: importer.tenantId }, (tx) =>
    move(tx, id, [step], step === 'checking' ? 'checked' : 'done'),
  )
}

/** Runs an import and keeps why it could not go on; `last`: it will not be tried again. */
export async function runKept(
  context: ServerContext,
  actor: Actor,
  id: string,
  run: Parameters<typeof runImport>[3],
  last: boolean,
): Promise<void> {
  try {
    await runImport(context, actor, id, run)
  } catch (e) {
    const explained = e instanceof AppError && !isUnavailable(e)
    if (explained || last) {
      const why = explained && !isEmpty(e.message) ? label(e.text, actor.language) : label(ENDED, actor.language)
      await context.db.transaction({ tenantId: actor.tenantId }, (tx) =>
        move(tx, id, ['checking', 'applying'], 'failed', why),
      )
    }
    if (!explained) throw e
  }
}
const ENDED = ['处理中断，请重新上传', 'The import broke off; please send the file again'] as const

/** A long import, checked or applied. Run again after a crash it goes on with the next page. */
export const runImportJob: JobHandler = async (context, job, run) => {
  const actor = actorFrom(job.payload.actor as Readonly<Record<string, unknown>>)
  const { progress, stopped } = run
  await runKept(context, actor, String(job.payload.id), { progress, stopped }, job.attempts >= job.most)
}
