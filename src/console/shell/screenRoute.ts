import { matchPath } from 'react-router-dom'
import type { Catalogue, CatalogueResource } from '../../model/kernel/catalogue.ts'

/** What stands on the stage at a path. */
export type ScreenRoute =
  | { readonly screen: 'home' | 'queueHub' | 'profile' | 'notFound' | 'forbidden' | 'broken' }
  | { readonly screen: 'queue'; readonly queue: string }
  | { readonly screen: 'table'; readonly resource: string }
  | { readonly screen: 'detail'; readonly resource: string; readonly id: string; readonly pattern: string }
  | {
      readonly screen: 'form'
      readonly resource: string
      readonly mode: 'add' | 'edit'
      readonly id: string
      readonly pattern: string
    }
  /** An address of the model with another spelling; the screen is at `to`. */
  | { readonly screen: 'moved'; readonly to: string }

const FIXED: Readonly<Record<string, ScreenRoute>> = {
  '/wel/index': { screen: 'home' },
  '/desk/queues': { screen: 'queueHub' },
  '/info/index': { screen: 'profile' },
  '/404': { screen: 'notFound' },
  '/403': { screen: 'forbidden' },
  '/500': { screen: 'broken' },
}
export const HOME = '/wel/index'

const MOVED: Readonly<Record<string, string>> = {
  '/': HOME,
  '/login': HOME,
  '/wel': HOME,
  '/wel/dashboard': HOME,
  '/desk': '/desk/queues',
  '/info': '/info/index',
}

/** Returns the screen of an address, given the catalogue. The only place that maps paths to screens. Pure. */
export function screenRouteOf(catalogue: Catalogue, pathname: string): ScreenRoute {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') || '/' : pathname
  const to = MOVED[path] ?? (path === pathname ? undefined : path)
  if (to) return { screen: 'moved', to }
  const fixed = FIXED[path]
  if (fixed) return fixed
  const queue = matchPath('/desk/queues/:code', path)?.params.code
  if (queue) {
    return catalogue.queues.some((q) => q.code === queue) ? { screen: 'queue', queue } : { screen: 'notFound' }
  }
  // A fixed path such as …/add must win over a pattern such as …/:id, whatever the order of the resources.
  for (const pattern of [false, true]) {
    for (const r of catalogue.resources) {
      const found = routeOf(r, path, pattern)
      if (found) return found
    }
  }
  return { screen: 'notFound' }
}

function routeOf(r: CatalogueResource, path: string, pattern: boolean): ScreenRoute | null {
  for (const kind of ['list', 'add', 'edit', 'detail'] as const) {
    const route = r.routes[kind]
    if (!route || route.includes(':') !== pattern) continue
    const params = matchPath(route, path)?.params
    if (!params) continue
    const id = params.id ?? ''
    if (kind === 'list') return { screen: 'table', resource: r.id }
    if (kind === 'detail') return { screen: 'detail', resource: r.id, id, pattern: route }
    return { screen: 'form', resource: r.id, mode: kind, id, pattern: route }
  }
  return null
}
