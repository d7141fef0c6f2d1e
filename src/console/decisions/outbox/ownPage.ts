import { browserLocks, type Locks } from '../../api/locks.ts'
import { uuid } from '../../api/uuid.ts'

/**
 * So long a page waits for the one before it to be gone, ms: the browser lets go of its lock when a page is left, and a lease without
 * Web Locks runs out within this time.
 */
const GONE_MS = 10_000

/** Pages whose work was taken over, in this browser: by one page each. The newest so many are remembered. */
const TAKEN = 'rounds.pages.taken'
const TAKEN_MAX = 50

const takenNow = (): readonly string[] => {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(TAKEN) ?? '[]')
    return Array.isArray(found) ? found.filter((one) => typeof one === 'string') : []
  } catch {
    return []
  }
}

/**
 * This page among all of the browser. A window that is duplicated has a copy of everything that the first one keeps for itself: what a
 * page kept is taken over by the one after it, when that page is gone, and by one alone.
 */
export class OwnPage {
  readonly id = uuid()
  private held = false
  private readonly locks: () => Locks

  constructor(locks: () => Locks = browserLocks) {
    this.locks = locks
  }

  /** Shows all others that this page is there, until it is left. */
  hold(): void {
    if (this.held) return
    this.held = true
    void this.locks()
      .request(`page.${this.id}`, undefined, () => new Promise<never>(() => {}))
      .catch(() => {
        this.held = false
      })
  }

  /** Takes over from a page that is gone. Resolves false where it is still there after `ms`, or another page took over. */
  async takeOver(of: string, ms = GONE_MS): Promise<boolean> {
    if (of === this.id) return true
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), ms)
    try {
      return await this.locks().request(`page.${of}`, late.signal, async () => {
        const taken = takenNow()
        if (taken.includes(of)) return false
        localStorage.setItem(TAKEN, JSON.stringify([...taken, of].slice(-TAKEN_MAX)))
        return true
      })
    } catch {
      return false
    } finally {
      clearTimeout(timer)
    }
  }
}

/** The page that runs this. */
export const ownPage = new OwnPage()
