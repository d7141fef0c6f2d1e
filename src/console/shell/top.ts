import { proxy, useSnapshot } from 'valtio'
import type { CatalogueMenu } from '../../model/kernel/catalogue.ts'
import { catalogueNow, leavesOf, useCatalogue } from '../data/catalogue.ts'
import { screenRouteOf } from './screenRoute.ts'

/** The top menu a person chose by hand; it holds until they go somewhere else. */
const chosen = proxy<{ code: string; at: string }>({ code: '', at: '' })

export const chooseTop = (code: string): void => {
  chosen.code = code
  chosen.at = location.pathname
}

/** The leaf of the menu tree that a path belongs to: itself, the list of a record's resource, the hub of a queue. */
export function leafOf(path: string): string {
  const catalogue = catalogueNow()
  if (!catalogue) return ''
  const screenRoute = screenRouteOf(catalogue, path)
  if (screenRoute.screen === 'queue') return '/desk/queues'
  if (screenRoute.screen === 'detail' || screenRoute.screen === 'form') {
    return catalogue.resources.find((r) => r.id === screenRoute.resource)?.routes.list ?? ''
  }
  return path
}

/** Code of the top menu whose sidebar shows: the one chosen here, else the one the path is in, else the first. */
export function topOf(menus: readonly CatalogueMenu[], path: string, by: { code: string; at: string }): string {
  if (by.at === path && menus.some((m) => m.code === by.code)) return by.code
  const leaf = leafOf(path)
  for (const m of menus) for (const l of leavesOf([m])) if (l.path === leaf) return m.code
  return menus[0]?.code ?? ''
}

export function useTop(path: string): string {
  const by = useSnapshot(chosen)
  const catalogue = useCatalogue()
  return topOf(catalogue?.topMenus ?? [], path, by)
}
