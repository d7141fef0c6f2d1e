import { cronProblem } from '../values/cron.ts'
import { instantOf, wallClock } from '../values/dates.ts'
import { type Condition, OPERATORS } from './conditions/condition.ts'
import { apartBy, isBySystem, type Transition } from './lifecycle.ts'
import { filtersOf } from './listing.ts'
import { fieldOf, type Resource } from './resource.ts'

/**
 * A clock edge: a transition started by a schedule. At each moment of `cron` it is applied to every record that meets
 * `where` and is in a state in which it starts, each in its own transaction.
 */
export interface ClockEdge<Name extends string = string> {
  readonly id: string
  /** Five fields (minute hour day month weekday), Asia/Shanghai. */
  readonly cron: string
  readonly resource: string
  /** The first condition must be a filter of the resource, so that an index finds the records. */
  readonly where: readonly Condition<Name>[]
  /** Name of a transition of the resource that the system may cause. */
  readonly step: string
}

const DAY = 86_400_000

/** Placeholders for the moment at which a clock edge runs: it, 24 hours before it, its day. */
export const MOMENTS = { now: '{now}', dayAgo: '{dayAgo}', today: '{today}' } as const

/** A time or day before the moment at which the clock edge runs. */
export const past = <Name extends string>(field: Name, moment: keyof typeof MOMENTS): Condition<Name> => ({
  field,
  op: 'lt',
  value: MOMENTS[moment],
})

/** Declares a clock edge. */
export const every = (id: string, spec: Omit<ClockEdge, 'id'>): ClockEdge => ({ id, ...spec })

/** Returns the conditions with placeholders replaced by times; `now` is a wall-clock text. Pure. */
export const atMoment = (where: readonly Condition[], now: string): Condition[] => {
  const dayAgo = wallClock((instantOf(now) ?? 0) - DAY)
  const at = (value: string) =>
    value.replace(MOMENTS.now, now).replace(MOMENTS.dayAgo, dayAgo).replace(MOMENTS.today, now.slice(0, 10))
  return where.map((c) => ({ ...c, value: at(c.value) }))
}

/** The parts of the model that a clock edge refers to. */
interface Known {
  resource(id: string): Resource | undefined
  transitions(resource: string): Readonly<Record<string, Transition>>
}

/** Returns problems of a clock edge, an empty list when there are none. Pure. */
export function edgeProblems(known: Known, edge: ClockEdge): string[] {
  const of = known.resource(edge.resource)
  if (!of) return [`unknown resource ${edge.resource}`]
  const t = known.transitions(of.id)[edge.step]
  const found: string[] = []
  if (!t || t.from === 'new') found.push(`${of.id} has no transition ${edge.step} for a record`)
  else if (!isBySystem(t)) found.push(`the system may not cause ${of.id}.${edge.step}`)
  const apart = t && t.from !== 'new' ? apartBy(t.from, edge.where) : undefined
  if (apart) found.push(`finds nothing to do: ${edge.step} does not start from the ${apart} that it asks for`)
  const times = cronProblem(edge.cron)
  if (times) found.push(`its times ${edge.cron}: ${times}`)
  const [first] = edge.where
  if (!first) found.push('has no condition: every record there is would be looked at')
  else if (fieldOf(of, first.field) && !filtersOf(of).includes(first.field))
    found.push(
      `is not filtered by ${first.field}: name it in list.search or list.filters of ${of.id}, or put such a condition first`,
    )
  for (const c of edge.where) {
    if (!fieldOf(of, c.field)) found.push(`has no field ${c.field}`)
    if (!OPERATORS.includes(c.op)) found.push(`has no operator ${c.op}`)
  }
  return found
}
