import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import type { WireRow } from '../../../model/wire/wire.ts'
import { keyOf } from '../../data/queries.ts'
import { driftOf } from './drift.ts'
import { firstEmpty } from './firstEmpty.ts'
import { GonePlaces } from './gonePlaces.ts'
import { fetchTotal, fetchWindow, type ListQuery, listParams, placesOf } from './listQuery.ts'
import { RecentChanges } from './recentChanges.ts'
import { idsOf, PAGE, type PageData, withHoles } from './rowPage.ts'

/** While pages race by faster than this, none of them is asked for, ms. */
const SETTLE = 50
/** Pages kept alive around those in sight. */
const PAGES_BESIDE = 1

let generations = 0

/**
 * The rows of a whole result by position, as of one point in time ("generation"): positions do not change while rows
 * leave. Pages of a hundred rows are read through the query cache when they become visible, with their neighbours; distant
 * ones are cancelled and dropped. A new generation is a new source: pages are `static`, since one that is read again has
 * other rows in the same places, and the cursor would be on another record.
 */
export class RowSource {
  /** Rows in the list, −1 before the server said so. */
  total = -1
  exact = true
  failure: unknown = null
  private readonly generation = ++generations
  private readonly pages = new Map<
    number,
    { observer: QueryObserver<PageData>; stop: () => void; ids: ReadonlyMap<string, number> | null }
  >()
  /** Rows that left the server's list since. */
  private readonly gone = new GonePlaces()
  private readonly changes = new RecentChanges()
  private readonly listeners = new Set<() => void>()
  private timer: ReturnType<typeof setTimeout> | null = null
  private lastAsk = 0
  private wanted: readonly [number, number] = [0, -1]
  private disposed = false
  private readonly stopping = new AbortController()

  readonly query: ListQuery
  private readonly client: QueryClient

  constructor(query: ListQuery, client: QueryClient) {
    this.query = query
    this.client = client
  }

  subscribe(run: () => void): () => void {
    this.listeners.add(run)
    return () => this.listeners.delete(run)
  }
  private notify(): void {
    for (const run of [...this.listeners]) run()
  }

  /** Asks for the total. Rows may be there before it. */
  async count(): Promise<void> {
    try {
      const { total, exact } = await fetchTotal(this.query, this.stopping.signal)
      if (this.disposed) return
      this.exact = exact
      // The server no longer counts what left since; the places here still do.
      this.total = total + this.gone.size
      this.failure = null
      this.notify()
    } catch (error) {
      if (this.disposed) return
      this.failure = error
      this.notify()
    }
  }

  /** The row at a place, undefined while it is not here. */
  rowAt(index: number): WireRow | undefined {
    return this.pages.get(Math.floor(index / PAGE))?.observer.getCurrentResult().data?.rows[index % PAGE]
  }

  /** The place of a row among those that are here, −1 when it is not. */
  indexOf(id: string): number {
    for (const [page, p] of this.pages) {
      p.ids ??= idsOf(p.observer.getCurrentResult().data)
      const at = p.ids?.get(id)
      if (at !== undefined) return page * PAGE + at
    }
    return -1
  }

  /** Rows that are here, with their places. */
  *loaded(): Generator<readonly [index: number, row: WireRow]> {
    for (const [page, p] of this.pages) {
      const rows = p.observer.getCurrentResult().data?.rows
      if (rows) for (let i = 0; i < rows.length; i++) if (rows[i]) yield [page * PAGE + i, rows[i] as WireRow]
    }
  }

  /** Called with the visible positions. While they change quickly, nothing is fetched. */
  need(first: number, last: number): void {
    const from = Math.max(0, Math.floor(first / PAGE))
    const to = Math.max(from, Math.floor(Math.max(first, last - 1) / PAGE))
    if (from === this.wanted[0] && to === this.wanted[1]) return
    this.wanted = [from, to]
    const now = Date.now()
    const racing = now - this.lastAsk < SETTLE && this.pages.size > 0
    this.lastAsk = now
    if (this.timer) clearTimeout(this.timer)
    this.timer = null
    if (racing)
      this.timer = setTimeout(() => {
        this.watch()
        // a page that is still in the cache says nothing by itself
        this.notify()
      }, SETTLE)
    else this.watch()
  }

  private watch(): void {
    this.timer = null
    if (this.disposed) return
    const [from, to] = this.wanted
    const most = this.total < 0 ? to : Math.max(0, Math.ceil(this.total / PAGE) - 1)
    for (const [page, p] of this.pages) {
      if (page >= from - PAGES_BESIDE && page <= to + PAGES_BESIDE) continue
      p.stop()
      this.pages.delete(page)
    }
    for (let page = from; page <= to; page++) this.open(page)
    if (this.total >= 0) {
      // Neighbours after what is in sight, so that it comes first.
      for (let n = 1; n <= PAGES_BESIDE; n++) {
        if (to + n <= most) this.open(to + n)
        if (from - n >= 0) this.open(from - n)
      }
    }
  }

  /** The key of a page, or the beginning of all of them. */
  private keyOf = (...page: readonly number[]) =>
    keyOf('window', this.query.resource, listParams(this.query), this.generation, ...page)

  private open(page: number): void {
    if (this.pages.has(page)) return
    const observer = new QueryObserver<PageData>(this.client, {
      queryKey: this.keyOf(page),
      queryFn: ({ signal }) => this.fetchPage(page, signal),
      staleTime: 'static',
      gcTime: 20_000,
    })
    const stop = observer.subscribe((result) => {
      const p = this.pages.get(page)
      if (p) p.ids = null
      if (result.data) this.learn(page, result.data)
      if (result.error) this.failure = result.error
      else if (result.isSuccess) this.failure = null
      this.notify()
    })
    this.pages.set(page, { observer, stop, ids: null })
    const known = observer.getCurrentResult().data
    if (known) this.learn(page, known)
  }

  /** The end of the list, where it shows: totals beyond a hundred thousand are estimates. */
  private learn(page: number, data: PageData): void {
    const end = page * PAGE + data.rows.length
    if (!data.ends) {
      if (this.total >= 0 && this.total < end) this.total = end
    } else if (data.rows.length > 0 || page === 0) {
      this.total = end
      this.exact = true
    } else if (this.total > page * PAGE) {
      void this.findEnd(page * PAGE)
    }
  }

  private finding = false
  /** Finds the end of the list, when a page at `high` turned out to be empty. */
  private async findEnd(high: number): Promise<void> {
    if (this.finding) return
    this.finding = true
    const there = async (place: number) => {
      const at = place - this.gone.before(place)
      const { records } = await fetchWindow(placesOf(this.query), at, 1, this.stopping.signal)
      return records.length > 0
    }
    try {
      const end = await firstEmpty(high, there, () => this.disposed)
      if (this.disposed) return
      this.total = end
      this.exact = true
      this.wanted = [0, -1]
      this.notify()
    } catch (error) {
      if (this.disposed) return
      this.failure = error
      this.notify()
    } finally {
      this.finding = false
    }
  }

  private async fetchPage(page: number, signal: AbortSignal): Promise<PageData> {
    const start = page * PAGE
    const before = this.gone.before(start)
    const holes = new Set(this.gone.within(start, start + PAGE).map((i) => i - start))
    const size = PAGE - holes.size
    const at = start - before
    const wide = this.changes.overlap()
    const over = Math.min(wide, at)
    const { records } = await fetchWindow(this.query, at - over, size + over + wide, signal)
    const from = over + driftOf(records, { over, size, wide }, this.staying(page - 1).reverse(), this.staying(page + 1))
    const mine = records.slice(Math.max(0, from), from + size)
    return { rows: withHoles(mine, holes), ends: mine.length < size }
  }

  /** Ids of a page's rows that are still in the server's list, in order. */
  private staying(page: number): string[] {
    const rows = this.pages.get(page)?.observer.getCurrentResult().data?.rows ?? []
    return rows.flatMap((row, i) => (row && !this.gone.has(page * PAGE + i) ? [row.id] : []))
  }

  /** The row at this place left the server's list (or came back to it): later pages are asked for accordingly. */
  leaves(index: number, left: boolean): void {
    if (index < 0) return
    this.stirred()
    this.gone.set(index, left)
  }

  /** Another user changed the list at an unknown place. */
  stirred(): void {
    this.changes.add()
  }

  /** Rows of a stretch, fetched where they are not here. `limit` rows at most. */
  async load(first: number, last: number): Promise<(WireRow | undefined)[]> {
    const rows: (WireRow | undefined)[] = []
    for (let page = Math.floor(first / PAGE); page * PAGE <= last; page++) {
      const data: PageData =
        this.pages.get(page)?.observer.getCurrentResult().data ??
        (await this.client.fetchQuery<PageData>({
          queryKey: this.keyOf(page),
          queryFn: ({ signal }) => this.fetchPage(page, signal),
          staleTime: 'static',
          gcTime: 20_000,
        }))
      for (let i = 0; i < PAGE; i++) {
        const index = page * PAGE + i
        if (index >= first && index <= last) rows.push(data.rows[i])
      }
    }
    return rows
  }

  /** Where a row is in the list now; −1 when it is not in it. */
  async position(id: string): Promise<number> {
    const { position } = await fetchWindow(placesOf(this.query), 0, 1, this.stopping.signal, id)
    return position ?? -1
  }

  /** Merges rows of the server into loaded pages; columns that the answer lacks keep their values. */
  patch(rows: readonly WireRow[]): void {
    for (const row of rows) {
      const index = this.indexOf(row.id)
      if (index < 0) continue
      this.client.setQueryData<PageData>(this.keyOf(Math.floor(index / PAGE)), (data) =>
        data ? { ...data, rows: data.rows.with(index % PAGE, { ...data.rows[index % PAGE], ...row }) } : undefined,
      )
    }
  }

  /** Asks again for what failed. */
  retry(): void {
    this.failure = null
    if (this.total < 0) void this.count()
    for (const p of this.pages.values()) if (p.observer.getCurrentResult().isError) void p.observer.refetch()
    this.notify()
  }

  dispose(): void {
    this.disposed = true
    this.stopping.abort()
    if (this.timer) clearTimeout(this.timer)
    for (const p of this.pages.values()) p.stop()
    this.client.removeQueries({ queryKey: this.keyOf() })
    this.pages.clear()
    this.listeners.clear()
  }
}
