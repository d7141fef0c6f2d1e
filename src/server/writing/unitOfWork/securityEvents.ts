import {
  SECURITY_EVENT_KINDS,
  type SecurityEventKind,
  securityEvent,
} from '../../../model/administration/access/securityEvent.ts'
import { wallClock } from '../../../model/values/dates.ts'
import type { Label } from '../../../model/values/label.ts'
import type { SecurityNotice } from '../../../model/wire/wire.ts'
import type { ServerContext } from '../../core/context/context.ts'
import type { Tx } from '../../core/database.ts'
import { loadRecords, type Values } from '../../database/records.ts'
import { tableName } from './rows.ts'
import type { Source } from './trail.ts'

export type { SecurityEventKind }

/** A message to administrators. `subject` is an account, an address or a parameter's key; `detail` a whole sentence. */
export interface SecurityEvent {
  readonly kind: SecurityEventKind
  readonly subject: string
  readonly detail: Label
  /** The user who did it, where one was signed in. */
  readonly actor?: { readonly userId: string; readonly name: string } | null
  /** Remote address, where a request caused it. */
  readonly ip?: string
  /**
   * The subject exists and was not invented by an anonymous client, so the limit for invented subjects does not apply.
   */
  readonly exists?: boolean
}

/**
 * Kinds that anonymous clients can cause: the same kind about the same subject is reported once per interval, and no
 * more of a kind an hour than so many.
 */
export const CAUSED_BY_STRANGERS: readonly SecurityEventKind[] = ['accountGuessing', 'addressGuessing']
const AGAIN_AFTER_MINUTES = 10
const MOST_AN_HOUR = 60

/**
 * A text as it may be kept and shown: what cannot be seen (controls, bidi marks, half pairs) is made visible, and its
 * length bounded.
 */
const shown = (text: string, most: number): string => [...text.replace(/[\p{C}]/gu, '\uFFFD')].slice(0, most).join('')

/**
 * Returns whether this was reported already, or enough of its kind. What anonymous clients can cause must neither fill
 * the table nor bury what matters.
 */
async function isReportedEnough(tx: Tx, { kind, exists }: SecurityEvent, subject: string): Promise<boolean> {
  if (!CAUSED_BY_STRANGERS.includes(kind)) return false
  const [found] = await tx.query<{ again: boolean; many: boolean }>(
    `select exists (select 1 from ${tableName(securityEvent)} where tenant_id = $1 and kind = $2 and subject = $3
         and create_time > now() - make_interval(mins => $4)) as again,
       (select count(*) from ${tableName(securityEvent)} where tenant_id = $1 and kind = $2 and create_time > now() - interval '1 hour') >= $5 as many`,
    [tx.tenantId, SECURITY_EVENT_KINDS[kind], subject, AGAIN_AFTER_MINUTES, MOST_AN_HOUR],
  )
  return found?.again === true || (found?.many === true && !exists)
}

/** The record of a security event, and the outbox row by which consoles hear of it, by column. */
export function securityRecord(
  source: Source,
  event: SecurityEvent,
): { readonly record: Values; readonly outbox: Readonly<Record<string, unknown>> } {
  const now = wallClock(source.now())
  const kind = SECURITY_EVENT_KINDS[event.kind]
  const subject = shown(event.subject, 100)
  const detail: Label = [shown(event.detail[0], 500), shown(event.detail[1], 500)]
  const id = source.id()
  const by = event.actor?.userId ?? null
  const name = shown(event.actor?.name ?? '', 50)
  const security: SecurityNotice = { kind, subject, detail }
  return {
    record: {
      id,
      kind,
      subject,
      detail: detail[0],
      detailEn: detail[1],
      actorId: by,
      actorName: name,
      ip: shown(event.ip ?? '', 64),
      eventTime: now,
      createUser: by,
      updateUser: by,
    },
    outbox: {
      resource: securityEvent.id,
      record_id: id,
      transition: 'add',
      actor_id: by,
      actor_name: name,
      payload: { at: now, security },
    },
  }
}

/**
 * Writes a security event inside a transaction of its tenant, with the outbox row by which the consoles of everybody
 * who may view the list are notified at once. Repeated guesses are reported once every ten minutes. Does not throw for
 * long texts: they are cut.
 */
export async function recordSecurityEventIn(context: ServerContext, tx: Tx, event: SecurityEvent): Promise<void> {
  const subject = shown(event.subject, 100)
  // anonymous clients may name tenants that do not exist and have no administrators
  const tenant = await tx.query('select 1 as one from "tenant" where code = $1 and is_deleted = 0', [tx.tenantId])
  if (tenant.length === 0 || (await isReportedEnough(tx, event, subject))) return
  const { record, outbox } = securityRecord(context, event)
  loadRecords(tx, securityEvent, [record])
  await tx.query(
    `insert into "outbox" (tenant_id, resource, record_id, transition, actor_id, actor_name, payload)
     select $1, resource, record_id, transition, actor_id, actor_name, payload
     from jsonb_populate_recordset(null::"outbox", $2::jsonb)`,
    [tx.tenantId, JSON.stringify([outbox])],
  )
}

/** The same in a transaction of its own. */
export async function recordSecurityEvent(
  context: ServerContext,
  tenantId: string,
  event: SecurityEvent,
): Promise<void> {
  await context.db.transaction({ tenantId }, (tx) => recordSecurityEventIn(context, tx, event))
}
