import { proxy, ref, subscribe } from 'valtio'
import { settings } from '../../model/wire/settings/settings.ts'
import { OPEN_TABS_MAX } from '../../model/wire/settings/shapes.ts'
import { mySettings } from './mySettings.ts'
import { onLeave, personNow, session } from './session.ts'

/**
 * An opened page. One tab a path, and one for all records of a resource that have pages of their own; its address (filters,
 * open record) is remembered with it.
 */
export interface Tab {
  /** Key of a tab: the path without search, of a record's page its pattern. */
  path: string
  /** Path with the search of the last visit. */
  to: string
  /** State of its history entry. */
  state?: unknown
  /** Title set by the screen, "" until then: shown where the address says nothing, as of a record's name. */
  title: string
}

export interface Tabs {
  list: Tab[]
  active: string
}

export const tabs = proxy<Tabs>({ list: [], active: '' })

const keyOf = (person: string) => `rounds.tabs.${person}`

/** Title that a screen set before its tab was made: its effects may run first. */
let early = { path: '', title: '' }

/** The path that a tab shows now. */
const shownIn = (tab: Pick<Tab, 'to'>): string => tab.to.split('?')[0] ?? ''

/** Marks an address as current; opens its tab when there is none. `path`: the tab's own, where pages share one. */
export function visit(pathname: string, search: string, path = pathname, state: unknown = null): void {
  const found = tabs.list.find((t) => t.path === path)
  const title = early.path === pathname ? early.title : ''
  if (found) {
    if (shownIn(found) !== pathname) found.title = title
    if (found.to !== pathname + search) found.to = pathname + search
    if ((found.state ?? null) !== state) found.state = state ? ref(state) : null
  } else {
    const at = tabs.list.findIndex((t) => t.path === tabs.active)
    tabs.list.splice(at < 0 ? tabs.list.length : at + 1, 0, {
      path,
      to: pathname + search,
      title,
      ...(state ? { state: ref(state) } : {}),
    })
    if (tabs.list.length > OPEN_TABS_MAX) {
      const oldest = tabs.list.findIndex((t) => t.path !== path && t.path !== tabs.active)
      if (oldest >= 0) tabs.list.splice(oldest, 1)
    }
  }
  tabs.active = path
}

/** The screen of a path says what it is called. */
export function nameTab(pathname: string, title: string): void {
  const found = tabs.list.find((t) => shownIn(t) === pathname)
  if (!found) early = { path: pathname, title }
  else if (title && found.title !== title) found.title = title
}

/**
 * Closes tabs; the last one stays. Pure over the list: returns what is left and where to go when the one in front went
 * (specification §2: the previous one, or the first).
 */
export function without(now: Tabs, which: 'others' | 'all' | string): Tabs {
  const { list, active } = now
  if (which === 'all') return { list: list.slice(0, 1), active: list[0]?.path ?? '' }
  if (which === 'others') return { list: list.filter((t) => t.path === active), active }
  if (list.length <= 1) return now
  const at = list.findIndex((t) => t.path === which)
  if (at < 0) return now
  const left = list.filter((_, i) => i !== at)
  return { list: left, active: which === active ? ((left[at - 1] ?? left[0])?.path ?? '') : active }
}

/** Takes away the tab that shows a path, its work being done; the page that is gone to next opens in its place. */
export function leaveTab(pathname: string): void {
  const at = tabs.list.findIndex((t) => shownIn(t) === pathname)
  const [left] = at < 0 ? [] : tabs.list.splice(at, 1)
  if (left?.path === tabs.active) tabs.active = tabs.list[at - 1]?.path ?? ''
}

/** Where a tab leads: its address and what the entry of the history carries. */
export type Led = Pick<Tab, 'to' | 'state'>

/** Closes tabs and returns where to go then, null when the current one stays. `all` leaves the home page. */
export function closeTabs(which: 'others' | 'all' | string, home: string): Led | null {
  if (which === 'all') {
    tabs.list = tabs.list.filter((t) => t.path === home)
    if (tabs.active === home) return null
    tabs.active = home
    return { to: home }
  }
  const before = tabs.active
  const left = without({ list: tabs.list.map((t) => ({ ...t })), active: before }, which)
  tabs.list = left.list
  if (left.active === before) return null
  tabs.active = left.active
  return left.list.find((t) => t.path === left.active) ?? null
}

/** The neighbour of the current tab, going round; null when it is alone. */
export function neighbour(by: 1 | -1): Led | null {
  const at = tabs.list.findIndex((t) => t.path === tabs.active)
  if (at < 0 || tabs.list.length < 2) return null
  return tabs.list[(at + by + tabs.list.length) % tabs.list.length] ?? null
}

/**
 * Brings back the tabs of this user in this browser tab (a reload keeps them). To be called before the first `visit`.
 */
export function restoreTabs(): void {
  try {
    const found = JSON.parse(sessionStorage.getItem(keyOf(personNow())) ?? '[]') as Partial<Tab>[]
    const good = (Array.isArray(found) ? found : []).filter(
      (t) => typeof t?.path === 'string' && typeof t.to === 'string',
    )
    tabs.list = good.map((t) => ({
      path: String(t.path),
      to: String(t.to),
      title: String(t.title ?? ''),
      ...(t.state ? { state: ref(t.state) } : {}),
    }))
  } catch {
    tabs.list = []
  }
  tabs.active = ''
}

/**
 * Keeps the tabs from now on: for this window, and as those of the window that was used last, for another desk. Returns how to stop.
 */
export function keepTabs(): () => void {
  return subscribe(tabs, () => {
    if (!session.userId) return
    try {
      sessionStorage.setItem(keyOf(personNow()), JSON.stringify(tabs.list))
    } catch {
      // Not kept.
    }
    if (!awaited)
      mySettings().write(
        settings.tabs.key,
        tabs.list.slice(-OPEN_TABS_MAX).map(({ path, to }) => ({ path, to })),
      )
  })
}

/** Somebody has just signed in, and the tabs that they left elsewhere are still to come: those of this window are not kept yet. */
let awaited = false

/** Has the tabs of another desk brought back, where this window has none of its own. To be called before `restoreTabs`. */
export function awaitTabs(): void {
  try {
    awaited = sessionStorage.getItem(keyOf(personNow())) === null
  } catch {
    awaited = true
  }
}

/** The settings of the person are here, or do not come: their tabs stand before those that were opened meanwhile. */
export function bringTabs(): void {
  if (!awaited) return
  awaited = false
  const open = new Set(tabs.list.map((tab) => tab.path))
  const left = mySettings()
    .read(settings.tabs.key, settings.tabs)
    .filter(({ path }) => !open.has(path))
  tabs.list = [...left.map(({ path, to }) => ({ path, to, title: '' })), ...tabs.list].slice(-OPEN_TABS_MAX)
}

onLeave((who, notice) => {
  early = { path: '', title: '' }
  awaited = false
  tabs.list = []
  tabs.active = ''
  if (notice === 'expired') return
  try {
    sessionStorage.removeItem(keyOf(who))
  } catch {
    // Then nothing was kept.
  }
})
