import { resourceOf } from '../../../model/business.ts'
import type { TraceHop, TraceWay } from '../../../model/language/derived/traceWays.ts'
import type { Resource } from '../../../model/language/resource.ts'
import type { Statement } from '../../core/database.ts'
import { Values } from '../../database/conditions/values.ts'
import { columnOf, literal, quoted, tableOf } from '../../database/names.ts'
import { basisSql, type Reach } from './reach.ts'

/** Query of a resource in the trace: fields, as texts. */
export interface TraceRequest {
  readonly way: TraceWay
  readonly fields: readonly string[]
}

/**
 * Documents of one resource: their number up to one beyond `most`, the ids of the first ones, and values where there is
 * one.
 */
export interface TraceFound {
  readonly resource: string
  readonly n: number
  readonly ids: readonly string[]
  readonly one: Readonly<Record<string, string | null>>
}

/** The condition that a step makes: on what names (up: on what is named by) the documents that it begins from. */
function hopSql({ link, up }: TraceHop, from: string): string {
  const field = quoted(columnOf(link.field))
  // links that carry type and id refer to their record by text
  const kind = link.type ? `${quoted(columnOf(link.type))} = ${literal(link.parent)}` : ''
  if (up && link.type)
    return `id = any(array(select case when ${field} ~ '^[0-9]{1,19}$' then ${field}::bigint end from ${from} where ${kind}))`
  if (up) return `id = any(array(select distinct ${field} from ${from} where ${field} is not null))`
  return link.type
    ? `(${kind} and ${field} = any(array(select id::text from ${from})))`
    : `${field} = any(array(select id from ${from}))`
}

/** The columns that steps from a resource go up by. */
const climbed = (ways: readonly TraceRequest[], id: string): string[] =>
  ways.flatMap(({ way }) =>
    way.hops.flatMap((h) =>
      h.up && h.from === id ? [h.link.field, ...(h.link.type ? [h.link.type] : [])].map(columnOf) : [],
    ),
  )

/**
 * The documents that stand in line with one, resource by resource: each found from those before it, at most `most` and one
 * more of each, of those that the person reaches. Arrays of ids, so that every step goes by the index of its reference.
 */
export function traceQuery(
  requests: readonly TraceRequest[],
  reach: Reach,
  id: string,
  { most, named }: { readonly most: number; readonly named: number },
): Statement {
  const values = new Values()
  const nameOf = new Map(requests.map(({ way }, n) => [way.to, `t${n}`]))
  const cte = ({ way, fields }: TraceRequest): string => {
    const r: Resource = resourceOf(way.to)
    const columns = [...new Set(['id', ...fields.map(columnOf), ...climbed(requests, r.id)])].map(quoted)
    const found = way.hops.map((h) => hopSql(h, nameOf.get(h.from) ?? ''))
    const which = found.length === 0 ? `id = ${values.add(id)}::bigint` : `(${found.join(' or ')})`
    const where = [...basisSql(r, reach, values), which].join(' and ')
    return `${nameOf.get(r.id)} as materialized (select ${columns.join(', ')} from ${quoted(tableOf(r))} where ${where} limit ${values.add(most + 1)})`
  }
  const requestSql = ({ way, fields }: TraceRequest): string => {
    const one = fields.map((f) => `${literal(f)}, min(${quoted(columnOf(f))}::text)`).join(', ')
    return `select ${literal(way.to)} as resource, count(*)::int as n, (array_agg(id::text order by id))[1:${values.add(named)}] as ids, jsonb_build_object(${one}) as one from ${nameOf.get(way.to)}`
  }
  return {
    text: `with ${requests.map(cte).join(', ')} ${requests.map(requestSql).join(' union all ')}`,
    values: values.list,
  }
}
