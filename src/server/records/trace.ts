import { resourceOf, resources, statusNames } from '../../model/business.ts'
import { type TraceWay, traceLinks, traceWays } from '../../model/language/derived/traceWays.ts'
import { choiceWords, isChoice } from '../../model/language/fields/field.ts'
import { filtersOf } from '../../model/language/listing.ts'
import { fieldOf, type Resource } from '../../model/language/resource.ts'
import type { WireStop, WireTrace } from '../../model/language/trace.ts'
import { trace, traceCall } from '../../model/trace.ts'
import { label, one } from '../../model/values/label.ts'
import { recordAddress } from '../../model/values/routes.ts'
import type { Actor } from '../core/actor.ts'
import { maySee } from '../core/permissions.ts'
import { type TraceFound, type TraceRequest, traceQuery } from '../lists/sql/trace.ts'
import { handle } from './handle.ts'
import type { Reader } from './reader.ts'

/** Documents of a resource that are counted, and those that a list is told of by their ids. */
const DOCUMENTS_PER_STOP_MAX = 1_000
const NAMED = 200

const find = (id: string): Resource | undefined => resources.get(id)

/** The field that says the state of a record: the first choice that its lifecycle moves. */
export const stateOf = (r: Resource): string | undefined =>
  r.state ??
  statusNames(r).find((name) => {
    const f = fieldOf(r, name)
    return f !== undefined && isChoice(f)
  })

/** The fields that the address of a record needs besides its id. */
const routed = (r: Resource): string[] =>
  [...(r.routes?.record ?? r.routes?.detail ?? '').matchAll(/:(\w+)/g)]
    .map(([, name]) => name ?? '')
    .filter((name) => name !== 'id' && fieldOf(r, name) !== undefined)

const requestsByStart = new Map<string, readonly TraceRequest[]>()

/** Queries of each resource reachable from this one; made once. */
function requestsFrom(start: string): readonly TraceRequest[] {
  const known = requestsByStart.get(start)
  if (known) return known
  const made = traceWays(trace, find, start).map((way): TraceRequest => {
    const r = resourceOf(way.to)
    return { way, fields: [...new Set([String(r.name), stateOf(r) ?? [], routed(r)].flat())] }
  })
  requestsByStart.set(start, made)
  return made
}

type Found = ReadonlyMap<string, TraceFound>

const countOf = (found: Found, id: string): number => found.get(id)?.n ?? 0

/** Resources of which more than were read stand in line: there were too many, or too many of those that lead to them. */
function cutOff(ways: readonly TraceWay[], found: Found): ReadonlySet<string> {
  const cut = new Set<string>()
  for (const { to, hops } of ways)
    if (countOf(found, to) > DOCUMENTS_PER_STOP_MAX || hops.some((h) => cut.has(h.from))) cut.add(to)
  return cut
}

/**
 * The list of several documents of a resource: those that name what they were found from, else by their ids; "" where
 * these are too many.
 */
function listed(r: Resource, { hops }: TraceWay, found: Found, cut: ReadonlySet<string>): string {
  const list = r.routes?.list
  if (!list) return ''
  const met = hops.filter((h) => countOf(found, h.from) > 0)
  const [hop] = met
  const from = hop ? (found.get(hop.from)?.ids ?? []) : []
  const whole = hop !== undefined && !cut.has(hop.from) && countOf(found, hop.from) === from.length
  if (hop && met.length === 1 && !hop.up && !hop.link.type && whole && filtersOf(r).includes(hop.link.field))
    return `${list}?${hop.link.field}_${from.length === 1 ? 'equal' : 'in'}=${from.join(',')}`
  const ids = found.get(r.id)?.ids ?? []
  return !cut.has(r.id) && ids.length === countOf(found, r.id) ? `${list}?id_in=${ids.join(',')}` : ''
}

/** Resources in money that have a twin in points, and those reached only through them, for each side. */
function sides(): { readonly money: ReadonlySet<string>; readonly points: ReadonlySet<string> } {
  const twins = trace.stops.filter((s) => s.length === 2)
  const points = new Set(twins.flatMap(([, b]) => b ?? []))
  const links = traceLinks(trace, find)
  const meets = (id: string): boolean =>
    links.some((l) => (l.child === id && points.has(l.parent)) || (l.parent === id && points.has(l.child)))
  const money = new Set(trace.stops.flatMap((s) => (s[0] && s.length < 3 && !meets(s[0]) ? [s[0]] : [])))
  return { money, points }
}
const { money, points } = sides()

/** Is nothing to be expected of a resource: are the documents there all of the other side? */
function beside(id: string, found: Found): boolean {
  const any = (of: ReadonlySet<string>) => [...of].some((other) => countOf(found, other) > 0)
  const side = { money: any(money), points: any(points) }
  return points.has(id) ? !side.points : money.has(id) && side.points && !side.money
}

const NOTHING: Pick<TraceFound, 'n' | 'one' | 'ids'> = { n: 0, one: {}, ids: [] }

/** Stop of the trace in wire form. */
function stopOf(r: Resource, way: TraceWay, found: Found, cut: ReadonlySet<string>, actor: Actor): WireStop {
  const { n, one: values, ids } = found.get(r.id) ?? NOTHING
  const state = stateOf(r)
  const field = state === undefined ? undefined : fieldOf(r, state)
  const words = n === 1 && state !== undefined && field ? choiceWords(field, values[state]) : undefined
  return {
    resource: r.id,
    place: trace.stops.findIndex((s) => s.includes(r.id)),
    title: n > 1 || actor.language === 'zh' ? label(r.title, actor.language) : one(r.title[1]),
    count: Math.min(n, DOCUMENTS_PER_STOP_MAX),
    more: cut.has(r.id) ? 1 : 0,
    name: n === 1 ? (values[String(r.name)] ?? '') : '',
    state: words ? label([words[0], words[1]], actor.language) : '',
    tone: words?.[2] ?? '',
    here: way.hops.length === 0 ? 1 : 0,
    to:
      n === 0 ? '' : n === 1 ? (recordAddress(r.routes, { ...values, id: ids[0] }) ?? '') : listed(r, way, found, cut),
  }
}

/** The line that a record stands in: of each resource that the person may see the documents that they reach. */
async function traceOf(start: Resource, id: string, actor: Actor, reader: Reader): Promise<WireTrace> {
  const all = requestsFrom(start.id)
  const rows = await reader.query<TraceFound>(
    traceQuery(all, actor, id, { most: DOCUMENTS_PER_STOP_MAX, named: NAMED }),
  )
  const found: Found = new Map(rows.map((row) => [row.resource, row]))
  const cut = cutOff(
    all.map((a) => a.way),
    found,
  )
  const [made = []] = trace.stops
  return {
    stops: trace.stops.flat().flatMap((stop) => {
      const way = all.find((a) => a.way.to === stop)?.way
      const r = resourceOf(stop)
      if (!way || !maySee(actor, r)) return []
      // of what an order was made of there is one kind; of a side that has nothing nothing is expected
      if (countOf(found, stop) === 0 && (made.includes(stop) || beside(stop, found))) return []
      return [stopOf(r, way, found, cut, actor)]
    }),
  }
}

/** The calls that tell the line, one a resource. */
export const traceHandlers = trace.stops.flat().map((id) => {
  const of = resourceOf(id)
  return handle(traceCall(of), ({ rows: [row], actor, reader }) => traceOf(of, String(row?.id), actor, reader))
})
