import type { Decided, RecentDecision, RoundsEvent } from '../../../model/wire/wire.ts'
import type { Entry } from '../decision.ts'

/** A decision that may be taken back, with the end of its time by this browser's clock (ms); null for none. */
export interface Recent extends RecentDecision {
  readonly expires: number | null
}

export interface TakeBackPorts {
  /** Decisions of the last minutes, newest first, as the server lists them. */
  fetch(): Promise<readonly RecentDecision[]>
  /** Whether a batch runs here: its decisions are fetched at its end. */
  busy(): boolean
  now(): number
  later(run: () => void, ms: number): () => void
  changed(): void
}

const madeKey = (resource: string, id: string, version: number): string => `${resource}/${id}/${version}`

/** Changes by others are gathered this long before the list is asked for anew, ms. */
const GATHER = 400
/**
 * The same where they are perhaps of a batch, whose rows are not known here, ms: a resource that many work on changes all
 * the time, and whoever takes the batch back asks first.
 */
const GATHER_BATCH = 10_000
/** Asked again when it became old while it was on its way, at most. */
const ROUNDS = 3

/**
 * Recent decisions of this person, newest first, listed by the server and kept up to date with decisions made here: `z`
 * takes back the newest of it that the server would accept. Decisions of other windows, of other people about the same
 * records, and the end of a time limit make it ask again.
 */
export class TakeBacks {
  private list: readonly Recent[] = []
  private old = true
  /** Counts what changed here, so that an answer from before it is not taken for the present. */
  private marks = 0
  /** Versions that decisions made here left: events of them are no news. */
  private readonly own = new Map<string, number>()
  /** When decisions were made here, one after the other: several are on their way at once, and answered in any order. */
  private readonly made = new Map<string, number>()
  private asking: Promise<void> | null = null
  private stopLater: (() => void) | null = null
  /** When `stopLater` stops asking, by `now()`. */
  private askAt = 0
  private stopExpiry: (() => void) | null = null
  private stopped = false

  private readonly ports: TakeBackPorts

  constructor(ports: TakeBackPorts) {
    this.ports = ports
  }

  get entries(): readonly Recent[] {
    return this.list
  }
  /** Whether the server would accept that it is taken back, as far as is known here. */
  isOpen(r: Recent): boolean {
    return r.possible > 0 && (r.expires === null || r.expires > this.ports.now())
  }
  /** How many of them can be taken back. */
  get open(): number {
    return this.list.filter((r) => this.isOpen(r)).length
  }
  /** The newest that can be taken back. */
  get top(): Recent | undefined {
    return this.list.find((r) => this.isOpen(r))
  }

  /** The server has taken a decision that was made here. */
  confirmed(entry: Entry, decided: Decided): void {
    const possible = decided.undo === '' ? 0 : 1
    this.own.set(entry.id, decided.version)
    this.made.set(madeKey(entry.resource, entry.id, decided.version), entry.made)
    this.put([
      {
        ...{ batch: '', resource: entry.resource, transition: decided.transition, at: '', id: entry.id },
        ...{
          title: entry.title,
          version: decided.version,
          count: 1,
          possible,
          undo: decided.undo,
          left: null,
          why: '',
        },
        expires: entry.deadline,
      },
      ...this.list.filter((r) => r.batch !== '' || r.resource !== entry.resource || r.id !== entry.id),
    ])
  }
  /** Removes a decision that was taken back. */
  gone(resource: string, id: string, version: number): void {
    this.own.set(id, version)
    this.put(this.list.filter((r) => r.batch !== '' || r.resource !== resource || r.id !== id))
  }
  /** Skips a decision whose take-back is under way: the next newest takes its place. */
  taken(r: Recent): void {
    this.put(this.list.filter((x) => x !== r))
  }

  /** A change of a record: made elsewhere, it may be a new decision, or the end of one that could be taken back. */
  receive(event: RoundsEvent, userId: string, known: boolean): void {
    if (event.kind !== 'changed' || known || this.ports.busy()) return
    if ((this.own.get(event.recordId) ?? -1) >= event.version) return
    const of = this.list.filter((r) => r.resource === event.resource)
    const about = of.find((r) => r.batch === '' && r.id === event.recordId)
    if (about && about.version >= event.version) return
    if (about || event.byId === userId) this.outdate()
    else if (of.some((r) => r.batch !== '')) this.outdate(GATHER_BATCH)
  }

  /** Marks the list as stale: fetched anew within `ms`, or at once on demand. */
  outdate(ms = GATHER): void {
    this.old = true
    // an answer that is on its way may not know of it
    this.marks++
    const at = this.ports.now() + ms
    if (this.stopLater && this.askAt <= at) return
    this.stopLater?.()
    this.askAt = at
    this.stopLater = this.ports.later(() => {
      this.stopLater = null
      void this.fresh()
    }, ms)
  }

  /** Waits until the list is current. Offline it stays as it is. */
  fresh(): Promise<void> {
    if (!this.old) return Promise.resolve()
    this.asking ??= this.ask().finally(() => {
      this.asking = null
    })
    return this.asking
  }
  private async ask(): Promise<void> {
    this.stopLater?.()
    this.stopLater = null
    for (let n = 0; n < ROUNDS; n++) {
      const mark = this.marks
      let fetched: readonly RecentDecision[]
      try {
        fetched = await this.ports.fetch()
      } catch {
        return
      }
      if (mark !== this.marks) continue
      this.old = false
      const now = this.ports.now()
      this.put(fetched.map((r) => ({ ...r, expires: r.left === null ? null : now + r.left * 1_000 })))
      return
    }
  }

  /** Those that were made here in the order in which they were, in the places that they have together. */
  private asMade(list: readonly Recent[]): readonly Recent[] {
    const order = (r: Recent) => (r.batch === '' ? this.made.get(madeKey(r.resource, r.id, r.version)) : undefined)
    const mine = list.filter((r) => order(r) !== undefined).sort((a, b) => (order(b) ?? 0) - (order(a) ?? 0))
    return list.map((r) => (order(r) === undefined ? r : (mine.shift() ?? r)))
  }

  private put(list: readonly Recent[]): void {
    if (this.stopped) return
    this.marks++
    this.list = this.asMade(list)
    this.stopExpiry?.()
    this.stopExpiry = null
    const ends = list.flatMap((r) => (r.possible > 0 && r.expires !== null ? [r.expires] : []))
    const next = Math.min(...ends.filter((at) => at > this.ports.now()))
    if (Number.isFinite(next)) this.stopExpiry = this.ports.later(() => this.outdate(), next - this.ports.now() + 50)
    this.ports.changed()
  }

  /** Nothing is told any more, whatever is still answered. */
  stop(): void {
    this.stopped = true
    this.stopLater?.()
    this.stopExpiry?.()
  }
}
