import { uuid } from './uuid.ts'

/**
 * Lock with a single holder across all tabs of this origin. `request` waits, runs `work` as the holder, then lets go.
 */
export interface Locks {
  request<T>(name: string, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T>
}

/** Web Locks where the browser has them (secure contexts); else leases in local storage. */
export function browserLocks(): Locks {
  const native = typeof navigator === 'undefined' ? undefined : navigator.locks
  if (!native) return leaseLocks(localStorage)
  return {
    request: (name, signal, work) =>
      native.request(name, { mode: 'exclusive', ...(signal ? { signal } : {}) }, work) as ReturnType<typeof work>,
  }
}

/** Where a lease lies in local storage. */
const LEASE = 'rounds.lock.'

interface Lease {
  readonly owner: string
  /** When it ends unless renewed, ms. */
  readonly until: number
}

const leaseIn = (text: string | null): Lease | null => {
  try {
    const found: unknown = JSON.parse(text ?? 'null')
    return found && typeof found === 'object' && 'owner' in found && 'until' in found ? (found as Lease) : null
  } catch {
    return null
  }
}

/**
 * Removes leases whose time is over, of names with this beginning: a name that no page asks for again would lie in local storage for
 * ever. Storage that is forbidden has none.
 */
export function dropEndedLeases(begins: string, now = Date.now()): void {
  try {
    for (const key of Object.keys(localStorage).filter((one) => one.startsWith(`${LEASE}${begins}`)))
      if (!((leaseIn(localStorage.getItem(key))?.until ?? 0) >= now)) localStorage.removeItem(key)
  } catch {
    // Forbidden, or no browser.
  }
}

export interface LeaseTimes {
  /** How long a lease lasts unless renewed, ms: after this a closed tab's lock is free. */
  readonly lease: number
  /** How often a waiting tab looks, ms. */
  readonly look: number
  /** Time in which two tabs that wrote at once see each other's writing, ms. */
  readonly settle: number
}

/**
 * Locks for pages without Web Locks: the tab whose name is still in the shared record after a moment holds it, and
 * renews it while at work. Weaker than Web Locks (a frozen tab can lose its lease), which is why it is only the
 * fallback.
 */
export function leaseLocks(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  times: LeaseTimes = { lease: 4000, look: 150, settle: 40 },
): Locks {
  const me = uuid()
  const read = (key: string) => leaseIn(storage.getItem(key))
  const pause = (ms: number, signal?: AbortSignal) =>
    new Promise<void>((done, fail) => {
      if (signal?.aborted) return fail(signal.reason)
      const stop = () => {
        clearTimeout(timer)
        fail(signal?.reason)
      }
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', stop)
        done()
      }, ms)
      signal?.addEventListener('abort', stop, { once: true })
    })
  return {
    async request(name, signal, work) {
      const key = `${LEASE}${name}`
      const owner = `${me}.${uuid()}`
      const write = () => storage.setItem(key, JSON.stringify({ owner, until: Date.now() + times.lease }))
      for (;;) {
        const held = read(key)
        if (!held || held.until < Date.now()) {
          write()
          await pause(times.settle, signal)
          if (read(key)?.owner === owner) break
        }
        await pause(times.look, signal)
      }
      const renew = setInterval(write, times.lease / 4)
      try {
        return await work()
      } finally {
        clearInterval(renew)
        if (read(key)?.owner === owner) storage.removeItem(key)
      }
    },
  }
}
