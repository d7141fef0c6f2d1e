import type { ServerContext } from '../../core/context/context.ts'

/** Ids of awards of points of a tenant that are to be given, the oldest first, `most` at most (model/points/award.ts). */
export async function waitingAwards(context: ServerContext, tenantId: string, most: number): Promise<string[]> {
  const found = await context.db.scoped<{ id: string }>(
    { tenantId },
    {
      text: 'select id::text as id from "doctor_award" where tenant_id = $1 and award_status = 0 and is_deleted = 0 order by id limit $2',
      values: [tenantId, most],
    },
  )
  return found.map(({ id }) => id)
}
