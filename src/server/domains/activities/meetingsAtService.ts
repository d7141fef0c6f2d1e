import { meetingTencent } from '../../../model/activities/meetings/meetingTencent.ts'
import { tencentMeeting } from '../../../model/activities/meetings/tencentPort.ts'
import type { ServerContext } from '../../core/context/context.ts'
import { tenantStands } from '../../core/tenantStands.ts'
import { servedBy } from '../../ports/registry.ts'
import { tableName } from '../../writing/unitOfWork/rows.ts'

/** An online meeting of a tenant. */
export interface HeldMeeting {
  readonly tenantId: string
  readonly id: string
}

/**
 * The online meetings that the service knows by a number, of all tenants that ask the service: a sandbox makes its numbers up. Ten at
 * most: more than one is none that can be told. Of jobs alone: it looks past the tenants' walls.
 */
export async function meetingsAtService(context: ServerContext, tencentMeetingId: string): Promise<HeldMeeting[]> {
  const found = await context.db.owner((tx) =>
    tx.query<{ tenant_id: string; id: string }>(
      `select m.tenant_id, m.id from ${tableName(meetingTencent)} m join "tenant" t on t.code = m.tenant_id and ${tenantStands('t')}
        where m.tencent_meeting_id = $1 and m.is_deleted = 0 order by m.id limit 10`,
      [tencentMeetingId],
    ),
  )
  const asks = await Promise.all(found.map((one) => servedBy(context, one.tenant_id, tencentMeeting.id)))
  return found.flatMap((one, n) => (asks[n] === 'http' ? [{ tenantId: one.tenant_id, id: String(one.id) }] : []))
}
