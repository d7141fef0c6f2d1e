import { role } from '../../../../model/administration/access/role.ts'
import { user } from '../../../../model/administration/access/user.ts'
import { roles as builtIn } from '../../../../model/roles/roles.ts'
import { forbidden } from '../../../core/errors.ts'
import { hasPlatformRights } from '../../../core/permissions.ts'
import { recordsOf } from '../../../core/records.ts'
import type { RemovalProblem } from '../../../writing/hooks.ts'

/**
 * Why roles may not be deleted: by platform rights alone, none that the product itself knows, and none that a user holds.
 * What a role was granted goes with it: grants are read through the role.
 */
export const roleRemovalProblem: RemovalProblem = async (rows, work) => {
  if (!hasPlatformRights(work.actor)) throw forbidden()
  const roles = recordsOf(role, rows)
  const known = roles.find((row) => builtIn.some((one) => one.alias === row.roleAlias))
  if (known)
    return [
      `“${known.roleName}”是内置角色，业务规则以其识别用户，不能删除`,
      `“${known.roleName}” is built in: rules know users by it, and it cannot be deleted`,
    ]
  // users hold few different sets of roles
  const sets = (await work.groupBy(user, ['roleId'], [], {})).map((set) => String(set.key.roleId ?? ''))
  const holding = sets.find((set) => roles.some((row) => set.split(',').includes(row.id)))
  if (holding === undefined) return null
  const held = roles.find((row) => holding.split(',').includes(row.id))
  const holder = await work.any(user, { roleId: holding })
  return [
    `用户“${holder?.realName ?? ''}”还有角色“${held?.roleName ?? ''}”，请先在“角色配置”中为其换一个角色`,
    `“${holder?.realName ?? ''}” still has the role “${held?.roleName ?? ''}”: give this user another by “Set roles” first`,
  ]
}
