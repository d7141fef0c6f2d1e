import { permissionCodes, permissionsOf } from '../../src/model/roles/grants.ts'
import { roles } from '../../src/model/roles/roles.ts'
import { type Actor, Everything } from '../../src/server/core/actor.ts'
import { newId } from '../../src/server/core/ids.ts'

let people = 0

/** A person with a built-in role. */
export function person(tenantId: string, alias: string, more: Partial<Actor> = {}): Actor {
  const role = roles.find((r) => r.alias === alias)
  if (!role) throw new Error(`no role ${alias}`)
  return {
    tenantId,
    userId: newId(),
    name: `${role.title[0]}${++people}`,
    account: alias,
    roles: [alias],
    roleTitles: role.title[0],
    deptId: null,
    company: null,
    fiscalTax: null,
    provider: null,
    employee: null,
    // administrators hold what a test declares, too
    permissions: alias === 'administrator' ? new Everything(permissionCodes) : permissionsOf(role),
    language: 'zh',
    sessionId: 's',
    requestId: 'r',
    ...more,
  }
}

/** Who puts rows where they are before anybody decides. */
export const loader = (tenantId: string): Actor =>
  person(tenantId, 'administrator', { name: '装载', userId: '1', requestId: 'load' })
