import type { Resource } from '../../../model/language/resource.ts'
import { columnOf, quoted, snake, tableOf } from '../names.ts'
import type { Views } from './view.ts'

/** Columns that a view has for the reader of records: it is never deleted or changed, and nobody made it. */
const AUDIT =
  'null::bigint as create_user, null::bigint as create_dept, create_time, null::bigint as update_user, create_time as update_time, 0 as is_deleted, 0 as version'

/** The arms of a view's SQL as one SELECT. */
export const wholeView = (sql: string | readonly string[]): string => [sql].flat().join('\n    union all')

/** The SQL of a view as something to select FROM: whole, and arm by arm. */
interface Source {
  readonly whole: string
  readonly arms: readonly string[]
}

/** Sources by view, of each business apart: they are made once, for every list of a view asks for them. */
const known = new WeakMap<Views, WeakMap<Resource, Source>>()

function selectable(r: Resource, text: string): string {
  const columns = Object.keys(r.fields).map((field) => quoted(columnOf(field)))
  return `(select id, tenant_id, ${columns.join(', ')}, ${AUDIT} from (${text.trim()}) computed) ${quoted(snake(r.id))}`
}

function viewSource(r: Resource, name: string, views: Views): Source {
  const sources = known.get(views) ?? new WeakMap<Resource, Source>()
  known.set(views, sources)
  const made = sources.get(r)
  if (made) return made
  const sql = views.get(name)
  if (sql === undefined)
    throw new Error(`${r.id} is computed by the SQL ${name}, which does not exist: add it to views.ts of its domain`)
  const source = { whole: selectable(r, wholeView(sql)), arms: [sql].flat().map((text) => selectable(r, text)) }
  sources.set(r, source)
  return source
}

/** Source of the rows of a resource in SQL: its table, or for a view its SQL as a subselect. */
export const sourceOf = (r: Resource, views: Views): string =>
  r.view === undefined ? quoted(tableOf(r)) : viewSource(r, r.view, views).whole

/**
 * The same in the parts that can be put into order each by itself, through an index of its own table: the arms of a
 * view that is a union, else one.
 */
export const armsOf = (r: Resource, views: Views): readonly string[] =>
  r.view === undefined ? [quoted(tableOf(r))] : viewSource(r, r.view, views).arms
