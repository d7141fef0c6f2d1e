import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { writeCsvStream } from 'hucre/csv'
import { type CellValue, type ColumnDef, writeXlsxStream } from 'hucre/xlsx'
import { type Field, type Fields, isRanged, isRef, isRefs, isTime } from '../../../model/language/fields/field.ts'
import type { Kind } from '../../../model/language/fields/kinds/kinds.ts'
import { auditFields, fieldOf } from '../../../model/language/resource.ts'
import { label } from '../../../model/values/label.ts'
import type { Actor } from '../../core/actor.ts'
import type { ServerContext } from '../../core/context.ts'
import { type Arrived, receive } from '../../files/disk.ts'
import { rowsQuery } from '../../lists/sql/query.ts'
import { entriesOf } from '../../records/dictEntries.ts'
import { cellOf, csvText, type DictWords } from '../../workbooks/cells.ts'
import type { AnyResource } from '../../writing/unitOfWork/rows.ts'
import { wireRow } from '../../writing/unitOfWork/wire.ts'

/** File formats of exports, with their media types. */
export const FORMATS = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const
export type Format = keyof typeof FORMATS

/** A list to be written: which rows in which order, which columns, for whom. */
export interface Listed {
  readonly resource: AnyResource
  readonly ids: readonly string[]
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

/** Rows read at once: few enough to let others in, many enough to be fast. */
const PAGE = 1_000
/** Of a view: what it puts together for some rows it puts together for all, so a page of groups costs as much as the list. */
const PAGE_OF_VIEW = 20_000

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

/**
 * Titles, then the rows as they are now and as this person sees them in a list; those out of reach meanwhile are left
 * out.
 */
async function* cells(
  context: ServerContext,
  actor: Actor,
  { resource: r, ids, columns }: Listed,
  { now, progress, stopped }: Writing,
): AsyncGenerator<(string | number)[]> {
  const shown = columns.map((name) => shownBy(r, name))
  const words = await wordsOf(
    context,
    actor,
    shown.map((s) => s.field),
  )
  yield columns.map((name) => label((fieldOf(r, name) ?? auditFields.createTime).label, actor.language))
  const page = r.view === undefined ? PAGE : PAGE_OF_VIEW
  for (let at = 0; at < ids.length; at += page) {
    if (stopped()) throw new Error('stopped')
    const reader = await now()
    const found = await context.db.scoped<Record<string, unknown>>(
      { tenantId: actor.tenantId },
      rowsQuery(r, reader, ids.slice(at, at + page)),
    )
    for (const row of found) {
      const wire = wireRow(reader, r, row)
      yield shown.map(({ name, field }) => cellOf(field, wire[name], actor.language, words))
    }
    await progress(Math.min(at + page, ids.length))
  }
}

/** Texts of a CSV file are harmless, and stay texts; in XLSX a text is a text whatever it begins with. */
async function* guarded(rows: AsyncIterable<(string | number)[]>): AsyncGenerator<(string | number)[]> {
  for await (const row of rows) yield row.map((cell) => (typeof cell === 'string' ? csvText(cell) : cell))
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

/** Writes a list to a file beside the store, row by row, in bounded memory. */
export function writeList(context: ServerContext, actor: Actor, listed: Listed, writing: Writing): Promise<Arrived> {
  const rows = cells(context, actor, listed, writing)
  const fields = listed.columns.map((name) => shownBy(listed.resource, name).field)
  const stream =
    listed.format === 'csv'
      ? writeCsvStream(guarded(rows), { bom: true, headers: false })
      : writeXlsxStream(inBook(fields, rows), {
          name: label(listed.resource.title, actor.language).slice(0, 31),
          columns: columnsIn(fields),
        })
  return receive(context, Readable.fromWeb(stream as ReadableStream))
}
