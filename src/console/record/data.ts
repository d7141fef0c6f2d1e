import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Child, Resource } from '../../model/kernel/resource.ts'
import { type CatalogueResource, conditionKey, type Page, type WireRow } from '../../model/kernel/wire.ts'
import { api } from '../api/client.ts'
import { catalogueNow } from '../state/catalogue.ts'

/** What a record's pane asks the server for: queries, so that neighbours can be fetched before they are looked at. */

/** Rows of a child resource that come at once; the rest on demand. */
export const CHILD_ROWS = 200

/** A resource as the catalogue tells it, undefined for one this user may not see. */
export const catalogued = (id: string): CatalogueResource | undefined => catalogueNow()?.resources.find((r) => r.id === id)

/** Keys: `record` + resource + id is the record, what follows is its parts. Invalidating the first three renews them all. */
export const recordKey = (resource: string, id: string): readonly [string, string, string] => ['record', resource, id]

const pathOf = (resource: string, call: string): string => {
  const found = catalogued(resource)
  if (!found) throw new Error(`no resource ${resource} for this user`)
  return `${found.call}/${call}`
}

/** One page of the generic list. */
export function list(resource: string, params: Readonly<Record<string, string | number>>): Promise<Page> {
  const path = pathOf(resource, 'list')
  return catalogued(resource)?.listMethod === 'POST' ? api.post<Page>(path, params, { write: false }) : api.get<Page>(path, params)
}

/** The record itself. Rejects with ApiError 404 when it does not exist or lies outside the user's scope. */
export const recordQuery = (resource: string, id: string) =>
  queryOptions({
    queryKey: recordKey(resource, id),
    queryFn: () => api.get<WireRow>(pathOf(resource, 'detail'), { id }),
    staleTime: 15_000,
  })

/** What its children are filtered by: the parent's id, or the field the model names. */
export const parentValue = (child: Child, row: Readonly<Record<string, unknown>>): string => String(row[child.of ?? 'id'] ?? '')

/** Children of a record, page by page. `value` is what `child.by` must be. */
export const childrenQuery = (resource: string, id: string, child: Child, value: string) =>
  infiniteQueryOptions({
    queryKey: [...recordKey(resource, id), 'children', child.resource, value],
    queryFn: ({ pageParam }) => list(child.resource, { current: pageParam, size: CHILD_ROWS, [conditionKey({ field: child.by, op: 'equal' })]: value }),
    initialPageParam: 1,
    getNextPageParam: (last: Page) => (last.current < last.pages ? last.current + 1 : undefined),
    placeholderData: keepPreviousData,
    staleTime: 15_000,
    enabled: value !== '',
  })

/** What happened to the record, newest first. */
export const historyQuery = (resource: string, id: string) =>
  queryOptions({
    queryKey: [...recordKey(resource, id), 'history'],
    queryFn: () => list('approvalHistory', { current: 1, size: 100, bizType_equal: resource, bizId_equal: id }),
    placeholderData: keepPreviousData,
    staleTime: 15_000,
  })

/** The child of a resource that a part shows. */
export const childOf = (of: Resource, resource: string | undefined): Child | undefined => of.children?.find((c) => c.resource === resource)
