import { resources, sharersOf } from '../../../model/business.ts'
import { approvalHistory } from '../../../model/desk/approvalHistory.ts'
import { parentOf } from '../../../model/language/owner.ts'
import type { ServerDomains } from '../../core/domains.ts'
import { jsonb } from '../../database/kinds/values.ts'
import { baseOf } from '../../database/names.ts'
import { factsOf } from '../../database/tableFacts.ts'
import { type Counter, codeText } from '../unitOfWork/codes.ts'
import type { AnyResource, Row } from '../unitOfWork/rows.ts'
import { EDIT, recordKey, type Source, type Trail, type TrailLines } from '../unitOfWork/trail.ts'
import type { KeptChange } from '../unitOfWork/unitOfWork.ts'
import { MemoryTable, type Undo } from './memoryTable.ts'

/** A row of audit trail or outbox, by column. */
export type Line = Readonly<Record<string, unknown>>

/** Lines that were told together: made when somebody reads lines, for most of a demo nobody does. */
interface TrailGroup {
  /** Records that were edited, by `recordKey`. */
  readonly edited: readonly string[]
  readonly lines: () => TrailLines
  /** How many lines there were before, once these are made. */
  before?: { readonly audit: number; readonly outbox: number }
}

/** Previous value of a key in a map; undefined for none. */
interface Kept<V> {
  readonly map: Map<string, V>
  readonly key: string
  readonly before: V | undefined
}

/**
 * Everything one tenant has, in maps. One transaction at a time; one that throws leaves nothing behind.
 */
export class MemoryStore {
  private readonly tables = new Map<string, MemoryTable>()
  private readonly tellings: TrailGroup[] = []
  /** How many of the tellings were made lines of. */
  private made = 0
  private readonly lines = { audit: [] as Line[], outbox: [] as Line[] }
  private readonly kept = {
    changes: new Map<string, KeptChange>(),
    payloads: new Map<string, Line>(),
    jobs: new Map<string, true>(),
    counters: new Map<string, number>(),
  }
  private readonly auditOf = new Map<string, Line[]>()
  /** Where edits are told, by record. */
  private readonly edited = new Map<string, TrailGroup[]>()
  private undone: Undo[] = []
  /** Previous values of this transaction's changes outside the tables. */
  private unkept: Kept<unknown>[] = []
  private turn: Promise<unknown> = Promise.resolve()

  readonly tenantId: string
  readonly source: Source
  /** The business whose rules and hooks hold here. */
  readonly domains: ServerDomains

  constructor(tenantId: string, source: Source, domains: ServerDomains) {
    this.tenantId = tenantId
    this.source = source
    this.domains = domains
  }

  /** Whole values of change requests, by request. */
  get changes(): ReadonlyMap<string, KeptChange> {
    return this.kept.changes
  }

  /** Requests to partners, by outgoing request. */
  get payloads(): ReadonlyMap<string, Line> {
    return this.kept.payloads
  }

  /** Last numbers of codes, by prefix and day: `SP|20240615`. */
  get counters(): ReadonlyMap<string, number> {
    return this.kept.counters
  }

  /** Keeps the whole values of a change request. */
  keepChange(id: string, values: KeptChange): void {
    this.keep(this.kept.changes, id, values)
  }

  /** Keeps what an outgoing request sends. */
  keepPayload(id: string, payload: Line): void {
    this.keep(this.kept.payloads, id, payload)
  }

  /** Queues a job by its kind and key, which nobody does here; false where it is queued already. */
  keepJob(job: string): boolean {
    if (this.kept.jobs.has(job)) return false
    this.keep(this.kept.jobs, job, true)
    return true
  }

  private keep<V>(map: Map<string, V>, key: string, value: V): void {
    this.unkept.push({ map, key, before: map.get(key) } as Kept<unknown>)
    map.set(key, value)
  }

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
      factsOf(this.domains.tables, base.id),
    )
    this.tables.set(base.id, made)
    return made
  }

  /** A store of its own with the same contents and another clock: for trying things out. */
  copy(source: Source): MemoryStore {
    const copy = new MemoryStore(this.tenantId, source, this.domains)
    for (const table of this.tables.values()) copy.table(table.base).copy(table)
    const lines = { audit: [...this.audit], outbox: [...this.outbox] }
    copy.tell({ history: [], edited: this.edited.keys(), lines: () => lines })
    for (const [id, change] of this.changes) copy.keepChange(id, change)
    for (const [id, payload] of this.payloads) copy.keepPayload(id, payload)
    for (const job of this.kept.jobs.keys()) copy.keepJob(job)
    for (const [counter, last] of this.counters) copy.keep(copy.kept.counters, counter, last)
    return copy
  }

  /** All or nothing, one after the other. */
  transaction<T>(fn: () => Promise<T>): Promise<T> {
    const run = this.turn.then(() => this.whole(fn))
    this.turn = run.catch(() => undefined)
    return run
  }

  private async whole<T>(fn: () => Promise<T>): Promise<T> {
    const tellings = this.tellings.length
    this.undone = []
    this.unkept = []
    try {
      return await fn()
    } catch (e) {
      this.undo(tellings)
      throw e
    }
  }

  /** Takes everything of this transaction back; `tellings`: how many there were before it. */
  private undo(tellings: number): void {
    for (const { table, id, before } of this.undone.reverse()) table.place(id, before)
    const before = this.tellings[tellings]?.before
    if (before) {
      for (const line of this.lines.audit.splice(before.audit)) this.linesOf(line).pop()
      this.lines.outbox.splice(before.outbox)
    }
    for (const gone of this.tellings.splice(tellings)) for (const key of gone.edited) this.edited.get(key)?.pop()
    this.made = Math.min(this.made, tellings)
    for (const { map, key, before } of this.unkept.reverse()) {
      if (before === undefined) map.delete(key)
      else map.set(key, before)
    }
  }

  private linesOf(line: Line): Line[] {
    const key = recordKey(String(line.resource), String(line.record_id))
    const known = this.auditOf.get(key) ?? []
    this.auditOf.set(key, known)
    return known
  }

  /** The audit trail of one record, oldest first. */
  auditFor(resource: string, id: string): readonly Line[] {
    this.makeLines()
    return this.auditOf.get(recordKey(resource, id)) ?? []
  }

  /** Edits of one record by the audit trail, oldest first. (Most are of none: no other line is made to find it.) */
  editsOf(resource: string, id: string): readonly Line[] {
    const tellings = this.edited.get(recordKey(resource, id)) ?? []
    return tellings
      .flatMap((telling) => telling.lines().audit)
      .filter((line) => line.action === EDIT && line.resource === resource && line.record_id === id)
      .map((line) => ({ ...line, diff: jsonb(line.diff) }))
  }

  /** Adds history, trail and outbox rows of some writes. */
  tell({ history, edited, lines }: Trail): void {
    this.table(approvalHistory).insert(approvalHistory, history)
    const telling: TrailGroup = { edited: [...new Set(edited)], lines }
    for (const key of telling.edited) {
      const known = this.edited.get(key)
      if (known) known.push(telling)
      else this.edited.set(key, [telling])
    }
    this.tellings.push(telling)
  }

  /** Adds a row to the outbox. */
  say(line: Line): void {
    this.tellings.push({ edited: [], lines: () => ({ audit: [], outbox: [line] }) })
  }

  private makeLines(): void {
    const { audit, outbox } = this.lines
    for (; this.made < this.tellings.length; this.made++) {
      const telling = this.tellings[this.made] as TrailGroup
      telling.before = { audit: audit.length, outbox: outbox.length }
      const lines = telling.lines()
      for (const line of lines.audit) {
        const kept: Line = { ...line, diff: jsonb(line.diff) }
        audit.push(kept)
        this.linesOf(kept).push(kept)
      }
      for (const line of lines.outbox) outbox.push({ ...line, payload: jsonb(line.payload) })
    }
  }

  /** The next code of a counter; one that does not exist yet starts after the highest code already there. */
  count(of: AnyResource, { name, prefix, day, head, digits }: Counter): string {
    const key = `${prefix}|${day}`
    const last = this.counters.get(key) ?? this.highest(of, name, head)
    this.keep(this.kept.counters, key, last + 1)
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
   * Every record, deleted ones included, by resource, with the owners inherited from above: in the form that
   * `loadRecords` takes. Records that belong through another one come after it.
   */
  records(): Map<string, Row[]> {
    const found = new Map<string, Row[]>()
    for (const r of ownersFirst()) {
      // the rows of an overview are those of others
      if (!this.tables.has(baseOf(r).id) || r.overview) continue
      const table = this.table(r)
      table.takeOwners(r)
      const rows = table.all(r)
      if (rows.length > 0) found.set(r.id, rows)
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
