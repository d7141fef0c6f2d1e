import { tenant } from '../../../../model/administration/access/tenant.ts'
import { leaves } from '../../../../model/menus/menus.ts'
import type { Label } from '../../../../model/values/label.ts'
import { buttonsOf, type MenuRow, menuRows } from '../../../auth/menuRows.ts'
import { forbidden } from '../../../core/errors.ts'
import { hasPlatformRights } from '../../../core/permissions.ts'
import type { Hooks, Prepare } from '../../../writing/hooks.ts'
import { refuseFields } from '../../../writing/save/sentFields.ts'
import type { UnitOfWork } from '../../../writing/unitOfWork/unitOfWork.ts'
import { notifyTenantChanged } from './tenantSettings.ts'

const leafRows = menuRows.filter((row) => row.level === 'leaf')

/** Menus that a chosen row includes: a leaf itself, a group its leaves, a button its menu. */
function meant(row: MenuRow): readonly MenuRow[] {
  if (row.level === 'leaf') return [row]
  if (row.level === 'top') return leafRows.filter((leaf) => leaf.top === row.code)
  if (row.level === 'group') return leafRows.filter((leaf) => leaf.parent === row.code)
  const having = [...leaves()].filter(({ leaf }) => buttonsOf(leaf).has(row.code)).map(({ leaf }) => leaf.code)
  return leafRows.filter((leaf) => having.includes(leaf.code))
}

/**
 * The leaves among chosen menus: a package is made of nothing else. Trees of clients send the groups above them and the
 * buttons below them too, which say nothing more. What would be left out with all it stands for is a problem: somebody
 * meant it.
 */
function chosenLeaves(ids: readonly string[]): { readonly rows: readonly MenuRow[]; readonly problem: Label | null } {
  const named = menuRows.filter((row) => ids.includes(row.id))
  const rows = named.filter((row) => row.level === 'leaf')
  const lost = named.find((row) => !meant(row).some((leaf) => rows.includes(leaf)))
  return {
    rows,
    problem: lost
      ? [
          `产品包由具体菜单组成，请选择“${lost.title[0]}”所属的菜单`,
          `A package is made of menus with a page: choose those of “${lost.title[1]}”`,
        ]
      : null,
  }
}

/** The tenants that have one of these packages, locked: they come before packages in the order of locks. */
async function lockHolders(work: UnitOfWork, ids: readonly string[]) {
  const having = await work.rows(tenant, { packageId: ids })
  return having.length === 0
    ? []
    : work.lock(
        tenant,
        having.map((row) => row.id),
      )
}

/**
 * Before a package is written: by platform rights alone. Its menus are kept as leaves. Tenants that have it show its
 * name; administrators of the platform are told when what those tenants may do changes.
 */
const written: Prepare = async (values, before, work) => {
  if (!hasPlatformRights(work.actor)) throw forbidden()
  const { rows, problem } = chosenLeaves((values.menuId ?? before?.menuId ?? []) as readonly string[])
  if (problem) refuseFields([{ field: 'menuId', message: problem }], work.actor)
  if (before) {
    const name = String(values.packageName ?? before.packageName)
    const holders = await lockHolders(work, [String(before.id)])
    for (const row of holders) await work.update(tenant, row.id, { packageName: name })
    const of = holders.map((row) => row.tenantName).join('、')
    if (holders.length > 0)
      await notifyTenantChanged(work, of, [
        `${work.actor.name} 修改了产品包 ${name}（租户 ${of}）`,
        `${work.actor.name} changed the package ${name} (tenants: ${of})`,
      ])
  }
  return { menuId: rows.map((row) => row.id), menuName: rows.map((row) => row.title[0]).join('、') }
}

/** Hooks of packages; a package that a tenant has is held by its reference. */
export const packageHooks: Hooks = {
  first: async (ids, work) => {
    await lockHolders(work, ids)
  },
  prepare: written,
  removalProblem: (_, work) => {
    if (!hasPlatformRights(work.actor)) throw forbidden()
    return null
  },
}
