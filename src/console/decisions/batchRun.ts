import type { BatchOrder, BatchState } from '../../model/wire/batchWire.ts'
import type { RoundsEvent } from '../../model/wire/wire.ts'
import { ApiError } from '../api/client.ts'
import type { Proofs } from './agree.ts'

/** A batch that was started, as far as this browser knows its progress. */
export interface Running {
  readonly order: BatchOrder
  readonly state: BatchState
  /** Its progress could not be asked for; it continues all the same. */
  readonly lost: boolean
  /** View of the results of its rows. */
  readonly results?: boolean
  /** Records decided by earlier runs of the same batch (a retry of the failed ones starts a new one). */
  readonly before: number
  /** Failed rows that would be decided now: those a retry can mend. Absent until that is known. */
  readonly again?: number
}

/** Rows of a batch with the versions they are asked for in. */
type Rows = NonNullable<BatchOrder['rows']>

export interface BatchPorts {
  start(order: BatchOrder, key: string): Promise<BatchState>
  state(id: string): Promise<BatchState>
  cancel(id: string): Promise<BatchState>
  resume(id: string): Promise<BatchState>
  /** Those of these records that the order would decide as of now, with their present versions. */
  mendable(order: BatchOrder, ids: readonly string[]): Promise<Rows>
  /**
   * Begins such an order again with what its person agreed to: the total and a one-time code, where they are asked for.
   * Nothing is begun when they turn away.
   */
  agree(order: BatchOrder, begin: (proofs: Proofs) => Promise<void>): Promise<unknown>
  newKey(): string
  later(run: () => void, ms: number): () => void
}

/** Stored facts of a batch, by which it is found again after a reload. */
export interface Kept {
  readonly id: string
  /** Without its rows: the server has them. */
  readonly order: BatchOrder
  readonly before: number
}

export interface BatchMemory {
  read(): Kept | null
  write(kept: Kept | null): void
}

const POLL = 700
const POLL_LOST = 2_000
/** Tries at the order itself when the network is lost: it carries its key, so that it starts once. */
const TRIES = [500, 1000, 2000, 4000, 8000]

const ends = new Set<() => void>()

/** Calls back whenever a batch ends, whatever its resource. Returns how to stop. */
export function onBatchEnd(run: () => void): () => void {
  ends.add(run)
  return () => ends.delete(run)
}

/** Follows one batch at a time: start, progress, cancel, resume, and again with the failed rows only. */
export class BatchRun {
  private now: Running | null = null
  private stop: (() => void) | null = null
  private readonly listeners = new Set<() => void>()
  /** Called when a batch has ended, by the screen that shows it. */
  onEnd: ((run: Running) => void) | null = null
  /** Called instead when no screen shows it. */
  onEndAway: ((run: Running) => void) | null = null

  private left = false

  private readonly ports: BatchPorts
  private readonly memory: BatchMemory | null

  constructor(ports: BatchPorts, memory: BatchMemory | null = null) {
    this.ports = ports
    this.memory = memory
  }

  subscribe = (run: () => void): (() => void) => {
    this.listeners.add(run)
    return () => this.listeners.delete(run)
  }
  snapshot = (): Running | null => this.now
  get running(): boolean {
    return this.now?.state.state === 'running'
  }

  private set(next: Running | null): void {
    if (this.left) return
    const ended = this.now?.state.state === 'running' && next !== null && next.state.state !== 'running'
    this.now = next
    for (const run of [...this.listeners]) run()
    if (!ended) return
    ;(this.onEnd ?? this.onEndAway)?.(next)
    for (const run of [...ends]) run()
  }

  /** Follows nothing any more and repeats nothing: its person has left. */
  leave(): void {
    this.left = true
    this.stop?.()
    this.now = null
    this.listeners.clear()
  }

  /** Starts a batch. Rejects with the server's refusal; a lost network is tried again under the same key. */
  async start(order: BatchOrder, before = 0): Promise<void> {
    const state = await this.patiently((key) => this.ports.start(order, key))
    // used up with this batch
    const { oneTimeCode: _code, ...sent } = order
    // First as running, so that a batch that is over at once still ends.
    this.set({ order: sent, state: { ...state, state: 'running' }, lost: false, before })
    const { rows: _rows, selection: _selection, except: _except, typedAmount: _typed, ...kept } = sent
    this.memory?.write({ id: state.id, order: kept, before })
    this.take(state)
  }

  /**
   * Records that a call decides together, all or nothing: running until the answer, removed when it is refused (rejects
   * with the refusal). `order` has the rows.
   */
  async together(order: BatchOrder, send: (key: string) => Promise<unknown>): Promise<void> {
    const { resource, transition, rows = [] } = order
    const state = { id: '', resource, transition, state: 'running', total: rows.length, done: 0, failed: 0, rows: [] }
    const begun: Running = { order, state: state as BatchState, lost: false, before: 0 }
    this.stop?.()
    this.set(begun)
    try {
      await this.patiently(send)
    } catch (error) {
      this.set(null)
      throw error
    }
    this.set({ ...begun, state: { ...begun.state, state: 'done', done: rows.length } })
  }

  /** Sends one thing under one key, again where the network lost it or its answer. */
  private async patiently<T>(send: (key: string) => Promise<T>): Promise<T> {
    const key = this.ports.newKey()
    for (let n = 0; ; n++) {
      try {
        return await send(key)
      } catch (error) {
        const wait = TRIES[n]
        if (!(error instanceof ApiError) || !error.network || wait === undefined || this.left) throw error
        await new Promise<void>((done) => this.ports.later(done, wait))
        if (this.left) throw error
      }
    }
  }

  private take(state: BatchState): void {
    const now = this.now
    if (!now || now.state.id !== state.id) return
    this.set({ ...now, state, lost: false })
    // Batches that succeeded or were cancelled need no further attention.
    if ((state.state === 'done' && state.failed === 0) || state.state === 'cancelled') this.forget(state.id)
    this.stop?.()
    this.stop = state.state === 'running' ? this.ports.later(() => void this.poll(), POLL) : null
    if (state.state !== 'running' && state.failed > 0) void this.lookAgain()
  }

  /** Finds out how many of the failed rows a retry can mend; where that is not told, whoever retries will be. */
  private async lookAgain(): Promise<void> {
    const now = this.now
    if (!now) return
    const again = await this.mendable(now).then(
      (rows) => rows.length,
      () => now.state.failed,
    )
    if (this.now?.state === now.state) this.set({ ...this.now, again })
  }
  private async mendable({ order, state }: Running): Promise<Rows> {
    const failed = state.rows.filter((r) => !r.ok && r.code !== 0).map((r) => r.id)
    return failed.length === 0 ? [] : this.ports.mendable(order, failed)
  }

  /** Another tab may follow another batch meanwhile: that one is not forgotten. */
  private forget(id: string): void {
    if (this.memory?.read()?.id === id) this.memory.write(null)
  }

  /**
   * Takes up the batch that was followed before the page was loaded anew: under way, interrupted, or with rows that
   * failed.
   */
  async recover(): Promise<void> {
    const kept = this.memory?.read()
    if (!kept || this.now) return
    try {
      const state = await this.ports.state(kept.id)
      if (this.now) return
      this.set({ order: kept.order, before: kept.before, state, lost: false })
      this.take(state)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.network) this.stop = this.ports.later(() => void this.recover(), POLL_LOST)
      else if (error.code === 404) this.forget(kept.id)
    }
  }

  private async poll(): Promise<void> {
    const id = this.now?.state.id
    if (!id || !this.running) return
    try {
      this.take(await this.ports.state(id))
    } catch {
      if (this.now?.state.id !== id) return
      this.set({ ...this.now, lost: true })
      this.stop = this.ports.later(() => void this.poll(), POLL_LOST)
    }
  }

  /** The event stream reports progress without rows; the final state is fetched with them. */
  receive(event: RoundsEvent): void {
    const progress = event.batch
    const now = this.now
    if (event.kind !== 'batch' || !progress || !now || now.state.id !== progress.id || !this.running) return
    if (progress.state === 'running') this.set({ ...now, state: { ...progress, rows: now.state.rows }, lost: false })
    else void this.poll()
  }

  async cancel(): Promise<void> {
    const id = this.now?.state.id
    if (id && this.running) this.take(await this.ports.cancel(id))
  }

  async resume(): Promise<void> {
    const now = this.now
    if (now?.state.state !== 'interrupted') return
    const state = await this.ports.resume(now.state.id)
    this.set({ ...now, state: { ...state, state: 'running' }, lost: false })
    this.take(state)
  }

  /** Starts a new batch with the failed rows that would be decided now. False when there are none. */
  async retryFailed(): Promise<boolean> {
    const now = this.now
    if (!now || this.running) return false
    const rows = await this.mendable(now)
    if (rows.length === 0 || this.now?.state !== now.state) return false
    const { selection: _, takesBack: __, except: ___, typedAmount: ____, ...order } = now.order
    await this.ports.agree({ ...order, rows }, async (agreed) => {
      if (this.now?.state === now.state) await this.start({ ...order, rows, ...agreed }, now.before + now.state.done)
    })
    return true
  }

  /** Fetches the messages of the rows again, in another language. */
  async retell(): Promise<void> {
    const id = this.now?.state.id
    if (!id || this.running || this.now?.state.failed === 0) return
    const state = await this.ports.state(id)
    if (this.now?.state.id === id) this.set({ ...this.now, state })
  }

  /** Opens or closes the list of rows that failed; false when none did. */
  showResults(is = true): boolean {
    const now = this.now
    if (!now || this.running || now.state.failed === 0) return false
    this.set({ ...now, results: is })
    return true
  }

  close(): void {
    if (this.running) return
    this.stop?.()
    if (this.now) this.forget(this.now.state.id)
    this.set(null)
  }
}
