import { isDeletable } from '../../../model/business.ts'
import { isId } from '../../../model/language/derived/validate.ts'
import type { Actor } from '../../core/actor.ts'
import type { ServerContext } from '../../core/context/context.ts'
import type { Tx } from '../../core/database.ts'
import type { NewTenant } from '../../core/newTenant.ts'
import { rowFrom } from '../../database/codec.ts'
import { sealPayload } from '../../database/keys/payloads.ts'
import { andVariant, isTenant } from '../../database/names.ts'
import { insertRecords, type Stamp, updateRecords, type Values } from '../../database/records.ts'
import { openChanges, openValues, sealValues } from '../../database/sealed.ts'
import { queueIntent } from '../../jobs/intents.ts'
import { offer } from '../../jobs/queue.ts'
import { BaseUnitOfWork } from './baseUnitOfWork.ts'
import { nextCode } from './codes.ts'
import { type AnyResource, type Change, columnName, type Row, tableName } from './rows.ts'
import { recordSecurityEventIn, type SecurityEvent } from './securityEvents.ts'
import { liveSql, sumsSql } from './sqlWhere.ts'
import { LOOKS, type Written, writeTrail } from './trail.ts'
import type { KeptChange, LastStep, Summing, Sums, SystemStep, TrailEntry, Where } from './unitOfWork.ts'

const changesIn = (value: unknown): readonly Change[] => (Array.isArray(value) ? value : [])

/** Users by record. */
function peopleOf(found: readonly Record<string, unknown>[]): ReadonlyMap<string, string[]> {
  const people = new Map<string, string[]>()
  for (const { id, person } of found) people.set(String(id), [...(people.get(String(id)) ?? []), String(person)])
  return people
}

/** The unit of work of one transaction of the database. */
export class SqlUnitOfWork extends BaseUnitOfWork {
  private readonly context: ServerContext
  protected readonly tx: Tx

  constructor(context: ServerContext, actor: Actor, tx: Tx, step?: SystemStep) {
    super(context, context.domains, actor, step)
    this.context = context
    this.tx = tx
  }

  protected async find(of: AnyResource, where: Where, one = false): Promise<Row[]> {
    const values: unknown[] = []
    const live = liveSql(of, this.tx.tenantId, where, values)
    if (live === null) return []
    // any one of many: ordered by id, the planner might read all of them to find the first
    const end = one ? 'limit 1' : 'order by id'
    const found = await this.tx.query(`select * from ${tableName(of)} where ${live} ${end}`, values)
    return found.map((f) => rowFrom(of, f))
  }

  /** For each of the ids any one record whose reference `field` names it and that meets `where`. */
  protected async findForEach(of: AnyResource, field: string, ids: readonly string[], where: Where): Promise<Row[]> {
    const values: unknown[] = [ids]
    const live = liveSql(of, this.tx.tenantId, where, values)
    if (live === null) return []
    const found = await this.tx.query(
      `select r.* from unnest($1::bigint[]) as asked(id) cross join lateral
         (select * from ${tableName(of)} where ${live} and ${columnName(field)} = asked.id limit 1) r`,
      values,
    )
    return found.map((f) => rowFrom(of, f))
  }

  protected take(of: AnyResource, ids: readonly string[]): Promise<Row[]> {
    // others may name it meanwhile (`keep`), as references of the database are
    return this.byIds(of, ids, 'for no key update')
  }

  protected override async keep(of: AnyResource, ids: readonly string[]): Promise<Row[]> {
    if (!isDeletable(of)) return this.find(of, { id: ids })
    const values: unknown[] = []
    const live = liveSql(of, this.tx.tenantId, { id: ids }, values)
    const found = await this.tx.query(`select * from ${tableName(of)} where ${live} order by id for key share`, values)
    return found.map((f) => rowFrom(of, f))
  }

  override async unnamed(of: AnyResource, ids: readonly string[]): Promise<void> {
    await this.byIds(of, ids, 'for update')
  }

  /** Records that exist, deleted ones included, ascending by id. */
  protected async byIds(of: AnyResource, ids: readonly string[], end = ''): Promise<Row[]> {
    const values: unknown[] = [ids]
    const tenant = isTenant(of) ? `tenant_id = $${values.push(this.tx.tenantId)} and ` : ''
    const found = await this.tx.query(
      `select * from ${tableName(of)} where ${tenant}id = any($1::bigint[])${andVariant(of)} order by id ${end}`,
      values,
    )
    return found.map((f) => rowFrom(of, f))
  }

  protected add(of: AnyResource, records: readonly Values[]): Promise<Row[]> {
    return insertRecords(this.tx, of, records)
  }

  protected change(
    of: AnyResource,
    patches: readonly Values[],
    stamp: Stamp | null,
  ): Promise<ReadonlyMap<string, Row>> {
    return updateRecords(this.tx, of, patches, stamp)
  }

  protected async paramValues(key: string): Promise<string[]> {
    const found = await this.tx.query<{ param_value: string }>(
      'select param_value from "param" where tenant_id = $1 and param_key = $2 and is_deleted = 0 limit 2',
      [this.tx.tenantId, key],
    )
    return found.map((row) => row.param_value)
  }

  protected async tell(written: readonly Written[]): Promise<void> {
    writeTrail(this.context, this.actor, this.tx, written)
  }

  sums(summings: readonly Summing[]): Promise<Sums[][]> {
    return sumsSql(this.tx, summings)
  }

  code(of: AnyResource): Promise<string> {
    return nextCode(this.tx, of, this.now)
  }

  override openTenant(tenant: NewTenant): Promise<void> {
    return this.domains.openTenant(this.tx, tenant)
  }

  async decidedBy(of: AnyResource, id: string, transitions: readonly string[]): Promise<string[]> {
    return (await this.decidedByOf(of, [id], transitions)).get(id) ?? []
  }

  /** `decidedBy` of several records, by their ids. */
  protected async decidedByOf(
    of: AnyResource,
    ids: readonly string[],
    transitions: readonly string[],
  ): Promise<ReadonlyMap<string, string[]>> {
    return peopleOf(
      await this.tx.query(
        `select distinct biz_id as id, operator_id as person from "approval_history"
         where tenant_id = $1 and biz_type = $2 and biz_id = any($3) and action = any($4::text[])
           and operator_id is not null and is_deleted = 0 order by operator_id`,
        [this.tx.tenantId, of.id, ids, transitions],
      ),
    )
  }

  async editedBy(of: AnyResource, id: string, fields: readonly string[]): Promise<string[]> {
    return (await this.editedByOf(of, [id], fields)).get(id) ?? []
  }

  /** `editedBy` of several records, by their ids. */
  protected async editedByOf(
    of: AnyResource,
    ids: readonly string[],
    fields: readonly string[],
  ): Promise<ReadonlyMap<string, string[]>> {
    if (fields.length === 0) return new Map()
    return peopleOf(
      await this.tx.query(
        `select distinct record_id as id, actor_id as person from "audit_trail"
         where tenant_id = $1 and resource = $2 and record_id = any($3::bigint[]) and action = 'edit'
           and actor_id is not null
           and exists (select 1 from jsonb_array_elements(diff) d where d ->> 'field' = any($4::text[])) order by actor_id`,
        [this.tx.tenantId, of.id, ids, fields],
      ),
    )
  }

  /** The history is ordered by version, because times may be equal within a second. */
  async lastStep(of: AnyResource, id: string): Promise<LastStep | null> {
    const [found] = await this.tx.query<{
      action: string | null
      operator_id: string | null
      operator_name: string | null
      operate_time: Date
      changes: unknown
    }>(
      `select action, operator_id, operator_name, operate_time, changes from "approval_history"
       where tenant_id = $1 and biz_type = $2 and biz_id = $3 and is_deleted = 0
       order by (case when record_version ~ '^[0-9]{1,9}$' then record_version::int else 0 end) desc, id desc limit 1`,
      [this.tx.tenantId, of.id, id],
    )
    if (!found) return null
    return {
      action: found.action ?? '',
      operatorId: String(found.operator_id ?? ''),
      operatorName: found.operator_name ?? '',
      operateTime: found.operate_time,
      changes: changesIn(found.changes),
    }
  }

  async trail(of: AnyResource, id: string, beyond: number): Promise<TrailEntry[]> {
    const found = await this.tx.query<{
      version: number
      action: string
      actor_name: string
      create_time: Date
      diff: unknown
    }>(
      `select version, action, actor_name, create_time, diff from "audit_trail"
       where tenant_id = $1 and resource = $2 and record_id = $3 and version > $4 and action <> all($5::text[])
       order by version desc, id desc limit 50`,
      [this.tx.tenantId, of.id, id, beyond, [...LOOKS]],
    )
    return found.map((t) => ({
      version: t.version,
      action: t.action,
      actorName: t.actor_name,
      at: t.create_time,
      changes: openChanges(of, this.actor.tenantId, changesIn(t.diff)),
    }))
  }

  async keepChange(of: AnyResource, requestId: string, values: KeptChange): Promise<void> {
    const sealed = (side: KeptChange['old']) => JSON.stringify(sealValues(of, this.tx.tenantId, side))
    await this.tx.query(
      'insert into "change_request_values" (tenant_id, id, old_values, new_values) values ($1, $2, $3::jsonb, $4::jsonb)',
      [this.tx.tenantId, requestId, sealed(values.old), sealed(values.new)],
    )
  }

  async keptChange(of: AnyResource, requestId: string): Promise<KeptChange | null> {
    const [found] = await this.tx.query<{ old_values: KeptChange['old']; new_values: KeptChange['new'] }>(
      'select old_values, new_values from "change_request_values" where tenant_id = $1 and id = $2',
      [this.tx.tenantId, requestId],
    )
    if (!found) return null
    const { tenantId } = this.actor
    return { old: openValues(of, tenantId, found.old_values), new: openValues(of, tenantId, found.new_values) }
  }

  async keepPayload(id: string, payload: Readonly<Record<string, unknown>>): Promise<void> {
    await this.tx.query('insert into "intent_payload" (tenant_id, id, payload) values ($1, $2, $3::jsonb)', [
      this.tx.tenantId,
      id,
      sealPayload(payload),
    ])
  }

  override async carryOut(request: { readonly id: string; readonly port: string | null }): Promise<void> {
    await queueIntent(this.context, this.tx, request.port ?? '', request.id)
  }

  async queueJob(kind: string, payload: Readonly<Record<string, unknown>>, key: string): Promise<boolean> {
    return (await offer(this.context, this.tx, kind, payload, { key })).added
  }

  async signedInFrom(): Promise<string | null> {
    const { sessionId } = this.actor
    if (!isId(sessionId)) return null
    const [found] = await this.tx.query<{ ip: string; agent: string }>(
      'select remote_ip as ip, user_agent as agent from "session" where tenant_id = $1 and id = $2',
      [this.tx.tenantId, sessionId],
    )
    // the user agent may contain any character
    return found ? `${found.ip} ${found.agent.replace(/[\p{C}]/gu, '')}`.trim().slice(0, 400) : null
  }

  alert(event: SecurityEvent): Promise<void> {
    return recordSecurityEventIn(this.context, this.tx, event)
  }
}
