import './words.ts'
import type { Condition } from '../../../model/language/conditions/condition.ts'
import { meets } from '../../../model/language/conditions/meets.ts'
import { wallClock } from '../../../model/values/dates.ts'
import type { Held } from '../../../model/wire/settings/shapes.ts'
import type { WireRow } from '../../../model/wire/wire.ts'
import { claimOf } from '../../data/claims.ts'
import type { Entry } from '../../decisions/decision.ts'
import { Decisions } from '../../decisions/decisions.ts'
import { pendingDecisions } from '../../decisions/outbox/pendingDecisions.ts'
import { madeBy, namesOwn } from '../../decisions/ownRows.ts'
import { GridModel, plain, type RowLook } from '../../grid/gridModel.ts'
import { isNothing, type Span } from '../../grid/selection.ts'
import { t } from '../../i18n/index.ts'
import { ownLook } from '../../lists/pendingLooks.ts'
import type { ListQuery } from '../../lists/rows/listQuery.ts'
import type { RowSource } from '../../lists/rows/rowSource.ts'
import type { QueueSession } from './queueSession.ts'
import { type Foreign, RowLooks } from './rowStyles.ts'
import { afterDecision, baseOf, type Sequence, sequence, visibleCount, visibleOf } from './sequence.ts'
import { tickedRows } from './tickedRows.ts'

const heldNote = (held: Held | undefined): string | undefined =>
  held &&
  [held.until === undefined ? '' : t('queueScreen.until', { at: wallClock(held.until).slice(5, 16) }), held.reason]
    .filter(Boolean)
    .join(' · ')

/**
 * The rows of a queue as the eye sees them: the server's list by position, without what was decided here, each with
 * what is known of it besides its values. Screen coordinates ("visible") are counted from the list as fetched ("base")
 * by `sequence.ts`.
 */
export abstract class QueueRows extends GridModel {
  protected seq: Sequence = sequence(0)
  /** Index of the cursor in the fetched list, −1 for none. */
  protected base = -1
  /** Places of decided rows in this list. */
  protected readonly places = new Map<string, number>()
  readonly foreign = new Map<string, Foreign>()
  protected readonly fresh = new Map<string, string>()
  protected readonly looks = new RowLooks()
  protected readonly patched = new WeakMap<Entry, WireRow>()
  protected disposed = false
  /** The row to begin with is looked for: no other one has the cursor meanwhile, so that no key is taken for it. */
  protected seeking = false
  /** The cursor is put where it was the last time: the row was named by nobody. */
  protected remembered = false

  readonly query: ListQuery
  /** Conditions that make a row "to do". */
  private readonly where: readonly Condition[]
  source: RowSource
  readonly work: QueueSession

  constructor(query: ListQuery, where: readonly Condition[], source: RowSource, work: QueueSession) {
    super()
    this.query = query
    this.where = where
    this.source = source
    this.work = work
  }

  get count(): number {
    return this.source.total < 0 ? -1 : visibleCount(this.seq)
  }
  get exact(): boolean {
    return this.source.exact
  }
  /**
   * Rows still to do: rows decided by others are shown until the list is fetched anew, but not counted. −1 while
   * unknown.
   */
  get left(): number {
    if (this.count < 0) return -1
    let others = 0
    for (const [id, f] of this.foreign) if (f.left && !this.places.has(id)) others += 1
    return Math.max(0, this.count - others)
  }
  get failure(): unknown {
    return this.source.failure
  }
  need(first: number, last: number): void {
    if (this.source.total < 0) {
      this.source.need(first, last)
      return
    }
    const from = baseOf(this.seq, Math.max(0, first))
    const to = baseOf(this.seq, Math.min(last, this.count) - 1)
    if (from >= 0) this.source.need(from, (to < 0 ? from : to) + 1)
  }
  override baseAt(index: number): number {
    return baseOf(this.seq, index)
  }
  override indexAt(base: number): number {
    return visibleOf(this.seq, base)
  }
  rowAt(index: number): WireRow | undefined {
    const row = this.source.rowAt(baseOf(this.seq, index))
    return row && this.asItIs(row)
  }
  /** A row that was decided and is still shown, as the server said it is now: the same object for the same decision. */
  private asItIs(row: WireRow): WireRow {
    const entry = pendingDecisions().get(row.id)
    if (!entry?.decided || entry.phase === 'undoing' || row.version >= entry.decided.version) return row
    let shown = this.patched.get(entry)
    if (!shown) {
      shown = { ...row, ...entry.decided.patch, version: entry.decided.version } as WireRow
      this.patched.set(entry, shown)
    }
    return shown
  }

  override leavesOut(row: WireRow): boolean {
    return madeBy(this.query.resource, row) !== ''
  }
  override lookAt(_: number, row: WireRow): RowLook {
    const look = this.looks.of(row.id, {
      entry: pendingDecisions().get(row.id),
      foreign: this.foreign.get(row.id),
      held: heldNote(this.work.held.get(row.id)),
      claim: claimOf(this.query.resource, row.id)?.name,
      fresh: this.fresh.get(row.id),
      online: pendingDecisions().isOnline,
    })
    return look === plain ? ownLook(this.query.resource, row) : look
  }

  /**
   * Everything derived anew: which rows are hidden, where the cursor is seen. The row under the cursor keeps its place
   * on the screen.
   */
  protected refresh(): void {
    if (this.disposed) return
    const overlay = pendingDecisions().snapshot()
    for (const e of overlay.values()) {
      if (this.places.has(e.id) || e.resource !== this.query.resource) continue
      const at = this.source.indexOf(e.id)
      if (at >= 0) this.places.set(e.id, at)
    }
    for (const id of this.places.keys()) if (!overlay.has(id)) this.places.delete(id)
    const hidden: number[] = []
    for (const [id, at] of this.places) {
      const entry = overlay.get(id) as Entry
      if (Decisions.hides(entry) && !this.isBack(entry, this.source.rowAt(at))) hidden.push(at)
    }
    const before = this.cursor
    this.seq = sequence(Math.max(0, this.source.total), hidden)
    if (this.base < 0 && !this.seeking && this.count > 0) this.base = this.beginning()
    if (this.remembered && this.base >= 0 && !this.seeking) this.leaveTaken()
    let seen = visibleOf(this.seq, this.base)
    // before the total is told, no row is seen: the place that was found waits for it
    if (this.base >= 0 && seen < 0 && this.source.total >= 0) {
      this.base = afterDecision(this.seq, Math.min(this.base, this.seq.total - 1), (at) => this.passes(at))
      seen = visibleOf(this.seq, this.base)
    } else if (before >= 0 && seen >= 0 && seen !== before) {
      this.onShift?.(seen - before)
    }
    this.cursor = seen
    this.seeRange()
    this.notify()
  }

  /** The row is in another person's hand: decided by whoever wants to, but not offered to two at once. */
  protected isTaken(row: WireRow): boolean {
    return claimOf(this.query.resource, row.id) !== undefined
  }

  /** A list opened again begins on another row where somebody else took the remembered one in hand; once, when that row is here. */
  private leaveTaken(): void {
    const row = this.source.rowAt(this.base)
    if (!row) return
    this.remembered = false
    if (this.isTaken(row)) this.base = afterDecision(this.seq, this.base, (at) => this.passes(at))
  }

  /** The person made the row, and the filter does not ask for such rows: the cursor is not put on it by itself. */
  protected isPassedBy(row: WireRow): boolean {
    return this.leavesOut(row) && !namesOwn(this.query.conditions)
  }
  /**
   * Where the cursor begins: the first row that this person may decide and nobody has in hand, else the first one; −1 while
   * that is not known.
   */
  private beginning(): number {
    for (let at = 0; at < this.count; at++) {
      const base = baseOf(this.seq, at)
      const row = this.source.rowAt(base)
      if (!row) {
        if (at > 0) this.lookBeyond()
        return -1
      }
      if (!this.isPassedBy(row) && !this.isTaken(row)) return base
    }
    return baseOf(this.seq, 0)
  }
  /** The rows that are here are all the person's own: the first one beyond them that is not is looked for. */
  protected abstract lookBeyond(): void

  /**
   * Rows that the cursor skips after a decision: held ones, those in another person's hand, those that this person may not decide, and those for which
   * a second key must not be pressed in haste.
   */
  protected passes(base: number): boolean {
    const row = this.source.rowAt(base)
    if (!row) return false
    const entry = pendingDecisions().get(row.id)
    return (
      this.isPassedBy(row) ||
      this.isTaken(row) ||
      this.work.held.has(row.id) ||
      this.foreign.get(row.id)?.left === true ||
      (entry !== undefined && !this.isBack(entry, row))
    )
  }

  /** Whether a decision moved a record into this view: the list has its new version, and it waits for work again. */
  private isBack({ id, decided }: Entry, row: WireRow | undefined): boolean {
    return row?.id === id && decided !== null && row.version >= decided.version && this.isTodo(row)
  }

  protected override cursorMoved(): void {
    this.base = baseOf(this.seq, this.cursor)
  }

  /** Returns whether a row still belongs to this view. */
  isTodo(row: WireRow): boolean {
    return meets(this.where, row)
  }

  /** Something outside the rows is shown differently: holds, the toggle. */
  touch(): void {
    this.notify()
  }

  protected isTickedAt(at: number, row: WireRow): boolean {
    return visibleOf(this.seq, at) >= 0 && this.isMeant(row, at)
  }
  /** Ticked rows that are loaded. */
  ticked(): WireRow[] {
    return isNothing(this.selection)
      ? []
      : [...this.source.loaded()].filter(([at, row]) => this.isTickedAt(at, row)).map(([, row]) => this.asItIs(row))
  }
  protected override loadedRows(): Generator<readonly [place: number, row: WireRow]> {
    return this.source.loaded()
  }
  override async rowsIn({ from, to }: Span): Promise<readonly WireRow[]> {
    const { source, seq } = this
    const rows = await source.load(from, Math.min(to, seq.total - 1))
    const placed = rows.flatMap((row, i) => (row ? [[from + i, row] as const] : []))
    // rows of a list that another one replaced meanwhile have other places
    if (source === this.source) this.seeRange(placed)
    return placed.flatMap(([at, row]) => (visibleOf(seq, at) >= 0 ? [this.asItIs(row)] : []))
  }
  /** All ticked rows, fetched where they are not here; null when they are more than `most`. */
  async allTicked(most: number): Promise<WireRow[] | null> {
    if (this.selected > most) return null
    const rows = await tickedRows(this.source, this.selection, this.seq.total, (at, row) => this.isTickedAt(at, row))
    return rows.map((row) => this.asItIs(row))
  }
}
