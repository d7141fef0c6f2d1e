import type { Condition } from '../../../model/language/conditions/condition.ts'
import { MADE } from '../../../model/language/decidable.ts'
import { rowsOf } from '../../../model/wire/columns.ts'
import { ROUNDS, type Slice, type Total, type WireRow } from '../../../model/wire/wire.ts'
import { api } from '../../api/client.ts'
import { fetchRows } from '../../data/records.ts'
import { hasSecond } from '../../decisions/ownRows.ts'
import { toParams } from '../../filter/filterParams.ts'

/**
 * Query of a list: a resource, which of its fields (`listColumns`: its rows hold no others), what is asked of its rows,
 * and their order (`+field` = ascending, as the model writes it).
 */
export interface ListQuery {
  readonly resource: string
  readonly columns: readonly string[]
  readonly conditions: readonly Condition[]
  readonly sort: string
}

/** Parameters of a list without position: the same for `rounds/window`, `rounds/total` and `rounds/selection`. */
export const listParams = (q: ListQuery): Record<string, string> => ({
  resource: q.resource,
  ...toParams(q.conditions),
  sort: q.sort,
})

/** The total of a list. Exact up to a hundred thousand, estimated beyond. */
export const fetchTotal = (q: ListQuery, signal?: AbortSignal): Promise<Total> => {
  const { sort: _, ...params } = listParams(q)
  return api.get<Total>(ROUNDS.total, params, { ...(signal ? { signal } : {}), quiet: true })
}

/** Rows that are shown say how this person made them, where that keeps from deciding. */
export const markedColumns = (resource: string, columns: readonly string[]): readonly string[] =>
  columns.length > 1 && hasSecond(resource) ? [...columns, MADE] : columns

/** Rows of a list, with their place in it (wire: `Slice`). */
export interface ListSlice extends Pick<Slice, 'offset' | 'position'> {
  readonly records: readonly WireRow[]
}

/** A slice of a list by position. */
export async function fetchWindow(
  q: ListQuery,
  offset: number,
  size: number,
  signal?: AbortSignal,
  around?: string,
): Promise<ListSlice> {
  const params = {
    ...listParams(q),
    columns: markedColumns(q.resource, q.columns).join(','),
    offset,
    size,
    ...(around ? { around } : {}),
  }
  const { columns, values, ...place } = await api.get<Slice>(ROUNDS.window, params, {
    ...(signal ? { signal } : {}),
    quiet: true,
  })
  return { records: rowsOf({ columns, values }), ...place }
}

/** Rows of a list as they are now, with the same columns as its windows; missing ones left out. */
export const fetchListed = (q: ListQuery, ids: readonly string[]): Promise<readonly WireRow[]> =>
  fetchRows(q.resource, ids, markedColumns(q.resource, q.columns))

/** The same list when only its places matter. */
export const placesOf = (q: ListQuery): ListQuery => ({ ...q, columns: ['id'] })
