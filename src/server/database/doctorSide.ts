import { wallClock } from '../../model/values/dates.ts'
import type { Database } from '../core/database.ts'

// Tables by hand of the page on a doctor's phone (domain §13): what no history is kept of.

type Content = Readonly<Record<string, unknown>>

/** How long a draft is kept, days; codes sent for one link; minutes that a code is good. */
const [KEPT, CODES, GOOD] = [30, 5, 5]

/** Subject of a draft: of a doctor and a record, so that a later link finds it. */
export interface Drafted {
  readonly tenantId: string
  readonly doctorId: string | null
  readonly bizType: string | null
  readonly bizId: string | null
}

const whose = (of: Drafted): unknown[] => [of.tenantId, of.doctorId, of.bizType, of.bizId]

/** Keeps a draft in the place of an earlier one. */
export const keepDraft = (db: Database, of: Drafted, content: Content): Promise<unknown> =>
  db.transaction({ tenantId: of.tenantId }, (tx) =>
    tx.query(
      `insert into "doctor_draft" (tenant_id, doctor_id, resource, record_id, content) values ($1, $2, $3, $4, $5::jsonb)
       on conflict (tenant_id, doctor_id, resource, record_id) do update set content = excluded.content, saved_time = now()`,
      [...whose(of), JSON.stringify(content)],
    ),
  )

/** The draft of a record; null where there is none. */
export async function draftOf(
  db: Database,
  of: Drafted,
): Promise<{ readonly content: Content; readonly time: string } | null> {
  const [found] = await db.scoped<{ content: Content; saved_time: Date }>(
    { tenantId: of.tenantId },
    {
      name: 'doctor-draft',
      text: `select content, saved_time from "doctor_draft" where tenant_id = $1 and doctor_id = $2 and resource = $3 and record_id = $4
        and saved_time > now() - make_interval(days => ${KEPT})`,
      values: whose(of),
    },
  )
  return found ? { content: found.content, time: wallClock(new Date(found.saved_time)) } : null
}

/** Takes a draft away once its report was handed in. */
export const dropDraft = (db: Database, of: Drafted): Promise<unknown> =>
  db.transaction({ tenantId: of.tenantId }, (tx) =>
    tx.query(
      'delete from "doctor_draft" where tenant_id = $1 and doctor_id = $2 and resource = $3 and record_id = $4',
      whose(of),
    ),
  )

/** Counts that a link was opened, at a wall clock: an opening is no change of the record. */
export const countUse = (db: Database, tenantId: string, linkId: string, time: string): Promise<unknown> =>
  db.transaction({ tenantId }, (tx) =>
    tx.query(
      `update "doctor_link" set use_count = coalesce(use_count, 0) + 1, last_used_time = $3, first_used_time = coalesce(first_used_time, $3)
       where tenant_id = $1 and id = $2`,
      [tenantId, linkId, time],
    ),
  )

/** Keeps the signature of a code that is sent now; false where one was sent within a minute, or too many were. */
export async function keepCode(db: Database, tenantId: string, linkId: string, signature: string): Promise<boolean> {
  const kept = await db.transaction({ tenantId }, (tx) =>
    tx.query(
      `insert into "doctor_code" (tenant_id, link_id, signature) values ($1, $2, $3)
       on conflict (tenant_id, link_id) do update set signature = excluded.signature, sent_time = now(), sent_count = "doctor_code".sent_count + 1
       where "doctor_code".sent_count < $4 and "doctor_code".sent_time < now() - interval '1 minute' returning 1 as kept`,
      [tenantId, linkId, signature, CODES],
    ),
  )
  return kept.length > 0
}

/** Takes the code that was sent last where `isIt` says so of its signature: each is good for minutes and once. */
export const takeCode = (
  db: Database,
  tenantId: string,
  linkId: string,
  isIt: (signature: string) => boolean,
): Promise<boolean> =>
  db.transaction({ tenantId }, async (tx) => {
    const [kept] = await tx.query<{ signature: string }>(
      `select signature from "doctor_code" where tenant_id = $1 and link_id = $2 and sent_time > now() - make_interval(mins => ${GOOD}) for update`,
      [tenantId, linkId],
    )
    if (!kept || !isIt(kept.signature)) return false
    await tx.query(`update "doctor_code" set signature = '' where tenant_id = $1 and link_id = $2`, [tenantId, linkId])
    return true
  })
