import { useSyncExternalStore } from 'react'

/**
 * The one writer of the address. Changes of a tick are merged into one navigation: the router's own setters do not
 * queue, so that two commands in one tick would lose one of their changes.
 */
type Change = Readonly<Record<string, string | readonly string[] | null>>

/** Part of a router that the writer needs. */
export interface Movable {
  readonly state: { readonly location: Place & { readonly state?: unknown } }
  navigate(by: number): unknown
  navigate(to: Place, options?: { readonly replace?: boolean; readonly state?: unknown }): unknown
  subscribe(run: () => void): () => void
}

let router: Movable | null = null
let pending: { path: string | null; search: URLSearchParams; replace: boolean; carried: unknown } | null = null

/** Given by the routes when they are built, taken away when the session ends. */
export const setRouter = (given: Movable | null): void => {
  router = given
  pending = null
}

export interface Place {
  readonly pathname: string
  readonly search: string
}

const here = (): Place => router?.state.location ?? location

/** Path and search as they will be after this tick. */
export const placeNow = (): Place => {
  const at = here()
  if (!pending) return { pathname: at.pathname, search: at.search }
  const search = pending.search.toString()
  return { pathname: pending.path ?? at.pathname, search: search ? `?${search}` : '' }
}

const open = () => {
  if (!pending) {
    pending = { path: null, search: new URLSearchParams(here().search), replace: true, carried: null }
    queueMicrotask(flush)
  }
  return pending
}

function flush(): void {
  const change = pending
  pending = null
  if (!change || !router) return
  const at = router.state.location
  const search = change.search.toString()
  const to = { pathname: change.path ?? at.pathname, search: search ? `?${search}` : '' }
  if (to.pathname === at.pathname && to.search === at.search) return
  // the state of a history entry stays while only its parameters change
  const state = change.path === null && change.replace ? at.state : change.carried
  void router.navigate(to, { replace: change.replace, state })
}

/**
 * Changes search parameters: a text sets, null or "" removes, a list repeats. `push` makes a step that "back" undoes,
 * for what a person would call a place: an applied filter, a view, a record. Default: the entry of the history is
 * replaced (the cursor moves, the order, a section).
 */
export function writeSearch(change: Change, how: 'replace' | 'push' = 'replace'): void {
  const next = open()
  for (const [name, value] of Object.entries(change)) {
    next.search.delete(name)
    if (value === null || value === '') continue
    for (const one of typeof value === 'string' ? [value] : value) next.search.append(name, one)
  }
  if (how === 'push') next.replace = false
}

/**
 * Goes to a path with its own search; what was to be written for the old path in this tick is dropped. `carried` is kept
 * in the entry of the history.
 */
export function go(route: string, how: 'replace' | 'push' = 'push', carried: unknown = null): void {
  const [pathname = '/', search = ''] = route.split('?', 2)
  const next = open()
  next.path = pathname
  next.search = new URLSearchParams(search)
  next.replace = how === 'replace'
  next.carried = carried
}

/** Opens a route in a window of its own. */
export const goAside = (route: string): void => {
  window.open(route, '_blank', 'noopener')
}

export const goBack = (): void => {
  if (router) void router.navigate(-1)
}

/** Search parameters, rendering again when they change. Components that do not need them do not call this. */
export function useSearch(): URLSearchParams {
  const search = useSyncExternalStore(
    (run) => router?.subscribe(run) ?? (() => {}),
    () => here().search,
  )
  return new URLSearchParams(search)
}
