import { instantOf } from '../../../model/kernel/dates.ts'
import type { Field } from '../../../model/kernel/field.ts'
import type { Resource } from '../../../model/kernel/resource.ts'
import type { Condition } from '../../../model/kernel/wire.ts'
import type { Actor } from '../../access/actor.ts'
import { columnOf, isTenant, quoted, tableOf, tenantText } from '../names.ts'
import { isText, nameOfRef } from '../schema/indexes.ts'
import { filterOf, valuesOf } from './conditions.ts'
import { escapeLike, gramsOf } from './text.ts'

/** Whose rows: the tenant, and within it those of one company, fiscal-tax company or provider. An actor is one. */
export type Reach = Pick<Actor, 'tenantId'> & Partial<Pick<Actor, 'company' | 'fiscalTax' | 'provider'>>

/** Collects values; answers their places. Values never become SQL. */
export class Values {
  readonly list: unknown[] = []

  /** `$n` of a value. */
  add(value: unknown): string {
    this.list.push(value)
    return `$${this.list.length}`
  }
}

const DAY = 86_400_000

/** One text found in a column through its index of grams, then looked at. */
function textMatch(tenant: string, base: Resource, column: string, op: 'like' | 'likeright' | 'equal', sought: string, values: Values): string {
  const grams = isTenant(base) ? `rounds_grams(tenant_id, ${column})` : `rounds_grams('', ${column})`
  const held = `${grams} @> ${values.add(gramsOf(isTenant(base) ? tenant : '', sought))}::text[]`
  if (op === 'equal') return `(${held} and ${column} = ${values.add(sought)})`
  const pattern = op === 'like' ? `%${escapeLike(sought)}%` : `${escapeLike(sought)}%`
  return `(${held} and ${column} ilike ${values.add(pattern)})`
}

function textSql(r: Resource, c: Condition, tenant: string, values: Values): string {
  const column = quoted(columnOf(c.field))
  if (c.op === 'notequal') return `${column} is distinct from ${values.add(c.value.trim())}`
  const op = c.op === 'like' || c.op === 'likeright' ? c.op : 'equal'
  const ref = nameOfRef(r, c.field)
  const on = ref ? quoted(columnOf(ref.to.name)) : column
  const base = ref ? ref.to : r
  const any = valuesOf(c).map((v) => textMatch(tenant, base, on, op, v, values))
  const match = any.length === 1 ? (any[0] as string) : `(${any.join(' or ')})`
  if (!ref) return match
  // the copied name is found through the record it was copied from: a small table instead of an index of copies
  return `${quoted(columnOf(ref.by))} in (select id from ${quoted(tableOf(ref.to))} where tenant_id = ${values.add(tenant)} and ${match})`
}

/** A moment typed as a day means the whole day. */
function momentSql(column: string, c: Condition, values: Values): string {
  const bounds = (text: string): [number, number] => {
    const from = instantOf(text) ?? Number.NaN
    return [from, from + (/^\d{4}-\d{2}-\d{2}$/.test(text) ? DAY : 1000)]
  }
  const place = (at: number) => `${values.add(new Date(at).toISOString())}::timestamptz`
  const within = (text: string) => {
    const [from, until] = bounds(text)
    return `(${column} >= ${place(from)} and ${column} < ${place(until)})`
  }
  const [from, until] = bounds(c.value.trim())
  switch (c.op) {
    case 'ge':
      return `${column} >= ${place(from)}`
    case 'lt':
      return `${column} < ${place(from)}`
    case 'le':
      return `${column} < ${place(until)}`
    case 'gt':
      return `${column} >= ${place(until)}`
    case 'in':
      return `(${valuesOf(c).map(within).join(' or ')})`
    case 'notequal':
      return `not ${within(c.value.trim())}`
    default:
      return within(c.value.trim())
  }
}

const COMPARE = { ge: '>=', gt: '>', le: '<=', lt: '<' } as const

function conditionSql(r: Resource, f: Field, c: Condition, tenant: string, values: Values): string {
  if (isText(f)) return textSql(r, c, tenant, values)
  const column = quoted(columnOf(c.field))
  if (f.kind === 'datetime') return momentSql(column, c, values)
  switch (c.op) {
    case 'in': {
      const all = valuesOf(c)
      // one value keeps the order of the index, a list does not
      return all.length === 1 ? `${column} = ${values.add(all[0])}` : `${column} = any(${values.add(all)})`
    }
    case 'notequal':
      return `${column} is distinct from ${values.add(c.value.trim())}`
    case 'ge':
    case 'gt':
    case 'le':
    case 'lt':
      return `${column} ${COMPARE[c.op]} ${values.add(c.value.trim())}`
    default:
      return `${column} = ${values.add(c.value.trim())}`
  }
}

/** Row scope: a user bound to an owner sees only rows of that owner (INV-43). */
export function reachSql(r: Resource, reach: Reach, values: Values): string[] {
  const bound: readonly [string | undefined, string | null | undefined][] = [
    [r.owner?.company as string | undefined, reach.company],
    [r.owner?.fiscalTax as string | undefined, reach.fiscalTax],
    [r.owner?.provider as string | undefined, reach.provider],
  ]
  return bound.flatMap(([name, id]) => (name && id ? [`${quoted(columnOf(name))} = ${values.add(id)}`] : []))
}

/** The rows that exist for somebody: tenant, not deleted, of the variant, within his reach. */
export function basisSql(r: Resource, reach: Reach, values: Values): string[] {
  return [
    ...(isTenant(r) ? [`tenant_id = ${values.add(tenantText(reach.tenantId))}`] : []),
    'is_deleted = 0',
    ...Object.entries(r.variantOf?.where ?? {}).map(([name, value]) => `${quoted(columnOf(name))} = ${values.add(value)}`),
    ...reachSql(r, reach, values),
  ]
}

/** The whole WHERE of a filter, without the word. Identifiers come from the model alone, values are parameters. */
export function whereSql(r: Resource, reach: Reach, conditions: readonly Condition[], values: Values): string {
  const parts = basisSql(r, reach, values)
  for (const c of conditions) {
    const f = filterOf(r, c.field)
    if (!f) throw new Error(`${r.id} cannot be filtered by ${c.field}: parse conditions first`)
    parts.push(conditionSql(r, f, c, reach.tenantId, values))
  }
  return parts.join(' and ')
}
