import { onLeave, session } from '../../data/session.ts'
import { Pace } from './pace.ts'

/** Most held rows that are remembered. */
const HELD_ROWS_MAX = 500
/** Lists of a queue whose places are remembered. */
const LISTS = 30

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
  private readonly key: string
  /** Where the cursor was, by list; kept for this window, so that a reload and another sign-in find it. */
  private readonly places: Map<string, Place>

  constructor(key: string) {
    this.key = key
    this.held = new Map(read(key))
    this.places = new Map(placesOf(`${key}.places`))
  }

  /** Where the cursor was in a list; null where it was in none. */
  placeIn(list: string): Place | null {
    return this.places.get(list) ?? null
  }
  keepPlace(list: string, place: Place): void {
    this.places.delete(list)
    this.places.set(list, place)
    try {
      sessionStorage.setItem(`${this.key}.places`, JSON.stringify([...this.places].slice(-LISTS)))
    } catch {
      // Not kept: the page remembers it as long as it is there.
    }
  }

  hold(id: string, row: Held): void {
    this.held.set(id, row)
    const first = this.held.keys().next().value
    if (this.held.size > HELD_ROWS_MAX && first !== undefined) this.held.delete(first)
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

/** Where the cursor stood: a record, and the row it was, where the next one is when the record is gone. */
export interface Place {
  readonly id: string
  readonly at: number
}

const isPlace = (x: unknown): x is [string, Place] => {
  if (!Array.isArray(x) || typeof x[0] !== 'string' || typeof x[1] !== 'object' || x[1] === null) return false
  const { id, at } = x[1] as Partial<Place>
  return typeof id === 'string' && Number.isInteger(at)
}

function placesOf(key: string): [string, Place][] {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]')
    return Array.isArray(found) ? found.filter(isPlace) : []
  } catch {
    return []
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
    return Array.isArray(found) ? found.filter(isHeld).slice(-HELD_ROWS_MAX) : []
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
