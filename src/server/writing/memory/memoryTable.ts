import { resources, sharersOf } from '../../../model/business.ts'
import { calculations } from '../../../model/language/conditions/calculations.ts'
import { tester } from '../../../model/language/conditions/evaluator.ts'
import { and } from '../../../model/language/conditions/expression.ts'
import type { Scalar, Value } from '../../../model/language/conditions/value.ts'
import type { Field } from '../../../model/language/fields/field.ts'
import { parentOf, throughOf } from '../../../model/language/owner.ts'
import { fixedValues, type Resource } from '../../../model/language/resource.ts'
import { wallClock } from '../../../model/values/dates.ts'
import { fen } from '../../../model/values/money.ts'
import { once } from '../../../model/values/once.ts'
import { eachWritten, rowFrom } from '../../database/codec.ts'
import { NotKept } from '../../database/kinds/kind.ts'
import { storeKindOf } from '../../database/kinds/kinds.ts'
import { columnOf, isTenant, shortName, tableOf } from '../../database/names.ts'
import type { Values } from '../../database/records.ts'
import { type Copied, childrenOf, copiedOwners } from '../../database/schema/owners.ts'
import type { TableFacts } from '../../database/tableFacts.ts'
import { isUniqueFolded } from '../unitOfWork/alike.ts'
import { type AnyResource, byId, type Row } from '../unitOfWork/rows.ts'
import type { Where } from '../unitOfWork/unitOfWork.ts'
import { whereExpressions } from '../unitOfWork/whereExpression.ts'
import { type Columns, columnsIn, fixedIn, heldFields, spansIn } from './memoryColumns.ts'
import { followRename } from './renaming.ts'

/** Row before it was written; null for a new row. */
export interface Undo {
  readonly table: MemoryTable
  readonly id: string
  readonly before: Row | null
}

const ID: Field = { kind: 'ref', label: ['编号', 'Id'], facts: {} } as unknown as Field

/**
 * Owner fields that rows of a resource copy from the record they belong through; null where they belong through none.
 */
function ownersTaken(r: AnyResource): { through: string; parent: Resource; copied: Copied[] } | null {
  const through = throughOf(r)
  const parent = parentOf(r, (id) => resources.get(id))
  return through === null || !parent ? null : { through, parent, copied: copiedOwners(r, parent) }
}

/** Facts that the model says of a table. */
interface ModelFacts {
  readonly columns: Columns
  /** A row that names no field, and the fields that then get the moment of the insert. */
  readonly blank: Row
  readonly timed: readonly string[]
  readonly sharers: readonly Resource[]
  /** Tables whose rows belong through a record of this one, with the columns copied from it. */
  readonly passed: readonly { child: Resource; copied: Copied[]; through: string | null }[]
}

/** Facts by table, asked of the model once: a chunk of a batch makes a table of each resource anew. */
const factsOf = once((r: AnyResource): ModelFacts => {
  const base = r as Resource
  const columns = columnsIn(base)
  const all = [...columns.values()]
  return {
    columns,
    blank: { id: '', tenantId: '', version: 0, ...Object.fromEntries(all.map((c) => [c.name, c.initial])) },
    timed: all.filter((c) => c.now).map((c) => c.name),
    sharers: sharersOf(base),
    passed: childrenOf(base).map((child) => ({
      child,
      copied: copiedOwners(child, base),
      through: throughOf(child),
    })),
  }
})

const takenBy = once(ownersTaken)

/**
 * The rows of one table, of a resource and its variants, in maps: with the column rules, checks, unique indexes and
 * owner columns that the database has. Rows are never changed in place.
 */
export class MemoryTable {
  private readonly rows = new Map<string, Row>()
  private readonly indexes = new Map<string, Map<unknown, Set<string>>>()
  private readonly formed = new WeakMap<Row, Map<AnyResource, Row>>()
  /** Goes up with every row that is put, changed or taken back: who saw the same number saw the same rows. */
  revision = 0
  private readonly facts: ModelFacts

  readonly base: Resource
  private readonly tenantId: string
  private readonly find: (r: AnyResource) => MemoryTable
  private readonly now: () => Date
  private readonly journal: (undo: Undo) => void
  /** SQL facts of the table whose constraints hold here; null where the database is asked in the end, and none hold. */
  private readonly held: TableFacts | null

  constructor(
    base: Resource,
    tenantId: string,
    find: (r: AnyResource) => MemoryTable,
    now: () => Date,
    journal: (undo: Undo) => void,
    held: TableFacts | null,
  ) {
    this.base = base
    this.tenantId = tenantId
    this.find = find
    this.now = now
    this.journal = journal
    this.held = held
    this.facts = factsOf(base)
  }

  /** Takes over the rows of another table of the same resource. */
  copy(other: MemoryTable): void {
    for (const [id, row] of other.rows) this.rows.set(id, row)
  }

  /** The column of a field; a mistake in a rule where the table has none. */
  private columnOf(name: string): Field {
    if (name === 'id') return ID
    const c = this.facts.columns.get(name)
    if (!c) throw new Error(`${this.base.id} has no field ${name}`)
    return c.field
  }

  /** A value as the column keeps it. */
  private kept(name: string, value: unknown): unknown {
    if (value === null || value === undefined) return null
    const field = this.columnOf(name)
    const kind = storeKindOf(field)
    return kind.keep(field, kind.write(value))
  }

  private isOf(r: AnyResource, row: Row): boolean {
    return fixedIn(r).every(([name, value]) => row[name] === value)
  }

  /** Whether several resources share the table; then a record is built of each row. */
  get isShared(): boolean {
    return this.facts.sharers.length > 1
  }

  /** A row as a record of one of the resources of the table: built once, since neither is ever changed in place. */
  private as(r: AnyResource, row: Row): Row {
    if (!this.isShared) return row
    const known = this.formed.get(row) ?? new Map<AnyResource, Row>()
    const there = known.get(r) ?? rowFrom(r, row)
    known.set(r, there)
    this.formed.set(row, known)
    return there
  }

  /** Every record of a resource, deleted ones included, ascending by id. */
  all(r: AnyResource): Row[] {
    return [...this.rows.values()]
      .filter((row) => this.isOf(r, row))
      .sort((a, b) => byId(a.id, b.id))
      .map((row) => this.as(r, row))
  }

  /** The values of a field in every row of the table, deleted ones included, in no order. */
  *valuesOfField(name: string): Iterable<unknown> {
    for (const row of this.rows.values()) yield row[name]
  }

  /** Record by id, deleted or not. */
  get(r: AnyResource, id: string): Row | undefined {
    const row = this.rows.get(id)
    return row && this.isOf(r, row) ? this.as(r, row) : undefined
  }

  /** Whether a row of the table meets conditions, deleted or not. */
  matching(where: Where): (row: Row) => boolean {
    const conditions = whereExpressions(this.base, where, (name, value) => this.kept(name, value) as Scalar | null)
    return tester<Row>(and(...conditions), (row, name) => row[name] as Value | undefined, calculations)
  }

  /** Returns records that are not deleted and meet the conditions, ascending by id. */
  live(r: AnyResource, where: Where): Row[] {
    const matches = this.matching(where)
    const found: Row[] = []
    for (const row of this.candidates(where))
      if (row.isDeleted === 0 && this.isOf(r, row) && matches(row)) found.push(this.as(r, row))
    return found.sort((a, b) => byId(a.id, b.id))
  }

  /** Rows among which those that meet the conditions are: by id, by an index of one of the fields, or all. */
  private candidates(where: Where): Iterable<Row> {
    const listed = (want: Where[string]): readonly unknown[] | null =>
      want === null || (typeof want === 'object' && !Array.isArray(want)) ? null : [want as readonly unknown[]].flat()
    const ids = where.id === undefined ? null : listed(where.id)
    if (ids) return ids.flatMap((id) => this.rows.get(String(this.kept('id', id))) ?? [])
    for (const [name, want] of Object.entries(where)) {
      const values = listed(want)
      // numbers are states and amounts, which distinguish few rows
      const { scale, spans } = storeKindOf(this.columnOf(name))
      if (!values || scale !== null || spans) continue
      const index = this.index(name)
      return [...new Set(values.map((v) => this.kept(name, v)))].flatMap((v) =>
        [...(index.get(v) ?? [])].map((id) => this.rows.get(id) as Row),
      )
    }
    return this.rows.values()
  }

  private index(name: string): Map<unknown, Set<string>> {
    const known = this.indexes.get(name)
    if (known) return known
    const index = new Map<unknown, Set<string>>()
    this.indexes.set(name, index)
    for (const row of this.rows.values()) enter(index, row[name], row.id)
    return index
  }

  /** Adds records, each as the resource's own, and answers them as they are kept. */
  insert(r: AnyResource, records: readonly Values[]): Row[] {
    const fixed = fixedValues(r)
    const tenantId = isTenant(r) ? this.tenantId : ''
    return records.map((record) => {
      const row: Row = { ...this.facts.blank, tenantId }
      this.fill(row, r, { ...record, ...fixed })
      for (const name of this.facts.timed) if (record[name] === undefined) row[name] = wallClock(this.now())
      row.id = String(this.kept('id', record.id))
      if (this.rows.has(row.id)) throw new NotKept('23505', `${r.id}/${row.id} is there already`, `${tableOf(r)}_pkey`)
      this.takeOwner(r, row)
      this.check(r, row, null)
      this.put(row.id, row)
      return this.as(r, row)
    })
  }

  /** Changes one record and returns the stored row; undefined where the resource has no such record. */
  update(r: AnyResource, patch: Values, stamp: Readonly<Record<string, unknown>>): Row | undefined {
    const before = this.rows.get(patch.id)
    if (!before || !this.isOf(r, before)) return undefined
    const row: Row = { ...before, ...stamp }
    this.fill(row, r, patch)
    this.takeOwner(r, row)
    this.check(r, row, before)
    this.put(row.id, row)
    this.passOwner(before, row)
    followRename(this, before, row, this.find)
    return this.as(r, row)
  }

  /** Changes a row as a trigger of the database does: without a stamp. */
  rewrite(id: string, values: Readonly<Record<string, unknown>>): Row {
    const row = { ...this.rows.get(id), ...values } as Row
    this.put(id, row)
    return row
  }

  /** Puts the values of a record into a row, as the codec writes and the columns keep them. */
  private fill(row: Row, r: AnyResource, record: Values): void {
    eachWritten(r, record, (written, of) => {
      const c = of && this.facts.columns.get(of.name)
      if (c) row[c.name] = written === null ? null : c.kind.keep(c.field, written)
    })
  }

  /** The owner of what belongs through a parent is the parent's, whatever was said. */
  private takeOwner(r: AnyResource, row: Row): void {
    const taken = takenBy(r)
    if (!taken) return
    const above = this.find(taken.parent).rows.get(String(row[taken.through] ?? ''))
    for (const { field, from } of taken.copied) row[field] = above?.[from] ?? null
  }

  /** Gives rows the owner of their parent that were there before it, as a load does that has parents first. */
  takeOwners(r: AnyResource): void {
    if (ownersTaken(r) === null) return
    for (const row of this.rows.values()) {
      if (!this.isOf(r, row)) continue
      const taking = { ...row }
      this.takeOwner(r, taking)
      if (Object.keys(taking).some((name) => taking[name] !== row[name])) this.place(row.id, taking)
    }
  }

  /** When the owner of a record changes, what belongs through it follows. */
  private passOwner(before: Row, after: Row): void {
    for (const { child, copied, through } of this.facts.passed) {
      if (through === null || copied.every(({ from }) => before[from] === after[from])) continue
      const table = this.find(child)
      for (const id of [...(table.index(through).get(after.id) ?? [])]) {
        const was = table.rows.get(id) as Row
        const row = { ...was }
        table.takeOwner(child, row)
        table.put(id, row)
        table.passOwner(was, row)
      }
    }
  }

  /** Refuses what the constraints of the table refuse. */
  private check(r: AnyResource, row: Row, before: Row | null): void {
    if (!this.held) return
    for (const { name, field, kind, never, check } of heldFields(r)) {
      const value = row[name]
      if (value === null || value === undefined) {
        if (never) throw new NotKept('23502', `${r.id}.${name} is never empty`)
      } else if (!kind.holds(field, value))
        throw new NotKept('23514', `${r.id}.${name} cannot be ${String(value)}`, check)
    }
    for (const { start, end, check } of spansIn(this.base)) {
      const [from, until] = [row[start], row[end]]
      if (typeof from === 'string' && typeof until === 'string' && until < from)
        throw new NotKept('23514', `${r.id}/${row.id}: ${end} is before ${start}`, check)
    }
    for (const [check, [total, ...parts]] of Object.entries(this.held.sums ?? {})) {
      const amounts = [total, ...parts].map((name) => row[name])
      if (amounts.some((a) => a === null || a === undefined)) continue
      const [whole = 0n, ...added] = amounts.map((a) => fen(String(a)))
      if (whole !== added.reduce((sum, a) => sum + a, 0n))
        throw new NotKept(
          '23514',
          `${r.id}/${row.id}: ${total} is not the sum of ${parts.join(', ')}`,
          shortName(`${tableOf(r)}_${check}`),
        )
    }
    if (row.isDeleted !== 0) return
    for (const sharer of this.facts.sharers) {
      if (!this.isOf(sharer, row)) continue
      for (const set of sharer.unique ?? []) {
        const names = set.map(String)
        if (names.some((n) => row[n] === null || row[n] === undefined)) continue
        if (before?.isDeleted === 0 && names.every((n) => before[n] === row[n])) continue
        const like = (n: string): Where[string] =>
          isUniqueFolded(sharer, n) ? { same: [row[n] as string] } : (row[n] as string)
        const twin = this.live(sharer, Object.fromEntries(names.map((n) => [n, like(n)]))).find(
          (other) => other.id !== row.id,
        )
        if (!twin) continue
        const own = sharer.variantOf ? `${columnOf(sharer.id)}_` : ''
        const name = shortName(`${tableOf(r)}_${own}${names.map(columnOf).join('_')}_key`)
        throw new NotKept('23505', `${r.id}: ${names.join(', ')} is taken by ${twin.id}`, name)
      }
    }
  }

  /** Stores a row and its index entries; null removes it. The journal keeps the previous row. */
  private put(id: string, row: Row): void {
    this.journal({ table: this, id, before: this.rows.get(id) ?? null })
    this.place(id, row)
  }

  /** The same without a journal: for undoing. */
  place(id: string, row: Row | null): void {
    this.revision += 1
    const before = this.rows.get(id)
    for (const [name, index] of this.indexes) {
      if (before && row && before[name] === row[name]) continue
      if (before) index.get(before[name])?.delete(id)
      if (row) enter(index, row[name], id)
    }
    if (row) this.rows.set(id, row)
    else this.rows.delete(id)
  }
}

function enter(index: Map<unknown, Set<string>>, value: unknown, id: string): void {
  const ids = index.get(value)
  if (ids) ids.add(id)
  else index.set(value, new Set([id]))
}
