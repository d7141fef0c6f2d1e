import { type Field, isRef, isRefs } from '../language/fields/field.ts'
import { kindOf } from '../language/fields/kinds.ts'
import { throughOf } from '../language/owner.ts'
import type { Resource } from '../language/resource.ts'

/** Facets of records alone: they stand in a table, are written, decided and told of. */
const RECORDED = [
  'editable',
  'unique',
  'variantOf',
  'where',
  'appendOnly',
  'frame',
  'tree',
  'scope',
  'replies',
  'concerns',
] as const satisfies readonly (keyof Resource)[]

/** As much of the model as a view is held against. */
interface Known {
  readonly resources: Iterable<Resource>
  /** Does something decide, or wait for a decision on, records of the resource? */
  readonly decided: (id: string) => boolean
}

function fieldProblems(name: string, f: Field): string[] {
  const found: string[] = []
  if (f.facts.dualControl) found.push(`${name} is under dual control, and nobody edits a view`)
  if (f.facts.code) found.push(`${name} is counted by the server: in a view it is text(…, { search: 'code' })`)
  if (f.facts.changesOf) found.push(`${name} lists changes of a record`)
  if (kindOf(f).writeOnly) found.push(`${name} is a secret, which is never read`)
  return found
}

/** Problems of a view (`language/view.ts`) and of the references to it; empty when there is none. Pure. */
export function viewProblems(r: Resource, { resources, decided }: Known): string[] {
  if (r.view === undefined) return []
  const found: string[] = []
  if (!/^[a-z]\w*(\.[a-z]\w*)+$/i.test(r.view)) found.push(`view: ${r.view} is no name of SQL: say module.list`)
  for (const operation of r.operations)
    if (operation !== 'view' && operation !== 'export')
      found.push(`view: cannot offer ${operation}, only view and export`)
  for (const key of RECORDED)
    if (r[key] !== undefined) found.push(`view: cannot say ${key}, it has no table of its own`)
  for (const key of ['add', 'edit'] as const) if (r.routes?.[key]) found.push(`view: has no form for routes.${key}`)
  if (decided(r.id)) found.push('view: has no lifecycle and no queue: declare them for the records it is computed from')
  if (throughOf(r) !== null) found.push('view: belongs through nothing: name the owner by fields that its SQL selects')
  if (r.sections?.some((s) => s.kind === 'history')) found.push('view: has no history')
  for (const [name, f] of Object.entries<Field>(r.fields))
    found.push(...fieldProblems(name, f).map((p) => `view: ${p}`))
  for (const other of resources) {
    for (const [name, f] of Object.entries<Field>(other.fields))
      if ((isRef(f) || isRefs(f)) && f.to === r.id)
        found.push(
          `view: ${other.id}.${name} refers to it, but no record of it is kept: refer to what it is computed from`,
        )
    if (other.variantOf?.resource === r.id) found.push(`view: ${other.id} cannot be a variant of it`)
  }
  return found
}
