import { checksOf } from '../../../model/business.ts'
import { type Condition, valuesOf } from '../../../model/language/conditions/condition.ts'
import { fromExpression } from '../../../model/language/conditions/fromExpression.ts'
import { isByPeople } from '../../../model/language/lifecycle.ts'
import { type Check, makerCode } from '../../../model/language/makers.ts'
import type { Resource } from '../../../model/language/resource.ts'
import { closedWhy } from '../../core/open.ts'
import { may } from '../../core/permissions.ts'
import { expressionSql } from '../../database/conditions/expressionSql.ts'
import { literals } from '../../database/conditions/places.ts'
import type { Values } from '../../database/conditions/values.ts'
import { columnOf, literal, quoted, tableOf, tenantText } from '../../database/names.ts'
import { MAKERS_TABLE } from '../../database/schema/makers.ts'
import type { ListReach, Reach } from './reach.ts'

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

/** The states in which somebody waits for a decision that these makers may not take. */
interface Group {
  readonly from: readonly Check['transition']['from'][]
  readonly ways: readonly string[]
}

/** The open checked transitions that this person may take, those of one kind of makers together; fewest makers first. */
function checksFor(r: Resource, reach: ListReach): Group[] {
  const asker = { permissions: reach.permissions ?? new Set<string>() }
  const { domains } = reach
  const groups = new Map<string, Group>()
  for (const { name, transition: t, makers } of checksOf(r.id).checks) {
    if (!isByPeople(t) || t.from === 'new' || closedWhy(domains, r.id, name) || !may(asker, t.permission ?? ''))
      continue
    const ways = makers.map(makerCode).sort()
    const known = groups.get(ways.join())?.from ?? []
    const same = known.some((from) => JSON.stringify(from) === JSON.stringify(t.from))
    groups.set(ways.join(), { from: same ? known : [...known, t.from], ways })
  }
  return [...groups.values()].sort((a, b) => a.ways.length - b.ways.length)
}

/** Does each group have all makers of those before it? */
const isNested = (groups: readonly Group[]): boolean =>
  groups.every((g, n) => n === 0 || groups[n - 1]?.ways.every((way) => g.ways.includes(way)))

/** Parts of the answer's key besides the conditions: remembered results are kept apart by it. */
export const decidableFor = (r: Resource, reach: ListReach): unknown => [reach.userId, checksFor(r, reach)]

/** The record is in a state (`isInState`). */
const stateSql = (r: Resource, from: Readonly<Record<string, unknown>>): string =>
  expressionSql(
    fromExpression(from),
    literals((name) => `${quoted(tableOf(r))}.${quoted(columnOf(name))}`),
  )

const any = (parts: readonly string[]): string =>
  parts.length === 0
    ? 'false'
    : parts.length === 1
      ? (parts[0] as string)
      : `(${parts.map((p) => `(${p})`).join(' or ')})`

/**
 * A condition on `DECIDABLE`. Where groups are nested, as nearly always, it is one plain `[not] exists` that the planner
 * makes a join of: a record cannot be decided if its person is a maker of the smallest group whose state it is in.
 */
export function decidableSql(r: Resource, reach: ListReach, c: Condition, values: Values): string {
  const groups = checksFor(r, reach).map((g) => ({
    ...g,
    state: any(g.from.map((from) => stateSql(r, from as Readonly<Record<string, unknown>>))),
  }))
  const { checks, ways: all } = checksOf(r.id)
  const always = checks.some((check) => check.always)
  const made = (ways: readonly string[], also = ''): string => {
    const some = ways.length < all.size ? ` and k.how = any(${values.add(ways)}::text[])` : ''
    return `exists (select 1 ${mine(r, reach, values, always)}${some}${also})`
  }
  const leavesOut = c.op === 'notequal' || c.op === 'notin'
  const sought = new Set(valuesOf(c))
  const waits = any(groups.map((g) => g.state))
  const nested = isNested(groups)
  const most = groups.at(-1)?.ways ?? []
  /** Condition that the person is a maker and no pending group is without them. */
  const blocked = (also = ''): string => {
    const [, ...wider] = groups
    if (wider.length === 0) return made(most, also)
    const layers = groups.map((g, n) => {
      const own = g.ways.filter((way) => !groups[n - 1]?.ways.includes(way))
      const others = groups.slice(0, n).map((one) => ` and (${one.state}) is not true`)
      return `k.how = any(${values.add(own)}::text[])${others.join('')}`
    })
    return made(most, ` and ${any(layers)}${also}`)
  }
  if (sought.size === 1 && sought.has('0') && nested && groups.length > 0)
    // negated conditions keep empty values: records that wait for no such decision
    return leavesOut ? `not ${blocked(` and ${waits}`)}` : `${waits} and ${blocked()}`
  const yes = (): string =>
    nested && groups.length > 0
      ? `${waits} and not ${blocked()}`
      : any(groups.map((g) => `${g.state} and not ${made(g.ways)}`))
  const found = sought.size > 1 ? waits : sought.has('1') ? yes() : `${waits} and not (${yes()})`
  return leavesOut ? `(${found}) is not true` : `(${found})`
}
