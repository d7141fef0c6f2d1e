import type { Entry, Tally } from './decision.ts'

/**
 * The newest decision of each row, by row id. The map is replaced whole at every change, so that renders compare it.
 */
export class Overlay {
  entries: ReadonlyMap<string, Entry> = new Map()

  get(id: string): Entry | undefined {
    return this.entries.get(id)
  }

  put(entry: Entry): void {
    this.entries = new Map(this.entries).set(entry.id, entry)
  }

  /** Takes an entry out, unless the row has another one by now. */
  drop(entry: Entry): void {
    if (this.entries.get(entry.id)?.key !== entry.key) return
    const next = new Map(this.entries)
    next.delete(entry.id)
    this.entries = next
  }

  /** Takes out what the server has confirmed; false when there is none. */
  forgetDone(): boolean {
    const left = [...this.entries].filter(([, e]) => e.phase !== 'done')
    if (left.length === this.entries.size) return false
    this.entries = new Map(left)
    return true
  }

  /** Is what was decided of this row, or its taking back, without an answer? */
  isOpen(id: string): boolean {
    const e = this.entries.get(id)
    return e !== undefined && isOpen(e)
  }
  anyOpen(): boolean {
    for (const e of this.entries.values()) if (isOpen(e)) return true
    return false
  }

  /** The newest decision without an answer that is not to be taken back already. */
  unanswered(): Entry | undefined {
    let newest: Entry | undefined
    for (const e of this.entries.values())
      if ((e.phase === 'waiting' || e.phase === 'sending') && !e.undoNext && e.made > (newest?.made ?? 0)) newest = e
    return newest
  }

  /** Decisions, or takings back, that are on their way. */
  inFlight(): number {
    let n = 0
    for (const e of this.entries.values()) if (e.phase === 'sending' || e.phase === 'undoing') n += 1
    return n
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
}

const isOpen = ({ phase }: Entry): boolean => phase === 'waiting' || phase === 'sending' || phase === 'undoing'
