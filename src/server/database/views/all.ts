import type { Resource } from '../../../model/language/resource.ts'
import { columnOf, quoted, snake, tableOf } from '../names.ts'
import { flow } from './flow.ts'
import { funds } from './funds.ts'
import { orders } from './orders.ts'
import { results } from './results.ts'
import { settlement } from './settlement.ts'
import { tender } from './tender.ts'

/** SQL of every view, by name: one SELECT, or the arms of a union. */
export const viewSql: ReadonlyMap<string, string | readonly string[]> = new Map<string, string | readonly string[]>(
  Object.entries({ ...settlement, ...results, ...orders, ...funds, ...tender, ...flow }),
)

/** Columns that a view has for the reader of records: it is never deleted or changed, and nobody made it. */
const AUDIT =
  'null::bigint as create_user, null::bigint as create_dept, create_time, null::bigint as update_user, create_time as update_time, 0 as is_deleted, 0 as version'

/** The arms of a view's SQL as one SELECT. */
export const wholeView = (sql: string | readonly string[]): string => [sql].flat().join('\n    union all')

const sources = new WeakMap<Resource, string>()
const arms = new WeakMap<Resource, readonly string[]>()

function sqlOf(r: Resource, name: string): string | readonly string[] {
  const sql = viewSql.get(name)
  if (sql === undefined)
    throw new Error(`${r.id} is computed by the SQL ${name}, which does not exist: add it to server/database/views`)
  return sql
}

function viewSource(r: Resource, text: string): string {
  const columns = Object.keys(r.fields).map((field) => quoted(columnOf(field)))
  return `(select id, tenant_id, ${columns.join(', ')}, ${AUDIT} from (${text.trim()}) computed) ${quoted(snake(r.id))}`
}

/** Source of a resource's rows in SQL: its table, or for a view its SQL as a subselect. */
export function sourceOf(r: Resource): string {
  if (r.view === undefined) return quoted(tableOf(r))
  const known = sources.get(r) ?? viewSource(r, wholeView(sqlOf(r, r.view)))
  sources.set(r, known)
  return known
}

/**
 * The same in the parts that can be put into order each by itself, through an index of its own table: the arms of a
 * view that is a union, else one.
 */
export function armsOf(r: Resource): readonly string[] {
  if (r.view === undefined) return [sourceOf(r)]
  const known = arms.get(r) ?? [sqlOf(r, r.view)].flat().map((text) => viewSource(r, text))
  arms.set(r, known)
  return known
}
