import { conditionKey } from '../../model/language/conditions/condition.ts'
import { matchRoute } from '../../model/values/matchRoute.ts'
import { claimAt, type OWN_ROUTES, pathOf, type RouteClaim } from '../../model/values/routes.ts'
import type { Catalogue } from '../../model/wire/catalogue.ts'

/** The screen of a path. */
export type ScreenRoute =
  | {
      readonly screen:
        | 'home'
        | 'dashboard'
        | 'queueHub'
        | 'firstSteps'
        | 'inbox'
        | 'profile'
        | 'keymap'
        | 'errorLog'
        | 'selfCheck'
        | 'preview'
        | 'forbidden'
        | 'broken'
    }
  /** Another page inside ours, by its address. */
  | { readonly screen: 'embedded'; readonly address: string }
  | { readonly screen: 'notFound' }
  | { readonly screen: 'queue'; readonly queue: string }
  /** `search`: parameters that the address itself stands for. */
  | { readonly screen: 'table'; readonly resource: string; readonly search?: Readonly<Record<string, string>> }
  | { readonly screen: 'detail'; readonly resource: string; readonly id: string; readonly pattern: string }
  | {
      readonly screen: 'form'
      readonly resource: string
      readonly mode: 'add' | 'edit'
      readonly id: string
      readonly pattern: string
      /** First values of a new record, by the parameters of the address. */
      readonly initial?: Readonly<Record<string, string>>
    }
  /** An address of the model with another spelling; the screen is at `to`. */
  | { readonly screen: 'moved'; readonly to: string }

type Own = (typeof OWN_ROUTES)[number]

const FIXED: Readonly<Partial<Record<Own, ScreenRoute>>> = {
  '/wel/index': { screen: 'home' },
  '/wel/dashboard': { screen: 'dashboard' },
  '/test/index': { screen: 'selfCheck' },
  '/preview/preview': { screen: 'preview' },
  '/desk/queues': { screen: 'queueHub' },
  '/desk/firstSteps': { screen: 'firstSteps' },
  '/desk/inbox': { screen: 'inbox' },
  '/info/index': { screen: 'profile' },
  '/info/keys': { screen: 'keymap' },
  '/logs': { screen: 'errorLog' },
  '/404': { screen: 'notFound' },
  '/403': { screen: 'forbidden' },
  '/500': { screen: 'broken' },
}
export const HOME = '/wel/index'

const MOVED: Readonly<Partial<Record<Own, string>>> = {
  '/': HOME,
  '/login': HOME,
  '/wel': HOME,
  '/desk': '/desk/queues',
  '/info': '/info/index',
}

/** Returns the screen of an address, given the catalogue. The only place that maps paths to screens. Pure. */
export function screenRouteOf(catalogue: Catalogue, pathname: string): ScreenRoute {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') || '/' : pathname
  const to = MOVED[path as Own] ?? (path === pathname ? undefined : path)
  if (to) return { screen: 'moved', to }
  const fixed = FIXED[path as Own]
  if (fixed) return fixed
  const address = matchRoute('/myiframe/:routerPath', path)?.routerPath
  if (address) return { screen: 'embedded', address }
  const queue = matchRoute('/desk/queues/:code', path)?.code
  if (queue) {
    return catalogue.queues.some((q) => q.code === queue) ? { screen: 'queue', queue } : { screen: 'notFound' }
  }
  const met = claimAt(catalogue.resources, path)
  return met ? routeOf(met.by.id, met.claim, met.params) : { screen: 'notFound' }
}

type Params = Readonly<Record<string, string>>

/** The screen of an address of a resource, with the parameters of the path. */
function routeOf(resource: string, { path, screen, to, where }: RouteClaim, params: Params): ScreenRoute {
  if (to !== undefined) return { screen: 'moved', to: pathOf(to, params) }
  const id = params.id ?? ''
  if (screen === 'detail') return { screen, resource, id, pattern: path }
  if (screen === 'edit') return { screen: 'form', resource, mode: screen, id, pattern: path }
  if (screen === 'add') {
    // `-` stands for what is not known (`pathOf`)
    const given = Object.entries({ ...where, ...params }).flatMap(([name, value]) =>
      value === undefined || value === '-' ? [] : [[name, value] as const],
    )
    const initial = given.length > 0 ? { initial: Object.fromEntries(given) } : {}
    return { screen: 'form', resource, mode: screen, id, pattern: path, ...initial }
  }
  if (!where) return { screen: 'table', resource }
  const search = Object.entries(where).map(([field, value = '']) => [
    conditionKey({ field, op: 'equal' }),
    value.startsWith(':') ? (params[value.slice(1)] ?? '') : value,
  ])
  return { screen: 'table', resource, search: Object.fromEntries(search) }
}
