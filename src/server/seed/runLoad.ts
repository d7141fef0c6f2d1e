import { setImmediate as nextTurn } from 'node:timers/promises'
import { inheritedOf, resourceOf, resources, sharersOf } from '../../model/business.ts'
import { changeRequest } from '../../model/desk/changeRequest.ts'
import type { Tx } from '../core/database.ts'
import type { AnyResource } from '../core/records.ts'
import { sealPayload } from '../database/keys/payloads.ts'
import { loadRecords } from '../database/loadRecords.ts'
import { baseOf, isTenant, quoted, tableOf } from '../database/names.ts'
import { makersFill } from '../database/schema/makers.ts'
import { sealChanges, sealValues } from '../database/sealed.ts'
import type { MemoryStore } from '../writing/memory/memoryStore.ts'
import type { Change, Row } from '../writing/unitOfWork/rows.ts'
import { withoutLookups } from './lookups.ts'

/** Rows that are sent to the database while those behind them are encoded. */
const PIECE = 1000

/** A play that may still go on. */
export interface ScenarioRun {
  readonly tenantId: string
  /** The store, once all is there that the play begins with; it grows and changes until `played`. */
  readonly staged: Promise<MemoryStore>
  /** Resolves when nothing changes any more; rejects with what the play failed with. */
  readonly finished: Promise<unknown>
}

/** Whether rows of a resource can be written again when they turn out otherwise: ledgers only where they take no owner. */
const isEarly = (store: MemoryStore, r: AnyResource): boolean =>
  !store.table(r).isShared && (!r.appendOnly || Object.keys(inheritedOf(r)).length === 0)

/**
 * Writes the rows of a play into a tenant without records, in one transaction: what is there when it begins, then what is
 * only ever added, both while the play goes on; in the end everything that is new or has become another. Rows in memory
 * are never changed in place, so that a row is written exactly when it is the same.
 */
class RunLoad {
  private readonly written = new Map<string, Map<string, Row>>()
  private revisions = new Map<string, number>()
  private count = 0
  private sent = 0
  private last: Promise<unknown> = Promise.resolve()

  private readonly tx: Tx
  private readonly store: MemoryStore
  private readonly tenantId: string

  constructor(tx: Tx, store: MemoryStore, tenantId: string) {
    this.tx = tx
    this.store = store
    this.tenantId = tenantId
    // the triggers look at their rows by keys: planned for each row, that took longer than the rows themselves
    tx.write('set local plan_cache_mode = force_generic_plan')
  }

  /** Writes what is there and most probably stays as it is. */
  async early(): Promise<void> {
    for (const [id, rows] of this.store.records()) if (isEarly(this.store, resourceOf(id))) await this.take(id, rows)
  }

  /** Writes the rows of ledgers and histories that have come since, once they are worth a statement. */
  async added(): Promise<void> {
    for (const id of this.written.keys()) {
      const r = resourceOf(id)
      const table = this.store.table(r)
      if (!r.appendOnly || table.revision < (this.revisions.get(id) ?? 0) + PIECE) continue
      await this.take(id, table.all(r))
    }
  }

  /** Writes everything that is not written as it is now; returns how many rows the play has. */
  async rest(): Promise<number> {
    const all = this.store.records()
    for (const [id, rows] of all) await this.take(id, rows)
    await this.last
    return [...all.values()].reduce((sum, rows) => sum + rows.length, 0)
  }

  /** Writes the rows of a resource that are new or others than those written, and removes those that are gone. */
  private async take(id: string, rows: readonly Row[]): Promise<void> {
    const r = resourceOf(id)
    const before = this.written.get(id)
    this.revisions.set(id, this.store.table(r).revision)
    this.written.set(id, new Map(rows.map((row) => [row.id, row])))
    const fresh = before ? rows.filter((row) => before.get(row.id) !== row) : rows
    if (before) {
      const now = this.written.get(id) as ReadonlyMap<string, Row>
      const changed = [...before].flatMap(([key, row]) => (now.get(key) === row ? [] : [key]))
      if (changed.length > 0) this.remove(r, changed)
    }
    if (fresh.length === 0) return
    loadRecords(this.tx, r, fresh, this.tenantId)
    this.count += fresh.length
    if (this.count < this.sent + PIECE) return
    this.sent = this.count
    await this.last
    this.last = this.tx.query('select 1 as one')
    // errors surface where the promise is awaited
    this.last.catch(() => undefined)
    await nextTurn()
  }

  private remove(r: AnyResource, ids: readonly string[]): void {
    const removal = `delete from ${quoted(tableOf(r))} where id = any($1::bigint[])`
    if (isTenant(r)) this.tx.write(`${removal} and tenant_id = $2`, [ids, this.tenantId])
    else this.tx.write(removal, [ids])
  }
}

/** Rows of a play beside its records. */
function loadBeside(tx: Tx, store: MemoryStore, tenantId: string): void {
  for (const [id, values] of store.changes) {
    const of = resourceOf(String(store.table(changeRequest).get(changeRequest, id)?.bizType))
    const sealed = (side: typeof values.old) => JSON.stringify(sealValues(of, tenantId, side))
    tx.write(
      'insert into "change_request_values" (tenant_id, id, old_values, new_values) values ($1, $2, $3::jsonb, $4::jsonb)',
      [tenantId, id, sealed(values.old), sealed(values.new)],
    )
  }
  for (const [id, payload] of store.payloads)
    tx.write('insert into "intent_payload" (tenant_id, id, payload) values ($1, $2, $3::jsonb)', [
      tenantId,
      id,
      sealPayload(payload),
    ])
}

/**
 * The audit trail of what documents held and released (`Resource.held`), and of these documents in the same transactions:
 * what stands with accounts and budgets. The rest of the trail of a play is kept by nobody.
 */
function loadHeld(tx: Tx, store: MemoryStore, tenantId: string): void {
  const amounts = new Map([...resources.values()].flatMap((r) => (r.held ? [[r.id, r.held] as const] : [])))
  const documents = new Set(
    [...amounts.values()].flatMap((held) =>
      held.documents.flatMap(({ resource }) => sharersOf(baseOf(resourceOf(resource))).map((r) => r.id)),
    ),
  )
  const changesOf = (diff: unknown) => (typeof diff === 'string' ? JSON.parse(diff) : diff) as readonly Change[]
  const lines = store.audit.flatMap((line) => {
    const resource = String(line.resource)
    return amounts.has(resource) || documents.has(resource)
      ? [{ ...line, resource, at: line.create_time, actor_id: line.actor_id || null, diff: changesOf(line.diff) }]
      : []
  })
  const held = lines.filter((line) => line.diff.some((c) => c.field === amounts.get(line.resource)?.amount))
  const times = new Set(held.map((line) => line.at))
  const kept = [...held, ...lines.filter((line) => documents.has(line.resource) && times.has(line.at))]
  for (let at = 0; at < kept.length; at += PIECE) {
    const rows = kept.slice(at, at + PIECE).map((line) => ({
      ...line,
      diff: sealChanges(resourceOf(line.resource), tenantId, line.diff),
    }))
    tx.write(
      `insert into "audit_trail" (tenant_id, resource, record_id, version, action, actor_id, actor_name, request_id, diff, create_time)
       select $1, resource, record_id, version, action, actor_id, actor_name, request_id, diff, create_time
       from jsonb_populate_recordset(null::"audit_trail", $2::jsonb)`,
      [tenantId, JSON.stringify(rows)],
    )
  }
}

/**
 * Writes everything that comes of a play into a tenant without records, while it is played and to its end; the last of it
 * with the next question or COMMIT. To be called within
 * `withoutLookups`, and followed by `makersFill`. Returns how many rows.
 * @throws what the play fails with
 */
export async function writeRun(tx: Tx, { tenantId, staged, finished }: ScenarioRun): Promise<number> {
  const store = await staged
  const load = new RunLoad(tx, store, tenantId)
  let over = false
  const ended = () => {
    over = true
  }
  finished.then(ended, ended)
  await nextTurn()
  if (!over) await load.early()
  for (; !over; await nextTurn()) await load.added()
  await finished
  const rows = await load.rest()
  loadBeside(tx, store, tenantId)
  loadHeld(tx, store, tenantId)
  return rows
}

/** Writes one scenario run into one tenant, as `writeRun`, with what triggers would find out for each row. */
export async function loadRun(tx: Tx, run: ScenarioRun): Promise<number> {
  const rows = await withoutLookups(tx, () => writeRun(tx, run))
  for (const text of makersFill()) tx.write(text, [[run.tenantId]])
  return rows
}
