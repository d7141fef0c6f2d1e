import { notice } from '../../../../model/desk/notice.ts'
import type { ServerContext } from '../../../core/context/context.ts'
import { tableName } from '../../../writing/unitOfWork/rows.ts'
import { emitNotified } from './keep.ts'

/**
 * Announces notices (通知公告) whose time of release came since the last look, to everybody of the tenant who did not switch
 * them off: a row a person, so that everybody has their own mark. Who may see no notices is shown none
 * (`readNotifications`). A notice that is released anew is announced anew.
 */
export async function announce(context: ServerContext, tenantId: string): Promise<void> {
  const now = context.now()
  await context.db.transaction({ tenantId }, async (tx) => {
    const [before] = await tx.query<{ announced: Date }>(
      'select announced from "notification_place" where tenant_id = $1 for update',
      [tenantId],
    )
    if (!before || before.announced >= now) return
    const made = await tx.query(
      `insert into "notification" (tenant_id, user_id, kind, resource, record_id, group_key, params, once)
       select n.tenant_id, u.id, 'announcement', $4, n.id, 'announcement ' || n.id || ' ' || extract(epoch from n.release_time)::bigint, '{}',
         'announcement ' || n.id || ' ' || extract(epoch from n.release_time)::bigint
       from ${tableName(notice)} n join "user" u on u.tenant_id = n.tenant_id and u.is_deleted = 0 and u.status = 1
         left join "user_setting" s on s.tenant_id = u.tenant_id and s.user_id = u.id and s.key = 'notifications'
       where n.tenant_id = $1 and n.is_deleted = 0 and n.release_time <= $3
         and greatest(n.release_time, n.create_time, n.update_time) > $2::timestamptz - interval '1 minute'
         and coalesce(s.value ->> 'announcement', '') <> 'off'
       on conflict (tenant_id, user_id, once) do nothing returning 1 as one`,
      [tenantId, before.announced.toISOString(), now.toISOString(), notice.id],
    )
    tx.write('update "notification_place" set announced = $2 where tenant_id = $1', [tenantId, now.toISOString()])
    if (made.length > 0) emitNotified(tx, now, null)
  })
}
