import { setImmediate as nextTurn } from 'node:timers/promises'

/** Entries after which whatever else this process does gets its turn: the database, which works beside the play. */
const AT_ONCE = 25

/** Planned events by time: played in order, whatever order it was thought of. */
export class Agenda {
  private readonly entries: { readonly at: string; readonly seq: number; readonly run: () => Promise<void> }[] = []
  private seq = 0

  /** Something happens at a moment (wall clock). */
  at(at: string, run: () => Promise<void>): void {
    this.seq += 1
    // a heap: the earliest is first
    let n = this.entries.push({ at, seq: this.seq, run }) - 1
    while (n > 0) {
      const up = (n - 1) >> 1
      if (!this.before(n, up)) break
      this.swap(n, up)
      n = up
    }
  }

  /**
   * Runs all entries in order, including those added meanwhile. `clock` is set to each moment before its entry runs.
   */
  async run(clock: (at: string) => void): Promise<void> {
    let taken = 0
    for (let next = this.take(); next; next = this.take()) {
      taken += 1
      if (taken % AT_ONCE === 0) await nextTurn()
      clock(next.at)
      await next.run()
    }
  }

  private take() {
    const [first] = this.entries
    const last = this.entries.pop()
    if (first && last && first !== last) {
      this.entries[0] = last
      this.sink()
    }
    return first
  }

  private sink(): void {
    for (let n = 0; ; ) {
      const [left, right] = [2 * n + 1, 2 * n + 2]
      let least = n
      if (left < this.entries.length && this.before(left, least)) least = left
      if (right < this.entries.length && this.before(right, least)) least = right
      if (least === n) return
      this.swap(n, least)
      n = least
    }
  }

  private before(a: number, b: number): boolean {
    const [x, y] = [this.entries[a], this.entries[b]]
    return x !== undefined && y !== undefined && (x.at < y.at || (x.at === y.at && x.seq < y.seq))
  }

  private swap(a: number, b: number): void {
    const [x, y] = [this.entries[a], this.entries[b]]
    if (x && y) [this.entries[a], this.entries[b]] = [y, x]
  }
}
