import { proxy, subscribe } from 'valtio'
import { onLeave, session } from './session.ts'

/** An opened page. One tab a path; its search (filters, open record) is remembered with it. */
export interface Tab {
  /** Path without search. */
  path: string
  /** Path with the search of the last visit. */
  to: string
  /** What the screen called itself, "" until it did: shown where the address says nothing, as of a record's name. */
  title: string
}

export interface Tabs {
  list: Tab[]
  active: string
}

/** Most open tabs; beyond it the oldest one except the current is closed. */
const MOST = 24

export const tabs = proxy<Tabs>({ list: [], active: '' })

const key = () => `rounds.tabs.${session.tenantId}.${session.userId}`

/** What a screen called itself before its tab was made: its effects may run first. */
let early = { path: '', title: '' }

/** Marks an address as current; opens its tab when there is none. */
export function visit(pathname: string, search: string): void {
  const found = tabs.list.find((t) => t.path === pathname)
  if (found) {
    if (found.to !== pathname + search) found.to = pathname + search
  } else {
    const at = tabs.list.findIndex((t) => t.path === tabs.active)
    tabs.list.splice(at < 0 ? tabs.list.length : at + 1, 0, {
      path: pathname,
      to: pathname + search,
      title: early.path === pathname ? early.title : '',
    })
    if (tabs.list.length > MOST) {
      const oldest = tabs.list.findIndex((t) => t.path !== pathname && t.path !== tabs.active)
      if (oldest >= 0) tabs.list.splice(oldest, 1)
    }
  }
  tabs.active = pathname
}

/** The screen of a path says what it is called. */
export function nameTab(pathname: string, title: string): void {
  const found = tabs.list.find((t) => t.path === pathname)
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

/** Closes tabs and returns the address to open, "" when the current one stays. `all` leaves the home page. */
export function closeTabs(which: 'others' | 'all' | string, home: string): string {
  if (which === 'all') {
    tabs.list = tabs.list.filter((t) => t.path === home)
    if (tabs.active === home) return ''
    tabs.active = home
    return home
  }
  const before = tabs.active
  const left = without({ list: tabs.list.map((t) => ({ ...t })), active: before }, which)
  tabs.list = left.list
  if (left.active === before) return ''
  tabs.active = left.active
  return left.list.find((t) => t.path === left.active)?.to ?? ''
}

/** The neighbour of the current tab, going round; "" when it is alone. */
export function neighbour(by: 1 | -1): string {
  const at = tabs.list.findIndex((t) => t.path === tabs.active)
  if (at < 0 || tabs.list.length < 2) return ''
  return tabs.list[(at + by + tabs.list.length) % tabs.list.length]?.to ?? ''
}

/**
 * Brings back the tabs of this user in this browser tab (a reload keeps them). To be called before the first `visit`.
 */
export function restoreTabs(): void {
  try {
    const found = JSON.parse(sessionStorage.getItem(key()) ?? '[]') as Partial<Tab>[]
    const good = (Array.isArray(found) ? found : []).filter(
      (t) => typeof t?.path === 'string' && typeof t.to === 'string',
    )
    tabs.list = good.map((t) => ({ path: String(t.path), to: String(t.to), title: String(t.title ?? '') }))
  } catch {
    tabs.list = []
  }
  tabs.active = ''
}

/** Keeps the tabs from now on. Returns how to stop. */
export function keepTabs(): () => void {
  return subscribe(tabs, () => {
    try {
      if (session.userId) sessionStorage.setItem(key(), JSON.stringify(tabs.list))
    } catch {
      // Not kept.
    }
  })
}

onLeave(() => {
  tabs.list = []
  tabs.active = ''
})
