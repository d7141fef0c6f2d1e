import type { Entry } from './decision.ts'

/** Most decisions that `z` reaches back over. */
const MOST = 200

/**
 * Decisions that `z` can look at, oldest first, by their keys; and those of them that are in the overlay no more,
 * because their list was fetched anew or their row was decided again.
 */
export class UndoStack {
  private keys: string[] = []
  private readonly past = new Map<string, Entry>()

  get size(): number {
    return this.keys.length
  }

  /** A new decision, or one that is tried again. */
  push(key: string): void {
    if (this.keys.includes(key)) return
    this.keys.push(key)
    if (this.keys.length > MOST) this.past.delete(this.keys.shift() as string)
  }

  /** The newest one in its present state: stored here, else found by `known`. */
  top(known: (key: string) => Entry | undefined): Entry | undefined {
    const key = this.keys.at(-1)
    return key === undefined ? undefined : (this.past.get(key) ?? known(key))
  }

  /** The newest one, taken off. */
  pop(known: (key: string) => Entry | undefined): Entry | undefined {
    const found = this.top(known)
    this.keys.pop()
    return found
  }

  /** Keeps an entry that leaves the overlay. */
  keep(entry: Entry): void {
    this.past.set(entry.key, entry)
  }
  /** The overlay has the entry (again). */
  forget(key: string): void {
    this.past.delete(key)
  }

  /** Nothing is to be taken back of this decision. */
  drop(key: string): void {
    this.keys = this.keys.filter((k) => k !== key)
  }
  remove(key: string): void {
    this.drop(key)
    this.past.delete(key)
  }

  /** Entries that can no longer be requested are deleted. */
  trim(): void {
    const wanted = new Set(this.keys)
    for (const key of this.past.keys()) if (!wanted.has(key)) this.past.delete(key)
  }

  /** Returns whether the first was decided after the second. */
  isAfter(key: string, other: string): boolean {
    return this.keys.indexOf(key) > this.keys.indexOf(other)
  }
}
