import type { Label } from '../values/label.ts'
import type { Method } from './address.ts'
import type { Condition } from './conditions/condition.ts'
import { kindOf } from './fields/kinds.ts'
import { filterFieldOf, sortsOf } from './listing.ts'
import { fieldOf, type Resource } from './resource.ts'

/**
 * A named list of a resource besides `list`: `pointList`, `listByProductId`, `getExistDoctorIds`. It is the generic
 * list (owner, masking, filters, paging, sorts, permission `_view`) with conditions of its own.
 */
export interface FilteredList<Name extends string = string> {
  readonly title: Label
  /** Conditions that all its records meet (`is`, `isNot`, `oneOf`). */
  readonly where?: readonly Condition[]
  /**
   * Parameters that have to be sent, each with the field that equals it: `{ productId: 'baseProductId' }`. Without one
   * of them the answer is 400, not the whole list.
   */
  readonly by?: Readonly<Record<string, Name | 'id'>>
  readonly method?: Method
  /** Below each of the resource's own paths, or with a slash in front below /api. Default: the list's name. */
  readonly paths?: readonly string[]
  /**
   * A page, all of it (at most 5,000), or all different values of one field; of a tree: nested, or the records below
   * one (`level`).
   */
  readonly answer: 'page' | 'list' | 'tree' | 'level' | { readonly values: Name }
  /** Default: the resource's own order. */
  readonly sort?: Name | `+${Name}`
  /** The generic operation (`list`, `page`) that is served under the same address and whose place it takes. */
  readonly replaces?: string
}

/** Problems of the named lists of a resource; empty when there is none. Pure. */
export function listProblems(r: Resource): string[] {
  const found: string[] = []
  for (const [name, list] of Object.entries(r.lists ?? {})) {
    const say = (what: string) => found.push(`list ${name} ${what}`)
    const by = Object.values(list.by ?? {})
    for (const field of by) if (!filterFieldOf(r, field)) say(`is selected by ${field}, which is no filter`)
    for (const { field } of list.where ?? []) {
      const f = fieldOf(r, field)
      if (!f) say(`has no field ${field}`)
      else if (f.facts.masked) say(`is made by the masked ${field}`)
      else if (kindOf(f).compared === 'never') say(`compares ${field}, which cannot be`)
      else if (by.length === 0 && !filterFieldOf(r, field)) say(`has ${field}, which is no filter: nothing finds it`)
    }
    if (list.sort && !sortsOf(r).includes(list.sort.replace(/^\+/, ''))) say(`is not sorted by ${list.sort}`)
    if (typeof list.answer === 'object') {
      const f = fieldOf(r, list.answer.values)
      if (!f) say(`answers the unknown ${list.answer.values}`)
      else if (f.facts.masked) say(`answers the masked ${list.answer.values}`)
    }
    if ((list.answer === 'tree' || list.answer === 'level') && !r.tree) say('answers a tree, which the resource is not')
    if (!(r.operations.includes('view') || r.open)) say('is read by nobody: the resource has no view')
  }
  return found
}

/**
 * The last segments of the paths of a tree that a field is chosen from: a named list that answers one, or `tree`, the
 * whole of it. None where the resource has no such tree. Pure.
 */
export function treePaths(of: Pick<Resource, 'lists' | 'tree'> | undefined, name: string): readonly string[] {
  const list = of?.lists?.[name]
  if (list) return list.answer === 'tree' ? (list.paths ?? [name]) : []
  return name === 'tree' && of?.tree ? [name] : []
}
