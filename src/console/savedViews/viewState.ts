import { type Condition, conditionKey } from '../../model/language/conditions/condition.ts'
import { groupingOf } from '../../model/language/derived/grouping.ts'
import { requestedSort } from '../../model/language/listing.ts'
import type { Resource } from '../../model/language/resource.ts'
import { claimAt, OPEN } from '../../model/values/routes.ts'
import { GROUP, type SavedView, type ViewColumns } from '../../model/wire/savedView.ts'
import type { Filterable } from '../filter/filterFields.ts'
import { fromParams, toParams } from '../filter/filterParams.ts'

/** Conditions, order and grouping that a list shows, and the order it has by itself. */
export interface ListLook {
  readonly of: Resource
  readonly filterable: Filterable
  readonly conditions: readonly Condition[]
  readonly sort: string
  readonly otherwise: string
  /** Field that the rows are grouped by, "" for none. */
  readonly group: string
}

/** Field that an address groups the rows of a list by, "" for none. Pure. */
export function groupIn(of: Resource, params: URLSearchParams): string {
  const name = params.get(GROUP) ?? ''
  return groupingOf(of, name) ? name : ''
}

/** Conditions and order as an address carries them: the same for the same rows. Pure. */
export function searchOf(look: Pick<ListLook, 'conditions' | 'sort' | 'otherwise' | 'group'>): string {
  const params = new URLSearchParams(Object.entries(toParams(look.conditions)).sort(([a], [b]) => (a < b ? -1 : 1)))
  if (look.sort !== look.otherwise) params.set('sort', look.sort)
  if (look.group) params.set(GROUP, look.group)
  return params.toString()
}

/** The search of a view as the list reads it: fields that are no longer there do not count as a change. Pure. */
export function searchOfView(
  view: Pick<SavedView, 'search'>,
  look: Omit<ListLook, 'conditions' | 'sort' | 'group'>,
): string {
  const params = new URLSearchParams(view.search)
  const sort = requestedSort(look.of, params.get('sort') ?? '', look.otherwise)
  const group = groupIn(look.of, params)
  return searchOf({ conditions: fromParams(params, look.filterable), sort, otherwise: look.otherwise, group })
}

const sameNames = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((name, n) => name === b[n])

/** Whether two lists show the same columns, in the same order and widths. Pure. */
export const sameColumns = (a: ViewColumns, b: ViewColumns): boolean =>
  sameNames(a.order, b.order) &&
  sameNames([...a.hidden].sort(), [...b.hidden].sort()) &&
  sameNames([...a.shown].sort(), [...b.shown].sort()) &&
  Object.keys(a.widths).length === Object.keys(b.widths).length &&
  Object.entries(a.widths).every(([name, px]) => b.widths[name] === px) &&
  sameNames(a.pinned ?? [], b.pinned ?? []) &&
  a.density === b.density &&
  a.numbers === b.numbers

/** Parameters of an address that say nothing of what a list shows. */
const PLACES: ReadonlySet<string> = new Set(['view', 'size'])

/**
 * Whether a list was opened as it is: nothing in its address chooses rows, an order, a view or a record, besides what
 * the address itself stands for. Pure.
 */
export function isBare(of: Resource, pathname: string, search: URLSearchParams): boolean {
  const where = claimAt([of], pathname)?.claim.where ?? {}
  const implied = new Set(Object.keys(where).map((field) => conditionKey({ field, op: 'equal' })))
  return [...search.keys()].every((name) => PLACES.has(name) || implied.has(name)) && !search.has(OPEN)
}

/** The view that a list opens with: the server names one at most. Pure. */
export const openingView = (views: readonly SavedView[]): SavedView | undefined => views.find((v) => v.opens)

/** The view before or after in a round in which none is one, too; null for none. Pure. */
export function neighbourOf(views: readonly SavedView[], id: string, by: 1 | -1): SavedView | null {
  const round = [null, ...views]
  const at = round.findIndex((v) => (v?.id ?? '') === id)
  return round[(Math.max(0, at) + by + round.length) % round.length] ?? null
}
