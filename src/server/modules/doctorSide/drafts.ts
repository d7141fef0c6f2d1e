import { wallClock } from '../../../model/kernel/dates.ts'
import type { ServerContext } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'
import type { Link } from './links.ts'

// What a doctor typed and did not hand in, by record and not by link: a later link finds it (domain §13). No history is kept of it.

type Content = Readonly<Record<string, unknown>>

/** How long a draft is kept, days; its largest size, characters. */
const [KEPT, LARGEST] = [30, 200_000]

const whose = (link: Link): unknown[] => [link.doctorId, link.bizType, link.bizId]

/** Keeps a draft in the place of an earlier one. @throws AppError 413 */
export async function keepDraft(context: ServerContext, tenantId: string, link: Link, content: Content): Promise<void> {
  const text = JSON.stringify(content)
  if (text.length > LARGEST) throw new AppError(413, ['草稿过大，无法保存', 'The draft is too large to be kept'])
  await context.db.transaction({ tenantId }, (tx) =>
    tx.query(
      `insert into "doctor_draft" (tenant_id, doctor_id, resource, record_id, content) values ($1, $2, $3, $4, $5::jsonb)
       on conflict (tenant_id, doctor_id, resource, record_id) do update set content = excluded.content, saved_time = now()`,
      [tenantId, ...whose(link), text],
    ),
  )
}

/** The draft of a link's record; null where there is none. */
export async function draftOf(
  context: ServerContext,
  tenantId: string,
  link: Link,
): Promise<{ readonly content: Content; readonly time: string } | null> {
  const [found] = await context.db.scoped<{ content: Content; saved_time: Date }>(
    { tenantId },
    {
      name: 'doctor-draft',
      text: `select content, saved_time from "doctor_draft" where tenant_id = $1 and doctor_id = $2 and resource = $3 and record_id = $4
        and saved_time > now() - make_interval(days => ${KEPT})`,
      values: [tenantId, ...whose(link)],
    },
  )
  return found ? { content: found.content, time: wallClock(new Date(found.saved_time)) } : null
}

/** Takes the draft away once its report was handed in. */
export const dropDraft = (context: ServerContext, tenantId: string, link: Link): Promise<unknown> =>
  context.db.transaction({ tenantId }, (tx) =>
    tx.query(
      'delete from "doctor_draft" where tenant_id = $1 and doctor_id = $2 and resource = $3 and record_id = $4',
      [tenantId, ...whose(link)],
    ),
  )
