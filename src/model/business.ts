import activities from './activities/index.ts'
import administration from './administration/index.ts'
import content from './content/index.ts'
import desk from './desk/index.ts'
import files from './files/index.ts'
import funds from './funds/index.ts'
import { ofOneCompany } from './language/derived/oneCompany.ts'
import { partChildren } from './language/derived/parts.ts'
import type { AnyCall } from './language/domain/call.ts'
import type { Domain } from './language/domain/domain.ts'
import type { PublicPage } from './language/domain/page.ts'
import type { Port } from './language/domain/port.ts'
import type { ClockEdge } from './language/every.ts'
import { type Fields, isChoice } from './language/fields/field.ts'
import { type From, isByPeople, type Lifecycle, type Transition } from './language/lifecycle.ts'
import { type Check, checksIn, type Maker, waysIn } from './language/makers.ts'
import { fieldIn, inheritedFields, type Party, type RowScope, rowScope } from './language/owner.ts'
import type { Queue } from './language/queue.ts'
import { coversRowsOf, fieldOf, fixedValues, type Resource } from './language/resource.ts'
import orders from './orders/index.ts'
import payment from './payment/index.ts'
import people from './people/index.ts'
import points from './points/index.ts'
import settlement from './settlement/index.ts'
import tax from './tax/index.ts'
import tender from './tender/index.ts'
import { traceCalls } from './trace.ts'
import workflow from './workflow/index.ts'

/**
 * The whole business in the order of its domains. Only the server, tests and tools import it; the browser gets the
 * catalogue and a lazy chunk a domain instead.
 */
export const domains: readonly Domain[] = [
  people,
  activities,
  tender,
  orders,
  settlement,
  payment,
  funds,
  tax,
  points,
  content,
  desk,
  files,
  workflow,
  administration,
]

const byId = <T extends { id: string }>(all: readonly T[]): ReadonlyMap<string, T> => new Map(all.map((x) => [x.id, x]))

export const resources: ReadonlyMap<string, Resource> = byId(domains.flatMap((d) => d.resources))
export const lifecycles: ReadonlyMap<string, Lifecycle> = new Map(
  domains.flatMap((d) => d.lifecycles.map((l): [string, Lifecycle] => [l.resource, l])),
)
export const queues: ReadonlyMap<string, Queue> = new Map(
  domains.flatMap((d) => d.queues.map((q): [string, Queue] => [q.code, q])),
)
export const calls: readonly AnyCall[] = [...domains.flatMap((d) => d.calls), ...traceCalls(resourceOf)]
export const ports: ReadonlyMap<string, Port> = byId(domains.flatMap((d) => d.ports))
export const pages: readonly PublicPage[] = domains.flatMap((d) => d.pages)
export const clockEdges: ReadonlyMap<string, ClockEdge> = byId(domains.flatMap((d) => d.every))

/** The resource, or a programming error that names it. */
export function resourceOf(id: string): Resource {
  const found = resources.get(id)
  if (!found) throw new Error(`no resource ${id} in the model`)
  return found
}

/** Transitions of a resource by name; empty when it has no lifecycle. */
export const transitionsOf = (id: string): Readonly<Record<string, Transition>> => lifecycles.get(id)?.transitions ?? {}

const NO_CHECKS: { readonly checks: readonly Check[]; readonly ways: ReadonlyMap<string, Maker> } = {
  checks: [],
  ways: new Map(),
}
const checked = new WeakMap<Lifecycle, typeof NO_CHECKS>()

/**
 * Returns the transitions of a resource that need a second person, and the ways in which users are makers of its records
 * by their codes; none of a resource that is shared by all tenants.
 */
export function checksOf(id: string): typeof NO_CHECKS {
  const l = lifecycles.get(id)
  if (!l) return NO_CHECKS
  const known = checked.get(l) ?? { checks: checksIn(l), ways: waysIn(l) }
  checked.set(l, known)
  return known
}

/** The lifecycle that governs the records of a resource: its own, else that of the resource whose table it shares. */
const governing = (r: Resource): Lifecycle | undefined =>
  lifecycles.get(r.id) ?? lifecycles.get(r.variantOf?.resource ?? '')

/** Status fields of a lifecycle: those its transitions start from or set. */
const statusesOf = (l: Lifecycle | undefined): string[] =>
  Object.values(l?.transitions ?? {}).flatMap((t) =>
    [t.from, t.to].flatMap((s) => (typeof s === 'object' ? Object.keys(s) : [])),
  )

/** The fields that say the state of a record, as far as its lifecycle or `editable` names them. */
export const statusNames = (r: Resource): string[] => [
  ...new Set([
    ...statusesOf(governing(r)),
    ...Object.values(r.editable ?? {}).flatMap((from) => Object.keys(from ?? {})),
  ]),
]

const deletes = (l: Lifecycle | undefined): boolean =>
  Object.values(l?.transitions ?? {}).some((t) => isByPeople(t) && t.to === 'deleted')

/**
 * The states in which the generic calls may edit or delete a record of a resource, as field values (none = every
 * state); null = in no state. Fails closed: a resource with a lifecycle has to say so itself, and where a transition
 * deletes, that is the only way.
 */
export function editableIn(r: Resource, operation: 'edit' | 'delete'): From<Resource['fields']> | null {
  const l = governing(r)
  if (operation === 'delete' && deletes(l)) return null
  return r.editable?.[operation] ?? (l ? null : {})
}

/** Contradictions between a resource's lifecycle and its generic operations. */
export function uneditable(r: Resource): string[] {
  const found: string[] = []
  const l = governing(r)
  for (const operation of ['edit', 'delete'] as const) {
    const from = r.editable?.[operation]
    const offered = r.operations.includes(operation)
    if (from && !offered) found.push(`editable.${operation} without the operation`)
    if (operation === 'delete' && offered && deletes(l))
      found.push('a transition deletes: the operation delete would be a second way')
    else if (offered && l && !from) found.push(`editable.${operation} must say in which states ({} = every state)`)
    for (const [name, values] of Object.entries(from ?? {})) {
      const f = fieldOf(r, name)
      const known = f && isChoice(f) ? Object.keys(f.values) : []
      for (const v of [values].flat())
        if (!known.includes(String(v))) found.push(`editable.${operation}: ${name} has no state ${v}`)
    }
  }
  for (const name of new Set(statusesOf(l)))
    if (fieldOf(r, name)?.facts.readOnly !== 'always')
      found.push(`${name} is a status of its lifecycle and has to be readOnly 'always'`)
  return found
}

const find = (id: string): Resource | undefined => resources.get(id)

interface Scoped {
  readonly scope: RowScope
  readonly inherited: Fields
  readonly oneCompany: readonly string[]
}
const scopes = new WeakMap<object, Scoped>()
const scoped = (r: Resource): Scoped => {
  const known = scopes.get(r) ?? {
    scope: rowScope(r, find),
    inherited: inheritedFields(r, find),
    oneCompany: ofOneCompany(r, find),
  }
  scopes.set(r, known)
  return known
}

/** Row scope of a resource for users bound to each party (INV-43). */
export const scopeOf = (r: Resource): RowScope => scoped(r).scope

/**
 * Owner columns that the table of a resource has besides its fields. The database fills them; they are not on the wire.
 */
export const inheritedOf = (r: Resource): Fields => scoped(r).inherited

/** The references of a resource whose records must be of its own company. */
export const oneCompanyOf = (r: Resource): readonly string[] => scoped(r).oneCompany

/** The owner of a record for one party: an id, or null where the record names none. */
export function ownerOf(r: Resource, row: Readonly<Record<string, unknown>>, party: Party): string | null {
  const field = fieldIn(scopeOf(r)[party])
  const value = field === null ? null : row[field]
  return value === null || value === undefined || value === '' ? null : String(value)
}

/** Every resource whose rows are in the table of `base`, `base` itself first. */
export const sharersOf = (base: Resource): Resource[] => [
  base,
  ...[...resources.values()].filter((r) => r.variantOf?.resource === base.id),
]

const deletable = new WeakMap<Resource, boolean>()

/** Returns whether records in the table of a resource are ever deleted: by a call, by a transition, with their whole. */
export function isDeletable(r: Resource): boolean {
  const known =
    deletable.get(r) ??
    sharersOf(r.variantOf ? resourceOf(r.variantOf.resource) : r).some(
      (of) =>
        of.operations.includes('delete') ||
        [...resources.values()].some((whole) => partChildren(whole).some((child) => child.resource === of.id)) ||
        Object.values(transitionsOf(of.id)).some((t) => t.to === 'deleted'),
    )
  deletable.set(r, known)
  return known
}

const overviews = new WeakMap<Resource, readonly Resource[]>()

/** The overviews that show the rows of a resource. */
export function overviewsOf(r: Resource): readonly Resource[] {
  const known = overviews.get(r) ?? [...resources.values()].filter((o) => coversRowsOf(o, r))
  overviews.set(r, known)
  return known
}

/** The resources whose rows an overview shows; none for any other resource. */
export const shownBy = (r: Resource): Resource[] =>
  r.overview ? [...resources.values()].filter((of) => coversRowsOf(r, of)) : []

/** The fields that say which of the resources that an overview shows a row is of; none of any other resource. */
export function kindNames(r: Resource): string[] {
  const own = fixedValues(r)
  const names = new Set(shownBy(r).flatMap((of) => Object.keys(fixedValues(of))))
  return [...names].filter((name) => !Object.hasOwn(own, name))
}
