/**
 * Rows fetched over each edge of a page, to find out by id how far the list has moved since: so many, and one for each
 * recent change.
 */
const OVERLAP = 8
const OVERLAP_ROWS_MAX = 150
/**
 * The server finds far places from keys that it takes this often: changes since then may not be counted in its
 * positions, ms.
 */
const RECENT = 20_000

/** When a list was changed, as far as it is known. */
export class RecentChanges {
  private moved = false
  private readonly times: number[] = []

  add(): void {
    this.moved = true
    this.times.push(Date.now())
    if (this.times.length > OVERLAP_ROWS_MAX) this.times.shift()
  }

  /** Rows to fetch over each edge of a page; none while nothing has changed. */
  overlap(): number {
    if (!this.moved) return 0
    const since = Date.now() - RECENT
    return Math.min(OVERLAP_ROWS_MAX, OVERLAP + this.times.filter((at) => at >= since).length)
  }
}
