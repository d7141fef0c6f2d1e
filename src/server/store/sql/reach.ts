import { scopeOf } from '../../../model/all.ts'
import { partyNames } from '../../../model/kernel/owner.ts'
import { type Resource, reachedFrom } from '../../../model/kernel/resource.ts'
import type { Actor } from '../../core/actor.ts'
import { seenBy } from '../../core/permissions.ts'
import { columnOf, isTenant, quoted, tenantText, variantSql } from '../names.ts'
import type { Asker } from './conditions.ts'
import type { Values } from './values.ts'

/**
 * Whose rows: the tenant, and within it those of one company, fiscal-tax company or provider; and what may be asked of
 * them (personal data only for users who may see it). An actor is one.
 */
export type Reach = Pick<Actor, 'tenantId'> &
  Partial<Pick<Actor, 'userId' | 'company' | 'fiscalTax' | 'provider'> & Asker>

/** The resources that the user may see, for records about records of other resources. */
const seenOf = ({ roles, permissions }: Reach): string[] =>
  seenBy({ roles: roles ?? [], permissions: permissions ?? new Set() })

/**
 * Row scope: a user who is bound to a party sees only rows of that party, and none where the model names it nowhere
 * (INV-43). A record about a record of another resource exists only for users who may see that resource.
 */
export function reachSql(r: Resource, reach: Reach, values: Values): string[] {
  const scope = scopeOf(r)
  const own = partyNames.flatMap((party) => {
    const [id, rows] = [reach[party], scope[party]]
    if (!id || rows === 'open') return []
    return rows === 'closed' ? ['false'] : [`${quoted(columnOf(rows.field))} = ${values.add(id)}`]
  })
  const { concerns } = r
  return concerns ? [...own, `${quoted(columnOf(concerns.resource))} = any(${values.add(seenOf(reach))}::text[])`] : own
}

/**
 * Returns the condition of the rows that exist for a user: of the tenant, not deleted, of the variant, within the
 * user's scope.
 */
export function basisSql(r: Resource, reach: Reach, values: Values): string[] {
  return [
    ...(isTenant(r) ? [`tenant_id = ${values.add(tenantText(reach.tenantId))}`] : []),
    ...(reachedFrom(r, reach.tenantId) ? [] : ['false']),
    'is_deleted = 0',
    ...variantSql(r),
    ...reachSql(r, reach, values),
  ]
}
