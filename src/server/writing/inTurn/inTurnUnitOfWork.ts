import { resources, sharersOf } from '../../../model/business.ts'
import { approvalHistory } from '../../../model/desk/approvalHistory.ts'
import { parentOf, throughOf } from '../../../model/language/owner.ts'
import type { Actor } from '../../core/actor.ts'
import type { ServerContext } from '../../core/context/context.ts'
import type { Tx } from '../../core/database.ts'
import { baseOf } from '../../database/names.ts'
import { insertRecords, type Stamp, updateRecords, type Values } from '../../database/records.ts'
import { passedOn } from '../../database/schema/owners.ts'
import { MemoryTable } from '../memory/memoryTable.ts'
import { type Counter, codeText, counterOf, countOn } from '../unitOfWork/codes.ts'
import { GatheringUnitOfWork } from '../unitOfWork/gatheringUnitOfWork.ts'
import { type AnyResource, changesOf, type Row, tableName } from '../unitOfWork/rows.ts'
import { EDIT, type Written } from '../unitOfWork/trail.ts'
import type { LastStep, Summing, Sums, SystemStep, TrailEntry, Where } from '../unitOfWork/unitOfWork.ts'
import { Answers } from './answers.ts'
import { type Changed, shifted } from './shifted.ts'

/** A record that is written when all decisions are taken. */
interface Pending {
  readonly of: AnyResource
  readonly id: string
  /** As the database has it; null for a new one. */
  readonly before: Row | null
  /** Written values: everything of a new record, of others what was changed. */
  values: Values
}

/** Facts of a resource in the model, looked up once. */
interface Facts {
  /** Do several resources share its table? */
  readonly shared: boolean
  /** The reference to the record that it belongs through, and what that is. */
  readonly through: string | null
  readonly parent: AnyResource | null
  /** Fields that triggers copy to other tables: their writes cannot be foreseen here. */
  readonly passed: ReadonlySet<string>
}

const known = new WeakMap<AnyResource, Facts>()
function factsOf(of: AnyResource): Facts {
  const there = known.get(of)
  if (there) return there
  const facts: Facts = {
    shared: sharersOf(baseOf(of)).length > 1,
    through: throughOf(of),
    parent: parentOf(of, (id) => resources.get(id)),
    passed: passedOn(baseOf(of)),
  }
  known.set(of, facts)
  return facts
}
const isShared = (of: AnyResource): boolean => factsOf(of).shared

/** The same record, field by field. */
const isSame = (a: Row, b: Row | undefined): boolean =>
  b !== undefined && Object.keys(b).every((k) => a[k] === b[k] || JSON.stringify(a[k]) === JSON.stringify(b[k]))

/**
 * Unit of work of many records decided one after the other in one transaction: each decision sees the writes of those
 * before it, and everything is written in the end, one statement for each kind of record. Until then rows are kept as
 * in memory (`MemoryTable`), the database is read once per query (`Answers`), and its answers to the writes must be the
 * foreseen ones: otherwise the transaction is rolled back. Writes that cannot be foreseen throw. Rules need not know of
 * it.
 */
export class InTurnUnitOfWork extends GatheringUnitOfWork {
  protected readonly answers: Answers
  /** Arguments that it was made of. */
  readonly made: readonly [ServerContext, Actor, Tx, SystemStep | undefined]
  private readonly tables = new Map<string, { readonly table: MemoryTable; seen: number }>()
  /** By resource, in the order in which they were written first; then by record. */
  private readonly pending = new Map<string, Map<string, Pending>>()
  /**
   * Of tables shared by several resources: the resource whose rows are kept here, and whether another one was read,
   * too.
   */
  private readonly forms = new Map<string, { readonly as: string; otherwise: boolean }>()
  /** Records that are kept from being deleted, as they were then; null where there is none. */
  private readonly kept = new Map<string, Row | null>()
  private readonly counted = new Map<
    string,
    { readonly counter: Counter; readonly first: Promise<string>; more: number }
  >()

  /** `rehearsed`: unit of work whose answers and locks this one shares. */
  constructor(context: ServerContext, actor: Actor, tx: Tx, step?: SystemStep, rehearsed?: InTurnUnitOfWork) {
    super(context, actor, tx, step)
    this.made = [context, actor, tx, step]
    this.answers =
      rehearsed?.answers ??
      new Answers({
        find: (of, where, one) => super.find(of, where, one),
        gathered: (kind, q, answer) => this.gathered(kind, q, answer),
      })
    if (rehearsed) this.holdAs(rehearsed)
  }

  /** Asks again what was asked, behind the locks that are being taken: called in the same turn. */
  async settle(): Promise<void> {
    this.tables.clear()
    await this.answers.again()
  }

  /** The table of a resource, with all rows known by now: as they were written here, else as they were found first. */
  private table(of: AnyResource): MemoryTable {
    const base = baseOf(of)
    let held = this.tables.get(base.id)
    if (!held) {
      const table = new MemoryTable(
        base,
        this.actor.tenantId,
        (r) => this.table(r),
        () => this.now,
        () => undefined,
        null,
      )
      held = { table, seen: 0 }
      this.tables.set(base.id, held)
    }
    const rows = this.answers.rowsOf(base)
    for (; held.seen < rows.length; held.seen++) {
      const row = rows[held.seen] as Row
      if (!held.table.get(base, row.id)) held.table.place(row.id, row)
    }
    return held.table
  }

  /**
   * Whether rows of a resource are kept here. A table shared by several resources is kept as the first one read,
   * because rows of another have other fields. Rows of another resource are read from the database, and the table may
   * then not be written.
   */
  private isKept(of: AnyResource): boolean {
    if (!isShared(of)) return true
    const base = baseOf(of).id
    const form = this.forms.get(base) ?? { as: of.id, otherwise: false }
    this.forms.set(base, form)
    if (form.as === of.id) return true
    if (this.pending.has(form.as)) throw new Error(`${of.id} is read in turn, and written as ${form.as}`)
    form.otherwise = true
    return false
  }

  protected override async find(of: AnyResource, where: Where, one = false): Promise<Row[]> {
    if (of.id === approvalHistory.id) throw new Error('what is decided in turn stands in no history yet')
    if (!this.isKept(of)) return this.answers.once(['find', of.id, where, one], () => super.find(of, where, one))
    if (!one || where.id !== undefined) await this.answers.need(of, where)
    else {
      const known = this.table(of).live(of, where)
      if (known.length > 0) return known
      const there = await this.answers.one(of, where)
      if (there && this.table(of).live(of, where).length === 0) await this.answers.need(of, where)
    }
    return this.table(of).live(of, where)
  }

  protected override async keep(of: AnyResource, ids: readonly string[]): Promise<Row[]> {
    const nameOf = (id: string) => `${of.id}/${id}`
    const missing = ids.filter((id) => !this.kept.has(nameOf(id)))
    if (missing.length > 0) {
      const rows = new Map((await super.keep(of, missing)).map((row) => [row.id, row]))
      for (const id of missing) this.kept.set(nameOf(id), rows.get(id) ?? null)
    }
    return ids.flatMap((id) => this.kept.get(nameOf(id)) ?? [])
  }

  protected override async take(of: AnyResource, ids: readonly string[]): Promise<Row[]> {
    const rows = await super.take(of, ids)
    if (!this.isKept(of)) return rows
    const table = this.table(of)
    for (const row of rows) table.place(row.id, row)
    this.answers.learn(of, rows, ids)
    return rows
  }

  /** The table of a resource to write in, with the records that those to be written belong through. */
  private async tableToWrite(
    of: AnyResource,
    records: readonly Readonly<Record<string, unknown>>[],
  ): Promise<MemoryTable> {
    if (!this.isKept(of) || this.forms.get(baseOf(of).id)?.otherwise || of.tree?.path)
      throw new Error(`${of.id} is not written in turn`)
    const { through, parent } = factsOf(of)
    if (through && parent) {
      if (!this.isKept(parent)) throw new Error(`${of.id} is not written in turn: ${parent.id} shares its table`)
      await this.find(parent, { id: records.flatMap((r) => (r[through] ? [String(r[through])] : [])) })
    }
    return this.table(of)
  }

  private pendingOf(of: AnyResource): Map<string, Pending> {
    const own = this.pending.get(of.id) ?? new Map<string, Pending>()
    this.pending.set(of.id, own)
    return own
  }

  protected override async add(of: AnyResource, records: readonly Values[]): Promise<Row[]> {
    const table = await this.tableToWrite(of, records)
    const own = this.pendingOf(of)
    for (const values of records) own.set(values.id, { of, id: values.id, before: null, values })
    return table.insert(of, records)
  }

  protected override async change(
    of: AnyResource,
    patches: readonly Values[],
    stamp: Stamp | null,
  ): Promise<ReadonlyMap<string, Row>> {
    const known = this.table(of)
    const table = await this.tableToWrite(of, [...patches, ...patches.map((p) => known.get(of, p.id) ?? {})])
    const pending = this.pendingOf(of)
    const changed = new Map<string, Row>()
    for (const patch of patches) {
      const before = table.get(of, patch.id)
      if (!before || changed.has(patch.id))
        throw new Error(`${of.id}/${patch.id} is not there, or changed twice at once`)
      const at = stamp && { version: before.version + 1, updateUser: stamp.userId, updateTime: this.time }
      const after = table.update(of, patch, at ?? {})
      if (!after) throw new Error(`${of.id}/${patch.id} is not there`)
      for (const name of factsOf(of).passed)
        if (before[name] !== after[name]) throw new Error(`${of.id}.${name} is passed on: not in turn`)
      const own = pending.get(patch.id) ?? { of, id: patch.id, before, values: { id: patch.id } }
      own.values = { ...own.values, ...patch, ...(at && (own.before ? { version: at.version } : at)) }
      pending.set(patch.id, own)
      changed.set(patch.id, after)
    }
    return changed
  }

  override async sums(summings: readonly Summing[]): Promise<Sums[][]> {
    return Promise.all(
      summings.map(async (s) => {
        this.isKept(s.of)
        const kept = await this.answers.once(
          ['sums', s.of.id, s.fields, s.where, s.by],
          async () => (await super.sums([s]))[0] ?? [],
        )
        const own = this.pending.get(s.of.id)
        if (!own || own.size === 0) return kept
        const changed = [...own.values()].map((p): Changed => ({ before: p.before, after: this.latest(p) }))
        return shifted(s, kept, changed, this.table(s.of).matching(s.where))
      }),
    )
  }

  /** A record as it was written last. */
  private latest({ of, id }: Pending): Row {
    return this.table(of).get(of, id) as Row
  }

  override async code(of: AnyResource): Promise<string> {
    const counter = counterOf(of, this.now)
    const known = this.counted.get(counter.head)
    if (!known) {
      // the counter is locked from now on: nobody else counts
      const first = super.code(of)
      this.counted.set(counter.head, { counter, first, more: 0 })
      return first
    }
    known.more += 1
    const n = known.more
    return codeText(counter.head, Number((await known.first).slice(counter.head.length)) + n, counter.digits)
  }

  protected override paramValues(key: string): Promise<string[]> {
    return this.answers.once(['param', key], () => super.paramValues(key))
  }

  /** Writes of a record that is not in the database yet. */
  private writesOf(of: AnyResource, id: string): Written[] {
    return this.written.filter((w) => w.resource.id === of.id && w.after.id === id)
  }

  private withMe(people: readonly string[], also: boolean): string[] {
    return also ? [...new Set([...people, this.actor.userId])] : [...people]
  }

  override async decidedBy(of: AnyResource, id: string, transitions: readonly string[]): Promise<string[]> {
    const kept = await this.answers.once(['decidedBy', of.id, id, transitions], () =>
      super.decidedBy(of, id, transitions),
    )
    return this.withMe(
      kept,
      this.writesOf(of, id).some((w) => w.decision && transitions.includes(w.action)),
    )
  }

  override async editedBy(of: AnyResource, id: string, fields: readonly string[]): Promise<string[]> {
    const kept = await this.answers.once(['editedBy', of.id, id, fields], () => super.editedBy(of, id, fields))
    return this.withMe(
      kept,
      this.writesOf(of, id).some(
        (w) => w.action === EDIT && changesOf(of, w.before, w.after).some((c) => fields.includes(c.field)),
      ),
    )
  }

  /** Nothing of a record's history may be read here that was just written. */
  private untouched(of: AnyResource, id: string): void {
    if (this.writesOf(of, id).length > 0) throw new Error(`${of.id}/${id} was written in turn`)
  }

  override async lastStep(of: AnyResource, id: string): Promise<LastStep | null> {
    this.untouched(of, id)
    return this.answers.once(['lastStep', of.id, id], () => super.lastStep(of, id))
  }

  override async trail(of: AnyResource, id: string, beyond: number): Promise<TrailEntry[]> {
    this.untouched(of, id)
    return this.answers.once(['trail', of.id, id, beyond], () => super.trail(of, id, beyond))
  }

  /** Writes everything at once, in the order in which the kinds of records were written first. */
  protected override async tell(written: readonly Written[]): Promise<void> {
    const stamp: Stamp = { userId: this.actor.userId, at: this.now }
    const sent = [...this.pending.values()].map(async (own) => {
      const all = [...own.values()]
      const [first] = all
      if (!first) return
      const { of } = first
      const made = all.filter((p) => p.before === null)
      const changed = all.filter((p) => p.before !== null)
      const [added, kept] = await Promise.all([
        made.length > 0
          ? insertRecords(
              this.tx,
              of,
              made.map((p) => p.values),
            )
          : [],
        changed.length > 0
          ? updateRecords(
              this.tx,
              of,
              changed.map((p) => p.values),
              stamp,
            )
          : new Map<string, Row>(),
      ])
      const there = new Map([...kept, ...added.map((row) => [row.id, row] as const)])
      for (const p of all)
        if (!isSame(this.latest(p), there.get(p.id)))
          throw new Error(`${tableName(of)} ${p.id} is not kept as foreseen`)
    })
    for (const { counter, more } of this.counted.values()) if (more > 0) countOn(this.tx, counter, more)
    await Promise.all(sent)
    this.pending.clear()
    await super.tell(written)
  }
}
