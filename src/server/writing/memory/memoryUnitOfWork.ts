import { securityEvent } from '../../../model/administration/access/securityEvent.ts'
import { tenant } from '../../../model/administration/access/tenant.ts'
import { param } from '../../../model/administration/system/param.ts'
import { approvalHistory } from '../../../model/desk/approvalHistory.ts'
import { instantOf, wallClock } from '../../../model/values/dates.ts'
import type { Actor } from '../../core/actor.ts'
import { jsonb } from '../../database/kinds/values.ts'
import type { Stamp, Values } from '../../database/records.ts'
import { BaseUnitOfWork } from '../unitOfWork/baseUnitOfWork.ts'
import { counterOf } from '../unitOfWork/codes.ts'
import { type AnyResource, byId, type Change, type Row } from '../unitOfWork/rows.ts'
import { CAUSED_BY_STRANGERS, type SecurityEvent, securityRecord } from '../unitOfWork/securityEvents.ts'
import { groupable, scaleOf } from '../unitOfWork/summing.ts'
import { trailOf, type Written } from '../unitOfWork/trail.ts'
import type { KeptChange, LastStep, Summing, Sums, SystemStep, TrailEntry, Where } from '../unitOfWork/unitOfWork.ts'
import type { MemoryStore } from './memoryStore.ts'
import { added } from './sums.ts'

const changesIn = (value: unknown): readonly Change[] => (Array.isArray(value) ? value : [])
const sorted = (ids: Iterable<unknown>): string[] => [...new Set([...ids].map(String))].sort(byId)

/** The unit of work of one transaction of a store in memory. */
export class MemoryUnitOfWork extends BaseUnitOfWork {
  private readonly store: MemoryStore

  constructor(store: MemoryStore, actor: Actor, step?: SystemStep) {
    super(store.source, store.domains, actor, step)
    this.store = store
    if (actor.tenantId !== store.tenantId) throw new Error(`${actor.name} is of another tenant`)
  }

  protected async find(of: AnyResource, where: Where): Promise<Row[]> {
    return this.store.table(of).live(of, where)
  }

  protected async take(of: AnyResource, ids: readonly string[]): Promise<Row[]> {
    const table = this.store.table(of)
    return ids.flatMap((id) => table.get(of, id) ?? [])
  }

  protected async add(of: AnyResource, records: readonly Values[]): Promise<Row[]> {
    return this.store.table(of).insert(of, records)
  }

  protected async change(
    of: AnyResource,
    patches: readonly Values[],
    stamp: Stamp | null,
  ): Promise<ReadonlyMap<string, Row>> {
    if (new Set(patches.map((p) => p.id)).size < patches.length)
      throw new Error(`one ${of.id} is changed twice at once`)
    const table = this.store.table(of)
    const changed = new Map<string, Row>()
    for (const patch of patches) {
      const before = table.get(of, patch.id)
      if (!before) continue
      const stamped = stamp
        ? { version: before.version + 1, updateUser: stamp.userId, updateTime: wallClock(stamp.at) }
        : {}
      if (!stamp && Object.keys(patch).length < 2) throw new Error(`nothing of ${of.id} is changed`)
      const after = table.update(of, patch, stamped)
      if (after) changed.set(patch.id, after)
    }
    return changed
  }

  protected async paramValues(key: string): Promise<string[]> {
    const found = this.store.table(param).live(param, { paramKey: key })
    return found.slice(0, 2).map((row) => row.paramValue as string)
  }

  protected async tell(written: readonly Written[]): Promise<void> {
    this.store.tell(trailOf(this.store.source, this.actor, written))
  }

  async sums(summings: readonly Summing[]): Promise<Sums[][]> {
    return summings.map(({ of, fields, where, by = [] }) => {
      for (const name of by) groupable(of, name)
      const scales = fields.map((name) => scaleOf(of, name))
      const groups = new Map<string, Row[]>(by.length === 0 ? [['[]', []]] : [])
      for (const row of this.store.table(of).live(of, where)) {
        const key = JSON.stringify(by.map((name) => row[name] ?? null))
        const group = groups.get(key) ?? []
        groups.set(key, group)
        group.push(row)
      }
      return [...groups].map(([key, rows]) => {
        const values = JSON.parse(key) as (string | number | null)[]
        return {
          key: Object.fromEntries(by.map((name, i) => [name, values[i] ?? null])),
          sums: Object.fromEntries(
            fields.map((name, i) => [
              name,
              added(
                rows.map((row) => row[name]),
                scales[i] ?? 0,
              ),
            ]),
          ),
          count: rows.length,
        }
      })
    })
  }

  async code(of: AnyResource): Promise<string> {
    return this.store.count(of, counterOf(of, this.now))
  }

  private history(of: AnyResource, id: string): Row[] {
    return this.store.table(approvalHistory).live(approvalHistory, { bizType: of.id, bizId: id })
  }

  async decidedBy(of: AnyResource, id: string, transitions: readonly string[]): Promise<string[]> {
    const steps = this.history(of, id).filter((h) => transitions.includes(String(h.action)) && h.operatorId !== null)
    return sorted(steps.map((h) => h.operatorId))
  }

  async editedBy(of: AnyResource, id: string, fields: readonly string[]): Promise<string[]> {
    const edits = this.store
      .editsOf(of.id, id)
      .filter((line) => line.actor_id !== null)
      .filter((line) => changesIn(line.diff).some((c) => fields.includes(c.field)))
    return sorted(edits.map((line) => line.actor_id))
  }

  /** Versions order the history: times may tie within a second. */
  async lastStep(of: AnyResource, id: string): Promise<LastStep | null> {
    const versionOf = (h: Row) => (/^[0-9]{1,9}$/.test(String(h.recordVersion)) ? Number(h.recordVersion) : 0)
    const [last] = this.history(of, id).sort((a, b) => versionOf(b) - versionOf(a) || byId(b.id, a.id))
    if (!last) return null
    return {
      action: String(last.action ?? ''),
      operatorId: String(last.operatorId ?? ''),
      operatorName: String(last.operatorName ?? ''),
      operateTime: new Date(instantOf(String(last.operateTime)) ?? 0),
      changes: changesIn(last.changes),
    }
  }

  async trail(of: AnyResource, id: string, beyond: number): Promise<TrailEntry[]> {
    return this.store
      .auditFor(of.id, id)
      .map((line, at) => ({ line, at }))
      .filter(({ line }) => Number(line.version) > beyond)
      .sort((a, b) => Number(b.line.version) - Number(a.line.version) || b.at - a.at)
      .slice(0, 50)
      .map(({ line }) => ({
        version: Number(line.version),
        action: String(line.action),
        actorName: String(line.actor_name),
        at: new Date(String(line.create_time)),
        changes: changesIn(line.diff),
      }))
  }

  async keepPayload(id: string, payload: Readonly<Record<string, unknown>>): Promise<void> {
    this.store.keepPayload(id, jsonb(payload) as Readonly<Record<string, unknown>>)
  }

  /** No job is queued here; the id that the database gives it is passed over, so that later ids are the same. */
  override async carryOut(): Promise<void> {
    this.store.source.id()
  }

  /** The job stays open, for nobody does it here. */
  async queueJob(kind: string, _payload: Readonly<Record<string, unknown>>, key: string): Promise<boolean> {
    this.store.source.id()
    return this.store.keepJob(`${kind} ${key}`)
  }

  async keepChange(_of: AnyResource, requestId: string, values: KeptChange): Promise<void> {
    this.store.keepChange(requestId, jsonb(values) as KeptChange)
  }

  async keptChange(_of: AnyResource, requestId: string): Promise<KeptChange | null> {
    return this.store.changes.get(requestId) ?? null
  }

  async signedInFrom(): Promise<string | null> {
    return null
  }

  async alert(event: SecurityEvent): Promise<void> {
    const kind = event.kind
    if (CAUSED_BY_STRANGERS.includes(kind)) throw new Error(`${kind} is not told by a unit of work`)
    if (this.store.table(tenant).live(tenant, { code: this.actor.tenantId }).length === 0) return
    const { record, outbox } = securityRecord(this.store.source, event)
    this.store.table(securityEvent).insert(securityEvent, [record])
    this.store.say(outbox)
  }
}
