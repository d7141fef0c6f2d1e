import { onLeave, session } from '../data/session.ts'
import { Pace } from './pace.ts'

/** Most held rows that are remembered. */
const MOST = 500

/** A row on hold: what it is called, and the view it was held in. */
export interface Held {
  readonly title: string
  readonly view: string
}

/**
 * State of a queue that is kept while the user changes views, filters or pages: rows on hold (kept in this browser, per
 * person), whether the cursor stays, how fast they are, and where they were.
 */
export class QueueSession {
  /** Held rows by id. */
  readonly held: Map<string, Held>
  /** The cursor stays on a row that was decided. */
  stay = false
  readonly pace = new Pace()
  /** Where the cursor was, by list. */
  readonly places = new Map<string, string>()

  private readonly key: string

  constructor(key: string) {
    this.key = key
    this.held = new Map(read(key))
  }

  hold(id: string, row: Held): void {
    this.held.set(id, row)
    const first = this.held.keys().next().value
    if (this.held.size > MOST && first !== undefined) this.held.delete(first)
    this.keep()
  }
  release(id: string): boolean {
    const was = this.held.delete(id)
    if (was) this.keep()
    return was
  }
  releaseAll(): void {
    this.held.clear()
    this.keep()
  }
  private keep(): void {
    try {
      if (this.held.size > 0) localStorage.setItem(this.key, JSON.stringify([...this.held]))
      else localStorage.removeItem(this.key)
    } catch {
      // Not kept, still held on this page.
    }
  }
}

const isHeld = (x: unknown): x is [string, Held] => {
  if (!Array.isArray(x) || typeof x[0] !== 'string' || typeof x[1] !== 'object' || x[1] === null) return false
  const { title, view } = x[1] as Partial<Held>
  return typeof title === 'string' && typeof view === 'string'
}

function read(key: string): [string, Held][] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(found) ? found.filter(isHeld).slice(-MOST) : []
  } catch {
    return []
  }
}

const works = new Map<string, QueueSession>()
/** Forgets what is kept in this page; holds stay in the browser. */
export const forgetQueueSessions = (): void => works.clear()
onLeave(forgetQueueSessions)

/** The signed-in user's state of one queue. */
export function workOf(queue: string): QueueSession {
  const key = `rounds.held.${session.tenantId}.${session.userId}.${queue}`
  let work = works.get(key)
  if (!work) {
    work = new QueueSession(key)
    works.set(key, work)
  }
  return work
}
