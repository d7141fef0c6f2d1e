import { resourceOf } from '../../model/business.ts'
import { leaves } from '../../model/menus/menus.ts'
import { sees, worksQueues } from '../../model/queueViews.ts'
import { permissionCodes } from '../../model/roles/grants.ts'
import { type Actor, Everything } from '../core/actor.ts'
import type { ServerContext } from '../core/context/context.ts'
import { menuRows } from './menuRows.ts'
import { both, packaged } from './packages.ts'

/** Permissions of a user, cut to the package of the tenant, as of one version of the tenant's access. */
export interface Grants {
  readonly version: string
  readonly roleIds: readonly string[]
  readonly roles: readonly string[]
  readonly roleTitles: string
  /** Codes of menus (category 1): tops, groups and leaves. */
  readonly menus: ReadonlySet<string>
  /** Permission codes (category 2). */
  readonly permissions: ReadonlySet<string>
  /** Ids of all menus and buttons in the package of the tenant; absent: it has none. */
  readonly menuIds?: readonly string[]
}

/** Permissions of these that an actor carries. */
export const carried = ({
  roles,
  roleTitles,
  permissions,
  menuIds,
}: Grants): Pick<Actor, 'roles' | 'roleTitles' | 'permissions' | 'menuIds'> => ({
  roles,
  roleTitles,
  permissions,
  menuIds,
})

const menuCodes: ReadonlySet<string> = new Set(
  [...leaves()].flatMap(({ top, group, leaf }) => [top.code, group.code, leaf.code]),
)

/** Codes of leaves that are only for those who work queues. */
const queueLeaves: ReadonlySet<string> = new Set([...leaves()].flatMap(({ leaf }) => (leaf.forQueues ? leaf.code : [])))

/** Permissions that leaves are only for who holds them, by code. */
const needed: ReadonlyMap<string, string> = new Map(
  [...leaves()].flatMap(({ leaf }) => (leaf.needs ? [[leaf.code, leaf.needs] as const] : [])),
)

/** Resource that each leaf shows, by the leaf's code. */
const shownBy: ReadonlyMap<string, string> = new Map(
  [...leaves()].flatMap(({ leaf }) => (leaf.resource ? [[leaf.code, leaf.resource] as const] : [])),
)

/** The menus granted, without those that would lead this user to nothing. */
function menusOf(granted: ReadonlySet<string>, permissions: ReadonlySet<string>): ReadonlySet<string> {
  const may = (code: string) => permissions.has(code)
  const queues = worksQueues(may)
  return new Set(
    [...granted].filter((code) => {
      const shown = shownBy.get(code)
      const needs = needed.get(code)
      return (
        (queues || !queueLeaves.has(code)) &&
        (needs === undefined || may(needs)) &&
        (shown === undefined || sees(resourceOf(shown), may))
      )
    }),
  )
}

const EVERYTHING: ReadonlySet<string> = new Everything(permissionCodes)

const menuById: ReadonlyMap<string, (typeof menuRows)[number]> = new Map(menuRows.map((row) => [row.id, row]))

/** Codes of the menus (1) or the buttons (2) among rows of the menu table; an id of none that is there holds nothing. */
const codesOf = (ids: readonly string[], category: 1 | 2): ReadonlySet<string> =>
  new Set(
    ids.flatMap((id) => {
      const row = menuById.get(id)
      return row?.category === category ? [row.code] : []
    }),
  )

const CACHED_GRANTS_MAX = 5_000

interface Row {
  role_id: string
  role_alias: string
  role_name: string
  /** Ids of menus and buttons; null for administrators, who have all. */
  held: string[] | null
  has_package: boolean
  package_menus: string[] | null
}

/** Grants by user, each good for one version; kept per database (tests open several). */
const caches = new WeakMap<object, Map<string, Grants>>()

/**
 * Grants of a user. `version` is the tenant's as the session lookup read it: while it is unchanged, the answer is
 * cached, so that a request costs one query; a change anywhere makes it stale on every instance.
 */
export async function grantsOf(
  context: ServerContext,
  tenantId: string,
  userId: string,
  version: string,
): Promise<Grants> {
  const cache = caches.get(context.db) ?? new Map<string, Grants>()
  caches.set(context.db, cache)
  const key = `${tenantId}\n${userId}`
  const kept = cache.get(key)
  if (kept?.version === version) return kept
  const rows = await context.db.scoped<Row>(
    { tenantId },
    {
      name: 'grants',
      // the rows of the menu table are the model's: joined, a thousand of them would be looked up for each role
      text: `select r.id as role_id, r.role_alias, r.role_name,
        (select array_agg(rm.menu_id::text) from "role_menu" rm
          where rm.tenant_id = r.tenant_id and rm.role_id = r.id and r.role_alias <> 'administrator') as held,
        exists (select 1 from "tenant" e where e.code = $1 and e.is_deleted = 0 and e.package_id is not null) as has_package,
        (select p.menu_id::text[] from "tenant" e join "tenant_package" p on p.id = e.package_id and p.is_deleted = 0
          where e.code = $1 and e.is_deleted = 0) as package_menus
      from "user_role" ur join "role" r on r.tenant_id = ur.tenant_id and r.id = ur.role_id and r.is_deleted = 0
      where ur.tenant_id = $1 and ur.user_id = $2 order by r.sort, r.id`,
      values: [tenantId, userId],
    },
  )
  const all = rows.some((r) => r.role_alias === 'administrator')
  const within = rows[0]?.has_package ? packaged(rows[0].package_menus ?? []) : null
  const cut = (codes: ReadonlySet<string>, of: 'menus' | 'permissions') => (within ? both(codes, within[of]) : codes)
  const held = rows.flatMap((r) => r.held ?? [])
  const permissions = cut(all ? EVERYTHING : codesOf(held, 2), 'permissions')
  const grants: Grants = {
    version,
    roleIds: rows.map((r) => r.role_id),
    roles: rows.map((r) => r.role_alias),
    roleTitles: rows.map((r) => r.role_name).join(','),
    menus: menusOf(cut(all ? menuCodes : codesOf(held, 1), 'menus'), permissions),
    permissions,
    ...(within ? { menuIds: within.menuIds } : {}),
  }
  if (cache.size >= CACHED_GRANTS_MAX) cache.delete(cache.keys().next().value ?? '')
  cache.delete(key)
  cache.set(key, grants)
  return grants
}
