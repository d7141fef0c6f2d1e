import { wallClock } from '../../model/kernel/dates.ts'
import { fixedValues, type RowOf } from '../../model/kernel/resource.ts'
import { guardedParamOf, valueInForce } from '../../model/system/guardedParams.ts'
import type { Actor } from '../core/actor.ts'
import type { ServerContext } from '../core/context.ts'
import type { Tx } from '../core/database.ts'
import { rowFrom } from '../store/codec.ts'
import { andVariant, variantSql } from '../store/names.ts'
import { insertRecords, updateRecords, type Values } from '../store/records.ts'
import { nextCode } from './codes.ts'
import { type AnyResource, byId, columnName, lockName, type Row, tableName } from './rows.ts'
import { type Written, writeTrail } from './trail.ts'

/** Equality conditions on fields; a list means any of them, null means empty. */
export type Where = Readonly<Record<string, string | number | null | readonly (string | number)[]>>

/** New values of one record. */
export type Patch<R extends AnyResource> = { readonly id: string } & Partial<RowOf<R>>

/**
 * The values that make a row one of this resource; a write that gives one of them another value is a mistake in a rule.
 */
function fixedOf(of: AnyResource, given: Readonly<Record<string, unknown>>): Readonly<Record<string, string | number>> {
  const fixed = fixedValues(of)
  for (const [name, value] of Object.entries(fixed)) {
    if (given[name] !== undefined && given[name] !== value)
      throw new Error(`${of.id}: ${name} is ${value} in all its rows`)
  }
  return fixed
}

/** A transition caused by an effect; the engine passes itself in so that work and engine do not import each other. */
export type SystemStep = (
  work: UnitOfWork,
  of: AnyResource,
  ids: readonly string[],
  transition: string,
) => Promise<void>

/**
 * The unit of work of one transaction, given to rules: reads, writes, codes, parameters. Every write is remembered and
 * told to audit trail, history and outbox by `flush()`. Rows are soft-deleted only. Amounts are decimal strings.
 *
 * It writes only rows that it locked or created, and takes locks only in the one global order (resource, then record
 * id):
 * anything else is a programming error and throws, because two transactions could wait for each other or overwrite what
 * the other one decided.
 */
export class UnitOfWork {
  readonly now: Date
  private readonly held = new Map<string, Row>()
  /** Asked for and not there: asking again takes no lock. */
  private readonly absent = new Set<string>()
  /** The last lock taken, in the global order. */
  private last: { readonly name: string; readonly id: string } | null = null
  private readonly written: Written[] = []
  private readonly params = new Map<string, string | null>()

  constructor(
    readonly context: ServerContext,
    readonly actor: Actor,
    readonly tx: Tx,
    private readonly step?: SystemStep,
  ) {
    this.now = context.now()
  }

  /** The moment as a wall-clock text. */
  get time(): string {
    return wallClock(this.now)
  }

  query<R = Record<string, unknown>>(text: string, values: readonly unknown[] = []): Promise<R[]> {
    return this.tx.query<R>(text, values)
  }

  /** Live records by equality, ascending by id. Not locked. */
  async rows<R extends AnyResource>(of: R, where: Where): Promise<RowOf<R>[]> {
    const values: unknown[] = [this.tx.tenantId]
    const conditions = ['tenant_id = $1', 'is_deleted = 0', ...variantSql(of)]
    for (const [name, want] of Object.entries(where)) {
      const column = name === 'id' ? 'id' : columnName(name)
      if (want === null) conditions.push(`${column} is null`)
      else if (Array.isArray(want)) {
        if (want.length === 0) return []
        // one parameter however many values: a statement has 65,535 at most
        conditions.push(`${column} = any($${values.push(want)})`)
      } else conditions.push(`${column} = $${values.push(want)}`)
    }
    const found = await this.tx.query(
      `select * from ${tableName(of)} where ${conditions.join(' and ')} order by id`,
      values,
    )
    return found.map((f) => rowFrom(of, f)) as unknown as RowOf<R>[]
  }

  /** One live record by id, null when there is none. Not locked. */
  async row<R extends AnyResource>(of: R, id: string | null): Promise<RowOf<R> | null> {
    if (!id) return null
    const locked = this.held.get(`${of.id}/${id}`)
    if (locked) return (locked.isDeleted === 1 ? null : locked) as RowOf<R> | null
    return (await this.rows(of, { id }))[0] ?? null
  }

  /** Locks records and answers them in the order asked, deleted ones included. Locking twice costs nothing. */
  async lock<R extends AnyResource>(of: R, ids: readonly string[]): Promise<Row[]> {
    const wanted = [...new Set(ids)]
    const missing = wanted
      .filter((id) => !this.held.has(`${of.id}/${id}`) && !this.absent.has(`${of.id}/${id}`))
      .sort(byId)
    const [first] = missing
    if (first !== undefined) {
      this.inOrder(lockName(of), first, missing[missing.length - 1] as string)
      const found = await this.tx.query(
        `select * from ${tableName(of)} where tenant_id = $1 and id = any($2::bigint[])${andVariant(of)} order by id for update`,
        [this.tx.tenantId, missing],
      )
      for (const f of found) this.hold(of, rowFrom(of, f))
      for (const id of missing) if (!this.held.has(`${of.id}/${id}`)) this.absent.add(`${of.id}/${id}`)
    }
    return wanted.flatMap((id) => this.held.get(`${of.id}/${id}`) ?? [])
  }

  /**
   * Refuses locks that come before one already taken: whoever needs several says so at the start (`lock` of a rule).
   */
  private inOrder(name: string, first: string, last: string): void {
    const before = this.last
    if (before && (name < before.name || (name === before.name && byId(first, before.id) < 0))) {
      throw new Error(`locks against the global order: ${name}/${first} after ${before.name}/${before.id}`)
    }
    this.last = { name, id: last }
  }

  /** Refuses to write what another transaction may be writing: rows neither locked nor created here. */
  private mustHold(of: AnyResource, id: string): Row {
    const row = this.held.get(`${of.id}/${id}`)
    if (!row) throw new Error(`${of.id}/${id} is written without being locked or created`)
    return row
  }

  private hold(of: AnyResource, row: Row): void {
    this.held.set(`${of.id}/${row.id}`, row)
  }

  /**
   * Adds records; ids, codes where the resource has a code rule and none is given, and audit columns come by
   * themselves.
   */
  async insertAll<R extends AnyResource>(
    of: R,
    list: readonly Partial<RowOf<R>>[],
    told?: Pick<Written, 'action' | 'decision'>,
  ): Promise<RowOf<R>[]> {
    const stamp = {
      createUser: this.actor.userId,
      createDept: this.actor.deptId,
      createTime: this.time,
      updateUser: this.actor.userId,
      updateTime: this.time,
    }
    const records = list.map((values): Values => {
      // an empty value is not given: the column's default is better than null
      const given = Object.fromEntries(Object.entries(values).filter(([, v]) => v !== undefined && v !== null))
      return {
        ...given,
        ...fixedOf(of, given),
        ...stamp,
        isDeleted: 0,
        version: 0,
        id: (given.id as string | undefined) ?? this.context.id(),
      }
    })
    const made = await insertRecords(this.tx, of, records)
    for (const after of made) {
      this.hold(of, after)
      this.written.push({ resource: of, before: null, after, action: 'add', ...told })
    }
    return made as unknown as RowOf<R>[]
  }

  /** Adds one record. */
  async insert<R extends AnyResource>(
    of: R,
    values: Partial<RowOf<R>>,
    told?: Pick<Written, 'action' | 'decision'>,
  ): Promise<RowOf<R>> {
    const [made] = await this.insertAll(of, [values], told)
    if (!made) throw new Error(`${of.id} was not added`)
    return made
  }

  /**
   * Changes records, each by its own values, each once; versions go up by one. One statement for all that change the
   * same fields. Answers them in the order asked.
   */
  async updateAll<R extends AnyResource>(
    of: R,
    patches: readonly Patch<R>[],
    told?: Pick<Written, 'action' | 'decision'>,
  ): Promise<RowOf<R>[]> {
    if (patches.length === 0) return []
    if (of.appendOnly) throw new Error(`${of.id} is only ever added to`)
    for (const p of patches) {
      this.mustHold(of, p.id)
      fixedOf(of, p)
    }
    const changed = await updateRecords(this.tx, of, patches as readonly Values[], {
      userId: this.actor.userId,
      at: this.now,
    })
    return patches.map((p) => {
      const before = this.mustHold(of, p.id)
      const after = changed.get(p.id)
      if (!after) throw new Error(`${of.id}/${p.id} was locked and is gone`)
      this.hold(of, after)
      this.written.push({ resource: of, before, after, action: after.isDeleted === 1 ? 'remove' : 'edit', ...told })
      return after as unknown as RowOf<R>
    })
  }

  /** Changes one record. */
  async update<R extends AnyResource>(
    of: R,
    id: string,
    patch: Partial<RowOf<R>>,
    told?: Pick<Written, 'action' | 'decision'>,
  ): Promise<RowOf<R>> {
    const [after] = await this.updateAll(of, [{ ...patch, id } as Patch<R>], told)
    if (!after) throw new Error(`${of.id} ${id} was not changed`)
    return after
  }

  /**
   * Sets further fields of a record that this transaction has just written, without another version or trail entry:
   * what an effect found out belongs to the same decision.
   */
  async amend(of: AnyResource, id: string, patch: Readonly<Record<string, unknown>>): Promise<Row> {
    const at = this.written.findLastIndex((w) => w.resource.id === of.id && w.after.id === id)
    const last = this.written[at]
    if (!last) throw new Error(`${of.id} ${id} was not written yet`)
    fixedOf(of, patch)
    const after = (await updateRecords(this.tx, of, [{ ...patch, id }], null)).get(id)
    if (!after) throw new Error(`${of.id} ${id} is gone`)
    this.hold(of, after)
    this.written[at] = { ...last, after }
    return after
  }

  /** Soft-deletes records. */
  async remove<R extends AnyResource>(
    of: R,
    ids: readonly string[],
    told?: Pick<Written, 'action' | 'decision'>,
  ): Promise<void> {
    await this.updateAll(of, ids.map((id) => ({ id, isDeleted: 1 })) as unknown as Patch<R>[], {
      action: 'remove',
      ...told,
    })
  }

  /** Moves another record along a `system` edge of its lifecycle, through the same engine and transaction. */
  async system(of: AnyResource, ids: string | readonly string[], transition: string): Promise<void> {
    if (!this.step) throw new Error('no engine in this work')
    const list = typeof ids === 'string' ? [ids] : ids
    if (list.length > 0) await this.step(this, of, list, transition)
  }

  /** The next code of a resource (SP20240615000001). */
  code(of: AnyResource): Promise<string> {
    return nextCode(this.tx, of, this.now)
  }

  /**
   * A system parameter of the tenant, null when it is not set; of a guarded one the value in force. Read once a
   * transaction.
   */
  async param(key: string): Promise<string | null> {
    if (!this.params.has(key)) {
      const found = await this.tx.query<{ param_value: string }>(
        'select param_value from "param" where tenant_id = $1 and param_key = $2 and is_deleted = 0 limit 2',
        [this.tx.tenantId, key],
      )
      const guarded = guardedParamOf(key)
      const values = found.map((row) => row.param_value)
      this.params.set(key, guarded ? valueInForce(guarded, values) : (values[0] ?? null))
    }
    return this.params.get(key) ?? null
  }

  /**
   * Tells history, audit trail and outbox of all writes since the last flush. Call once, before the transaction ends.
   */
  async flush(): Promise<void> {
    await writeTrail(this.context, this.actor, this.tx, this.written.splice(0))
  }
}
