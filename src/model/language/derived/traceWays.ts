import { isRef } from '../fields/field.ts'
import { fieldOf, type Resource } from '../resource.ts'
import { childShown, sectionsOf } from '../section.ts'
import { TRACE } from '../trace.ts'

/** Resources of documents in the order in which they come about. */
export interface Trace {
  /** Resources that stand for each other, by stop. */
  readonly stops: readonly (readonly string[])[]
  /** A resource that names the one of the first stop that it was made of by type and id. */
  readonly made: { readonly of: string; readonly id: string; readonly type: string }
}

/** Field of a resource that names a record of another one. `type`: the field that names its resource. */
export interface TraceLink {
  readonly child: string
  readonly field: string
  readonly parent: string
  readonly type?: string
}

/**
 * A step along a link of documents of a resource: `up` to the documents they refer to, or down to those that refer to
 * them.
 */
export interface TraceHop {
  readonly from: string
  readonly link: TraceLink
  readonly up: boolean
}

/** How the documents of a resource are found: by any of these steps; none for the resource that one begins with. */
export interface TraceWay {
  readonly to: string
  readonly hops: readonly TraceHop[]
}

type Find = (id: string) => Resource | undefined

/** The references between resources of the line. */
export function traceLinks({ stops, made }: Trace, find: Find): TraceLink[] {
  const documents = new Set(stops.flat())
  const references = [...documents].flatMap((child) =>
    Object.entries(find(child)?.fields ?? {}).flatMap(([field, f]) =>
      isRef(f) && f.to !== child && documents.has(f.to) ? [{ child, field, parent: f.to }] : [],
    ),
  )
  const sources = (stops[0] ?? []).map((parent) => ({ child: made.of, field: made.id, parent, type: made.type }))
  return [...sources, ...references]
}

/** A resource that the way to is known: what it costs, and whether it went up last. */
interface Reached {
  readonly turns: number
  readonly length: number
  readonly stop: number
  readonly climbed: boolean
}

/**
 * Order of paths: each change of direction, from a naming record down to its other references, adds unrelated records;
 * paths with fewer such turns come first.
 */
const dearer = (a: Reached, b: Reached): number => a.turns - b.turns || a.length - b.length || a.stop - b.stop

/**
 * How the documents of each resource are found from one of `start`, in an order in which each is found from those before:
 * along references, with as few turns (up and down again) as can be, then as few steps; of equal ways the one by the
 * earlier stop, by all resources of it. Resources that nothing leads to are left out. Pure.
 */
export function traceWays(t: Trace, find: Find, start: string): TraceWay[] {
  const links = traceLinks(t, find)
  const stopOf = (id: string): number => t.stops.findIndex((s) => s.includes(id))
  const reached = new Map<string, Reached>([[start, { turns: 0, length: 0, stop: stopOf(start), climbed: false }]])
  const ways: TraceWay[] = [{ to: start, hops: [] }]
  for (;;) {
    const steps = links.flatMap((link) =>
      [
        { from: link.child, to: link.parent, link, up: true },
        { from: link.parent, to: link.child, link, up: false },
      ].flatMap((hop) => {
        const before = reached.get(hop.from)
        if (!before || reached.has(hop.to)) return []
        const turns = before.turns + (before.climbed && !hop.up ? 1 : 0)
        return [{ hop, at: { turns, length: before.length + 1, stop: stopOf(hop.from), climbed: hop.up } }]
      }),
    )
    const [next] = [...steps].sort((a, b) => dearer(a.at, b.at) || stopOf(a.hop.to) - stopOf(b.hop.to))
    if (!next) return ways
    const same = steps.filter((s) => s.hop.to === next.hop.to && dearer(s.at, next.at) === 0)
    reached.set(next.hop.to, next.at)
    ways.push({ to: next.hop.to, hops: same.map(({ hop: { from, link, up } }) => ({ from, link, up })) })
  }
}

/** Problems of the trace: resources that are not there or show no section of it, and sections outside of it. Pure. */
export function traceProblems(t: Trace, all: Iterable<Resource>, find: Find): string[] {
  const documents = t.stops.flat()
  const shows = (r: Resource): boolean =>
    sectionsOf(r).some((s) => childShown(s) === undefined && s.kind === 'panel' && s.panel === TRACE)
  const [first] = documents
  const linked = new Set(first ? traceWays(t, find, first).map((w) => w.to) : [])
  const made = find(t.made.of)
  return [
    ...documents.flatMap((id) => {
      const r = find(id)
      if (!r) return [`trace: there is no ${id}`]
      if (!shows(r)) return [`${id}: stands in the line of documents and has no section tracePanel()`]
      return linked.has(id) ? [] : [`${id}: no reference leads to it from the line of documents`]
    }),
    ...[...all].filter((r) => shows(r) && !documents.includes(r.id)).map((r) => `${r.id}: shows a line it is not in`),
    ...(made && [t.made.id, t.made.type].every((name) => fieldOf(made, name))
      ? []
      : [`trace: ${t.made.of} names nothing`]),
  ]
}
