import { checksOf } from '../../../model/all.ts'
import type { Condition } from '../../../model/kernel/condition.ts'
import { isByPeople } from '../../../model/kernel/lifecycle.ts'
import { type Check, makerCode } from '../../../model/kernel/makers.ts'
import type { Resource } from '../../../model/kernel/resource.ts'
import { closedWhy } from '../../core/open.ts'
import { may } from '../../core/permissions.ts'
import { columnOf, literal, quoted, tableOf, tenantText } from '../names.ts'
import { MAKERS_TABLE } from '../schema/makers.ts'
import { valuesOf } from './conditions.ts'
import type { Reach } from './reach.ts'
import type { Values } from './values.ts'

// Which records a person may not decide because they made them. The decision itself is guarded by the engine.

/** Separation of duties is off: exactly one row of the guarded parameter says so (`valueInForce`). */
const switchedOff = (tenant: string): string =>
  `(select count(*) = 1 and min(param_value) = 'false' from "param" where tenant_id = ${tenant} and param_key = 'sod.enabled' and is_deleted = 0) is true`

/** Rows `k` of the makers table: how this person is a maker of the record in hand. */
function mine(r: Resource, reach: Reach, values: Values, always: boolean): string {
  const tenant = values.add(tenantText(reach.tenantId))
  const duties = always ? '' : ` and not ${switchedOff(tenant)}`
  return `from "${MAKERS_TABLE}" k where k.tenant_id = ${tenant} and k.resource = ${literal(r.id)} and k.user_id = ${values.add(reach.userId ?? '0')}::bigint and k.record_id = ${quoted(tableOf(r))}.id${duties}`
}

/** A select item: the codes of the ways in which this person is a maker, "" for none. */
export function madeSql(r: Resource, reach: Reach, values: Values): string {
  const { checks } = checksOf(r.id)
  return `coalesce((select string_agg(k.how, ' ' order by k.how) ${mine(
    r,
    reach,
    values,
    checks.some((c) => c.always),
  )}), '')`
}

/** The open checked transitions that this person may take, those of one state and one kind of makers together. */
function checksFor(
  r: Resource,
  reach: Reach,
): { readonly from: Check['transition']['from']; readonly ways: string[] }[] {
  const asker = { roles: reach.roles ?? [], permissions: reach.permissions ?? new Set<string>() }
  const groups = new Map<string, { from: Check['transition']['from']; ways: string[] }>()
  for (const { name, transition: t, makers } of checksOf(r.id).checks) {
    if (!isByPeople(t) || t.from === 'new' || closedWhy(r.id, name) || !may(asker, t.permission ?? '')) continue
    const group = { from: t.from, ways: makers.map(makerCode) }
    groups.set(JSON.stringify(group), group)
  }
  return [...groups.values()]
}

/** What the answer depends on besides the conditions: remembered results are kept apart by it. */
export const decidableFor = (r: Resource, reach: Reach): unknown => [reach.userId, checksFor(r, reach)]

/** The record is in a state (`isInState`). */
function stateSql(r: Resource, from: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(from).map(([name, want]) => {
    const column = `${quoted(tableOf(r))}.${quoted(columnOf(name))}`
    const all = [want].flat()
    const some = all.filter((v): v is string | number => v !== null).map(literal)
    const one = some.length === 1 ? `${column} = ${some[0]}` : `${column} in (${some.join(', ')})`
    if (!all.includes(null)) return one
    return some.length === 0 ? `${column} is null` : `(${column} is null or ${one})`
  })
  return parts.length === 0 ? 'true' : parts.join(' and ')
}

const any = (parts: readonly string[]): string =>
  parts.length === 0
    ? 'false'
    : parts.length === 1
      ? (parts[0] as string)
      : `(${parts.map((p) => `(${p})`).join(' or ')})`

/**
 * A condition on `DECIDABLE`. With one group, as nearly always, it is the plain `[not] exists` that the planner makes a
 * join of.
 */
export function decidableSql(r: Resource, reach: Reach, c: Condition, values: Values): string {
  const groups = checksFor(r, reach).map((g) => ({
    ...g,
    state: stateSql(r, g.from as Readonly<Record<string, unknown>>),
  }))
  const { checks, ways: all } = checksOf(r.id)
  const always = checks.some((check) => check.always)
  const made = (ways: readonly string[], also = ''): string => {
    const some = ways.length < all.size ? ` and k.how = any(${values.add(ways)}::text[])` : ''
    return `exists (select 1 ${mine(r, reach, values, always)}${some}${also})`
  }
  const leavesOut = c.op === 'notequal' || c.op === 'notin'
  const sought = new Set(valuesOf(c))
  const [only, ...more] = groups
  if (sought.size === 1 && sought.has('0') && only && more.length === 0)
    // what leaves out keeps what has no value: records that wait for no such decision
    return leavesOut ? `not ${made(only.ways, ` and ${only.state}`)}` : `${only.state} and ${made(only.ways)}`
  const waits = any(groups.map((g) => g.state))
  const yes = (): string => any(groups.map((g) => `${g.state} and not ${made(g.ways)}`))
  const found = sought.size > 1 ? waits : sought.has('1') ? yes() : `${waits} and not (${yes()})`
  return leavesOut ? `(${found}) is not true` : `(${found})`
}
