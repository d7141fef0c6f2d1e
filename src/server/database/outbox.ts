import type { RoundsEvent } from '../../model/wire/wire.ts'
import type { Database } from '../core/database.ts'

/**
 * A place in the outbox of a tenant: its number and the row that has it, 0 and 0 before the first. Numbers are given to
 * committed rows (`placeEvents`), one after the other without a gap. Written `<number>-<id>` as the id of an event.
 */
export interface Place {
  readonly number: string
  readonly id: string
}

/** Event with the facts that decide who receives it. */
export interface Happened extends Place {
  /** `notify`: for whoever makes notifications alone (`notify.ts`), never for a browser. */
  readonly kind: RoundsEvent['kind'] | 'notify'
  readonly resource: string
  readonly recordId: string
  readonly version: number
  readonly transition: string
  readonly actorId: string | null
  readonly actorName: string
  readonly company: string | null
  readonly fiscalTax: string | null
  readonly provider: string | null
  readonly employee: string | null
  readonly payload: Readonly<Record<string, unknown>>
}

/** "812-40" → its place; null when it is none. */
export const placeOf = (text: string): Place | null => {
  const m = /^(\d{1,18})-(\d{1,18})$/.exec(text.trim())
  return m ? { number: m[1] as string, id: m[2] as string } : null
}

export const placeText = (p: Place): string => `${p.number}-${p.id}`

/** Returns whether `a` is behind `b` or the same. */
export const isPast = (a: Place, b: Place): boolean => BigInt(a.number) <= BigInt(b.number)

const COLUMNS =
  'place, id, kind, resource, record_id, version, transition, actor_id, actor_name, company, fiscal_tax, provider, employee, payload'

interface Row {
  place: string
  id: string
  kind: Happened['kind']
  resource: string
  record_id: string
  version: number
  transition: string
  actor_id: string | null
  actor_name: string
  company: string | null
  fiscal_tax: string | null
  provider: string | null
  employee: string | null
  payload: Record<string, unknown>
}

const happened = (r: Row): Happened => ({
  number: String(r.place),
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
  provider: r.provider,
  employee: r.employee,
  payload: r.payload ?? {},
})

/** Rows placed by one statement at most: after a large import its rows are placed bite by bite. */
const BITE = 20_000

/**
 * Gives places to what was committed since (migrations/0003: rounds_place_events). Returns the last place, and whether
 * more rows wait for theirs.
 */
export async function placeEvents(db: Database, tenantId: string): Promise<{ last: Place; more: boolean }> {
  const [row] = await db.scoped<{ last_place: string; last_id: string; more: boolean }>(
    { tenantId },
    { name: 'outbox-place', text: 'select * from rounds_place_events($1, $2)', values: [tenantId, BITE] },
  )
  return { last: { number: row?.last_place ?? '0', id: row?.last_id ?? '0' }, more: row?.more === true }
}

/** Returns the present place: everything committed before it has been sent already, everything else will be. */
export async function placeOfNow(db: Database, tenantId: string): Promise<Place> {
  for (;;) {
    const { last, more } = await placeEvents(db, tenantId)
    if (!more) return last
  }
}

/**
 * Events after a place, oldest first. Null when one of them, or the place itself, is missing (swept away, or the place
 * is another database's): numbers have no gaps, so that every missing row shows.
 */
export async function happenedAfter(
  db: Database,
  tenantId: string,
  after: Place,
  limit: number,
): Promise<Happened[] | null> {
  const rows = await db.scoped<Row>(
    { tenantId },
    {
      name: 'outbox-after',
      text: `select ${COLUMNS} from "outbox" where tenant_id = $1 and place >= $2::bigint order by place limit $3`,
      values: [tenantId, after.number, limit + 1],
    },
  )
  const found = rows.map(happened)
  const first = BigInt(after.number)
  if (first > 0n && found.shift()?.id !== after.id) return null
  return found.every((h, i) => BigInt(h.number) === first + BigInt(i + 1)) ? found.slice(0, limit) : null
}

/** Returns an event in the form of the stream. */
export const eventOf = (h: Happened & { readonly kind: RoundsEvent['kind'] }): RoundsEvent => ({
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
  ...(h.payload.answer ? { answer: h.payload.answer as NonNullable<RoundsEvent['answer']> } : {}),
  ...(h.payload.settings ? { settings: h.payload.settings as NonNullable<RoundsEvent['settings']> } : {}),
  ...(h.payload.security ? { security: h.payload.security as NonNullable<RoundsEvent['security']> } : {}),
})
