import { resourceOf, resources, scopeOf } from '../../../model/business.ts'
import { type Party, partyNames, type Within } from '../../../model/language/owner.ts'
import { type Resource, reachedFrom } from '../../../model/language/resource.ts'
import type { Actor } from '../../core/actor.ts'
import type { ServerContext } from '../../core/context/context.ts'
import { maySee, reachesOthers, seenBy, seesAllOf } from '../../core/permissions.ts'
import type { Values } from '../../database/conditions/values.ts'
import { columnOf, isTenant, quoted, tableOf, tenantText, variantSql } from '../../database/names.ts'
import type { Asker } from './conditions.ts'

/**
 * Reach over rows: the tenant, and within it those of one company, fiscal-tax company or provider; and the fields that
 * may be queried (personal data only for users who may see it). An `Actor` is a reach.
 */
export type Reach = Pick<Actor, 'tenantId'> & Partial<Pick<Actor, 'userId' | 'menuIds' | Party> & Asker>

/**
 * The reach of a list, with the business: it knows the SQL of views, and which transitions are open, for filters by who
 * may decide.
 */
export type ListReach = Reach & Pick<ServerContext, 'domains'>

/** The reach of a person in lists. */
export const reachIn = ({ domains }: Pick<ServerContext, 'domains'>, actor: Actor): ListReach => ({ ...actor, domains })

const grantsIn = ({ permissions, employee }: Reach) => ({
  permissions: permissions ?? new Set<string>(),
  employee: employee ?? null,
})

/**
 * Restriction to rows of one person, where the resource has such rows and the actor reaches no others; without a person
 * no rows.
 */
function ownSql(r: Resource, reach: Reach, values: Values, of = ''): string[] {
  if (!r.own || reachesOthers(grantsIn(reach), r)) return []
  if (!reach.userId) return ['false']
  const id = values.add(reach.userId)
  return [`(${r.own.by.map((name) => `${of}${quoted(columnOf(name))} = ${id}`).join(' or ')})`]
}

/**
 * The rows with a row in them that an employee reaches. Not correlated: `of` says whose the id is, nothing more.
 */
export function withinSql({ within, by }: Within, reach: Reach, values: Values, of = ''): string {
  const inside = resourceOf(within)
  const own = [
    `tenant_id = ${values.add(tenantText(reach.tenantId))}`,
    'is_deleted = 0',
    ...employeeSql(inside, reach, values),
  ]
  return `${of}id in (select ${quoted(columnOf(by))} from ${quoted(tableOf(inside))} where ${own.join(' and ')})`
}

/** The rows of an employee's own activities, where the asker reaches no others of their company. */
function employeeSql(r: Resource, reach: Reach, values: Values, of = ''): string[] {
  const scope = scopeOf(r).employee
  if (!reach.employee || scope === 'open') return []
  if (scope === 'closed') return ['false']
  if ('within' in scope) return [withinSql(scope, reach, values, of)]
  const named = `${of}${quoted(columnOf(scope.field))}`
  const own = `${named} = ${values.add(reach.employee)}`
  return [scope.orNone ? `(${own} or ${named} is null)` : own]
}

/**
 * Records about records: of every resource whose records the asker sees whole, and of the rows of their own where they
 * see no others.
 */
function aboutSql({ resource, id }: NonNullable<Resource['concerns']>, reach: Reach, values: Values): string {
  const [about, record] = [quoted(columnOf(resource)), quoted(columnOf(id))]
  const whole = `${about} = any(${values.add(seenBy(grantsIn(reach)))}::text[])`
  const grants = grantsIn(reach)
  const partly = [...resources.values()].filter(
    (of) => of.view === undefined && maySee(grants, of) && !seesAllOf(grants, of) && scopeOf(of).employee !== 'closed',
  )
  const mine = partly
    .filter((of, n) => partly.findIndex((other) => tableOf(other) === tableOf(of)) === n)
    .map((of) => {
      const shared = partly.filter((other) => tableOf(other) === tableOf(of)).map((other) => other.id)
      const own = [...ownSql(of, reach, values, 'o.'), ...employeeSql(of, reach, values, 'o.')].join(' and ')
      const named = `case when ${record} ~ '^[0-9]{1,19}$' then ${record}::bigint end`
      // `offset 0`: each by its key; the planner would else read all of the table for those of another kind, too
      return `(${about} = any(${values.add(shared)}::text[]) and exists (select 1 from ${quoted(tableOf(of))} o where o.tenant_id = ${values.add(tenantText(reach.tenantId))} and o.id = ${named} and ${own} offset 0))`
    })
  return mine.length === 0 ? whole : `(${[whole, ...mine].join(' or ')})`
}

/**
 * Row scope: a user who is bound to a party sees only rows of that party, and none where the model names it nowhere
 * (INV-43); of rows of persons their own; of menus those in the package of the tenant. A record about a record of another resource exists only for users who may see
 * that one.
 */
export function reachSql(r: Resource, reach: Reach, values: Values): string[] {
  const scope = scopeOf(r)
  const owned = partyNames.flatMap((party) => {
    if (party === 'employee') return employeeSql(r, reach, values)
    const [id, rows] = [reach[party], scope[party]]
    if (!id || rows === 'open') return []
    if (rows === 'closed') return ['false']
    const own = `${quoted(columnOf(rows.field))} = ${values.add(id)}`
    return [rows.orNone ? `(${own} or ${quoted(columnOf(rows.field))} is null)` : own]
  })
  const packaged = r.packaged && reach.menuIds ? [`id = any(${values.add([...reach.menuIds])}::bigint[])`] : []
  return [
    ...owned,
    ...packaged,
    ...ownSql(r, reach, values),
    ...(r.concerns ? [aboutSql(r.concerns, reach, values)] : []),
  ]
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
