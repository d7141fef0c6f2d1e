import { settings } from '../../../model/wire/settings/settings.ts'
import {
  HELD_ROWS_MAX,
  HELD_TITLE_LENGTH_MAX,
  type Held,
  heldInOrder,
  isBack,
} from '../../../model/wire/settings/shapes.ts'
import { mySettings } from '../../data/mySettings.ts'
import { onLeave, session } from '../../data/session.ts'
import { Pace } from './pace.ts'

/** Lists of a queue whose places are remembered. */
const LISTS = 30

/**
 * State of a queue that is kept while the user changes views, filters or pages: rows on hold (one of the person's settings),
 * whether the cursor stays, how fast they are, and where they were.
 */
export class QueueSession {
  /** Held rows by id, in the order in which they were held. */
  held: ReadonlyMap<string, Held>
  /** The cursor stays on a row that was decided. */
  stay = false
  readonly pace = new Pace()
  private readonly setting: string
  private readonly placesKey: string
  /** Where the cursor was, by list; kept for this window, so that a reload and another sign-in find it. */
  private readonly places: Map<string, Place>
  private readonly listeners = new Set<() => void>()
  private readonly stop: () => void

  constructor(queue: string) {
    this.setting = `${settings.held.key}.${queue}`
    this.placesKey = `rounds.held.${session.tenantId}.${session.userId}.${queue}.places`
    this.held = this.read()
    this.places = new Map(placesOf(this.placesKey))
    this.stop = mySettings().onChange((key) => {
      if (key !== this.setting) return
      this.held = this.read()
      for (const run of this.listeners) run()
    })
  }

  /** Called when rows were put on hold or taken off it, here or at another desk. Returns how to stop. */
  onHeld(run: () => void): () => void {
    this.listeners.add(run)
    return () => this.listeners.delete(run)
  }
  dispose(): void {
    this.stop()
    this.listeners.clear()
  }

  /** Where the cursor was in a list; null where it was in none. */
  placeIn(list: string): Place | null {
    return this.places.get(list) ?? null
  }
  keepPlace(list: string, place: Place): void {
    this.places.delete(list)
    this.places.set(list, place)
    try {
      sessionStorage.setItem(this.placesKey, JSON.stringify([...this.places].slice(-LISTS)))
    } catch {
      // Not kept: the page remembers it as long as it is there.
    }
  }

  hold(id: string, row: Pick<Held, 'title' | 'view' | 'until' | 'reason'>): void {
    // a cut through the middle of a rare character leaves half of a pair, which no database keeps
    const title = row.title.slice(0, HELD_TITLE_LENGTH_MAX).replace(/[\ud800-\udbff]$/, '')
    const others = [...this.held].filter(([other]) => other !== id)
    const { view, until, reason } = row
    const more = { ...(until === undefined ? {} : { until }), ...(reason ? { reason } : {}) }
    this.keep([...others, [id, { title, view, at: Date.now(), ...more }]])
  }
  release(id: string): boolean {
    const was = this.held.has(id)
    if (was) this.keep([...this.held].filter(([other]) => other !== id))
    return was
  }
  releaseAll(): void {
    this.keep([])
  }
  private keep(rows: readonly (readonly [string, Held])[]): void {
    mySettings().write(this.setting, Object.fromEntries(rows.slice(-HELD_ROWS_MAX)))
  }
  private read(): ReadonlyMap<string, Held> {
    const now = Date.now()
    return new Map(heldInOrder(mySettings().read(this.setting, settings.held)).filter(([, row]) => !isBack(row, now)))
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

const works = new Map<string, QueueSession>()
/** Forgets what is kept in this page; holds are settings, which stay. */
export function forgetQueueSessions(): void {
  for (const work of works.values()) work.dispose()
  works.clear()
}
onLeave(forgetQueueSessions)

/** The signed-in user's state of one queue. */
export function workOf(queue: string): QueueSession {
  const key = `${session.tenantId}.${session.userId}.${queue}`
  let work = works.get(key)
  if (!work) {
    work = new QueueSession(queue)
    works.set(key, work)
  }
  return work
}
