import type { Location, Navigator, To } from 'react-router-dom'
import { noteEntry } from './wayBack.ts'

/** Says whether the place may be left: null = yes, else the promise of an answer. `back`: by the browser's own buttons. */
export type Guard = (back: boolean) => Promise<boolean> | null

const guards = new Set<Guard>()

/** Asks before the address changes, whichever way: a link, a command, the browser's back. Returns how to stop. */
export function guardLeaving(guard: Guard): () => void {
  guards.add(guard)
  return () => {
    guards.delete(guard)
  }
}

/** The guard that came last is asked first: a dialog stands over the page. */
function held(back: boolean): Promise<boolean> | null {
  for (const guard of [...guards].reverse()) {
    const answer = guard(back)
    if (answer) return answer
  }
  return null
}

/** The browser's history as the rest of the console sees it. */
export interface AddressRouter {
  readonly state: { readonly location: Location }
  /** Navigator of React Router's `<Router>`. */
  readonly navigator: Navigator
  navigate(by: number): void
  navigate(to: To, options?: { readonly replace?: boolean; readonly state?: unknown }): void
  subscribe(run: () => void): () => void
  dispose(): void
}

interface Kept {
  readonly usr: unknown
  readonly key: string
  /** Its place in the history of this tab: tells back from forward, and by how much. */
  readonly idx: number
}

const kept = (): Partial<Kept> | null => history.state as Partial<Kept> | null
const newKey = () => Math.random().toString(36).slice(2, 10)
const hrefOf = (to: To): string =>
  typeof to === 'string' ? to : `${to.pathname ?? location.pathname}${to.search ?? ''}${to.hash ?? ''}`

const read = (): Location => {
  const { pathname, search, hash } = location
  return { pathname, search, hash, state: kept()?.usr ?? null, key: kept()?.key ?? 'default' }
}

/**
 * Router with one history for one signed-in user. React Router's own data router would bring loaders, actions and
 * fetchers, 18 kB of script that nothing here asks for; links, routes and places are React Router's.
 */
export function createRouter(): AddressRouter {
  const listeners = new Set<() => void>()
  let idx = kept()?.idx ?? 0
  if (kept()?.idx === undefined) history.replaceState({ ...kept(), idx }, '')
  let state = { location: read() }
  /**
   * The next move of the history was ordered here: `undo` takes back one that was held, `pass` was allowed by an
   * answer.
   */
  let ordered: 'undo' | 'pass' | null = null
  let undone: (() => void) | null = null

  const notify = () => {
    state = { location: read() }
    noteEntry()
    for (const run of [...listeners]) run()
  }
  const write = (to: To, usr: unknown, replace: boolean) => {
    if (!replace) idx++
    history[replace ? 'replaceState' : 'pushState']({ usr, key: newKey(), idx } satisfies Kept, '', hrefOf(to))
    notify()
  }
  const move = (to: To, usr: unknown, replace: boolean) => {
    const answer = held(false)
    if (!answer) return write(to, usr, replace)
    void answer.then((yes) => {
      if (yes) write(to, usr, replace)
    })
  }

  const popped = () => {
    // A jump to an anchor makes an entry without a place.
    if (kept()?.idx === undefined) history.replaceState({ ...kept(), idx: idx + 1 }, '')
    const next = kept()?.idx ?? idx
    const by = next - idx
    if (ordered === 'undo') {
      ordered = null
      undone?.()
      return
    }
    const answer = ordered === 'pass' || by === 0 ? null : held(true)
    ordered = null
    if (!answer) {
      idx = next
      notify()
      return
    }
    const back = new Promise<void>((done) => {
      undone = done
    })
    ordered = 'undo'
    history.go(-by)
    void Promise.all([answer, back]).then(([yes]) => {
      if (!yes) return
      ordered = 'pass'
      history.go(by)
    })
  }
  window.addEventListener('popstate', popped)
  noteEntry()

  return {
    get state() {
      return state
    },
    navigator: {
      createHref: hrefOf,
      push: (to, usr) => move(to, usr ?? null, false),
      replace: (to, usr) => move(to, usr ?? null, true),
      go: (by) => history.go(by),
    },
    navigate(to: To | number, options: { readonly replace?: boolean; readonly state?: unknown } = {}) {
      if (typeof to === 'number') history.go(to)
      else move(to, options.state ?? null, options.replace ?? false)
    },
    subscribe(run) {
      listeners.add(run)
      return () => {
        listeners.delete(run)
      }
    },
    dispose() {
      window.removeEventListener('popstate', popped)
      listeners.clear()
    },
  }
}
