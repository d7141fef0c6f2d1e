import type { ServerContext } from '../../../core/context/context.ts'

/** People notified of one event, at most. */
const PEOPLE_MAX = 200

/** Users who may hold a permission by a role of theirs: what they hold indeed is looked at where they are notified. */
export async function peopleWith(
  { db }: Pick<ServerContext, 'db'>,
  tenantId: string,
  permission: string,
): Promise<string[]> {
  const rows = await db.scoped<{ id: string }>(
    { tenantId },
    {
      name: 'people-with',
      text: `select distinct u.id from "user" u join "user_role" ur on ur.tenant_id = u.tenant_id and ur.user_id = u.id
          join "role" r on r.tenant_id = ur.tenant_id and r.id = ur.role_id and r.is_deleted = 0
        where u.tenant_id = $1 and u.is_deleted = 0 and u.status = 1 and (r.role_alias = 'administrator' or exists (
          select 1 from "role_menu" rm join "menu" m on m.id = rm.menu_id
          where rm.tenant_id = r.tenant_id and rm.role_id = r.id and m.code = $2))
        order by u.id limit ${PEOPLE_MAX}`,
      values: [tenantId, permission],
    },
  )
  return rows.map(({ id }) => String(id))
}
