import type { Catalogue, CatalogueMenu } from '../../model/wire/catalogue.ts'
import { catalogueNow, leavesOf, useCatalogue } from '../data/catalogue.ts'
import { screenRouteOf } from './screenRoute.ts'

/** Address of a menu inside the console: a page of another site stands in one of ours (specification §2). */
export const insideOurs = (path: string): string =>
  /^https?:/.test(path) ? `/myiframe/${encodeURIComponent(path)}` : path

/** Where a top menu leads: its first page of this console, "" where it has none. */
export function firstPageOf(top: CatalogueMenu): string {
  for (const leaf of leavesOf([top])) if (leaf.path.startsWith('/') && !leaf.newWindow) return leaf.path
  return ''
}

/**
 * The leaf of the menu tree that a path belongs to: itself, the list of a record's resource (of several lists of one
 * resource the first in the menu), the hub of a queue.
 */
export function leafIn(catalogue: Catalogue | null, path: string): string {
  if (!catalogue) return ''
  const leaves = [...leavesOf(catalogue.topMenus)]
  if (leaves.some((l) => l.path === path)) return path
  const screenRoute = screenRouteOf(catalogue, path)
  if (screenRoute.screen === 'queue') return '/desk/queues'
  if (!('resource' in screenRoute)) return path
  const list = catalogue.resources.find((r) => r.id === screenRoute.resource)?.routes.list ?? ''
  return leaves.some((l) => l.path === list)
    ? list
    : (leaves.find((l) => l.resource === screenRoute.resource)?.path ?? list)
}

/** The same of the catalogue of this moment. */
export const leafOf = (path: string): string => leafIn(catalogueNow(), path)

/** Code of the top menu whose sidebar shows: the one a leaf (`leafOf`) is in, else the first. */
export function topOf(menus: readonly CatalogueMenu[], leaf: string): string {
  for (const m of menus) for (const l of leavesOf([m])) if (l.path === leaf) return m.code
  return menus[0]?.code ?? ''
}

export function useTop(path: string): string {
  const catalogue = useCatalogue()
  return topOf(catalogue?.topMenus ?? [], leafOf(path))
}
