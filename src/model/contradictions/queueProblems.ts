import { DECLARED } from '../language/conditions/condition.ts'
import type { Call } from '../language/domain/call.ts'
import { isChoice } from '../language/fields/field.ts'
import { apartBy, isByPeople, type Transition } from '../language/lifecycle.ts'
import { filterFieldOf, sortsOf } from '../language/listing.ts'
import { type Decision, type Queue, type QueueView, resourcesOf } from '../language/queue.ts'
import { fieldOf, type Resource } from '../language/resource.ts'

/** As much of the model as a queue points at. */
interface Known {
  resource(id: string): Resource | undefined
  transitions(resource: string): Readonly<Record<string, Transition>>
  readonly calls: readonly Call[]
}

function decisionProblem(known: Known, v: QueueView, d: Decision): string | null {
  if (typeof d !== 'string') {
    const c = known.calls.find((one) => one.id === d.call)
    if (!c) return `decides by unknown call ${d.call}`
    if (!c.command) return `decides by the call ${d.call}, which is no command`
    if (c.on?.id !== v.resource) return `decides by the call ${d.call}, which is about ${c.on?.id}`
    return neverStarts(v, d.call, c.from ?? {})
  }
  const t = known.transitions(v.resource)[d]
  if (!t) return `unknown decision ${d}: name a transition of ${v.resource}, or a call as { call: '…' }`
  // a transition that creates its record does not decide a row, and users cannot take a transition of the system
  if (t.from === 'new') return `${d} creates a record: it decides none`
  return isByPeople(t) ? neverStarts(v, d, t.from) : `${d} is taken by the system only`
}

function neverStarts(v: QueueView, decision: string, from: Readonly<Record<string, unknown>>): string | null {
  const apart = apartBy(from, v.where)
  return apart === undefined ? null : `${decision} does not start from the ${apart} that it asks for`
}

function viewProblems(known: Known, r: Resource, v: QueueView): string[] {
  const found: string[] = []
  if (v.where.length === 0) found.push('has no condition: everything would be to do')
  for (const c of v.where) {
    const f = fieldOf(r, c.field)
    if (!f) found.push(`no field ${c.field}`)
    else if (!filterFieldOf(r, c.field))
      found.push(`${r.id} is not filtered by ${c.field}: name it in its list.search or list.filters`)
    if (!DECLARED.some((op) => op === c.op)) found.push(`${c.field}: ${c.op} cannot be asked of a row`)
    if (f && isChoice(f))
      for (const value of c.op === 'in' ? c.value.split(',') : [c.value])
        if (!Object.hasOwn(f.values, value)) found.push(`${c.field} is never ${value}`)
  }
  const order = v.sort?.replace(/^\+/, '')
  if (order && !sortsOf(r).includes(order)) found.push(`${r.id} is not sorted by ${order}: name it in its list.sorts`)
  for (const d of v.decisions) {
    const problem = decisionProblem(known, v, d)
    if (problem) found.push(problem)
  }
  return found
}

/** Problems of a queue: unknown resources or calls, and conditions that cannot be queried. Pure. */
export function queueProblems(known: Known, q: Queue): string[] {
  const found: string[] = []
  if (q.views.length === 0) found.push('has no views')
  const codes = q.views.map((v) => v.code)
  for (const code of new Set(codes)) if (codes.filter((c) => c === code).length > 1) found.push(`has two views ${code}`)
  for (const v of q.views) {
    const r = known.resource(v.resource)
    if (!r) found.push(`${v.code}: unknown resource ${v.resource}`)
    else for (const what of viewProblems(known, r, v)) found.push(`${v.code}: ${what}`)
  }
  for (const [id, names] of Object.entries(q.columns ?? {})) {
    const r = known.resource(id)
    if (!resourcesOf(q).includes(id)) found.push(`has columns of ${id}, which none of its views works`)
    else for (const name of names) if (r && !fieldOf(r, name)) found.push(`no column ${id}.${name}`)
  }
  return found
}
