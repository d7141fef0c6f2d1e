import type { QueryClient } from '@tanstack/react-query'
import type { Condition } from '../../../model/language/conditions/condition.ts'
import { claimsKnown } from '../../data/claims.ts'
import { pendingDecisions } from '../../decisions/outbox/pendingDecisions.ts'
import { meant } from '../../decisions/ownRows.ts'
import { Timer } from '../../decisions/timers.ts'
import { moved, nothing } from '../../grid/selection.ts'
import { fetchWindow, type ListQuery, placesOf } from '../../lists/rows/listQuery.ts'
import { RowSource } from '../../lists/rows/rowSource.ts'
import { loadAround } from './loadAround.ts'
import { QueueRows } from './queueRows.ts'
import type { QueueSession } from './queueSession.ts'
import { afterDecision, sequence } from './sequence.ts'

/** After others changed the list, it is fetched anew when nothing happened for this long, ms. */
const CALM = 8_000

/**
 * The list of a queue: fetched where somebody stands, and fetched anew when it has grown old, with a cursor that never
 * loses its place.
 */
export abstract class QueueList extends QueueRows {
  private stopFollowing: (() => void) | null = null
  private readonly calm = new Timer()
  private syncing = false
  private syncAgain = false
  /** The row that the cursor is about to be put on; "" for none. */
  private sought = ''

  private readonly client: QueryClient

  constructor(query: ListQuery, where: readonly Condition[], client: QueryClient, work: QueueSession) {
    super(query, where, new RowSource(query, client), work)
    this.client = client
  }

  /**
   * Begins to fetch. `at`: the row to begin with; resolves when its place is known, false where the list says that it has
   * none. `otherwise`: the place that was remembered with the row, −1 where somebody named the row: one that is remembered gives
   * way to the next one when another person has it in hand.
   */
  async start(at = '', otherwise = -1): Promise<boolean> {
    this.stopFollowing = this.follow(this.source)
    this.remembered = otherwise >= 0
    void this.source.count()
    if (at) return this.begin(at, otherwise)
    this.source.need(0, 50)
    const claims = claimsKnown(this.query.resource)
    if (!claims) return true
    this.seeking = true
    await claims
    this.seeking = false
    this.refresh()
    return true
  }
  /**
   * Puts the cursor on a row when its place is known, else at `otherwise`; −1 leaves that to the rows that come. False where
   * the list says that the row has no place.
   */
  private async begin(id: string, otherwise = -1): Promise<boolean> {
    this.seeking = true
    this.sought = id
    const { source } = this
    const found = id === '' ? null : await source.position(id).catch(() => null)
    if (this.remembered) await claimsKnown(this.query.resource)
    const place = found === null || found < 0 ? otherwise : found
    if (this.disposed) return true
    this.seeking = false
    this.sought = ''
    // fetched anew meanwhile, around this row: the question to the former list was given up
    if (id !== '' && source !== this.source) {
      this.refresh()
      return this.source.indexOf(id) >= 0
    }
    if (place >= 0) {
      this.base = place
      this.source.need(Math.max(0, place - 30), place + 30)
    } else this.source.need(0, 50)
    this.refresh()
    return found === null || found >= 0
  }
  protected override lookBeyond(): void {
    this.seeking = true
    const { resource } = this.query
    const theirs = { ...placesOf(this.query), ...meant(resource, this.query) }
    // Searched only once: a record without a known place would be searched endlessly.
    fetchWindow(theirs, 0, 1).then(
      ({ records: [first] }) => this.begin(first?.id ?? '', 0),
      () => this.begin('', 0),
    )
  }
  /** Something was decided here since the list was fetched. */
  protected mine = false
  /** Refresh is due, but postponed while a record is open that a new list would not have. */
  protected due = false
  /** The row under the cursor was decided and kept. */
  private get stays(): boolean {
    const id = this.row?.id
    return id !== undefined && pendingDecisions().get(id)?.stays === true
  }
  /** Rows that must stay in the list while the user looks at them: a row the cursor stayed on, an unread conflict. */
  protected get keeps(): boolean {
    if (this.stays) return true
    for (const e of pendingDecisions().snapshot().values())
      if (e.phase === 'conflict' && this.places.has(e.id)) return true
    return false
  }
  protected anew(): void {
    this.mine = false
    this.due = false
    void this.resync()
  }
  private follow(source: RowSource): () => void {
    return source.subscribe(() => this.refresh())
  }

  dispose(): void {
    this.disposed = true
    this.stopFollowing?.()
    this.calm.stop()
    this.source.dispose()
  }

  override moveTo(index: number, extend = false): boolean {
    const before = this.row
    const stayed = this.stays
    // from here on the row is the one that the person chose
    this.remembered = false
    const did = super.moveTo(index, extend)
    if (!did) return false
    if (before) this.fresh.delete(before.id)
    // A decided row on which the cursor stayed goes when the cursor does.
    if (stayed && !this.keeps) this.anew()
    return true
  }

  protected calmDown(): void {
    this.calm.start(() => {
      if (this.keeps) this.calmDown()
      else void this.resync()
    }, CALM)
  }

  /**
   * Fetches the list anew and puts it in the place of the old one, the cursor's row (or `id`) where it was on the
   * screen.
   */
  async resync(id = this.sought || this.row?.id): Promise<void> {
    if (this.disposed) return
    const tally = pendingDecisions().tally()
    // In the middle of a burst the list would be old before it is here.
    if (tally.waiting + tally.sending > 0) return this.calmDown()
    if (this.syncing) {
      this.syncAgain = true
      return
    }
    this.syncing = true
    this.calm.stop()
    const stoodOn = this.row?.id
    const stood = Math.max(0, this.base)
    this.mine = false
    const next = new RowSource(this.query, this.client)
    try {
      const place = await loadAround(next, this.candidates(id), stood)
      if (this.disposed) throw new Error('gone')
      const now = this.placeIn(next, place, stoodOn, stood)
      // Something was decided, or the cursor went where the new list is not loaded: it is old already. What was decided
      // asks again once settled.
      if (now === null) {
        next.dispose()
        if (this.mine) this.calmDown()
        else this.syncAgain = true
      } else this.swap(next, now)
    } catch {
      next.dispose()
      if (!this.disposed) this.calmDown()
    } finally {
      this.syncing = false
      if (this.syncAgain) {
        this.syncAgain = false
        void this.resync()
      }
    }
  }

  /** The row the cursor should be on, and the next ones should it be gone. */
  private candidates(id: string | undefined): string[] {
    const ids = id ? [id] : []
    for (let i = this.cursor + 1; ids.length < 3 && i < this.count && i < this.cursor + 8; i++) {
      const row = this.rowAt(i)
      if (row && !this.foreign.get(row.id)?.left && row.id !== id) ids.push(row.id)
    }
    return ids
  }

  /**
   * Where the cursor belongs in a list that was fetched while the person went on: keys pressed meanwhile count, or the
   * next one would decide another row than the one on screen. Null when the list must be fetched once more.
   */
  private placeIn(next: RowSource, place: number, stoodOn: string | undefined, stood: number): number | null {
    const tally = pendingDecisions().tally()
    if (this.mine || tally.waiting + tally.sending > 0) return null
    const id = this.row?.id
    if (id === stoodOn && (id !== undefined || Math.max(0, this.base) === stood)) return place
    if (id === undefined) return Math.min(Math.max(0, this.base), Math.max(0, next.total - 1))
    const at = next.indexOf(id)
    return at < 0 ? null : at
  }

  private swap(next: RowSource, place: number): void {
    const old = this.source
    const stood = this.row?.id
    const by = place - this.base
    this.selection =
      this.selection === nothing
        ? nothing
        : moved(this.selection, by, (x) => (next.indexOf(x) >= 0 ? next.indexOf(x) : undefined))
    this.moveRange({
      placeOf: (x) => next.indexOf(x),
      rowAt: (at) => (at < next.total ? next.rowAt(at) : null),
    })
    this.source = next
    this.stopFollowing?.()
    this.stopFollowing = this.follow(next)
    this.places.clear()
    this.looks.clear()
    this.foreign.clear()
    this.fresh.clear()
    // First the place, then everything that looks at it: `refresh` shifts the rows on the screen by what the cursor's
    // index changed by.
    this.base = next.total > 0 ? place : -1
    const here = next.rowAt(place)
    if (here && here.id !== stood && (this.isPassedBy(here) || this.isTaken(here)))
      this.base = afterDecision(sequence(next.total), place, (at) => this.passes(at))
    pendingDecisions().forgetDone()
    this.refresh()
    old.dispose()
  }
}
