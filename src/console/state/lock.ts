import { proxy } from 'valtio'

const KEY = 'rounds.locked'

/** A locked session: whose it is, as the sign-in names them, and where they were. */
export interface Locked {
  readonly tenantId: string
  readonly userId: string
  readonly account: string
  readonly name: string
  readonly back: string
  /** The session has a lock password of its own; else the sign-in password opens it. */
  readonly own?: boolean
}

/** Reads what was kept; anything unreadable counts as not locked. */
function stored(): Locked | null {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Partial<Locked> | null
    const { tenantId, userId, account, name, back } = kept ?? {}
    if (![tenantId, userId, account, name, back].every((text) => typeof text === 'string')) return null
    return kept as Locked
  } catch {
    return null
  }
}

/** Whether this browser is locked: all its tabs, also after a reload. */
export const lock = proxy<{ by: Locked | null }>({ by: stored() })

/** Locks the browser for whom it is of, or opens it again. */
export function setLock(by: Locked | null): void {
  lock.by = by
  try {
    if (by) localStorage.setItem(KEY, JSON.stringify(by))
    else localStorage.removeItem(KEY)
  } catch {
    // Storage may be forbidden: this tab is locked all the same.
  }
}

/** Follows the other tabs of the browser. Returns a function that stops it. */
export function followLock(): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === KEY) lock.by = stored()
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}
