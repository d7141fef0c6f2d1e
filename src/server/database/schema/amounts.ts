import { isMoney } from '../../../model/language/fields/field.ts'
import { fieldOf, type Resource } from '../../../model/language/resource.ts'
import { isSearchable } from './search.ts'

/**
 * Amounts by which records of a resource are found from anywhere: those that its list is summed by, none that is masked. Each has an
 * index, so that all records are looked through and not the newest.
 */
export function soughtAmounts(r: Resource): readonly string[] {
  if (!isSearchable(r)) return []
  const names = [r.list.amount, r.list.gross].flatMap((name) => (name === undefined ? [] : [String(name)]))
  return [...new Set(names)].filter((name) => {
    const field = fieldOf(r, name)
    return field !== undefined && isMoney(field) && !field.facts.masked
  })
}
