import { role } from '../../../../model/administration/access/role.ts'
import { roles } from '../../../../model/roles/roles.ts'
import { grantsNamed, type MenuRow } from '../../../auth/menuRows.ts'
import { systemActor } from '../../../core/actor.ts'
import type { ServerContext } from '../../../core/context/context.ts'
import type { Tx } from '../../../core/database.ts'
import { systemStep } from '../../../deciding/decideIn.ts'
import { GRANT, grantsMessage } from '../../../writing/grantChanges.ts'
import { SqlUnitOfWork } from '../../../writing/unitOfWork/sqlUnitOfWork.ts'
import { EDIT } from '../../../writing/unitOfWork/trail.ts'
import { menusOfRole } from './install.ts'

/** Menus and buttons that a built-in role of a tenant was given because this version is the first to have them. */
export interface NewGrants {
  readonly tenantId: string
  readonly roleId: string
  readonly menuIds: readonly string[]
}

/**
 * Entries of a new version that a role gets: its declared ones below entries that it has. Where the role lost a
 * declared leaf, or other entries of a group, an administrator removed it: new entries below stay away, too. Pure.
 * `declared`: entries of the role in the model; `held`: ids that it has; `added`: ids of new entries.
 */
export function newOfRole(
  declared: readonly MenuRow[],
  held: ReadonlySet<string>,
  added: ReadonlySet<string>,
): readonly string[] {
  const own = new Map(declared.map((row) => [row.code, row]))
  // groups and top menus that the role was declared with before: by a leaf that is not new
  const before = declared.filter((row) => row.level === 'leaf' && !added.has(row.id))
  const had = new Set(before.flatMap(({ parent }) => [parent, own.get(parent)?.parent ?? '']))
  const begins = ({ level, code }: MenuRow): boolean => (level === 'top' || level === 'group') && !had.has(code)
  // a button below no declared leaf is not the role's at all
  const above = (row: MenuRow): MenuRow | undefined => own.get(row.parent)
  const gets = (row: MenuRow): boolean => {
    const up = above(row)
    return (held.has(row.id) || added.has(row.id) || begins(row)) && (up === undefined || gets(up))
  }
  const wanted = new Set<string>()
  for (const row of declared)
    if (added.has(row.id) && gets(row))
      for (let at: MenuRow | undefined = row; at; at = above(at)) if (!held.has(at.id)) wanted.add(at.id)
  return [...wanted]
}

/**
 * Gives the built-in roles of every tenant what this version is the first to have (`installMenus` answers which entries those
 * are), as far as they are declared with it. Nobody's own roles get anything, and nothing that was there before comes back to
 * whom it was taken from. Owner's work, in the transaction that adds the entries: whichever instance adds them, once.
 */
export async function grantNewMenus(tx: Tx, added: readonly string[]): Promise<NewGrants[]> {
  if (added.length === 0) return []
  const news = new Set(added)
  const found = await tx.query<{ tenant_id: string; id: string; role_alias: string; held: string[] | null }>(
    `select r.tenant_id, r.id::text as id, r.role_alias, (select array_agg(rm.menu_id::text) from "role_menu" rm
       where rm.tenant_id = r.tenant_id and rm.role_id = r.id) as held
     from "role" r where r.is_deleted = 0 and r.id = any($1::bigint[]) order by r.tenant_id, r.id for update of r`,
    [roles.map((one) => one.id)],
  )
  const given: NewGrants[] = []
  for (const { tenant_id: tenantId, id, role_alias, held } of found) {
    const builtIn = roles.find((one) => one.id === id && one.alias === role_alias)
    const menuIds = builtIn ? newOfRole(menusOfRole(builtIn), new Set(held), news) : []
    if (menuIds.length === 0) continue
    await tx.query(
      'insert into "role_menu" (tenant_id, role_id, menu_id) select $1::text, $2::bigint, unnest($3::bigint[]) on conflict do nothing',
      [tenantId, id, menuIds],
    )
    given.push({ tenantId, roleId: id, menuIds })
  }
  return given
}

/** Keeps in the trail of each role what a new version has given it, and tells administrators. */
export async function noteNewGrants(context: ServerContext, given: readonly NewGrants[]): Promise<void> {
  for (const { tenantId, roleId, menuIds } of given)
    await context.db.transaction({ tenantId }, async (tx) => {
      const work = new SqlUnitOfWork(context, systemActor(tenantId, `menus:${roleId}`), tx, systemStep)
      const [row] = await work.lock(role, [roleId])
      if (!row) return
      const changes = grantsNamed([...menuIds]).map((to) => ({ field: GRANT, from: null, to }))
      await work.update(role, roleId, {}, { action: EDIT, as: 'grant', changes })
      const [zh, en] = grantsMessage(changes)
      await work.alert({
        kind: 'rolesChanged',
        subject: String(row.roleName ?? '').slice(0, 100),
        detail: [
          `新版本为 ${row.roleName} 增加了授权：${zh}`.slice(0, 500),
          `This version gave ${row.roleName} what it is the first to have: ${en}`.slice(0, 500),
        ],
      })
      await work.flush()
    })
}
