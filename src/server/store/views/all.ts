import type { Resource } from '../../../model/kernel/resource.ts'
import { columnOf, quoted, snake, tableOf } from '../names.ts'
import { flow } from './flow.ts'
import { funds } from './funds.ts'
import { orders } from './orders.ts'
import { results } from './results.ts'
import { settlement } from './settlement.ts'
import { tender } from './tender.ts'

/** SQL of every view, by name. */
export const viewSql: ReadonlyMap<string, string> = new Map(
  Object.entries({ ...settlement, ...results, ...orders, ...funds, ...tender, ...flow }),
)

/** Columns that a view has for the reader of records: it is never deleted or changed, and nobody made it. */
const AUDIT =
  'null::bigint as create_user, null::bigint as create_dept, create_time, null::bigint as update_user, create_time as update_time, 0 as is_deleted, 0 as version'

const sources = new WeakMap<Resource, string>()

function viewSource(r: Resource, name: string): string {
  const text = viewSql.get(name)
  if (text === undefined)
    throw new Error(`${r.id} is computed by the SQL ${name}, which does not exist: add it to server/store/views`)
  const columns = Object.keys(r.fields).map((field) => quoted(columnOf(field)))
  return `(select id, tenant_id, ${columns.join(', ')}, ${AUDIT} from (${text.trim()}) computed) ${quoted(snake(r.id))}`
}

/** What the rows of a resource are selected FROM: its table, or for a view its SQL as a subselect. */
export function sourceOf(r: Resource): string {
  if (r.view === undefined) return quoted(tableOf(r))
  const known = sources.get(r) ?? viewSource(r, r.view)
  sources.set(r, known)
  return known
}
