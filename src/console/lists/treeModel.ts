import type { Tree } from '../../model/language/resource.ts'
import type { WireRow } from '../../model/wire/wire.ts'
import type { Branch } from '../grid/gridModel.ts'
import { has, isNothing, nothing } from '../grid/selection.ts'
import { RowsModel } from './rowsModel.ts'

/** Where a move puts a row: below which key ("" = at the top), before which record ("" = after all). */
export interface TreePlace {
  readonly parent: string
  readonly before: string
}

interface InHand {
  readonly id: string
  readonly row: WireRow | undefined
  readonly ticked: ReadonlySet<string>
}

/** The visible rows of a tree: those at the top and those below open ones, in order. */
export class TreeModel extends RowsModel {
  private rows: ReadonlyMap<string, WireRow> | null = null
  /** Keys of the children of a key, "" for the top; absent while they have not been read (lazy). */
  private readonly below = new Map<string, readonly string[]>()
  private readonly opened = new Set<string>()
  private shown: readonly { readonly key: string; readonly depth: number }[] = []
  readonly exact = true

  private readonly tree: Tree
  /** Of a lazy tree: the rows below a key. */
  private readonly fetchBelow: ((key: string) => Promise<readonly WireRow[]>) | null

  constructor(resource: string, tree: Tree, fetchBelow: ((key: string) => Promise<readonly WireRow[]>) | null = null) {
    super(resource)
    this.tree = tree
    this.fetchBelow = fetchBelow
  }

  get count(): number {
    return this.rows === null ? -1 : this.shown.length
  }
  need(): void {}
  rowAt(index: number): WireRow | undefined {
    const row = this.rows?.get(this.shown[index]?.key ?? '')
    return row && this.asItIs(row)
  }

  private read(): WireRow[] {
    return [...(this.rows?.values() ?? [])].map((row) => this.asItIs(row))
  }
  /** Ticked rows, those in sight first and in order, also those in closed branches, as far as they have been read. */
  ticked(): WireRow[] {
    if (isNothing(this.selection)) return []
    const ids = this.tickedIds()
    const seen = this.shown.flatMap((_, i) => this.rowAt(i) ?? [])
    return [...new Set([...seen, ...this.read()])].filter((row) => ids.has(row.id))
  }
  /** Ticks every row that has been read, in closed branches too; with what the person made where `own`. */
  override selectAll(own = false): void {
    this.pick(this.read().flatMap((row) => (own || !this.leavesOut(row) ? [row.id] : [])))
    this.notify()
  }

  private tickedIds(): Set<string> {
    if (isNothing(this.selection)) return new Set()
    const ids = new Set(this.selection.picked.keys())
    this.shown.forEach((_, i) => {
      const row = this.rowAt(i)
      if (row && has(this.selection, row.id, i)) ids.add(row.id)
    })
    for (const id of this.selection.except.keys()) ids.delete(id)
    return ids
  }
  /** Ticks these rows one by one: stretches are places, which change when a branch opens or closes. */
  private pick(ids: Iterable<string>): void {
    const places = new Map(this.shown.map((_, i) => [this.rowAt(i)?.id ?? '', i]))
    const picked = new Map([...ids].map((id): [string, number] => [id, places.get(id) ?? -1]))
    this.selection = picked.size === 0 ? nothing : { ...nothing, picked, anchor: this.cursor }
  }

  private keyOf = (row: WireRow): string => String(row[this.tree.key] ?? '')
  private parentOf(row: WireRow): string {
    const parent = String(row[this.tree.parent] ?? '')
    return this.rows?.has(parent) && parent !== this.keyOf(row) ? parent : ''
  }
  private opens(key: string): boolean {
    const below = this.below.get(key)
    return below ? below.length > 0 : this.rows?.get(key)?.hasChildren === true
  }

  override branchAt(index: number): Branch | null {
    const at = this.shown[index]
    return at ? { depth: at.depth, open: this.opens(at.key) ? this.opened.has(at.key) : null } : null
  }

  /**
   * Shows all rows, or all that meet a filter (`found`: then every branch is open). Rows whose parent is not among them
   * are shown at the top.
   */
  show(rows: readonly WireRow[], found = false): void {
    const before = this.inHand()
    this.rows = new Map(rows.map((row) => [this.keyOf(row), row]))
    this.below.clear()
    const below = new Map<string, string[]>()
    for (const row of rows) {
      const parent = this.parentOf(row)
      const list = below.get(parent)
      if (list) list.push(this.keyOf(row))
      else below.set(parent, [this.keyOf(row)])
    }
    for (const row of rows)
      if (!this.fetchBelow || found) this.below.set(this.keyOf(row), below.get(this.keyOf(row)) ?? [])
    this.below.set('', below.get('') ?? [])
    if (found) for (const key of below.keys()) this.opened.add(key)
    if (this.isAway) this.unfoldTo(this.front)
    this.arrange(before)
  }

  /** Reads again what is open of a lazy tree, level by level. */
  async reread(): Promise<void> {
    if (!this.fetchBelow) return
    const rows = [...(await this.fetchBelow(''))]
    const levels = new Map([['', rows.map(this.keyOf)]])
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i] as WireRow
      const key = this.keyOf(row)
      if (!this.opened.has(key) || row.hasChildren !== true || levels.has(key)) continue
      const children = await this.fetchBelow(key)
      levels.set(key, children.map(this.keyOf))
      rows.push(...children)
    }
    const before = this.inHand()
    this.rows = new Map(rows.map((row) => [this.keyOf(row), row]))
    this.below.clear()
    for (const [key, keys] of levels) this.below.set(key, keys)
    if (this.isAway) this.unfoldTo(this.front)
    this.arrange(before)
  }

  /** The record under the cursor and the ticked ones, to be found again when the rows have been arranged anew. */
  private inHand(): InHand {
    return { id: this.front, row: this.row, ticked: this.tickedIds() }
  }

  /**
   * Works out anew which rows are visible. The cursor stays on its record, else near where it was; ticks stay with
   * their records, as long as these are among the rows that have been read.
   */
  private arrange({ id, row, ticked }: InHand): void {
    const shown: { key: string; depth: number }[] = []
    const seen = new Set<string>()
    const walk = (key: string, depth: number) => {
      for (const child of this.below.get(key) ?? []) {
        if (seen.has(child)) continue
        seen.add(child)
        shown.push({ key: child, depth })
        if (this.opened.has(child)) walk(child, depth + 1)
      }
    }
    walk('', 0)
    const same = shown.length === this.shown.length && shown.every((s, i) => s.key === this.shown[i]?.key)
    this.shown = shown
    this.place({ id, row }, true, Math.min(Math.max(this.cursor, 0), shown.length - 1))
    if (ticked.size > 0) {
      const kept = this.read().flatMap((row) => (ticked.has(row.id) ? [row.id] : []))
      if (!same || kept.length < ticked.size) this.pick(kept)
    }
    this.notify()
  }

  /** Opens a row; the rows below it are read where they are not here. False when nothing is below it. */
  async open(index: number): Promise<boolean> {
    const key = this.shown[index]?.key
    if (key === undefined || !this.opens(key)) return false
    this.opened.add(key)
    const before = this.inHand()
    if (!this.below.has(key) && this.fetchBelow) {
      const rows = await this.fetchBelow(key)
      this.rows = new Map([...(this.rows ?? []), ...rows.map((row): [string, WireRow] => [this.keyOf(row), row])])
      this.below.set(key, rows.map(this.keyOf))
    }
    this.arrange(before)
    return true
  }
  close(index: number): void {
    const key = this.shown[index]?.key
    if (key === undefined || !this.opened.delete(key)) return
    this.arrange(this.inHand())
  }
  override toggleOpen(index: number): void {
    if (this.branchAt(index)?.open) this.close(index)
    else void this.open(index)
  }

  /** The place of the row above the one at this place; −1 at the top. */
  above(index: number): number {
    const depth = this.shown[index]?.depth ?? 0
    for (let i = index - 1; i >= 0; i--) if ((this.shown[i]?.depth ?? 0) < depth) return i
    return -1
  }

  /** Where a move of the row under the cursor puts it; null when there is no way to go. */
  placeOf(way: 'up' | 'down' | 'in' | 'out'): TreePlace | null {
    const row = this.row
    if (!row) return null
    const parent = this.parentOf(row)
    const siblings = this.below.get(parent) ?? []
    const at = siblings.indexOf(this.keyOf(row))
    const idAt = (list: readonly string[], i: number) => this.rows?.get(list[i] ?? '')?.id ?? ''
    if (way === 'up') return at > 0 ? { parent, before: idAt(siblings, at - 1) } : null
    if (way === 'down') return at < siblings.length - 1 ? { parent, before: idAt(siblings, at + 2) } : null
    if (way === 'in') return at > 0 ? { parent: siblings[at - 1] as string, before: '' } : null
    const up = parent === '' ? undefined : this.rows?.get(parent)
    if (!up) return null
    const beside = this.below.get(this.parentOf(up)) ?? []
    return { parent: this.parentOf(up), before: idAt(beside, beside.indexOf(parent) + 1) }
  }

  override seek(row: WireRow, unlisted: () => void): void {
    this.reveal(String(row[this.tree.parent] ?? ''))
    super.seek(row, unlisted)
  }
  override bring(id: string): void {
    const before = this.inHand()
    if (this.unfoldTo(id)) this.arrange({ ...before, id, row: undefined })
    else super.bring(id)
  }
  /** Opens what a record stands below. False where the record has not been read. */
  private unfoldTo(id: string): boolean {
    const row = this.read().find((r) => r.id === id)
    if (!row) return false
    const seen = new Set<string>()
    for (let up = this.parentOf(row); up && !seen.has(up); up = this.parentOf(this.rows?.get(up) as WireRow)) {
      seen.add(up)
      this.opened.add(up)
    }
    return true
  }

  /** Opens a branch before its rows are read again. */
  reveal(key: string): void {
    if (key !== '') this.opened.add(key)
  }
}
