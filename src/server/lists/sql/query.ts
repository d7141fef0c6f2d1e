import type { Condition } from '../../../model/language/conditions/condition.ts'
import { MADE } from '../../../model/language/decidable.ts'
import type { Grouping } from '../../../model/language/derived/grouping.ts'
import { sortsOf } from '../../../model/language/listing.ts'
import { auditFields, fieldOf, type Resource, sortOf } from '../../../model/language/resource.ts'
import type { Statement } from '../../core/database.ts'
import { AppError } from '../../core/errors.ts'
import { typeOf } from '../../database/columns.ts'
import { Values } from '../../database/conditions/values.ts'
import { columnOf, isTenant, quoted, snake } from '../../database/names.ts'
import { hasMakers } from '../../database/schema/makers.ts'
import { armsOf, sourceOf } from '../../database/views/sources.ts'
import { madeSql } from './decidable.ts'
import { basisSql, type ListReach, type Reach } from './reach.ts'
import { whereSql } from './where.ts'

/** A requested list. `sort`: a field of the resource's sorts, newest or largest first; `+` = ascending. */
export interface Query {
  readonly resource: Resource
  readonly reach: ListReach
  readonly conditions: readonly Condition[]
  readonly sort?: string
}

/** Exact totals end here; larger ones are estimated. */
export const EXACT = 100_000

/** The place of a row in an order: the sort column's value as text (a Date would lose microseconds) and the id. */
export interface Key {
  readonly k: string
  readonly id: string
}

/**
 * Wanted order from parameters: `sort`, or the wire's `ascs`/`descs` (column names). Undefined = the default. An
 * unknown one is 400.
 */
export function parseSort(r: Resource, params: Readonly<Record<string, unknown>>): string | undefined {
  const list = (value: unknown) =>
    (typeof value === 'string' ? value.split(',').map((s) => s.trim()) : []).filter(Boolean)
  const wanted = [...list(params.sort), ...list(params.ascs).map((n) => `+${n}`), ...list(params.descs)]
  if (wanted.length === 0) return undefined
  const [first = ''] = wanted
  const ascending = first.startsWith('+')
  const field = ascending ? first.slice(1) : first
  const name = sortsOf(r).find((n) => n === field || snake(n) === field)
  if (!name || wanted.length > 1) {
    const known = sortsOf(r)
    throw new AppError(
      400,
      [
        `不支持按${wanted.join(',')}排序，可用：${known.join('、')}`,
        `Cannot sort by ${wanted.join(',')}; choose one of ${known.join(', ')}`,
      ],
      {
        sort: wanted.join(','),
      },
    )
  }
  return `${ascending ? '+' : ''}${name}`
}

/**
 * Returns the columns a list is ordered by: the last is always the id, both have the same direction, and neither is
 * null.
 */
export function orderOf(q: Pick<Query, 'resource' | 'sort'>): {
  readonly column: string
  readonly type: string
  readonly ascending: boolean
} {
  const { name, ascending } = q.sort ? sortOf({ list: { sort: q.sort } }) : sortOf(q.resource)
  const f = fieldOf(q.resource, name)
  if (!f || !sortsOf(q.resource).includes(name))
    throw new Error(`${q.resource.id} is not sorted by ${name}: parse the sort first`)
  return { column: quoted(columnOf(name)), type: typeOf(f).replace(/ collate .*/, ''), ascending }
}

/** ORDER BY of a list, without the words; `turned`: from its end. */
export const orderSql = ({ column, ascending }: { column: string; ascending: boolean }, turned = false): string =>
  ascending !== turned ? `${column}, id` : `${column} desc, id desc`

/** The select list of a resource: its fields and audit columns under the names the model gives them. */
const columnsSql = (r: Resource): string =>
  [
    'id',
    ...(isTenant(r) ? ['tenant_id as "tenantId"'] : []),
    ...[...Object.keys(r.fields), ...Object.keys(auditFields)].map((name) =>
      columnOf(name) === name ? quoted(name) : `${quoted(columnOf(name))} as "${name}"`,
    ),
  ].join(', ')

/** A page: `current` from 1. */
export function listQuery(q: Query, page: { readonly current: number; readonly size: number }): Statement {
  return windowQuery(q, { skip: (page.current - 1) * page.size, limit: page.size })
}

/**
 * A slice: `skip` rows on from the start or, with `from`, from the row with this key (which counts as the first).
 * `back` walks from the end.
 */
export interface Place {
  readonly skip: number
  readonly limit: number
  readonly from?: Key
  readonly back?: boolean
}

/** Selected columns in SQL; may need values of its own. */
export type Selected = string | ((values: Values) => string)
const selected = (columns: Selected, values: Values): string =>
  typeof columns === 'string' ? columns : columns(values)

/**
 * Source of a slice in SQL, with its rows alone. The arms of a union are put into order and cut each by itself: of the
 * whole, every row would be joined and sorted for one page.
 */
function slicedSql(
  { resource: r, reach }: Query,
  where: string,
  order: string,
  { skip, limit }: Place,
  values: Values,
): string {
  const arms = armsOf(r, reach.domains.views)
  if (arms.length === 1) return `${arms[0]} where ${where}`
  const most = values.add(skip + limit)
  const cut = arms.map((arm) => `(select * from ${arm} where ${where} order by ${order} limit ${most})`)
  return `(${cut.join(' union all ')}) ${quoted(snake(r.id))}`
}

/** Source of the rows of a list in SQL. */
const sourceFor = ({ resource, reach }: Pick<Query, 'resource' | 'reach'>): string =>
  sourceOf(resource, reach.domains.views)

/** A slice of a list. */
export function windowQuery(q: Query, slice: Place, columns: Selected = columnsSql(q.resource)): Statement {
  const values = new Values()
  const order = orderOf(q)
  const where = whereSql(q.resource, q.reach, q.conditions, values)
  const key = slice.from
    ? ` and (${order.column}, id) ${order.ascending ? '>=' : '<='} (${values.add(slice.from.k)}::${order.type}, ${values.add(slice.from.id)}::bigint)`
    : ''
  const by = orderSql(order, slice.back)
  const rows = slicedSql(q, `${where}${key}`, by, slice, values)
  const text = `select ${selected(columns, values)} from ${rows} order by ${by} limit ${values.add(slice.limit)} offset ${values.add(slice.skip)}`
  return { text, values: values.list }
}

/** All different values of a field among the rows of a list, in their own order: rows {value}. */
export function valuesQuery(q: Query, name: string, limit: number): Statement {
  const values = new Values()
  const column = quoted(columnOf(name))
  const where = whereSql(q.resource, q.reach, q.conditions, values)
  return {
    text: `select distinct ${column} as value from ${sourceFor(q)} where ${where} and ${column} is not null order by 1 limit ${values.add(limit)}`,
    values: values.list,
  }
}

/**
 * How many rows of a list have each of these values of a field, counted to one beyond `most`: rows {value, n}. Each
 * value is counted by itself, in the order of the list: so it goes through the index of its field, and the most frequent
 * one costs no more than `most`. (Without an order the planner expects to meet `most` rows soon wherever it begins, and
 * reads the table from its start, where rows of a state need not be: 700 ms instead of 20 at a million orders.)
 */
export function countsQuery(q: Query, name: string, all: readonly string[], most: number): Statement {
  const values = new Values()
  const f = fieldOf(q.resource, name)
  if (!f) throw new Error(`${q.resource.id} has no field ${name}`)
  const where = whereSql(q.resource, q.reach, q.conditions, values)
  const type = typeOf(f).replace(/ collate .*/, '')
  const order = orderSql(orderOf({ resource: q.resource }))
  return {
    text: `select v.value::text as value, (select count(*)::int from (select 1 from ${sourceFor(q)} where ${where} and ${quoted(columnOf(name))} = v.value order by ${order} limit ${most + 1}) x) as n from unnest(${values.add(all)}::${type}[]) as v(value)`,
    values: values.list,
  }
}

/** The same to the end, in one pass over the result: for one that is small. Values that no row has are left out. */
export function groupedQuery(q: Query, name: string, all: readonly string[]): Statement {
  const values = new Values()
  const column = quoted(columnOf(name))
  const where = whereSql(q.resource, q.reach, q.conditions, values)
  return {
    text: `select value::text as value, count(*)::int as n from (select ${column} as value from ${sourceFor(q)} where ${where} and ${column} = any(${values.add(all)})) x group by 1`,
    values: values.list,
  }
}

/** The values that most rows have, or (`latest`) the greatest ones: one pass over the result. */
export function frequentQuery(q: Query, name: string, most: number, by: 'count' | 'latest'): Statement {
  const values = new Values()
  const column = quoted(columnOf(name))
  const where = whereSql(q.resource, q.reach, q.conditions, values)
  const order = by === 'latest' ? 'value desc' : 'n desc, value'
  return {
    text: `select value::text as value, count(*)::int as n from (select ${column} as value from ${sourceFor(q)} where ${where} and ${column} is not null) x group by value order by ${order} limit ${values.add(most)}`,
    values: values.list,
  }
}

/** How rows are put into groups: by which columns, and which are summed. */
export interface Grouped extends Pick<Grouping, 'by' | 'named' | 'months'> {
  readonly sums: readonly string[]
}

/**
 * Rows counted and summed by the values of a field, `most` groups: rows {value, name, n, s0…, groups, rows, t0…}, the last ones
 * of all rows. One pass over the result.
 */
export function groupSumsQuery(q: Query, { by, named, months, sums }: Grouped, most: number): Statement {
  const values = new Values()
  const column = quoted(columnOf(by))
  const f = fieldOf(q.resource, by)
  const day = f && typeOf(f).startsWith('timestamp') ? `${column} at time zone interval '8 hours'` : column
  const value = months ? `to_char(${day}, 'YYYY-MM')` : `${column}::text`
  const where = whereSql(q.resource, q.reach, q.conditions, values)
  const each = (sql: (n: number) => string) => sums.map((_, n) => `, ${sql(n)}`).join('')
  const amounts = sums.map((name, n) => `, ${quoted(columnOf(name))} as a${n}`).join('')
  const name = named ? `coalesce(${quoted(columnOf(named))}, '')` : `''`
  return {
    text: `select value, name, n::int, groups::int, rows::int${each((n) => `s${n}::text`)}${each((n) => `t${n}::text`)}
      from (select g.*, count(*) over () as groups, sum(n) over () as rows${each((n) => `sum(s${n}) over () as t${n}`)}
        from (select value, max(name) as name, count(*) as n${each((n) => `sum(a${n}) as s${n}`)}
          from (select ${value} as value, ${name} as name${amounts} from ${sourceFor(q)} where ${where}) x group by value) g) y
      order by ${months ? 'value desc nulls last' : 'n desc, value'} limit ${values.add(most)}`,
    values: values.list,
  }
}

/** Every `step`th key with its position: rows {n, k, id}. One pass over an index. */
export function anchorsQuery(q: Query, step: number): Statement {
  const values = new Values()
  const order = orderOf(q)
  const where = whereSql(q.resource, q.reach, q.conditions, values)
  const text = `select n::int, k::text, id from (select row_number() over (order by ${orderSql(order)}) - 1 as n, ${order.column} as k, id from ${sourceFor(q)} where ${where}) x where n % ${values.add(step)}::bigint = 0 order by n`
  return { text, values: values.list }
}

/** How many rows match, counted to one beyond `EXACT`: row {n}. */
export function totalQuery(q: Query): Statement {
  const values = new Values()
  const where = whereSql(q.resource, q.reach, q.conditions, values)
  return {
    text: `select count(*)::int as n from (select 1 from ${sourceFor(q)} where ${where} limit ${EXACT + 1}) x`,
    values: values.list,
  }
}

/**
 * Sum of an amount over the first rows of a list, `most` of them: row {sum}. In the order of the list, so that rows are read
 * through its index and no further: without one, all rows of a state were looked up before the first was summed.
 */
export function sumQuery(q: Query, amount: string, most: number): Statement {
  const values = new Values()
  const where = whereSql(q.resource, q.reach, q.conditions, values)
  return {
    text: `select sum(x.amount)::text as sum from (select ${quoted(columnOf(amount))} as amount from ${sourceFor(q)} where ${where} order by ${orderSql(orderOf(q))} limit ${values.add(most)}) x`,
    values: values.list,
  }
}

/** How many rows match, to the last: row {n}. */
export function countQuery(q: Query): Statement {
  const values = new Values()
  const where = whereSql(q.resource, q.reach, q.conditions, values)
  return { text: `select count(*)::int as n from ${sourceFor(q)} where ${where}`, values: values.list }
}

/** Planner's estimate for totals beyond `EXACT`: EXPLAIN's JSON. */
export function estimateQuery(q: Query): Statement {
  const values = new Values()
  const where = whereSql(q.resource, q.reach, q.conditions, values)
  return { text: `explain (format json) select 1 from ${sourceFor(q)} where ${where}`, values: values.list }
}

/**
 * These rows as they are now; missing and unreachable ones are left out. In the order of the ids, which takes the square of
 * their number, or in any.
 */
export function rowsQuery(
  resource: Resource,
  reach: ListReach,
  ids: readonly string[],
  columns: Selected = columnsSql(resource),
  order: 'asked' | 'any' = 'asked',
): Statement {
  const values = new Values()
  const where = basisSql(resource, reach, values).join(' and ')
  const idsSql = `${values.add(ids)}::bigint[]`
  const by = order === 'asked' ? ` order by array_position(${idsSql}, id)` : ''
  const text = `select ${selected(columns, values)} from ${sourceFor({ resource, reach })} where ${where} and id = any(${idsSql})${by}`
  return { text, values: values.list }
}

/** The columns of a record with how whoever asks made it (`MADE`), where the resource has makers. */
export const withMade =
  (r: Resource, reach: Reach) =>
  (values: Values): string =>
    hasMakers(r) ? `${columnsSql(r)}, ${madeSql(r, reach, values)} as "${MADE}"` : columnsSql(r)

/**
 * Row of a detail, or none where it does not exist for this actor; with the actor's part in making it (`MADE`), where
 * there was one.
 */
export function detailQuery(resource: Resource, reach: ListReach, id: string): Statement {
  const values = new Values()
  const columns = withMade(resource, reach)(values)
  const where = basisSql(resource, reach, values).join(' and ')
  return {
    text: `select ${columns} from ${sourceFor({ resource, reach })} where ${where} and id = ${values.add(id)}`,
    values: values.list,
  }
}

/** The key of a row where it is in the result: row {k, id} or none. */
export function keyQuery(q: Query, id: string): Statement {
  const values = new Values()
  const order = orderOf(q)
  const where = whereSql(q.resource, q.reach, q.conditions, values)
  return {
    text: `select ${order.column}::text as k, id from ${sourceFor(q)} where ${where} and id = ${values.add(id)}`,
    values: values.list,
  }
}

/**
 * Returns how many rows of the result precede a key (all of them without one), counted from the key `after` (inclusive)
 * or the start: row {n}.
 */
export function positionQuery(q: Query, key: Key | null, after?: Key): Statement {
  const values = new Values()
  const order = orderOf(q)
  const place = (at: Key) => `(${values.add(at.k)}::${order.type}, ${values.add(at.id)}::bigint)`
  const where = whereSql(q.resource, q.reach, q.conditions, values)
  const before = key ? ` and (${order.column}, id) ${order.ascending ? '<' : '>'} ${place(key)}` : ''
  const since = after ? ` and (${order.column}, id) ${order.ascending ? '>=' : '<='} ${place(after)}` : ''
  return {
    text: `select count(*)::int as n from ${sourceFor(q)} where ${where}${before}${since}`,
    values: values.list,
  }
}

/** A slice of a frozen list. */
export interface FrozenSlice {
  /** Ids in the order of the list, separated by commas; null for none. */
  readonly ids: string | null
  /** The sort column's value of the last row, as text; null for none. */
  readonly k: string | null
}

/**
 * Ids in the order of the list, at most `limit` of them behind a key: one row of `FrozenSlice`. One text, since a value for each row takes
 * longer to read than to find.
 */
export function frozenQuery(q: Query, limit: number, after?: Key): Statement {
  const values = new Values()
  const order = orderOf(q)
  const where = whereSql(q.resource, q.reach, q.conditions, values)
  const since = after ? behindSql(order, after, values) : ''
  return {
    text: `select string_agg(id::text, ',') as ids, ${order.ascending ? 'max' : 'min'}(k)::text as k
      from (select id, ${order.column} as k from ${sourceFor(q)} where ${where}${since} order by ${orderSql(order)} limit ${values.add(limit)}) l`,
    values: values.list,
  }
}

/** A condition: rows behind a key (exclusive). */
const behindSql = (order: ReturnType<typeof orderOf>, after: Key, values: Values): string =>
  ` and (${order.column}, id) ${order.ascending ? '>' : '<'} (${values.add(after.k)}::${order.type}, ${values.add(after.id)}::bigint)`

/**
 * Ids and versions in the order of the list: what freezes "all N matching". `after` continues behind a key (exclusive).
 */
export function idsQuery(q: Query, limit: number, after?: Key): Statement {
  const values = new Values()
  const order = orderOf(q)
  const where = whereSql(q.resource, q.reach, q.conditions, values)
  const since = after ? behindSql(order, after, values) : ''
  return {
    text: `select id, version, ${order.column}::text as k from ${sourceFor(q)} where ${where}${since} order by ${orderSql(order)} limit ${values.add(limit)}`,
    values: values.list,
  }
}
