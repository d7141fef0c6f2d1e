import type { Conflict, Decided, WireRow } from '../../model/kernel/wire.ts'
import type { Tally, Undone } from './undone.ts'

/**
 * What was decided here and where it stands: an overlay by row id, derived at render, never written into the query
 * cache.
 * The pure part of the workbench: the network, the clock and the timers are given.
 *
 * - Each decision is sent once: the same Idempotency-Key for every try, so that an answer lost on the way does no harm.
 * - At most `lanes` are on their way, begun in the order they were made. Without a network they wait, in order.
 * - Nothing counts as done before the server said so.
 */
export interface DecisionRequest {
  readonly id: string
  readonly resource: string
  /** Transition id. */
  readonly transition: string
  /** The version the person saw. */
  readonly version: number
  readonly ask: Readonly<Record<string, unknown>>
  /** The transition's title: `审核通过`. */
  readonly action: string
  /** The record's name: `SO20240615000123`. */
  readonly title: string
  readonly row: WireRow
  /** The cursor stays, and so does the row. */
  readonly stays: boolean
  /** False when the lifecycle has nothing that takes this back. */
  readonly undoable: boolean
}

/** waiting (for a lane or the network), sending, done, failed (refused), conflict (somebody was faster), undoing. */
export type Phase = 'waiting' | 'sending' | 'done' | 'failed' | 'conflict' | 'undoing'

export interface Entry extends DecisionRequest {
  readonly key: string
  readonly phase: Phase
  /** Tries that may have reached the server. */
  readonly tries: number
  /** The server's answer; null before. */
  readonly decided: Decided | null
  /** Until when it may be taken back, by this browser's clock, ms. */
  readonly deadline: number | null
  readonly message: string
  readonly conflict: Conflict | null
  /** `z` was pressed before the answer came. */
  readonly undoNext: boolean
}

/** Why a send failed, as far as the overlay asks. `again` = not an answer: try the same later. */
export type Failure =
  | { readonly is: 'again'; readonly network: boolean }
  | { readonly is: 'conflict'; readonly conflict: Conflict; readonly message: string }
  | { readonly is: 'refused'; readonly message: string }

export interface Ports {
  /** Sends a decision; rejects with anything `failureOf` understands. */
  send(order: DecisionRequest, key: string): Promise<Decided>
  /** Sends the transition that takes one back. `version` is the one after the decision. */
  takeBack(order: DecisionRequest, decided: Decided, key: string): Promise<Decided>
  failureOf(error: unknown): Failure
  newKey(): string
  /** This browser's clock, ms. */
  now(): number
  /** Until when, by this browser's clock, an answer that has just come may be taken back; null when nobody can say. */
  deadline(decided: Decided): number | null
  later(run: () => void, ms: number): () => void
}

/** What happened, for those who show it. */
export interface Listener {
  /** Something about the overlay is different. */
  changed?(): void
  /** The server has it: the row left the server's list. */
  confirmed?(entry: Entry, decided: Decided): void
  /** The row stands in the list again, for these reasons. */
  returned?(entry: Entry, why: 'conflict' | 'refused' | 'takenBack' | 'dropped'): void
  /** It could not be taken back; the decision stands. */
  stands?(entry: Entry, message: string): void
  /** A burst is over: nothing is waiting or on its way. */
  settled?(): void
}

const RETRY = [500, 1000, 2000, 4000, 8000] as const
/** Tries at an answer that is none (a server error) before a person is asked. */
const MOST_TRIES = 5
/** Quiet time after the last answer that ends a burst, ms. */
const QUIET = 700
const STACK = 200

/** The decisions of one queue. */
export class Decisions {
  private entries: ReadonlyMap<string, Entry> = new Map()
  private order: string[] = []
  /** Decisions that `z` can look at, oldest first: entries as they were made; their state is in `entries` or `past`. */
  private stack: string[] = []
  private readonly past = new Map<string, Entry>()
  private online = true
  private resting = false
  private stopRest: (() => void) | null = null
  private stopQuiet: (() => void) | null = null
  private busy = false
  private readonly listeners = new Set<Listener>()

  constructor(
    private readonly ports: Ports,
    private readonly lanes = 4,
  ) {}

  listen(listener: Listener): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** The overlay: replaced whole at every change. */
  snapshot(): ReadonlyMap<string, Entry> {
    return this.entries
  }
  get(id: string): Entry | undefined {
    return this.entries.get(id)
  }
  get undoable(): number {
    return this.stack.length
  }
  /** What `z` would look at. */
  get top(): Entry | undefined {
    const key = this.stack.at(-1)
    return key === undefined ? undefined : this.byKey(key)
  }
  get isOnline(): boolean {
    return this.online
  }
  tally(): Tally {
    const t = { waiting: 0, sending: 0, failed: 0, conflicts: 0 }
    for (const e of this.entries.values()) {
      if (e.phase === 'waiting') t.waiting += 1
      else if (e.phase === 'sending' || e.phase === 'undoing') t.sending += 1
      else if (e.phase === 'failed') t.failed += 1
      else if (e.phase === 'conflict') t.conflicts += 1
    }
    return t
  }

  /** Is the row out of the list for the eye? */
  static hides(e: Entry): boolean {
    return !e.stays && e.phase !== 'failed' && e.phase !== 'conflict'
  }

  /** Takes a decision. False when this row already has one that is not answered (a held key, a double click). */
  decide(order: DecisionRequest): boolean {
    const there = this.entries.get(order.id)
    if (there && (there.phase === 'waiting' || there.phase === 'sending' || there.phase === 'undoing')) return false
    if (there) this.past.set(there.key, there)
    const entry: Entry = {
      ...order,
      key: this.ports.newKey(),
      phase: 'waiting',
      tries: 0,
      decided: null,
      deadline: null,
      message: '',
      conflict: null,
      undoNext: false,
    }
    this.put(entry)
    this.order.push(order.id)
    this.stack.push(entry.key)
    if (this.stack.length > STACK) this.past.delete(this.stack.shift() as string)
    this.busy = true
    this.stopQuiet?.()
    this.tell()
    this.pump()
    return true
  }

  setOnline(online: boolean): void {
    if (online === this.online) return
    this.online = online
    if (online) this.wake()
    this.tell()
  }

  /** Takes back the newest decision that can be. */
  takeBack(): Undone {
    const key = this.stack.pop()
    if (key === undefined) return { is: 'empty' }
    const entry = this.byKey(key)
    if (!entry || entry.phase === 'failed' || entry.phase === 'conflict' || entry.phase === 'undoing')
      return this.takeBack()
    if (entry.phase === 'waiting' && entry.tries === 0) {
      this.drop(entry)
      this.emit((l) => l.returned?.(entry, 'dropped'))
      return { is: 'dropped', entry }
    }
    if (!entry.undoable || (entry.decided && entry.decided.undo === '')) {
      this.tell()
      return { is: 'cannot', entry }
    }
    if (entry.decided && entry.deadline !== null && entry.deadline < this.ports.now()) {
      this.tell()
      return { is: 'late', entry, until: entry.decided.undoUntil }
    }
    if (entry.phase === 'done') this.startUndo(entry)
    else this.put({ ...entry, undoNext: true })
    this.tell()
    return { is: 'pending', entry }
  }

  /** Sends refused decisions again; false when there are none. */
  retryFailed(): boolean {
    const failed = [...this.entries.values()].filter((e) => e.phase === 'failed')
    for (const e of failed) {
      this.put({ ...e, phase: 'waiting', message: '', tries: 0 })
      this.order.push(e.id)
      if (!this.stack.includes(e.key)) this.stack.push(e.key)
    }
    if (failed.length > 0) {
      this.busy = true
      this.stopQuiet?.()
      this.tell()
      this.pump()
    }
    return failed.length > 0
  }

  /** The person has read what went wrong. */
  dismiss(id: string): void {
    const e = this.entries.get(id)
    if (e && (e.phase === 'failed' || e.phase === 'conflict')) this.drop(e)
  }

  /** The list was fetched anew: what the server has confirmed needs no overlay any more. */
  forgetDone(): void {
    const next = new Map<string, Entry>()
    for (const [id, e] of this.entries) {
      if (e.phase === 'done') this.past.set(e.key, e)
      else next.set(id, e)
    }
    if (next.size === this.entries.size) return
    this.entries = next
    this.trim()
    this.tell()
  }

  /** Nothing more will be sent. */
  stop(): void {
    this.stopRest?.()
    this.stopQuiet?.()
    this.listeners.clear()
  }

  private byKey(key: string): Entry | undefined {
    const gone = this.past.get(key)
    if (gone) return gone
    for (const e of this.entries.values()) if (e.key === key) return e
    return undefined
  }

  private emit(run: (l: Listener) => void): void {
    for (const l of [...this.listeners]) run(l)
  }
  private tell(): void {
    this.emit((l) => l.changed?.())
  }
  private put(entry: Entry): void {
    this.past.delete(entry.key)
    this.entries = new Map(this.entries).set(entry.id, entry)
  }
  private drop(entry: Entry): void {
    this.order = this.order.filter((id) => id !== entry.id)
    this.stack = this.stack.filter((k) => k !== entry.key)
    this.past.delete(entry.key)
    if (this.entries.get(entry.id)?.key === entry.key) {
      const next = new Map(this.entries)
      next.delete(entry.id)
      this.entries = next
    }
    this.tell()
    this.rest()
  }
  /** Entries nobody can ask for are not kept. */
  private trim(): void {
    const wanted = new Set(this.stack)
    for (const key of this.past.keys()) if (!wanted.has(key)) this.past.delete(key)
  }

  private inFlight(): number {
    let n = 0
    for (const e of this.entries.values()) if (e.phase === 'sending' || e.phase === 'undoing') n += 1
    return n
  }

  private pump(): void {
    while (this.online && !this.resting && this.order.length > 0 && this.inFlight() < this.lanes) {
      const id = this.order.shift() as string
      const entry = this.entries.get(id)
      if (entry?.phase === 'waiting') void this.send(entry)
    }
    this.rest()
  }

  private async send(waiting: Entry): Promise<void> {
    const entry: Entry = { ...waiting, phase: 'sending', tries: waiting.tries + 1 }
    this.put(entry)
    this.tell()
    try {
      const decided = await this.ports.send(entry, entry.key)
      const now = this.entries.get(entry.id) ?? entry
      const done: Entry = {
        ...now,
        phase: 'done',
        decided,
        deadline: this.ports.deadline(decided),
        message: '',
        undoNext: false,
      }
      this.put(done)
      this.emit((l) => l.confirmed?.(done, decided))
      if (now.undoNext) {
        if (decided.undo === '') this.emit((l) => l.stands?.(done, ''))
        else this.startUndo(done)
      }
    } catch (error) {
      this.failed(this.entries.get(entry.id) ?? entry, this.ports.failureOf(error))
    }
    this.tell()
    this.pump()
  }

  private failed(entry: Entry, failure: Failure): void {
    if (failure.is === 'again' && (failure.network || entry.tries < MOST_TRIES)) {
      this.put({ ...entry, phase: 'waiting' })
      // Back to where it was: before everything decided after it.
      const later = this.order.findIndex((id) => this.comesAfter(id, entry))
      this.order.splice(later < 0 ? this.order.length : later, 0, entry.id)
      this.pause(failure.network ? entry.tries : entry.tries - 1)
      return
    }
    this.stack = this.stack.filter((k) => k !== entry.key)
    const conflict = failure.is === 'conflict' ? failure.conflict : null
    const next: Entry = {
      ...entry,
      phase: conflict ? 'conflict' : 'failed',
      conflict,
      message: failure.is === 'again' ? '' : failure.message,
      undoNext: false,
    }
    this.put(next)
    this.emit((l) => l.returned?.(next, conflict ? 'conflict' : 'refused'))
  }

  private comesAfter(id: string, entry: Entry): boolean {
    const other = this.entries.get(id)
    return other !== undefined && this.stack.indexOf(other.key) > this.stack.indexOf(entry.key)
  }

  /** Waits before the next try, longer each time; the network coming back ends it. */
  private pause(tries: number): void {
    if (this.resting) return
    this.resting = true
    this.stopRest = this.ports.later(
      () => this.wake(),
      RETRY[Math.min(Math.max(0, tries - 1), RETRY.length - 1)] as number,
    )
  }
  private wake(): void {
    this.stopRest?.()
    this.stopRest = null
    this.resting = false
    this.pump()
  }

  private startUndo(done: Entry): void {
    const entry: Entry = { ...done, phase: 'undoing', tries: 0, undoNext: false }
    this.put(entry)
    this.busy = true
    this.stopQuiet?.()
    void this.undo(entry, this.ports.newKey())
  }

  private async undo(entry: Entry, key: string): Promise<void> {
    try {
      const back = await this.ports.takeBack(entry, entry.decided as Decided, key)
      this.drop(entry)
      this.emit((l) => l.returned?.({ ...entry, version: back.version, decided: back }, 'takenBack'))
    } catch (error) {
      const failure = this.ports.failureOf(error)
      if (failure.is === 'again' && (failure.network || entry.tries < MOST_TRIES)) {
        const next = { ...entry, tries: entry.tries + 1 }
        this.put(next)
        this.ports.later(() => void this.undo(next, key), RETRY[Math.min(entry.tries, RETRY.length - 1)] as number)
        return
      }
      const done: Entry = { ...entry, phase: 'done' }
      this.put(done)
      this.emit((l) => l.stands?.(done, failure.is === 'again' ? '' : failure.message))
    }
    this.tell()
    this.pump()
  }

  /** Ends a burst some time after its last answer. */
  private rest(): void {
    if (!this.busy) return
    for (const e of this.entries.values())
      if (e.phase === 'waiting' || e.phase === 'sending' || e.phase === 'undoing') return
    this.busy = false
    this.stopQuiet?.()
    this.stopQuiet = this.ports.later(() => {
      this.stopQuiet = null
      this.emit((l) => l.settled?.())
    }, QUIET)
  }
}
