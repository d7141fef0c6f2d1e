import { leaves } from '../../model/menus/menus.ts'
import { buttonsOf, menuRows } from './menuRows.ts'

/** Limits of the users of a tenant with a package. */
export interface Packaged {
  /** Codes of menus: the leaves of the package with the groups and top menus they hang on. */
  readonly menus: ReadonlySet<string>
  /** Codes of everything that is worked with from one of its leaves. */
  readonly permissions: ReadonlySet<string>
  /** Ids of the rows of both. */
  readonly menuIds: readonly string[]
}

const leafIds: ReadonlyMap<string, string> = new Map(
  menuRows.flatMap((row) => (row.level === 'leaf' ? [[row.code, row.id]] : [])),
)

/**
 * Content of a package of these menus (ids). Only leaves count: an id of a group, of a button or of a menu that is no
 * longer there holds nothing. Pure.
 */
export function packaged(ids: readonly string[]): Packaged {
  const named = new Set(ids)
  const menus = new Set<string>()
  const permissions = new Set<string>()
  for (const { top, group, leaf } of leaves()) {
    if (!named.has(leafIds.get(leaf.code) ?? '')) continue
    for (const { code } of [top, group, leaf]) menus.add(code)
    for (const code of buttonsOf(leaf).keys()) permissions.add(code)
  }
  const held = ({ level, code }: (typeof menuRows)[number]) => (level === 'button' ? permissions : menus).has(code)
  return { menus, permissions, menuIds: menuRows.filter(held).map((row) => row.id) }
}

/** Intersection of two sets. Pure. */
export const both = (a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...a].filter((code) => b.has(code)))

/** The join that says of which version the package of a tenant `e` is (`PACKAGE_VERSION`). */
export const PACKAGE = 'left join "tenant_package" p on p.id = e.package_id'

/**
 * The package of a tenant `e` and its version, as part of the version of the tenant's access: another package and an
 * edit of it count at once, like a change of roles. Empty without one.
 */
export const PACKAGE_VERSION = `coalesce('.' || e.package_id || '.' || coalesce(p.version, -1), '')`
