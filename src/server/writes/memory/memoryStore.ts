import { resources, sharersOf } from '../../../model/all.ts'
import { approvalHistory } from '../../../model/desk/approvalHistory.ts'
import { inheritedFields, parentOf } from '../../../model/kernel/owner.ts'
import { jsonb } from '../../store/kinds/values.ts'
import { baseOf } from '../../store/names.ts'
import type { Values } from '../../store/records.ts'
import { type Counter, codeText } from '../codes.ts'
import type { AnyResource, Row } from '../rows.ts'
import type { Source, Trail, TrailLines } from '../trail.ts'
import type { KeptChange } from '../unitOfWork.ts'
import { MemoryTable, type Undo } from './memoryTable.ts'

/** A row of audit trail or outbox, by column. */
export type Line = Readonly<Record<string, unknown>>

/** Lines that were told together: made when somebody reads lines, for most of a demo nobody does. */
interface Telling {
  readonly lines: () => TrailLines
  /** How many lines there were before, once these are made. */
  before?: { readonly audit: number; readonly outbox: number }
}

/** What a store knew of things without tables before a transaction. */
interface Marks {
  readonly tellings: number
  readonly changes: ReadonlyMap<string, KeptChange>
  readonly payloads: ReadonlyMap<string, Line>
}

/**
 * Everything one tenant has, in maps. One transaction at a time; one that throws leaves nothing behind.
 */
export class MemoryStore {
  private readonly tables = new Map<string, MemoryTable>()
  private readonly tellings: Telling[] = []
  /** How many of the tellings were made lines of. */
  private made = 0
  private readonly lines = { audit: [] as Line[], outbox: [] as Line[] }
  /** Whole values of change requests, by request. */
  readonly changes = new Map<string, KeptChange>()
  /** What is sent to partners, by outgoing request. */
  readonly payloads = new Map<string, Line>()
  /** Last numbers of codes, by prefix and day: `SP|20240615`. */
  readonly counters = new Map<string, number>()
  private readonly auditOf = new Map<string, Line[]>()
  private undone: Undo[] = []
  /** Counters as they were before this transaction moved them. */
  private readonly counted = new Map<string, number | undefined>()
  private turn: Promise<unknown> = Promise.resolve()

  constructor(
    readonly tenantId: string,
    readonly source: Source,
  ) {}

  /** The audit trail in the order written. */
  get audit(): readonly Line[] {
    this.makeLines()
    return this.lines.audit
  }

  /** The outbox in the order written. */
  get outbox(): readonly Line[] {
    this.makeLines()
    return this.lines.outbox
  }

  /** The table of a resource. */
  table(r: AnyResource): MemoryTable {
    const base = baseOf(r)
    const known = this.tables.get(base.id)
    if (known) return known
    const made = new MemoryTable(
      base,
      this.tenantId,
      (of) => this.table(of),
      () => this.source.now(),
      (undo) => this.undone.push(undo),
    )
    this.tables.set(base.id, made)
    return made
  }

  /** A store of its own with the same contents and another clock: for trying things out. */
  copy(source: Source): MemoryStore {
    const copy = new MemoryStore(this.tenantId, source)
    for (const table of this.tables.values()) copy.table(table.base).copy(table)
    const lines = { audit: [...this.audit], outbox: [...this.outbox] }
    copy.tell({ history: [], lines: () => lines })
    for (const [id, change] of this.changes) copy.changes.set(id, change)
    for (const [id, payload] of this.payloads) copy.payloads.set(id, payload)
    for (const [counter, last] of this.counters) copy.counters.set(counter, last)
    return copy
  }

  /** All or nothing, one after the other. */
  transaction<T>(fn: () => Promise<T>): Promise<T> {
    const run = this.turn.then(() => this.whole(fn))
    this.turn = run.catch(() => undefined)
    return run
  }

  private async whole<T>(fn: () => Promise<T>): Promise<T> {
    const marks: Marks = {
      tellings: this.tellings.length,
      changes: new Map(this.changes),
      payloads: new Map(this.payloads),
    }
    this.undone = []
    this.counted.clear()
    try {
      return await fn()
    } catch (e) {
      this.undo(marks)
      throw e
    }
  }

  private undo(marks: Marks): void {
    for (const { table, id, before } of this.undone.reverse()) table.place(id, before)
    const before = this.tellings[marks.tellings]?.before
    if (before) {
      for (const line of this.lines.audit.splice(before.audit)) this.linesOf(line).pop()
      this.lines.outbox.splice(before.outbox)
    }
    this.tellings.splice(marks.tellings)
    this.made = Math.min(this.made, marks.tellings)
    for (const [key, last] of this.counted) {
      if (last === undefined) this.counters.delete(key)
      else this.counters.set(key, last)
    }
    this.changes.clear()
    for (const [id, kept] of marks.changes) this.changes.set(id, kept)
    this.payloads.clear()
    for (const [id, kept] of marks.payloads) this.payloads.set(id, kept)
  }

  private linesOf(line: Line): Line[] {
    const key = `${String(line.resource)}/${String(line.record_id)}`
    const known = this.auditOf.get(key) ?? []
    this.auditOf.set(key, known)
    return known
  }

  /** The audit trail of one record, oldest first. */
  auditFor(resource: string, id: string): readonly Line[] {
    this.makeLines()
    return this.auditOf.get(`${resource}/${id}`) ?? []
  }

  /** Adds history, trail and outbox rows of some writes. */
  tell({ history, lines }: Trail): void {
    this.table(approvalHistory).insert(approvalHistory, history)
    this.tellings.push({ lines })
  }

  /** Adds a row to the outbox. */
  say(line: Line): void {
    this.tellings.push({ lines: () => ({ audit: [], outbox: [line] }) })
  }

  private makeLines(): void {
    const { audit, outbox } = this.lines
    for (; this.made < this.tellings.length; this.made++) {
      const telling = this.tellings[this.made] as Telling
      telling.before = { audit: audit.length, outbox: outbox.length }
      const told = telling.lines()
      for (const line of told.audit) {
        const kept: Line = { ...line, diff: jsonb(line.diff) }
        audit.push(kept)
        this.linesOf(kept).push(kept)
      }
      for (const line of told.outbox) outbox.push({ ...line, payload: jsonb(line.payload) })
    }
  }

  /** The next code of a counter; one that does not exist yet starts after the highest code already there. */
  count(of: AnyResource, { name, prefix, day, head, digits }: Counter): string {
    const key = `${prefix}|${day}`
    if (!this.counted.has(key)) this.counted.set(key, this.counters.get(key))
    const last = this.counters.get(key) ?? this.highest(of, name, head)
    this.counters.set(key, last + 1)
    return codeText(head, last + 1, digits)
  }

  private highest(of: AnyResource, name: string, head: string): number {
    let most = 0
    for (const value of this.table(of).valuesOfField(name)) {
      const code = String(value ?? '')
      const rest = code.slice(head.length)
      if (code.startsWith(head) && /^[0-9]{1,9}$/.test(rest)) most = Math.max(most, Number(rest))
    }
    return most
  }

  /**
   * Every record, deleted ones included, by resource: as `loadRecords` takes them. What belongs through a record comes after
   * it, because the database takes its owner from there.
   */
  records(): Map<string, Values[]> {
    const found = new Map<string, Values[]>()
    for (const r of ownersFirst()) {
      // the rows of an overview are those of others
      if (!this.tables.has(baseOf(r).id) || r.overview) continue
      const left = new Set(['tenantId', ...Object.keys(inheritedFields(r, (id) => resources.get(id)))])
      const rows = this.table(r).all(r)
      if (rows.length > 0)
        found.set(
          r.id,
          rows.map((row) => without(row, left)),
        )
    }
    return found
  }
}

/** All resources, each after those whose rows its own belong through: of a shared table, all that share it. Pure. */
function ownersFirst(): ReadonlySet<AnyResource> {
  const placed = new Set<AnyResource>()
  const place = (r: AnyResource, below: readonly AnyResource[] = []): void => {
    if (placed.has(r) || below.includes(r)) return
    const parent = parentOf(baseOf(r), (id) => resources.get(id))
    for (const above of parent ? sharersOf(baseOf(parent)) : []) place(above, [...below, r])
    placed.add(r)
  }
  for (const r of resources.values()) place(r)
  return placed
}

/** (`delete` would make each of thousands of rows one that is slow to read.) */
const without = (row: Row, names: ReadonlySet<string>): Values => {
  const rest: Record<string, unknown> = {}
  for (const name of Object.keys(row)) if (!names.has(name)) rest[name] = row[name]
  return rest as Values
}
