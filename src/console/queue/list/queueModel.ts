import './words.ts'
import type { QueryClient } from '@tanstack/react-query'
import type { Condition } from '../../../model/language/conditions/condition.ts'
import type { CatalogueDecision } from '../../../model/wire/catalogue.ts'
import type { Held } from '../../../model/wire/settings/shapes.ts'
import type { RoundsEvent, WireRow } from '../../../model/wire/wire.ts'
import { onClaims, watchClaims } from '../../data/claims.ts'
import type { Entry, Listener } from '../../decisions/decision.ts'
import { orderFor, pendingDecisions } from '../../decisions/outbox/pendingDecisions.ts'
import { Gathered } from '../../decisions/timers.ts'
import { titleOf } from '../../forms/subject.ts'
import { isNothing } from '../../grid/selection.ts'
import { t } from '../../i18n/index.ts'
import { fetchListed, type ListQuery } from '../../lists/rows/listQuery.ts'
import { QueueList } from './queueList.ts'
import type { QueueSession } from './queueSession.ts'
import { afterDecision, visibleOf } from './sequence.ts'

/** Rows changed by others are asked for together, after this time, ms. */
const GATHER = 90

/** A queue being worked through: what is decided here, and what others do. */
export class QueueModel extends QueueList {
  private readonly gathered = new Gathered<RoundsEvent>((events) => void this.catchUp(events), GATHER)

  private readonly userId: string
  private readonly actionOf: (transition: string) => string
  private readonly unheld: () => void
  private readonly unclaimed: readonly (() => void)[]

  constructor(
    query: ListQuery,
    where: readonly Condition[],
    client: QueryClient,
    userId: string,
    actionOf: (transition: string) => string,
    work: QueueSession,
  ) {
    super(query, where, client, work)
    this.userId = userId
    this.actionOf = actionOf
    this.unheld = work.onHeld(() => this.touch())
    this.unclaimed = [
      watchClaims(query.resource),
      onClaims((resource) => {
        if (resource === query.resource) this.touch()
      }),
    ]
  }

  override dispose(): void {
    super.dispose()
    this.gathered.stop()
    this.unheld()
    for (const stop of this.unclaimed) stop()
  }

  /** Effects of decisions on the list: given to `provideDecisions`. */
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
      // Updated with the new version: decided again before it is fetched, it has the version that the take-back left.
      if (e.decided) this.source.patch([{ ...e.decided.patch, id: e.id, version: e.decided.version }])
      void this.renew([e.id])
    }
    if (why === 'conflict' && e.conflict?.row) {
      this.source.patch([e.conflict.row])
      if (!this.isTodo(e.conflict.row))
        this.foreign.set(e.id, { by: e.conflict.by, at: e.conflict.at, action: e.conflict.action, left: true })
    }
    // a decision taken back is shown again; a conflict leaves the cursor alone
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
      this.notify()
      return { row, held: false }
    }
    this.holdRow(row, { view })
    return { row, held: true }
  }

  /** Puts a row on hold, until a moment or without one, and continues where the cursor is on it. */
  holdRow(row: WireRow, held: Pick<Held, 'view' | 'until' | 'reason'>): void {
    this.work.hold(row.id, { title: titleOf(this.query.resource, row), ...held })
    if (this.row?.id !== row.id) {
      this.notify()
      return
    }
    const next = afterDecision(this.seq, this.base, (at) => this.passes(at))
    if (next >= 0) this.base = next
    this.cursor = visibleOf(this.seq, this.base)
    this.notify()
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
  receive(event: RoundsEvent): void {
    if (event.kind !== 'changed' || event.resource !== this.query.resource) return
    if (event.byId === this.userId && (pendingDecisions().get(event.recordId) || this.places.has(event.recordId)))
      return
    this.gathered.add(event.recordId, event)
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
        if (event) this.fresh.set(id, t('queueScreen.changedNote', { by: event.by, at: event.at.slice(11, 16) }))
      }
    }
    this.refresh()
  }
}
