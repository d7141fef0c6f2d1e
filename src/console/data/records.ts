import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { conditionKey } from '../../model/language/conditions/condition.ts'
import type { Child, Resource } from '../../model/language/resource.ts'
import type { AttachmentLink } from '../../model/values/files.ts'
import { recordAddress } from '../../model/values/routes.ts'
import type { CatalogueResource } from '../../model/wire/catalogue.ts'
import { rowsOf } from '../../model/wire/columns.ts'
import { type Page, ROUNDS, type WireRow, type WireTable } from '../../model/wire/wire.ts'
import { api } from '../api/client.ts'
import { catalogueNow, resourceIn } from './catalogue.ts'
import { keyOf } from './queries.ts'

/** Queries of a record's pane: queries, so that neighbours can be fetched before they are looked at. */

/** Rows of a child resource that come at once; the rest on demand. */
const CHILD_ROWS = 200

/** Returns a resource of the catalogue, undefined for one that the user may not see. */
export const catalogued = (id: string): CatalogueResource | undefined => resourceIn(catalogueNow(), id)

/** The address of a record (`recordAddress`), null where the user has none. */
export const pageOf = (resource: string, row: Readonly<Record<string, unknown>>): string | null =>
  recordAddress(catalogued(resource)?.routes, row)

/** Keys begin with the resource whose rows they hold: what outdates the resource outdates them. */
export const recordKey = (resource: string, id: string) => keyOf(resource, 'record', id)
const partKey = (rows: string, resource: string, id: string, ...more: readonly string[]) =>
  keyOf(rows, 'of', resource, id, ...more)

const isPart = ([, , , what, a, b]: readonly unknown[], resource: string, id: string): boolean =>
  what === 'of' && a === resource && b === id

/** Marks history and children of a record as stale; what is on the screen is fetched again. */
export const renewParts = (client: QueryClient, resource: string, id: string): Promise<void> =>
  client.invalidateQueries({ predicate: ({ queryKey }) => isPart(queryKey, resource, id) })

/** The record and everything that hangs on it is old; what is on the screen is fetched again. */
export const renew = (client: QueryClient, resource: string, id: string): Promise<void> =>
  client.invalidateQueries({
    predicate: ({ queryKey }) => {
      const [, , rows, what, a] = queryKey
      return (rows === resource && what === 'record' && a === id) || isPart(queryKey, resource, id)
    },
  })

const callOf = (resource: string, call: string): string => {
  const found = catalogued(resource)
  if (!found) throw new Error(`no resource ${resource} for this user`)
  return `${found.call}/${call}`
}

/** Page of the generic list. */
export function list(
  resource: string,
  params: Readonly<Record<string, string | number>>,
  signal?: AbortSignal,
): Promise<Page> {
  const path = callOf(resource, catalogued(resource)?.listedWhole ? 'page' : 'list')
  return catalogued(resource)?.listMethod === 'POST'
    ? api.post<Page>(path, params, { write: false, signal })
    : api.get<Page>(path, params, { signal })
}

/** The record itself. Rejects with ApiError 404 when it does not exist or lies outside the user's scope. */
export const recordQuery = (resource: string, id: string) =>
  queryOptions({
    queryKey: recordKey(resource, id),
    queryFn: ({ signal }) => api.get<WireRow>(callOf(resource, 'detail'), { id }, { signal }),
    staleTime: 15_000,
  })

/** Filter value of the children: the parent's id, or the field the model names. */
export const parentValue = (child: Child, row: Readonly<Record<string, unknown>>): string =>
  String(row[child.of ?? 'id'] ?? '')

/** Children of a record, page by page. `value` is what `child.by` must be. */
export const childrenQuery = (resource: string, id: string, child: Child, value: string) =>
  infiniteQueryOptions({
    queryKey: partKey(child.resource, resource, id, value),
    queryFn: ({ pageParam, signal }) =>
      list(
        child.resource,
        { current: pageParam, size: CHILD_ROWS, [conditionKey({ field: child.by, op: 'equal' })]: value },
        signal,
      ),
    initialPageParam: 1,
    getNextPageParam: (last: Page) => (last.current < last.pages ? last.current + 1 : undefined),
    placeholderData: keepPreviousData,
    staleTime: 15_000,
    enabled: value !== '',
  })

/** History of the record, newest first. */
export const historyQuery = (resource: string, id: string) =>
  queryOptions({
    queryKey: partKey('approvalHistory', resource, id),
    queryFn: ({ signal }) => api.get<readonly WireRow[]>(ROUNDS.history, { resource, id }, { quiet: true, signal }),
    placeholderData: keepPreviousData,
    staleTime: 15_000,
  })

/** The child of a resource that a part shows. */
export const childOf = (of: Resource, resource: string | undefined): Child | undefined =>
  of.children?.find((c) => c.resource === resource)

/** Rows as they are now, with these columns (all without them); missing ones left out. */
export async function fetchRows(
  resource: string,
  ids: readonly string[],
  columns: readonly string[] = [],
): Promise<readonly WireRow[]> {
  const params = { resource, ids: ids.join(','), ...(columns.length > 0 ? { columns: columns.join(',') } : {}) }
  return rowsOf(await api.get<WireTable>(ROUNDS.rows, params, { quiet: true }))
}

/** Links to the files of a record, by field; good for five minutes, so asked for anew before that. */
export const filesQuery = (resource: string, id: string) =>
  queryOptions({
    queryKey: keyOf(resource, 'files', id),
    queryFn: ({ signal }) =>
      api.get<Readonly<Record<string, readonly AttachmentLink[]>>>('rounds/files', { resource, id }, { signal }),
    staleTime: 4 * 60_000,
    refetchInterval: 4 * 60_000,
  })
