import type { Locks } from '../../../src/console/api/locks.ts'
import { createSession, type Renewal, type Tokens, type Vault } from '../../../src/console/api/session.ts'

/** A browser's storage, shared by its tabs. */
export function sharedVault(first: Tokens | null): Vault & { value: Tokens | null } {
  const vault = {
    value: first,
    read: (_sure?: boolean) => vault.value,
    gone: false,
    write: (t: Tokens | null, left = false) => {
      vault.value = t
      vault.gone = left
    },
    left: () => vault.gone,
  }
  return vault
}

/** Locks with a single holder, in the order of requests. */
export function sharedLocks(): Locks {
  let last: Promise<unknown> = Promise.resolve()
  return {
    request: (_name, signal, work) => {
      const mine = last.then(() => {
        if (signal?.aborted) throw signal.reason
        return work()
      })
      last = mine.catch(() => {})
      return mine
    },
  }
}

export const pair = (n: number): Tokens => ({ access: `a${n}`, since: 0, life: 3600, tenantId: '000000', userId: '7' })

/** Tabs of one browser over one server that checks access tokens. */
export function browser(options: { tabs: number; renewal?: Renewal; now?: () => number }) {
  const vault = sharedVault(pair(1))
  const locks = sharedLocks()
  const server = { good: 'a2', refreshes: 0, asked: [] as string[] }
  const renewal: Renewal =
    options.renewal ??
    (async (old) => {
      await pause(5)
      server.refreshes++
      server.asked.push(old.access)
      return { ...pair(2), since: options.now?.() ?? 0 }
    })
  const tabs = Array.from({ length: options.tabs }, () => {
    const tab = { ended: 0, core: null as unknown as ReturnType<typeof createSession> }
    tab.core = createSession({ vault, locks, renewal, now: options.now ?? (() => 0), ended: () => tab.ended++ })
    return tab
  })
  return { vault, server, tabs }
}

export const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))
