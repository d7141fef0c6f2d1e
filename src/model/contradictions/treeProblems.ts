import { isRef } from '../language/fields/field.ts'
import { fieldOf, type Resource } from '../language/resource.ts'

/** Problems of the tree of a resource. Pure. */
export function treeProblems(r: Resource): string[] {
  if (!r.tree) return []
  const { key, parent, lazy, listed, path = [], carried = [], inherited = [] } = r.tree
  const found: string[] = []
  const up = fieldOf(r, parent)
  if (!up) return [`tree: no field ${parent}`]
  if (up.facts.masked || (key !== 'id' && fieldOf(r, key)?.facts.masked)) found.push('tree: stands on a masked field')
  if (key === 'id') {
    if (!isRef(up) || up.to !== r.id) found.push(`tree: ${parent} does not refer to ${r.id}`)
  } else {
    const own = fieldOf(r, key)
    if (!own) found.push(`tree: no field ${key}`)
    else if (own.kind !== up.kind) found.push(`tree: ${key} and ${parent} are of different kinds`)
    if (!(r.unique ?? []).some((set) => set.length === 1 && set[0] === key)) found.push(`tree: ${key} is not unique`)
  }
  for (const name of [...path, ...carried, ...inherited]) if (!fieldOf(r, name)) found.push(`tree: no field ${name}`)
  if (lazy && listed) found.push('tree: is too large to be read at once, and listed whole')
  return found
}
