import type { Decided } from '../../model/wire/wire.ts'
import type { DecisionPorts, DecisionRequest, Entry, Failure, Listener, Tally } from './decision.ts'
import { DecisionRun } from './decisionRun.ts'
import type { Message } from './named.ts'
import { Overlay } from './overlay.ts'

const RETRY = [500, 1000, 2000, 4000, 8000] as const
/** Tries at an answer that is none (a server error) before a person is asked. */
const TRIES_MAX = 5

/**
 * Decisions taken here and their progress: an overlay by row id, derived at render and not written into the query
 * cache. The pure part of the workbench: the network, the clock and the timers are given.
 *
 * - Each decision is sent once: the same Idempotency-Key for every try, so that an answer lost on the way does no harm.
 * - At most `lanes` are on their way, begun in the order they were made. Without a network they wait, in order.
 * - Nothing counts as done before the server said so.
 */
export class Decisions {
  private readonly overlay = new Overlay()
  /** Rows whose decision waits to be sent, first come first. */
  private order: string[] = []
  private made = 0
  private online = true
  private resting = false
  /** A person is asked for what one of them was refused without: all others wait for the answer. */
  private asking = false
  private stopRest: (() => void) | null = null
  private stopUndo: (() => void) | null = null
  private stopped = false
  private readonly run: DecisionRun
  private readonly listeners = new Set<Listener>()

  private readonly ports: DecisionPorts
  private readonly lanes: number

  constructor(ports: DecisionPorts, lanes = 4) {
    this.ports = ports
    this.lanes = lanes
    this.run = new DecisionRun(
      (run, ms) => ports.later(run, ms),
      () => this.emit((l) => l.settled?.()),
    )
  }

  listen(listener: Listener): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** The overlay: replaced whole at every change. */
  snapshot(): ReadonlyMap<string, Entry> {
    return this.overlay.entries
  }
  get(id: string): Entry | undefined {
    return this.overlay.get(id)
  }
  /** The newest decision without an answer that is not to be taken back already. */
  get unanswered(): Entry | undefined {
    return this.overlay.unanswered()
  }
  get isOnline(): boolean {
    return this.online
  }
  tally(): Tally {
    return this.overlay.tally()
  }

  /** Returns whether the row is hidden in the list. */
  static hides(e: Entry): boolean {
    return !e.stays && e.phase !== 'failed' && e.phase !== 'conflict'
  }

  /** Takes a decision. False when this row already has one that is not answered (a held key, a double click). */
  decide(order: DecisionRequest): boolean {
    if (this.overlay.isOpen(order.id)) return false
    const entry: Entry = {
      ...order,
      key: this.ports.newKey(),
      made: ++this.made,
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
    this.run.goesOn()
    this.notify()
    this.pump()
    return true
  }

  /**
   * Takes over decisions that the page before this one left without an answer, each under its key, in their order. Returns those left
   * out: their row has another decision without an answer.
   */
  restore<T extends DecisionRequest & Pick<Entry, 'key' | 'tries' | 'undoNext'>>(left: readonly T[]): readonly T[] {
    const isHere = ({ id, key }: T) => this.overlay.get(id)?.key === key
    const missing = left.filter((one) => !isHere(one))
    const fresh = missing.filter(
      ({ id }, i) => !this.overlay.isOpen(id) && missing.findIndex((one) => one.id === id) === i,
    )
    if (fresh.length === 0) return missing
    for (const one of fresh) {
      const now = {
        made: ++this.made,
        phase: 'waiting',
        decided: null,
        deadline: null,
        message: '',
        conflict: null,
      } as const
      this.put({ ...one, ...now })
      this.order.push(one.id)
    }
    const leftOut = missing.filter((one) => !isHere(one))
    this.run.goesOn()
    this.notify()
    this.pump()
    return leftOut
  }

  setOnline(online: boolean): void {
    if (online === this.online) return
    this.online = online
    if (online) this.wake()
    this.notify()
  }

  /**
   * Takes back the newest unanswered decision: an unsent one is dropped, a sent one is taken back after its answer.
   * `cannot`: it has no take-back. `none`: all are answered.
   */
  takeBackUnanswered(): 'dropped' | 'pending' | 'cannot' | 'none' {
    const entry = this.unanswered
    if (!entry) return 'none'
    if (entry.phase === 'waiting' && entry.tries === 0) {
      this.drop(entry)
      this.emit((l) => l.returned?.(entry, 'dropped'))
      return 'dropped'
    }
    if (!entry.undoable) return 'cannot'
    this.put({ ...entry, undoNext: true })
    this.notify()
    return 'pending'
  }

  /**
   * Takes back a confirmed decision. `request` is the decision, `decided` its result. False while another decision on
   * the record is unanswered.
   */
  takeBack(request: DecisionRequest, decided: Decided): boolean {
    if (this.overlay.isOpen(request.id)) return false
    const made = this.overlay.get(request.id)?.made ?? 0
    this.startUndo({
      ...{ ...request, key: this.ports.newKey(), made, phase: 'done', tries: 0, decided },
      ...{ deadline: null, message: '', conflict: null, undoNext: false },
    })
    this.notify()
    return true
  }

  /** Sends refused decisions again; false when there are none. */
  retryFailed(): boolean {
    const failed = [...this.overlay.entries.values()].filter((e) => e.phase === 'failed')
    for (const e of failed) {
      this.put({ ...e, made: ++this.made, phase: 'waiting', message: '', tries: 0 })
      this.order.push(e.id)
    }
    if (failed.length > 0) {
      this.run.goesOn()
      this.notify()
      this.pump()
    }
    return failed.length > 0
  }

  /** The person has read what went wrong. */
  dismiss(id: string): void {
    const e = this.overlay.get(id)
    if (e && (e.phase === 'failed' || e.phase === 'conflict')) this.drop(e)
  }

  /** The list was fetched anew: what the server has confirmed needs no overlay any more. */
  forgetDone(): void {
    if (this.overlay.forgetDone()) this.notify()
  }

  /** Nothing more will be sent, whatever is still answered: the next one to sign in is somebody else. */
  stop(): void {
    this.stopped = true
    this.stopRest?.()
    this.run.stop()
    this.stopUndo?.()
    this.listeners.clear()
  }

  private emit(run: (l: Listener) => void): void {
    for (const l of [...this.listeners]) run(l)
  }
  private notify(): void {
    this.emit((l) => l.changed?.())
  }
  private put(entry: Entry): void {
    this.overlay.put(entry)
  }
  private drop(entry: Entry): void {
    this.order = this.order.filter((id) => id !== entry.id)
    this.overlay.drop(entry)
    this.notify()
    this.rest()
  }

  private pump(): void {
    if (this.stopped) return
    while (
      this.online &&
      !this.resting &&
      !this.asking &&
      this.order.length > 0 &&
      this.overlay.inFlight() < this.lanes
    ) {
      const id = this.order.shift() as string
      const entry = this.overlay.get(id)
      if (entry?.phase === 'waiting') void this.send(entry)
    }
    this.rest()
  }

  private async send(waiting: Entry): Promise<void> {
    const entry: Entry = { ...waiting, phase: 'sending', tries: waiting.tries + 1 }
    this.put(entry)
    this.notify()
    try {
      this.confirm(entry, await this.ports.send(entry, entry.key))
    } catch (error) {
      this.failed(this.overlay.get(entry.id) ?? entry, this.ports.failureOf(error))
    }
    this.notify()
    this.pump()
  }

  private confirm(entry: Entry, decided: Decided): void {
    const now = this.overlay.get(entry.id) ?? entry
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
    if (!now.undoNext) return
    if (decided.undo === '') this.emit((l) => l.stands?.(done, ''))
    else this.startUndo(done)
  }

  /**
   * Opens the question for proofs that the server demanded; the decision keeps its answers and its place in the order.
   */
  private async agree(entry: Entry, message: Message): Promise<void> {
    this.asking = true
    try {
      const agreed = await this.ports.agree(entry, async (proofs) => {
        const ask = { ...entry.ask, ...proofs }
        this.confirm(entry, await this.ports.send({ ...entry, ask }, entry.key))
      })
      this.asking = false
      if (!agreed) this.failed(entry, { is: 'refused', message })
    } catch (error) {
      this.asking = false
      this.failed(this.overlay.get(entry.id) ?? entry, this.ports.failureOf(error))
    }
    this.notify()
    this.pump()
  }

  /** Puts a decision back to where it was: before everything decided after it. */
  private queueAgain(entry: Entry): void {
    this.put({ ...entry, phase: 'waiting' })
    const later = this.order.findIndex((id) => this.comesAfter(id, entry))
    this.order.splice(later < 0 ? this.order.length : later, 0, entry.id)
  }

  private failed(entry: Entry, failure: Failure): void {
    if (this.stopped) return
    if (failure.is === 'unproved') {
      if (this.asking) this.queueAgain(entry)
      else {
        this.put({ ...entry, phase: 'waiting' })
        void this.agree(entry, failure.message)
      }
      return
    }
    if (failure.is === 'again' && (failure.network || entry.tries < TRIES_MAX)) {
      this.queueAgain(entry)
      this.pause(failure.network ? entry.tries : entry.tries - 1)
      return
    }
    const conflict = failure.is === 'conflict' ? failure.conflict : null
    const next: Entry = {
      ...entry,
      phase: conflict ? 'conflict' : 'failed',
      conflict,
      message: failure.message ?? '',
      undoNext: false,
    }
    this.put(next)
    this.emit((l) => l.returned?.(next, conflict ? 'conflict' : 'refused'))
  }

  private comesAfter(id: string, entry: Entry): boolean {
    return (this.overlay.get(id)?.made ?? 0) > entry.made
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
    if (this.stopped) return
    const entry: Entry = { ...done, phase: 'undoing', tries: 0, undoNext: false }
    this.put(entry)
    this.run.goesOn()
    void this.undo(entry, this.ports.newKey())
  }

  private async undo(entry: Entry, key: string): Promise<void> {
    try {
      const back = await this.ports.takeBack(entry, entry.decided as Decided, key)
      this.drop(entry)
      this.emit((l) => l.returned?.({ ...entry, version: back.version, decided: back }, 'takenBack'))
    } catch (error) {
      if (this.stopped) return
      const failure = this.ports.failureOf(error)
      if (failure.is === 'again' && (failure.network || entry.tries < TRIES_MAX)) {
        const next = { ...entry, tries: entry.tries + 1 }
        this.put(next)
        this.stopUndo = this.ports.later(
          () => void this.undo(next, key),
          RETRY[Math.min(entry.tries, RETRY.length - 1)] as number,
        )
        return
      }
      const done: Entry = { ...entry, phase: 'done' }
      this.put(done)
      this.emit((l) => l.stands?.(done, failure.message ?? ''))
    }
    this.notify()
    this.pump()
  }

  /** Ends a burst some time after its last answer. */
  private rest(): void {
    if (!this.overlay.anyOpen()) this.run.rests()
  }
}
