import { type Field, isDict, isMoney, isPoints, isRef, isTime } from '../fields/field.ts'
import { kindOf } from '../fields/kinds.ts'
import { filterFieldOf, type Listed } from '../listing.ts'
import { fieldOf, type Resource } from '../resource.ts'

/** How the rows of a list are put into groups by a field. */
export interface Grouping {
  /** Field whose values make the groups. */
  readonly by: string
  /** Field that names a group: the copied name beside a reference; undefined where the value names itself. */
  readonly named?: string
  /** Times are grouped by their months. */
  readonly months: boolean
  /** Field of the condition that has the rows of a group. */
  readonly filter: string
}

/** Longest text that rows are grouped by, characters: names and codes, no remarks. */
const TEXT_CHARACTERS_MAX = 100

/**
 * How a list is grouped by a field; null where it is not: only by what it may be filtered by, so that the rows of a group can be
 * shown and selected, and by no personal data. Pure.
 */
export function groupingOf(r: Listed, name: string): Grouping | null {
  const f = fieldOf(r, name)
  if (!f || f.facts.masked || kindOf(f).sealed) return null
  const refOf = (copied: string) =>
    Object.entries<Field>(r.fields).find(([, field]) => isRef(field) && field.facts.shows === copied)?.[0]
  const by = isRef(f) ? name : refOf(name)
  if (by !== undefined) {
    const named = r.fields[by]?.facts.shows
    const filter = filterFieldOf(r, by) ? by : name
    if (!named || r.fields[named]?.facts.masked || !filterFieldOf(r, filter)) return null
    return filter === by ? { by, named, months: false, filter } : { by: named, months: false, filter }
  }
  if (!filterFieldOf(r, name)) return null
  if (isTime(f)) return { by: name, months: true, filter: name }
  const { prose, closed, length: most } = kindOf(f)
  const length = f.facts.length ?? most ?? Number.POSITIVE_INFINITY
  return closed || isDict(f) || (prose && length <= TEXT_CHARACTERS_MAX)
    ? { by: name, months: false, filter: name }
    : null
}

/**
 * Whether a column of a list means something added up: amounts and points. Of a ledger, whose rows go in or out, only what was moved:
 * the others are balances, which say what was there before or after. Pure.
 */
export function isSummed(r: Pick<Resource, 'fields' | 'list'>, name: string): boolean {
  const f = fieldOf(r, name)
  if (!f || f.facts.masked || !(isMoney(f) || isPoints(f))) return false
  return r.list.direction === undefined || name === r.list.amount
}
