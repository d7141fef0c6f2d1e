import { guardedParamOf, valueInForce } from '../../../model/administration/system/guardedParams.ts'
import { isId } from '../../../model/language/derived/validate.ts'
import type { CallName, InOf, Port } from '../../../model/language/domain/port.ts'
import { fixedValues, type RowOf } from '../../../model/language/resource.ts'
import { wallClock } from '../../../model/values/dates.ts'
import type { Actor } from '../../core/actor.ts'
import type { ServerDomains } from '../../core/domains.ts'
import type { NewTenant } from '../../core/newTenant.ts'
import type { Stamp, Values } from '../../database/records.ts'
import { intendIn } from './intents.ts'
import { type AnyResource, byId, lockName, type Row } from './rows.ts'
import type { SecurityEvent } from './securityEvents.ts'
import type { Source, Written } from './trail.ts'
import type {
  AuditLabel,
  Back,
  KeptChange,
  LastStep,
  Patch,
  Summing,
  Sums,
  SystemStep,
  TrailEntry,
  UnitOfWork,
  Where,
} from './unitOfWork.ts'

/** Checks the fixed values of a variant; a write that gives one of them another value is a mistake in a rule. */
function fixedOf(of: AnyResource, given: Readonly<Record<string, unknown>>): Readonly<Record<string, string | number>> {
  const fixed = fixedValues(of)
  for (const [name, value] of Object.entries(fixed)) {
    if (given[name] !== undefined && given[name] !== value)
      throw new Error(`${of.id}: ${name} is ${value} in all its rows`)
  }
  return fixed
}

/**
 * Common half of every unit of work, whatever stores its rows: lock order, stamps, versions, what is written to the
 * trail. Implementations read and write rows.
 */
export abstract class BaseUnitOfWork implements UnitOfWork {
  readonly now: Date
  private wall: string | undefined
  private readonly held = new Map<string, Row>()
  /** Ids that were locked and do not exist: locking them again takes no lock. */
  private readonly absent = new Set<string>()
  /** The last lock taken, in the global order. */
  private last: { readonly name: string; readonly id: string } | null = null
  protected readonly written: Written[] = []
  /** Parameters being read: concurrent callers share one query. */
  private readonly params = new Map<string, Promise<string | null>>()

  protected readonly source: Source
  readonly domains: ServerDomains
  readonly actor: Actor
  private readonly systemStep?: SystemStep

  protected constructor(source: Source, domains: ServerDomains, actor: Actor, systemStep?: SystemStep) {
    this.source = source
    this.domains = domains
    this.actor = actor
    this.systemStep = systemStep
    this.now = source.now()
  }

  /** Records that are not deleted, ascending by id; with `one` any single one of them. */
  protected abstract find(of: AnyResource, where: Where, one?: boolean): Promise<Row[]>
  /** Locks records (ids ascending) and returns those that exist, deleted ones included. */
  protected abstract take(of: AnyResource, ids: readonly string[]): Promise<Row[]>
  /** Adds records and returns them as stored, in the given order. */
  protected abstract add(of: AnyResource, records: readonly Values[]): Promise<Row[]>
  /** Changes records and returns them as stored, by id. Without a stamp the version stays. */
  protected abstract change(
    of: AnyResource,
    patches: readonly Values[],
    stamp: Stamp | null,
  ): Promise<ReadonlyMap<string, Row>>
  /** Values of a parameter that is not deleted, two at most. */
  protected abstract paramValues(key: string): Promise<string[]>
  /** Writes history, audit trail and outbox, in the order of the writes. */
  protected abstract tell(written: readonly Written[]): Promise<void>
  abstract sums(summings: readonly Summing[]): Promise<Sums[][]>
  abstract code(of: AnyResource): Promise<string>
  abstract decidedBy(of: AnyResource, id: string, transitions: readonly string[]): Promise<string[]>
  abstract editedBy(of: AnyResource, id: string, fields: readonly string[]): Promise<string[]>
  abstract lastStep(of: AnyResource, id: string): Promise<LastStep | null>
  abstract trail(of: AnyResource, id: string, beyond: number): Promise<TrailEntry[]>
  abstract keepChange(of: AnyResource, requestId: string, values: KeptChange): Promise<void>
  abstract keptChange(of: AnyResource, requestId: string): Promise<KeptChange | null>
  abstract signedInFrom(): Promise<string | null>
  abstract alert(event: SecurityEvent): Promise<void>
  abstract queueJob(kind: string, payload: Readonly<Record<string, unknown>>, key: string): Promise<boolean>
  abstract keepPayload(id: string, payload: Readonly<Record<string, unknown>>): Promise<void>

  /** Tables that are no resources are the database's alone. */
  openTenant(_tenant: NewTenant): Promise<void> {
    throw new Error('a tenant is opened in a database alone')
  }

  get time(): string {
    this.wall ??= wallClock(this.now)
    return this.wall
  }

  get present(): string {
    return wallClock(this.source.now())
  }

  newId(): string {
    return this.source.id()
  }

  async rows<R extends AnyResource>(of: R, where: Where): Promise<RowOf<R>[]> {
    return (await this.find(of, where)) as unknown as RowOf<R>[]
  }

  async any<R extends AnyResource>(of: R, where: Where): Promise<RowOf<R> | null> {
    return ((await this.find(of, where, true))[0] ?? null) as unknown as RowOf<R> | null
  }

  async row<R extends AnyResource>(of: R, id: string | null): Promise<RowOf<R> | null> {
    // malformed ids match no record
    if (!id || !isId(id)) return null
    const locked = this.held.get(`${of.id}/${id}`)
    if (locked) return (locked.isDeleted === 1 ? null : locked) as RowOf<R> | null
    return this.any(of, { id })
  }

  async sum<Name extends string>(
    of: AnyResource,
    fields: readonly Name[],
    where: Where,
  ): Promise<Readonly<Record<Name, string>>> {
    const [[all] = []] = await this.sums([{ of, fields, where }])
    if (!all) throw new Error(`${of.id} was not summed`)
    return all.sums as Readonly<Record<Name, string>>
  }

  async groupBy(of: AnyResource, by: readonly string[], fields: readonly string[], where: Where): Promise<Sums[]> {
    return (await this.sums([{ of, by, fields, where }]))[0] ?? []
  }

  async lock<R extends AnyResource>(of: R, ids: readonly string[]): Promise<Row[]> {
    const wanted = [...new Set(ids)].filter(isId)
    const missing = wanted
      .filter((id) => !this.held.has(`${of.id}/${id}`) && !this.absent.has(`${of.id}/${id}`))
      .sort(byId)
    const [first] = missing
    if (first !== undefined) {
      this.inOrder(lockName(of), first, missing[missing.length - 1] as string)
      for (const row of await this.take(of, missing)) this.hold(of, row)
      for (const id of missing) if (!this.held.has(`${of.id}/${id}`)) this.absent.add(`${of.id}/${id}`)
    }
    return wanted.flatMap((id) => this.held.get(`${of.id}/${id}`) ?? [])
  }

  async named(of: AnyResource, ids: readonly string[]): Promise<Row[]> {
    const wanted = [...new Set(ids)].filter(isId)
    const own = wanted.flatMap((id) => this.held.get(`${of.id}/${id}`) ?? [])
    const free = wanted.filter((id) => !own.some((row) => row.id === id))
    const kept = free.length > 0 ? await this.keep(of, free) : []
    return [...own.filter((row) => row.isDeleted !== 1), ...kept]
  }

  /** Records that are there, kept from being deleted where several transactions run at once. */
  protected keep(of: AnyResource, ids: readonly string[]): Promise<Row[]> {
    return this.find(of, { id: ids })
  }

  async unnamed(_of: AnyResource, _ids: readonly string[]): Promise<void> {}

  /** Refuses locks that come before one already taken: a rule that needs several declares them (`lock`). */
  private inOrder(name: string, first: string, last: string): void {
    const before = this.last
    if (before && (name < before.name || (name === before.name && byId(first, before.id) < 0))) {
      throw new Error(`locks against the global order: ${name}/${first} after ${before.name}/${before.id}`)
    }
    this.last = { name, id: last }
  }

  /** Refuses to write rows that were neither locked nor created here, since another transaction may be writing them. */
  private mustHold(of: AnyResource, id: string): Row {
    const row = this.held.get(`${of.id}/${id}`)
    if (!row) throw new Error(`${of.id}/${id} is written without being locked or created`)
    return row
  }

  /** Counts as locked what another work has locked or created. */
  protected holdAs(other: BaseUnitOfWork): void {
    for (const [key, row] of other.held) this.held.set(key, row)
    for (const key of other.absent) this.absent.add(key)
  }

  private hold(of: AnyResource, row: Row): void {
    this.held.set(`${of.id}/${row.id}`, row)
  }

  async insertAll<R extends AnyResource>(
    of: R,
    list: readonly Partial<RowOf<R>>[],
    audit?: AuditLabel,
  ): Promise<RowOf<R>[]> {
    const stamp = {
      createUser: this.actor.userId,
      createDept: this.actor.deptId,
      createTime: this.time,
      updateUser: this.actor.userId,
      updateTime: this.time,
    }
    const records = list.map((values): Values => {
      // an empty value is left out, so that the column gets its default instead of null
      const given: Record<string, unknown> = {}
      for (const [name, v] of Object.entries(values)) if (v !== undefined && v !== null) given[name] = v
      return {
        ...given,
        ...fixedOf(of, given),
        ...stamp,
        isDeleted: 0,
        version: 0,
        id: (given.id as string | undefined) ?? this.source.id(),
      }
    })
    const made = await this.add(of, records)
    for (const after of made) {
      this.hold(of, after)
      this.written.push({ resource: of, before: null, after, action: 'add', ...audit })
    }
    return made as unknown as RowOf<R>[]
  }

  async insert<R extends AnyResource>(of: R, values: Partial<RowOf<R>>, audit?: AuditLabel): Promise<RowOf<R>> {
    const [made] = await this.insertAll(of, [values], audit)
    if (!made) throw new Error(`${of.id} was not added`)
    return made
  }

  async updateAll<R extends AnyResource>(of: R, patches: readonly Patch<R>[], audit?: AuditLabel): Promise<RowOf<R>[]> {
    if (patches.length === 0) return []
    if (of.appendOnly) throw new Error(`${of.id} is only ever added to`)
    for (const p of patches) {
      this.mustHold(of, p.id)
      fixedOf(of, p)
    }
    const changed = await this.change(of, patches as readonly Values[], { userId: this.actor.userId, at: this.now })
    return patches.map((p) => {
      const before = this.mustHold(of, p.id)
      const after = changed.get(p.id)
      if (!after) throw new Error(`${of.id}/${p.id} was locked and is gone`)
      this.hold(of, after)
      this.written.push({ resource: of, before, after, action: after.isDeleted === 1 ? 'remove' : 'edit', ...audit })
      return after as unknown as RowOf<R>
    })
  }

  async update<R extends AnyResource>(
    of: R,
    id: string,
    patch: Partial<RowOf<R>>,
    audit?: AuditLabel,
  ): Promise<RowOf<R>> {
    const [after] = await this.updateAll(of, [{ ...patch, id } as Patch<R>], audit)
    if (!after) throw new Error(`${of.id} ${id} was not changed`)
    return after
  }

  async amend(of: AnyResource, id: string, patch: Readonly<Record<string, unknown>>): Promise<Row> {
    const at = this.written.findLastIndex((w) => w.resource.id === of.id && w.after.id === id)
    const last = this.written[at]
    if (!last) throw new Error(`${of.id} ${id} was not written yet`)
    fixedOf(of, patch)
    const after = (await this.change(of, [{ ...patch, id }], null)).get(id)
    if (!after) throw new Error(`${of.id} ${id} is gone`)
    this.hold(of, after)
    this.written[at] = { ...last, after }
    return after
  }

  async tally(of: AnyResource, id: string, counters: Readonly<Record<string, number>>): Promise<Row> {
    this.mustHold(of, id)
    fixedOf(of, counters)
    const after = (await this.change(of, [{ ...counters, id }], null)).get(id)
    if (!after) throw new Error(`${of.id}/${id} was locked and is gone`)
    this.hold(of, after)
    return after
  }

  async remove<R extends AnyResource>(of: R, ids: readonly string[], audit?: AuditLabel): Promise<void> {
    await this.updateAll(of, ids.map((id) => ({ id, isDeleted: 1 })) as unknown as Patch<R>[], {
      action: 'remove',
      ...audit,
    })
  }

  async step(
    of: AnyResource,
    ids: string | readonly string[],
    transition: string,
    ask?: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    if (!this.systemStep) throw new Error('no engine in this work')
    const list = typeof ids === 'string' ? [ids] : ids
    if (list.length > 0) await this.systemStep(this, of, list, transition, ask)
  }

  intend<P extends Port, C extends CallName<P>>(
    port: P,
    call: C,
    payload: InOf<P, C>,
    key: string,
    back: Back,
  ): Promise<void> {
    return intendIn(this, port, call, payload, key, back)
  }

  /**
   * Without jobs, requests are not carried out: they stay open until the rows are loaded into a database and queued
   * there.
   */
  async carryOut(_request: { readonly id: string; readonly port: string | null }): Promise<void> {}

  param(key: string): Promise<string | null> {
    const known = this.params.get(key)
    if (known) return known
    const sent = (async () => {
      const guarded = guardedParamOf(key)
      const values = await this.paramValues(key)
      return guarded ? valueInForce(guarded, values) : (values[0] ?? null)
    })()
    this.params.set(key, sent)
    // a question that failed is asked anew
    sent.catch(() => this.params.delete(key))
    return sent
  }

  async flush(): Promise<void> {
    const written = this.written.splice(0)
    if (written.length > 0) await this.tell(written)
  }
}
