import type { Decided, WireRow } from '../../../model/wire/wire.ts'
import type { PlannedStep } from './plan.ts'

/** Rows of one run, at most: each is decided by itself, one after the other. */
export const MACRO_ROWS_MAX = 200

/**
 * waiting; running; done; failed (the run stopped there); impossible (foreseen, left out).
 */
export type RowState = 'waiting' | 'running' | 'done' | 'failed' | 'impossible'

export interface MacroRow {
  readonly row: WireRow
  readonly title: string
  readonly state: RowState
  /** Why it failed, or is left out; "" otherwise. */
  readonly why: string
}

export interface MacroPorts {
  /** Sends one decision as the record's own key would; the answer, or why it was refused. */
  decide(row: WireRow, step: PlannedStep): Promise<Decided | string>
  /** How a failed step is named, with the line of the macro. */
  failure(step: PlannedStep, why: string): string
}

/**
 * Runs the steps of a macro over rows, one row after the other and each step as a decision of its own. Stops at the first refusal and
 * when it is told to; the rest can be run afterwards.
 */
export class MacroRun {
  private rows: readonly MacroRow[]
  private going = false
  private stopping = false
  private readonly steps: readonly PlannedStep[]
  private readonly ports: MacroPorts
  private readonly listeners = new Set<() => void>()

  constructor(rows: readonly MacroRow[], steps: readonly PlannedStep[], ports: MacroPorts) {
    this.rows = rows
    this.steps = steps
    this.ports = ports
  }

  subscribe = (run: () => void): (() => void) => {
    this.listeners.add(run)
    return () => this.listeners.delete(run)
  }
  snapshot = (): readonly MacroRow[] => this.rows
  get running(): boolean {
    return this.going
  }
  /** Rows that a run would decide. */
  get waiting(): readonly MacroRow[] {
    return this.rows.filter((r) => r.state === 'waiting')
  }

  /** Leaves rows out, with why. */
  leaveOut(why: ReadonlyMap<string, string>): void {
    this.set((r) => {
      const reason = r.state === 'waiting' ? why.get(r.row.id) : undefined
      return reason === undefined ? r : { ...r, state: 'impossible', why: reason }
    })
  }

  /** Ends the run after the row in hand. */
  stop(): void {
    this.stopping = true
  }

  /** Runs the rows that wait; returns when all are done, one was refused, or it was stopped. A second call meanwhile does nothing. */
  async run(): Promise<void> {
    if (this.going) return
    this.going = true
    this.stopping = false
    try {
      for (const { row } of this.waiting) {
        if (this.stopping) return
        this.put(row.id, { state: 'running', why: '' })
        const why = await this.one(row)
        this.put(row.id, why === '' ? { state: 'done' } : { state: 'failed', why })
        if (why !== '') return
      }
    } finally {
      this.going = false
      this.changed()
    }
  }

  /** Takes all steps on one row, each with the version that the one before left; why not, "" when all are done. */
  private async one(row: WireRow): Promise<string> {
    let now = row
    for (const step of this.steps) {
      const decided = await this.ports.decide(now, step)
      if (typeof decided === 'string') return this.ports.failure(step, decided)
      now = { ...now, ...decided.patch, id: now.id, version: decided.version }
    }
    return ''
  }

  private put(id: string, next: Partial<MacroRow>): void {
    this.set((r) => (r.row.id === id ? { ...r, ...next } : r))
  }
  private set(of: (r: MacroRow) => MacroRow): void {
    this.rows = this.rows.map(of)
    this.changed()
  }
  private changed(): void {
    this.rows = [...this.rows]
    for (const run of [...this.listeners]) run()
  }
}
