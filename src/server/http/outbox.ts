import type { RoundsEvent } from '../../model/kernel/wire.ts'
import type { Database } from '../core/database.ts'

/** A place in the outbox: transaction, then row. Written `<txid>-<id>` as the id of an event. */
export interface Place {
  readonly txid: string
  readonly id: string
}

/** One thing that happened, with what decides who may hear of it. */
export interface Happened extends Place {
  readonly kind: RoundsEvent['kind']
  readonly resource: string
  readonly recordId: string
  readonly version: number
  readonly transition: string
  readonly actorId: string | null
  readonly actorName: string
  readonly company: string | null
  readonly fiscalTax: string | null
  readonly payload: Readonly<Record<string, unknown>>
}

/** "812-40" → its place; null when it is none. */
export const placeOf = (text: string): Place | null => {
  const m = /^(\d{1,19})-(\d{1,19})$/.exec(text.trim())
  return m ? { txid: m[1] as string, id: m[2] as string } : null
}

export const placeText = (p: Place): string => `${p.txid}-${p.id}`

/** Is `a` behind `b` or the same? */
export const isPast = (a: Place, b: Place): boolean => {
  const [at, bt] = [BigInt(a.txid), BigInt(b.txid)]
  return at < bt || (at === bt && BigInt(a.id) <= BigInt(b.id))
}

const COLUMNS =
  'txid, id, kind, resource, record_id, version, transition, actor_id, actor_name, company, fiscal_tax, payload'

interface Row {
  txid: string
  id: string
  kind: RoundsEvent['kind']
  resource: string
  record_id: string
  version: number
  transition: string
  actor_id: string | null
  actor_name: string
  company: string | null
  fiscal_tax: string | null
  payload: Record<string, unknown>
}

const happened = (r: Row): Happened => ({
  txid: String(r.txid),
  id: String(r.id),
  kind: r.kind,
  resource: r.resource,
  recordId: r.record_id,
  version: r.version,
  transition: r.transition,
  actorId: r.actor_id,
  actorName: r.actor_name,
  company: r.company,
  fiscalTax: r.fiscal_tax,
  payload: r.payload ?? {},
})

/**
 * What happened after a place, oldest first. Only rows of transactions that every open one is younger than: a late
 * committer can then never slip in behind the place.
 */
export async function happenedAfter(db: Database, tenantId: string, after: Place, limit: number): Promise<Happened[]> {
  const rows = await db.scoped<Row>(
    { tenantId },
    {
      name: 'outbox-after',
      text: `select ${COLUMNS} from "outbox" where tenant_id = $1 and (txid, id) > ($2::xid8, $3::bigint)
      and txid < pg_snapshot_xmin(pg_current_snapshot()) order by txid, id limit $4`,
      values: [tenantId, after.txid, after.id, limit],
    },
  )
  return rows.map(happened)
}

/** The place of now: everything before it is told already, everything else will be. */
export async function placeOfNow(db: Database, tenantId: string): Promise<Place> {
  const [row] = await db.scoped<{ txid: string }>(
    { tenantId },
    { name: 'outbox-now', text: 'select pg_snapshot_xmin(pg_current_snapshot())::text as txid' },
  )
  return { txid: row?.txid ?? '0', id: '0' }
}

/**
 * Can a stream go on after this place? Not when its row is swept away, or when it lies in the future (another
 * database).
 */
export async function canResume(db: Database, tenantId: string, last: Place): Promise<boolean> {
  const [row] = await db.scoped<{ good: boolean }>(
    { tenantId },
    {
      name: 'outbox-resume',
      text: `select $2::xid8 < pg_snapshot_xmax(pg_current_snapshot()) and ($3::bigint = 0
      or exists (select 1 from "outbox" where tenant_id = $1 and id = $3::bigint and txid = $2::xid8)) as good`,
      values: [tenantId, last.txid, last.id],
    },
  )
  return row?.good === true
}

/** An event as the stream tells it. */
export const eventOf = (h: Happened): RoundsEvent => ({
  id: placeText(h),
  kind: h.kind,
  resource: h.resource,
  recordId: h.recordId,
  version: h.version,
  transition: h.transition,
  by: h.actorName,
  byId: h.actorId ?? '',
  at: typeof h.payload.at === 'string' ? h.payload.at : '',
  ...(h.payload.batch ? { batch: h.payload.batch as NonNullable<RoundsEvent['batch']> } : {}),
  ...(h.payload.security ? { security: h.payload.security as NonNullable<RoundsEvent['security']> } : {}),
})
