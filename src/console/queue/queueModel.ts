import type { QueryClient } from '@tanstack/react-query'
import type { CatalogueDecision } from '../../model/kernel/catalogue.ts'
import type { Condition } from '../../model/kernel/condition.ts'
import type { RoundsEvent, WireRow } from '../../model/kernel/wire.ts'
import type { Entry, Listener } from '../decisions/decision.ts'
import { meant } from '../decisions/ownRows.ts'
import { orderFor, pendingDecisions } from '../decisions/pendingDecisions.ts'
import { Gathered, Timer } from '../decisions/timers.ts'
import { titleOf } from '../forms/subject.ts'
import { t } from '../i18n/index.ts'
import { fetchListed, fetchWindow, type ListQuery, placesOf } from '../table/listQuery.ts'
import { RowSource } from '../table/rowSource.ts'
import { isNothing, moved, nothing } from '../table/selection.ts'
import { loadAround } from './loadAround.ts'
import { QueueRows } from './queueRows.ts'
import type { QueueSession } from './queueSession.ts'
import { afterDecision, sequence, visibleOf } from './sequence.ts'

/** Rows changed by others are asked for together, after this time, ms. */
const GATHER = 90
/** After others changed the list, it is fetched anew when nothing happened for this long, ms. */
const CALM = 8_000

/**
 * A queue being worked through: what is decided here, what others do, and the list fetched anew when it has grown old,
 * with a cursor that never loses its place.
 */
export class QueueModel extends QueueRows {
  private stopFollowing: (() => void) | null = null
  private readonly heardOf = new Gathered<RoundsEvent>((events) => void this.catchUp(events), GATHER)
  private readonly calm = new Timer()
  private syncing = false
  private syncAgain = false

  constructor(
    query: ListQuery,
    where: readonly Condition[],
    private readonly client: QueryClient,
    private readonly userId: string,
    private readonly actionOf: (transition: string) => string,
    work: QueueSession,
  ) {
    super(query, where, new RowSource(query, client), work)
  }

  /** What decisions do to the list: given to `provideDecisions`. */
  readonly listener: Listener = {
    changed: () => {
      this.refresh()
      if (this.due && !this.keeps) this.anew()
    },
    confirmed: (e) => this.confirmed(e),
    returned: (e, why) => this.returned(e, why),
    settled: () => {
      if (!this.mine) return
      if (this.keeps) this.due = true
      else this.anew()
    },
  }

  /** Begins to fetch. `at`: the row to begin with, where it still is in the list; resolves when its place is known. */
  async start(at = ''): Promise<void> {
    this.stopFollowing = this.follow(this.source)
    void this.source.count()
    if (at) await this.begin(at)
    else this.source.need(0, 50)
  }
  /** Puts the cursor on a row when its place is known, else at `otherwise`; −1 leaves that to the rows that come. */
  private async begin(id: string, otherwise = -1): Promise<void> {
    this.seeking = true
    const found = id === '' ? -1 : await this.source.position(id).catch(() => -1)
    const place = found < 0 ? otherwise : found
    if (this.disposed) return
    this.seeking = false
    if (place >= 0) {
      this.base = place
      this.source.need(Math.max(0, place - 30), place + 30)
    } else this.source.need(0, 50)
    this.refresh()
  }
  protected override lookBeyond(): void {
    this.seeking = true
    const { resource } = this.query
    const theirs = { ...placesOf(this.query), ...meant(resource, this.query) }
    // looked for once: what has no place, or whose place is not told, would be looked for without end
    fetchWindow(theirs, 0, 1).then(
      ({ records: [first] }) => this.begin(first?.id ?? '', 0),
      () => this.begin('', 0),
    )
  }
  /** Something was decided here since the list was fetched. */
  private mine = false
  /** It should have been fetched anew, but something is looked at that a new list would not have. */
  private due = false
  /** The row under the cursor was decided and kept. */
  private get stays(): boolean {
    const id = this.row?.id
    return id !== undefined && pendingDecisions().get(id)?.stays === true
  }
  /** Rows that must stay in the list while the user looks at them: a row the cursor stayed on, an unread conflict. */
  private get keeps(): boolean {
    if (this.stays) return true
    for (const e of pendingDecisions().snapshot().values())
      if (e.phase === 'conflict' && this.places.has(e.id)) return true
    return false
  }
  private anew(): void {
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
    this.heardOf.stop()
    this.calm.stop()
    this.source.dispose()
  }

  override moveTo(index: number, extend = false): boolean {
    const before = this.row
    const stayed = this.stays
    const did = super.moveTo(index, extend)
    if (!did) return false
    if (before) this.fresh.delete(before.id)
    // A decided row on which the cursor stayed goes when the cursor does.
    if (stayed && !this.keeps) this.anew()
    return true
  }
  /**
   * Decides the row under the cursor; the next one is selected at once. False when it has a decision on its way
   * already.
   */
  decide(decision: CatalogueDecision, row: WireRow, ask: Readonly<Record<string, unknown>>): boolean {
    const at = this.base
    if (this.source.rowAt(at)?.id === row.id) this.places.set(row.id, at)
    this.mine = true
    this.foreign.delete(row.id)
    if (!isNothing(this.selection)) this.selection = { ...this.selection, live: false }
    return pendingDecisions().decide(orderFor(decision, this.query.resource, row, ask, this.work.stay))
  }

  private confirmed(e: Entry): void {
    if (e.resource !== this.query.resource) return
    this.work.pace.did(Date.now())
    const at = this.places.get(e.id)
    if (at !== undefined) this.source.leaves(at, true)
  }

  private returned(e: Entry, why: 'conflict' | 'refused' | 'takenBack' | 'dropped'): void {
    if (e.resource !== this.query.resource) return
    const at = this.source.indexOf(e.id)
    if (why === 'takenBack') {
      this.work.pace.undid()
      if (at < 0) return void this.resync(e.id)
      this.source.leaves(at, false)
      void this.renew([e.id])
    }
    if (why === 'conflict' && e.conflict?.row) {
      this.source.patch([e.conflict.row])
      if (!this.isTodo(e.conflict.row))
        this.foreign.set(e.id, { by: e.conflict.by, at: e.conflict.at, action: e.conflict.action, left: true })
    }
    // What was taken back is what the person wants to look at again; a conflict leaves the cursor alone.
    if ((why === 'takenBack' || why === 'dropped') && at >= 0) {
      this.base = at
      this.refresh()
    }
  }

  /** Puts the row under the cursor on hold and continues, or takes it off hold. Null when there is no row. */
  hold(view: string): { readonly row: WireRow; readonly held: boolean } | null {
    const row = this.row
    if (!row) return null
    if (this.work.release(row.id)) {
      this.tell()
      return { row, held: false }
    }
    this.work.hold(row.id, { title: titleOf(this.query.resource, row), view })
    const next = afterDecision(this.seq, this.base, (at) => this.passes(at))
    if (next >= 0) this.base = next
    this.cursor = visibleOf(this.seq, this.base)
    this.tell()
    return { row, held: true }
  }

  /** Puts the cursor on a record wherever it is in the list. False when it is not in it. */
  async goTo(id: string): Promise<boolean> {
    let at = this.source.indexOf(id)
    if (at < 0) {
      await this.resync(id)
      at = this.source.indexOf(id)
    }
    const index = visibleOf(this.seq, at)
    if (index < 0) return false
    this.moveTo(index)
    return true
  }

  /** Handles a change of a record of this resource by another user. */
  heard(event: RoundsEvent): void {
    if (event.kind !== 'changed' || event.resource !== this.query.resource) return
    if (event.byId === this.userId && (pendingDecisions().get(event.recordId) || this.places.has(event.recordId)))
      return
    this.heardOf.add(event.recordId, event)
  }

  private async catchUp(events: ReadonlyMap<string, RoundsEvent>): Promise<void> {
    const here = [...events.keys()].filter((id) => this.source.indexOf(id) >= 0 && !pendingDecisions().get(id))
    this.source.stirred()
    try {
      if (here.length > 0) await this.renew(here, events)
      await this.source.count()
    } catch {
      // The next event or the next fetch of the list brings it.
    }
    this.calmDown()
  }

  /** Fetches rows as they are now and says who changed them. */
  private async renew(ids: readonly string[], events?: ReadonlyMap<string, RoundsEvent>): Promise<void> {
    const rows = await fetchListed(this.query, ids)
    if (this.disposed) return
    const now = new Map(rows.map((r) => [r.id, r]))
    this.source.patch(rows)
    for (const id of ids) {
      const at = this.source.indexOf(id)
      const row = now.get(id)
      const left = !row || !this.isTodo(row)
      this.source.leaves(at, left)
      const event = events?.get(id)
      if (left)
        this.foreign.set(id, {
          by: event?.by ?? '',
          at: event?.at ?? '',
          action: event ? this.actionOf(event.transition) : '',
          left,
        })
      else {
        this.foreign.delete(id)
        if (event) this.fresh.set(id, t('queue.changedNote', { by: event.by, at: event.at.slice(11, 16) }))
      }
    }
    this.refresh()
  }

  private calmDown(): void {
    this.calm.start(() => {
      if (this.keeps) this.calmDown()
      else void this.resync()
    }, CALM)
  }

  /**
   * Fetches the list anew and puts it in the place of the old one, the cursor's row (or `id`) where it was on the
   * screen.
   */
  async resync(id = this.row?.id): Promise<void> {
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
    if (here && here.id !== stood && this.isPassedBy(here))
      this.base = afterDecision(sequence(next.total), place, (at) => this.passes(at))
    pendingDecisions().forgetDone()
    this.refresh()
    old.dispose()
  }
}
