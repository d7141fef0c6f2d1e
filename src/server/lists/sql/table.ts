import { resourceOf } from '../../../model/business.ts'
import { MADE } from '../../../model/language/decidable.ts'
import { type Field, isRef } from '../../../model/language/fields/field.ts'
import type { Kind } from '../../../model/language/fields/kinds.ts'
import { masked } from '../../../model/language/fields/shapes.ts'
import { auditFields, fieldOf, MAKER_NAME, type Resource } from '../../../model/language/resource.ts'
import { columnNames } from '../../../model/wire/columns.ts'
import type { Statement } from '../../core/database.ts'
import { withheld } from '../../core/permissions.ts'
import { typeOf } from '../../database/columns.ts'
import type { Values } from '../../database/conditions/values.ts'
import { columnOf, quoted, snake, tableOf, tenantText } from '../../database/names.ts'
import { isKeptSealed, openValue } from '../../database/sealed.ts'
import { madeSql } from './decidable.ts'
import { type Place, type Query, rowsQuery, type Selected, windowQuery } from './query.ts'
import { type ListReach, type Reach, reachSql } from './reach.ts'

/**
 * Rows as the JSON of a `WireTable`, written by the database: one text per column, so that a list of a hundred rows is
 * a dozen strings here instead of a thousand values. Which SQL writes a column follows from its kind alone and is
 * compiled once for a resource and a set of columns.
 */

/**
 * SQL of a column's values → SQL of one JSON array of them, as the wire spells the kind, null included.
 */
type Written = (column: string) => string

/** Free text: escaped by the database's own JSON. */
const text: Written = (c) => `json_agg(coalesce(${c}, ''))::text`
/** Encoding of values that need no escaping: digits, dates. Null is "". */
const plain: Written = (c) => `'["' || string_agg(coalesce(${c}::text, ''), '","') || '"]'`
/** A JSON number or null. */
const number: Written = (c) => `'[' || string_agg(coalesce(${c}::text, 'null'), ',') || ']'`
/** A decimal as a string, or null. */
const decimal: Written = (c) => `'[' || string_agg(coalesce('"' || ${c}::text || '"', 'null'), ',') || ']'`
/** Wall clock of Shanghai, to the second; `dates.ts` has no summer time either. */
const moment: Written = (c) => plain(`left((${c} at time zone interval '8 hours')::text, 19)`)
const json: Written = (c) => `json_agg(coalesce(nullif(${c}, 'null'::jsonb), '{}'::jsonb))::text`

const WRITTEN = {
  text,
  longText: text,
  integer: number,
  money: decimal,
  rate: decimal,
  points: number,
  date: plain,
  datetime: moment,
  epochSeconds: number,
  epochMillis: number,
  flag: number,
  choice: number,
  word: plain,
  ref: plain,
  dict: text,
  tree: plain,
  refs: (c) => `json_agg(coalesce(to_jsonb(${c}::text[]), '[]'::jsonb))::text`,
  rows: (c) => `json_agg(coalesce(nullif(${c}, 'null'::jsonb), '[]'::jsonb))::text`,
  secret: (c) => plain(`('******' || split_part(${c}, '.', 2))`),
  file: text,
  image: text,
  json,
  html: text,
  phone: text,
  idCard: plain,
  sealed: plain,
} as const satisfies Record<Kind, Written>

const ID: Field = { kind: 'ref', label: ['编号', 'Id'], facts: {} }
/** Codes of the model, which nothing in them needs escaped. */
const MADE_BY: Field = { kind: 'word', label: ['经办', 'Made'], facts: {} }

/** Finish of a column's JSON array outside the database; most need nothing. */
type Finish = (values: string, tenantId: string) => string

const masking =
  (f: Field): Finish =>
  (values, tenantId) =>
    JSON.stringify(
      (JSON.parse(values) as unknown[]).map((value) => masked(f, String(openValue(f, tenantId, value) ?? ''))),
    )

/**
 * Each different text once, and for every row which: names that were copied from few records fill a third of a list.
 */
const sharing: Finish = (values) => {
  const all = JSON.parse(values) as string[]
  const places = new Map<string, number>()
  const at = all.map((value) => {
    const known = places.get(value)
    if (known !== undefined) return known
    places.set(value, places.size)
    return places.size - 1
  })
  const shared = `{"words":${JSON.stringify([...places.keys()])},"at":[${at.join()}]}`
  return shared.length < values.length ? shared : values
}

/** Returns whether this is the name of another record, stored beside its reference. */
const isCopiedName = (r: Resource, name: string): boolean =>
  Object.values<Field>(r.fields).some((f) => isRef(f) && f.facts.shows === name)

/** How some columns of a resource become a table. */
interface Writer {
  readonly names: readonly string[]
  readonly fields: readonly Field[]
  /** `columns` of the table, as JSON. */
  readonly header: string
  /** Columns of the rows themselves, for the inner SELECT. */
  readonly columns: (reach: Reach, values: Values) => string
  /** SQL of the JSON arrays. */
  readonly arrays: string
  readonly finish: readonly (Finish | null)[]
}

/** Maker of a record, by name. */
const MAKER: Field = { kind: 'text', label: auditFields.createUser.label, facts: {} }

/**
 * Select item with the name of a row's maker, among the users within the reader's reach (users bound to a company do
 * not learn who works elsewhere). By the key of the user.
 */
function makerSql(r: Resource, reach: Reach, values: Values): string {
  const own = [`tenant_id = ${values.add(tenantText(reach.tenantId))}`, ...reachSql(resourceOf('user'), reach, values)]
  const row = quoted(r.view === undefined ? tableOf(r) : snake(r.id))
  return `(select real_name from "user" where ${own.join(' and ')} and id = ${row}.create_user)`
}
/** Columns that are no fields of the resource. */
const EXTRA: Readonly<Record<string, Field>> = { id: ID, [MADE]: MADE_BY, [MAKER_NAME]: MAKER }
/** Columns that are computed for the reader. */
const COMPUTED: Readonly<Record<string, (r: Resource, reach: Reach, values: Values) => string>> = {
  [MADE]: madeSql,
  [MAKER_NAME]: makerSql,
}

function compile(r: Resource, names: readonly string[]): Writer {
  const fields = names.map((name) => {
    const f = Object.hasOwn(EXTRA, name) ? EXTRA[name] : fieldOf(r, name)
    if (!f) throw new Error(`${r.id} has no column ${name}: parse the columns first`)
    return f
  })
  const columns = names.map((name) => quoted(columnOf(name)))
  const shared = (name: string | undefined) => name === MAKER_NAME || isCopiedName(r, String(name))
  return {
    names,
    fields,
    header: JSON.stringify(names),
    columns: (reach, values) => {
      const hidden = withheld({ employee: reach.employee ?? null }, r)
      return columns
        .map((c, i) => {
          if (hidden.includes(names[i] as string)) return `null::${typeOf(fields[i] as Field)} as ${c}`
          const computed = COMPUTED[names[i] as string]
          return computed ? `${computed(r, reach, values)} as ${c}` : c
        })
        .join(', ')
    },
    arrays: fields.map((f, i) => `${WRITTEN[f.kind](columns[i] as string)} as c${i}`).join(', '),
    finish: fields.map((f, i) => (f.facts.masked ? masking(f) : shared(names[i]) ? sharing : null)),
  }
}

/** Writers kept of one resource, most: a console asks for a few sets of columns. */
const WRITERS_PER_RESOURCE_MAX = 100
const writers = new WeakMap<Resource, Map<string, Writer>>()

/** The writer of some columns of a resource, in the model's order whatever the order asked, the maker's name last. */
function writerOf(r: Resource, wanted: Iterable<string>): Writer {
  const set = new Set(wanted)
  const names = [...columnNames(r), MADE, MAKER_NAME].filter((name) => set.has(name))
  const key = names.join()
  const known = writers.get(r) ?? new Map<string, Writer>()
  writers.set(r, known)
  const found = known.get(key) ?? compile(r, names)
  if (known.size < WRITERS_PER_RESOURCE_MAX) known.set(key, found)
  return found
}

/**
 * Row of arrays as the database answers it: the array of each column by its place (`c0`, `c1`, …), all null where there
 * are no rows.
 */
export type TableRow = Readonly<Record<string, string | null>>

/** A statement that answers one row, and what makes a table of it. */
export interface TableQuery {
  readonly statement: Statement
  /** The members of a `WireTable` as JSON, without braces. */
  json(row: TableRow | undefined): string
}

/** Returns whether a table has no rows. */
export const isBare = (row: TableRow | undefined): boolean => (row?.c0 ?? null) === null

function tableQuery(writer: Writer, inner: Statement, { tenantId }: Reach): TableQuery {
  const { header, finish } = writer
  return {
    statement: { text: `select ${writer.arrays} from (${inner.text}) x`, values: inner.values ?? [] },
    json: (row) => {
      let values = ''
      for (let i = 0; i < finish.length; i++) {
        const cell = row?.[`c${i}`] ?? '[]'
        values += `${i === 0 ? '' : ','}${finish[i]?.(cell, tenantId) ?? cell}`
      }
      return `"columns":${header},"values":[${values}]`
    },
  }
}

const selecting =
  (writer: Writer, reach: Reach): Selected =>
  (values) =>
    writer.columns(reach, values)

/** A slice of a list (`windowQuery`) as a table of these columns. */
export function windowTable(q: Query, columns: Iterable<string>, slice: Place): TableQuery {
  const writer = writerOf(q.resource, columns)
  return tableQuery(writer, windowQuery(q, slice, selecting(writer, q.reach)), q.reach)
}

/** These rows (`rowsQuery`) as a table, in the order of the ids. */
export function rowsTable(
  r: Resource,
  reach: ListReach,
  ids: readonly string[],
  columns: Iterable<string>,
): TableQuery {
  const writer = writerOf(r, columns)
  return tableQuery(writer, rowsQuery(r, reach, ids, selecting(writer, reach)), reach)
}

/** Query of some rows with their values as a list shows them (masked, withheld), by the names of their columns. */
export interface ColumnsQuery {
  readonly statement: Statement
  values(row: TableRow | undefined): Readonly<Record<string, readonly unknown[]>>
}

/** These rows in any order, as values of the wire by column. */
export function rowsByColumn(
  r: Resource,
  reach: ListReach,
  ids: readonly string[],
  columns: Iterable<string>,
): ColumnsQuery {
  const writer = writerOf(r, columns)
  const inner = rowsQuery(r, reach, ids, selecting(writer, reach), 'any')
  const opened = (f: Field, cell: string): readonly unknown[] => {
    const values = JSON.parse(f.facts.masked ? masking(f)(cell, reach.tenantId) : cell) as unknown[]
    return isKeptSealed(f) && !f.facts.masked ? values.map((value) => openValue(f, reach.tenantId, value)) : values
  }
  return {
    statement: {
      text: `select ${writer.arrays} from (${inner.text}) x`,
      values: inner.values ?? [],
      // by their keys, however many: a planner that expects thousands of rows reads the whole table for each page
      ...(r.view === undefined && { plan: 'once' }),
    },
    values: (row) =>
      Object.fromEntries(
        writer.names.map((name, i) => [name, opened(writer.fields[i] as Field, row?.[`c${i}`] ?? '[]')]),
      ),
  }
}
