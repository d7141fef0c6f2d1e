import '../base/tableWords.ts'
import { formatKeys } from '../../../../commands/keys/format.ts'
import type { Outcome } from '../../../../commands/outcome.ts'
import { type Field, isDict } from '../../../model/language/fields/field.ts'
import type { Resource } from '../../../model/language/resource.ts'
import { joined } from '../../../model/values/label.ts'
import type { WireRow } from '../../../model/wire/wire.ts'
import { dictionaryQuery } from '../../data/dictionary.ts'
import { queryClient } from '../../data/queries.ts'
import { catalogued } from '../../data/records.ts'
import { whileHere } from '../../data/session.ts'
import type { Column } from '../../fields/columns.ts'
import { shownBy, typedOf } from '../../forms/base/values.ts'
import { blockOf, rowsOf } from '../../grid/cellRange.ts'
import { cellsIn } from '../../grid/tsv.ts'
import { platform } from '../../host/platform.ts'
import { languageNow, t } from '../../i18n/index.ts'
import { type BulkGiven, bulkEdit } from '../bulk/BulkEditDialog.tsx'
import { BULK_ROWS_MAX, fieldBehind, type Given, type GivenValue } from '../bulk/bulkPlan.ts'
import type { SheetList } from '../sheetPort.ts'
import { cellValue } from './cellValue.ts'

const nothing = (key: string, values?: object): Outcome => ({ is: 'nothing', why: t(`tables.${key}`, { ...values }) })

/** A column that can be edited in many rows, by the field that a form asks for it. */
interface Editable {
  readonly column: Column
  readonly name: string
  readonly field: Field
}

const editable = (of: Resource, columns: readonly Column[]): Editable[] =>
  columns.flatMap((column) => {
    const name = fieldBehind(of, column.name)
    return name === undefined ? [] : [{ column, name, field: of.fields[name] as Field }]
  })

/** The columns that are left out because nobody edits them in many rows; "" for none. */
function leftOut(columns: readonly Column[], found: readonly Editable[]): string {
  const titles = columns.filter((c) => !found.some((e) => e.column === c)).map((c) => c.title)
  return titles.length === 0 ? '' : t('tables.fillLeftOut', { titles: joined(titles, languageNow()) })
}

/** Opens the preview over these rows, as for ticked ones. */
async function run({ of, changed }: SheetList, rows: readonly WireRow[], given: BulkGiven): Promise<Outcome> {
  const entry = catalogued(of.id)
  if (!entry) return nothing('bulkNoEdit')
  const outcome = await bulkEdit(entry, rows, () => {}, given)
  if (outcome.is === 'done') changed?.()
  return outcome
}

/** The rows and columns of the range, and the columns shown to the right of its first one. */
async function block({ model, grid, of }: SheetList, most?: number) {
  const shown = grid.current?.shown() ?? []
  const found = blockOf(model.range, shown)
  if (!found) return nothing('cellsNone')
  if (!catalogued(of.id)?.operations.includes('edit')) return nothing('bulkNoEdit')
  const span = rowsOf(found.range)
  const size = span.to - span.from + 1
  const wanted = size === 1 ? (most ?? 1) : size
  if (wanted > BULK_ROWS_MAX) return nothing('bulkTooMany', { n: BULK_ROWS_MAX })
  const rows = await whileHere(model.rowsOfRange(wanted))
  if (rows === null) return { is: 'cancelled' } as const
  if (rows === 'changed') return nothing('cellsChanged')
  return { rows, size, columns: found.columns, onwards: shown.slice(found.at.from) }
}

/** Fields of `source` that have a value to fill with, and those that have none: a placeholder (`facts.none`) is no value. Pure. */
export function filledFrom(
  source: WireRow,
  fields: readonly Editable[],
): { given: Given; without: readonly Editable[] } {
  const without = fields.filter(
    ({ name, field }) => field.facts.none !== undefined && source[name] === field.facts.none,
  )
  const given = Object.fromEntries(
    fields.flatMap((e): [string, GivenValue][] => {
      if (without.includes(e)) return []
      const named = shownBy(e.field)
      const shown = named === undefined ? '' : String(source[named] ?? '')
      return [[e.name, { typed: typedOf(e.field, source[e.name]), ...(shown && { shown }) }]]
    }),
  )
  return { given, without }
}

/** Gives the rows of the range what its first row has, in each column that can be edited. */
export async function fillCells(list: SheetList): Promise<Outcome> {
  const { of } = list
  const found = await block(list)
  if ('is' in found) return found
  const { rows, columns } = found
  const [first, ...rest] = rows
  if (!first || rest.length === 0) return nothing('fillOneRow')
  const all = editable(of, columns)
  const fields = all.filter((e) => !e.field.facts.masked)
  if (fields.length === 0) return nothing(all.length > 0 ? 'fillMasked' : 'fillNone')
  // without its first row there is nothing to fill with
  const filled = (read: readonly WireRow[]) => {
    const source = read.find((row) => row.id === first.id)
    return source ? filledFrom(source, fields) : { given: {}, without: [] }
  }
  return run(list, rows, {
    title: t('tables.fillTitle', { n: rest.length }),
    note: (read) => {
      const titles = filled(read).without.map((e) => e.column.title)
      const empty = titles.length === 0 ? '' : t('tables.fillNoValue', { titles: joined(titles, languageNow()) })
      return [leftOut(columns, fields), empty].filter(Boolean).join(' · ')
    },
    givenTo: (read) => {
      const { given } = filled(read)
      return (row) => (row.id === first.id ? {} : given)
    },
  })
}

/** Entries of the dictionary of a field; none for other fields. */
async function entriesOf(field: Field): Promise<ReadonlyMap<string, string>> {
  if (!isDict(field)) return new Map()
  const entries = await queryClient.fetchQuery(dictionaryQuery(field.dict))
  return new Map(entries.map((e) => [e.dictKey, e.dictValue]))
}

/**
 * Gives the cells of the range what is pasted: one value to all, a column or a block to as many, or to what is below and right of a
 * single cell. One value, row or column is given to each row or column of the range; every other size is refused, and nothing is cut off.
 */
export async function pasteCells(list: SheetList, text: string): Promise<Outcome> {
  const { of } = list
  const cells = cellsIn(text)
  if (cells.length > BULK_ROWS_MAX) return nothing('pasteCellsTooMany', { n: BULK_ROWS_MAX, high: cells.length })
  const [high, wide] = [cells.length, cells.reduce((most, row) => Math.max(most, row.length), 0)]
  const found = await block(list, high)
  if ('is' in found) return found
  const { rows, size } = found
  const columns = found.columns.length === 1 && wide > 1 ? found.onwards.slice(0, wide) : found.columns
  const fitting = (high === 1 || high === rows.length) && (wide === 1 || wide === columns.length)
  if (!fitting)
    return nothing('pasteSize', {
      ...{ high, wide, rows: size === 1 ? rows.length : size, columns: columns.length },
    })
  const fields = editable(of, columns)
  if (fields.length === 0) return nothing('fillNone')
  const dicts = await whileHere(Promise.all(fields.map((e) => entriesOf(e.field))))
  if (dicts === null) return { is: 'cancelled' }
  const place = new Map(rows.map((row, i) => [row.id, i]))
  return run(list, rows, {
    title: t('tables.pasteCellsTitle', { n: rows.length }),
    note: () => leftOut(columns, fields),
    givenTo: () => (row) => {
      const line = cells[high === 1 ? 0 : (place.get(row.id) ?? -1)]
      if (!line) return {}
      return Object.fromEntries(
        fields.map(({ name, field, column }, i): [string, GivenValue] => {
          const pasted = line[wide === 1 ? 0 : columns.indexOf(column)] ?? ''
          return [name, cellValue(field, pasted, dicts[i] ?? new Map())]
        }),
      )
    },
  })
}

/** The same with the text in the clipboard, which not every browser lets a page read. */
export async function pasteCellsFromClipboard(list: SheetList): Promise<Outcome> {
  const reading = navigator.clipboard?.readText?.() ?? Promise.reject(new Error('none'))
  const text = await whileHere(reading.catch(() => ''))
  if (text === null) return { is: 'cancelled' }
  return text === '' ? nothing('pasteByKey', { keys: formatKeys('mod+v', platform) }) : pasteCells(list, text)
}
