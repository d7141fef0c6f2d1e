import { browserLocks, dropEndedLeases, type Locks } from '../../api/locks.ts'
import { uuid } from '../../api/uuid.ts'

/**
 * So long a page waits for the one before it to be gone, ms: the browser lets go of its lock when a page is left, and a lease without
 * Web Locks runs out within this time.
 */
const GONE_MS = 10_000

/** Beginning of the name of the lock that a page holds as long as it is there. */
const LOCK = 'page.'

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

/** Remembers that the work of a page was taken over. Returns whether it is written. */
function markTaken(of: string): boolean {
  try {
    localStorage.setItem(TAKEN, JSON.stringify([...takenNow(), of].slice(-TAKEN_MAX)))
    return true
  } catch {
    return false
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
    // of pages before it, each under a name of its own
    dropEndedLeases(LOCK)
  }

  /** Shows all others that this page is there, until it is left. */
  hold(): void {
    if (this.held) return
    this.held = true
    void this.locks()
      .request(`${LOCK}${this.id}`, undefined, () => new Promise<never>(() => {}))
      .catch(() => {
        this.held = false
      })
  }

  /**
   * Takes over from a page that is gone. `passOn` names this page as the one that keeps what the other kept, and returns whether that is
   * written: it runs before the other is marked as taken, so that a reload in between finds everything. Resolves false where the other
   * is still there after `ms`, or another page took over. Without a mark the lock is held until this page is left; without a lock, too,
   * it goes on: a decision that is sent twice is stopped by its key, and nothing brings back one that is lost.
   */
  async takeOver(of: string, passOn: () => boolean, ms = GONE_MS): Promise<boolean> {
    if (of === this.id) return true
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), ms)
    try {
      return await new Promise<boolean>((answer, fail) => {
        const work = async () => {
          if (takenNow().includes(of)) return answer(false)
          // from here on a copy of this window finds its own page there
          this.hold()
          const marked = passOn() && markTaken(of)
          answer(true)
          if (!marked) await new Promise<never>(() => {})
        }
        this.locks().request(`${LOCK}${of}`, late.signal, work).catch(fail)
      })
    } catch {
      if (late.signal.aborted) return false
      this.hold()
      passOn()
      return true
    } finally {
      clearTimeout(timer)
    }
  }
}

/** The page that runs this. */
export const ownPage = new OwnPage()
