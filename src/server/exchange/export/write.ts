import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { formatCsvValue } from 'hucre/csv'
import { type CellValue, type ColumnDef, writeXlsxStream } from 'hucre/xlsx'
import { type Field, type Fields, isRanged, isRef, isRefs, isTime } from '../../../model/language/fields/field.ts'
import type { Kind } from '../../../model/language/fields/kinds.ts'
import { auditFields, fieldOf } from '../../../model/language/resource.ts'
import { label } from '../../../model/values/label.ts'
import type { Actor } from '../../core/actor.ts'
import type { ServerContext } from '../../core/context/context.ts'
import { type Arrived, receive } from '../../files/disk.ts'
import { reachIn } from '../../lists/sql/reach.ts'
import { rowsByColumn, type TableRow } from '../../lists/sql/table.ts'
import { entriesOf } from '../../records/dictEntries.ts'
import { cellOf, csvText, type DictWords } from '../../workbooks/cells.ts'
import type { AnyResource } from '../../writing/unitOfWork/rows.ts'

/** File formats of exports, with their media types. */
export const FORMATS = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const
export type Format = keyof typeof FORMATS

/** A list to be written: which rows in which order, which columns, for whom. */
export interface Listed {
  readonly resource: AnyResource
  /** Ids of each page, separated by commas; a page is read by one statement. */
  readonly pages: readonly string[]
  readonly columns: readonly string[]
  readonly format: Format
}

/** How a list is being written. */
export interface Writing {
  /** Actor as of this moment; throws where they may not export the list any more. Asked before each page. */
  now(): Promise<Actor>
  progress(done: number): void | Promise<void>
  stopped(): boolean
}

/** Rows read by one statement: few enough to let others in, many enough to be fast. */
const rowsPerPage = 2_000
/** The same of a view: what it puts together for some rows it puts together for all, so a page of groups costs as much as the list. */
const rowsPerPageOfView = 20_000

/** Rows that one statement reads of a resource. */
export const pageSizeOf = (r: AnyResource): number => (r.view === undefined ? rowsPerPage : rowsPerPageOfView)

/** Ids of one page. */
export const idsIn = (page: string): string[] => page.split(',')

/** Words of the dictionaries that some columns use. */
export async function wordsOf(context: ServerContext, actor: Actor, fields: readonly Field[]): Promise<DictWords> {
  const rows = await entriesOf(context, actor, fields)
  const words = new Map(rows.map((row) => [`${row.code} ${row.dict_key}`, row.dict_value]))
  return (code, key) => words.get(`${code} ${key}`)
}

/** The value a column shows: a reference by the name kept beside it. */
export function shownBy(r: AnyResource, name: string): { readonly name: string; readonly field: Field } {
  const field = fieldOf(r, name) as Field
  const shows = (isRef(field) || isRefs(field) || field.facts.nodeOf) && field.facts.shows
  const kept = shows ? (r.fields as Fields)[shows] : undefined
  return shows && kept ? { name: shows, field: kept } : { name, field }
}

/** A column of a file: where its values come from, and what a value is in a cell. */
interface FileColumn {
  readonly name: string
  readonly title: string
  cell(value: unknown): string | number
}

async function columnsOf(
  context: ServerContext,
  actor: Actor,
  { resource: r, columns }: Listed,
): Promise<readonly FileColumn[]> {
  const shown = columns.map((name) => shownBy(r, name))
  const words = await wordsOf(
    context,
    actor,
    shown.map((s) => s.field),
  )
  return shown.map(({ name, field }, i) => ({
    name,
    title: label((fieldOf(r, columns[i] as string) ?? auditFields.createTime).label, actor.language),
    cell: (value) => cellOf(field, value, actor.language, words),
  }))
}

/** Rows of a page by column (`values[column][at]`), and the places of those that are still in reach, in the order of the list. */
interface Page {
  readonly values: readonly (readonly unknown[])[]
  readonly places: readonly number[]
}

/**
 * Pages of rows as they are now and as this person sees them in a list; rows out of reach meanwhile are left out. The next page is
 * read while one is written.
 */
async function* pagesOf(
  context: ServerContext,
  { resource: r, pages }: Listed,
  columns: readonly FileColumn[],
  { now, progress, stopped }: Writing,
): AsyncGenerator<Page> {
  const names = columns.map((c) => c.name)
  const read = async (page: string): Promise<Page> => {
    if (stopped()) throw new Error('stopped')
    const reader = await now()
    const ids = idsIn(page)
    const { statement, values } = rowsByColumn(r, reachIn(context, reader), ids, ['id', ...names])
    const [row] = await context.db.scoped<TableRow>({ tenantId: reader.tenantId }, statement)
    const found = values(row)
    const placeOf = new Map(found.id?.map((id, at) => [String(id), at]))
    return {
      values: names.map((name) => found[name] ?? []),
      places: ids.map((id) => placeOf.get(id)).filter((at) => at !== undefined),
    }
  }
  const ahead = (page: string | undefined): Promise<Page> | undefined => {
    const reading = page === undefined ? undefined : read(page)
    // whoever waits for it learns of a failure; nobody does where writing ended before
    reading?.catch(() => undefined)
    return reading
  }
  let written = 0
  let next = ahead(pages[0])
  for (let n = 1; next; n++) {
    const page = await next
    next = ahead(pages[n])
    yield page
    written += idsIn(pages[n - 1] as string).length
    await progress(written)
  }
}

/** Titles, then the cells of each row. */
async function* rowsIn(
  columns: readonly FileColumn[],
  pages: AsyncIterable<Page>,
): AsyncGenerator<(string | number)[]> {
  yield columns.map((c) => c.title)
  for await (const { values, places } of pages)
    for (const at of places) yield columns.map((c, i) => c.cell(values[i]?.[at]))
}

const BOM = '\uFEFF'
const LINE_END = '\r\n'
/** Different values of a column whose texts are kept: states, companies and months repeat, codes do not. */
const textsKeptMax = 500

/** Form of a value in a CSV file: texts are harmless and stay texts. */
function csvWriter({ cell }: FileColumn): (value: unknown) => string {
  const known = new Map<unknown, string>()
  return (value) => {
    const there = known.get(value)
    if (there !== undefined) return there
    const shown = cell(value)
    const text = formatCsvValue(typeof shown === 'string' ? csvText(shown) : shown)
    if (known.size < textsKeptMax && typeof value !== 'object') known.set(value, text)
    return text
  }
}

/** A CSV file, a page at a time. */
async function* csvIn(columns: readonly FileColumn[], pages: AsyncIterable<Page>): AsyncGenerator<string> {
  yield BOM + columns.map((c) => formatCsvValue(csvText(c.title))).join(',')
  const writers = columns.map(csvWriter)
  for await (const { values, places } of pages) {
    const texts = writers.map((write, i) => values[i]?.map(write) ?? [])
    let lines = ''
    for (const at of places) {
      lines += LINE_END
      for (let i = 0; i < texts.length; i++) lines += i === 0 ? texts[i]?.[at] : `,${texts[i]?.[at]}`
    }
    yield lines
  }
}

const FORMAT: Partial<Readonly<Record<Kind, string>>> = { date: 'yyyy-mm-dd', datetime: 'yyyy-mm-dd hh:mm:ss' }

/**
 * Columns of a workbook: days and moments are dates to a spreadsheet, numbers numbers, and everything else stays the text
 * it is when somebody edits it.
 */
export const columnsIn = (fields: readonly Field[]): ColumnDef[] =>
  fields.map((f) => ({
    ...(isTime(f) ? { width: 20 } : {}),
    ...(isRanged(f) && !isTime(f) ? {} : { numFmt: FORMAT[f.kind] ?? '@' }),
  }))

/** Cells as a workbook keeps them: a time as a date without a zone, nothing as nothing. The titles come first. */
export async function* inBook(
  fields: readonly Field[],
  rows: AsyncIterable<(string | number)[]>,
): AsyncGenerator<CellValue[]> {
  let titles = true
  for await (const row of rows) {
    yield titles
      ? row
      : row.map((cell, n) => {
          const f = fields[n]
          if (!f || !isTime(f) || typeof cell !== 'string') return cell
          const at = Date.parse(`${cell.replace(' ', 'T')}${cell.length === 10 ? 'T00:00:00' : ''}Z`)
          return Number.isNaN(at) ? cell || null : new Date(at)
        })
    titles = false
  }
}

/** Writes a list to a file beside the store, page by page, in bounded memory. */
export async function writeList(
  context: ServerContext,
  actor: Actor,
  listed: Listed,
  writing: Writing,
): Promise<Arrived> {
  const columns = await columnsOf(context, actor, listed)
  const pages = pagesOf(context, listed, columns, writing)
  if (listed.format === 'csv') return receive(context, Readable.from(csvIn(columns, pages), { objectMode: false }))
  const fields = listed.columns.map((name) => shownBy(listed.resource, name).field)
  const book = writeXlsxStream(inBook(fields, rowsIn(columns, pages)), {
    name: label(listed.resource.title, actor.language).slice(0, 31),
    columns: columnsIn(fields),
  })
  return receive(context, Readable.fromWeb(book as ReadableStream))
}
