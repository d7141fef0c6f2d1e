import { scopeOf } from '../../../model/all.ts'
import { type Condition, leavesOut } from '../../../model/kernel/condition.ts'
import { instantOf } from '../../../model/kernel/dates.ts'
import { DECIDABLE } from '../../../model/kernel/decidable.ts'
import { type Field, type Search, searchOf } from '../../../model/kernel/field.ts'
import { partyNames } from '../../../model/kernel/owner.ts'
import { fieldOf, type Resource } from '../../../model/kernel/resource.ts'
import type { Actor } from '../../core/actor.ts'
import type { Statement } from '../../core/database.ts'
import { seenBy } from '../../core/permissions.ts'
import { storeKindOf } from '../kinds/kinds.ts'
import { andVariant, columnOf, isTenant, quoted, tableOf, tenantText, variantSql } from '../names.ts'
import { isText, nameOfRef } from '../schema/indexes.ts'
import { type Asker, checkMasked, filterOf, valuesOf } from './conditions.ts'
import { decidableSql } from './decidable.ts'
import { escapeLike, gramOfEach, gramsOf } from './text.ts'

/**
 * Whose rows: the tenant, and within it those of one company, fiscal-tax company or provider; and what may be asked of
 * them (personal data only for users who may see it). An actor is one.
 */
export type Reach = Pick<Actor, 'tenantId'> &
  Partial<Pick<Actor, 'userId' | 'company' | 'fiscalTax' | 'provider'> & Asker>

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
/** The end of the year 9999, ms: what comes after has no spelling that PostgreSQL reads. */
const LAST = Date.UTC(10_000, 0, 1) - 1

type Sought = 'like' | 'likeright' | 'equal'

const gramsSql = (base: Resource, column: string): string =>
  isTenant(base) ? `rounds_grams(tenant_id, ${column})` : `rounds_grams('', ${column})`

/** A name found in a column through its index of grams, then looked at. */
function wordsMatch(
  tenant: string,
  base: Resource,
  column: string,
  op: Sought,
  sought: string,
  values: Values,
): string {
  const held = `${gramsSql(base, column)} @> ${values.add(gramsOf(isTenant(base) ? tenant : '', sought))}::text[]`
  if (op === 'equal') return `(${held} and ${column} = ${values.add(sought)})`
  const pattern = op === 'like' ? `%${escapeLike(sought)}%` : `${escapeLike(sought)}%`
  return `(${held} and ${column} ilike ${values.add(pattern)})`
}

/**
 * One of many names: two expressions and two parameters however many they are. An arm for each would take the planner
 * longer than anybody waits, and planning hears no time limit.
 */
function oneOfWords(tenant: string, base: Resource, column: string, all: readonly string[], values: Values): string {
  const held = `${gramsSql(base, column)} && ${values.add(gramOfEach(isTenant(base) ? tenant : '', all))}::text[]`
  return `(${held} and ${column} = any(${values.add(all)}::text[]))`
}

/**
 * A code by a piece of it: three characters or more through the index of trigrams, in any case; fewer are its
 * beginning, in the ways of writing them that there are (as typed, small, capital), through the plain index.
 */
function codeMatch(column: string, op: 'like' | 'likeright', sought: string, values: Values): string {
  if ([...sought].length >= 3)
    return `${column} ilike ${values.add(`${op === 'like' ? '%' : ''}${escapeLike(sought)}%`)}`
  const ways = [...sought].reduce<string[]>(
    (all, c) =>
      all.flatMap((a) =>
        [...new Set([c, ...(/[a-z]/i.test(c) ? [c.toLowerCase(), c.toUpperCase()] : [])])].map((x) => a + x),
      ),
    [''],
  )
  const any = ways.map((way) => `${column} like ${values.add(`${escapeLike(way)}%`)}`)
  return any.length === 1 ? (any[0] as string) : `(${any.join(' or ')})`
}

/** A column that holds, begins with, is, or is one of what is sought. `tenant`: whose grams. */
function textMatch(
  search: Search,
  tenant: string,
  base: Resource,
  column: string,
  c: Condition,
  values: Values,
): string {
  const all = valuesOf(c)
  const [first = ''] = all
  if (search === 'words') {
    if (all.length !== 1) return oneOfWords(tenant, base, column, all, values)
    return wordsMatch(tenant, base, column, c.op === 'like' || c.op === 'likeright' ? c.op : 'equal', first, values)
  }
  if (c.op === 'like' || (c.op === 'likeright' && search === 'code')) return codeMatch(column, c.op, first, values)
  if (c.op === 'likeright') return `${column} like ${values.add(`${escapeLike(c.value.trim())}%`)}`
  return all.length === 1 ? `${column} = ${values.add(all[0])}` : `${column} = any(${values.add(all)}::text[])`
}

/** What is left out is looked for in the rows that the other conditions find: no index serves it. */
function leftOutSql(column: string, c: Condition, values: Values): string {
  const [first = ''] = valuesOf(c)
  if (c.op === 'notlike') return `(${column} is null or ${column} not ilike ${values.add(`%${escapeLike(first)}%`)})`
  if (c.op === 'notin') return `(${column} is null or ${column} <> all(${values.add(valuesOf(c))}))`
  return `${column} is distinct from ${values.add(first)}`
}

function textSql(r: Resource, f: Field, c: Condition, tenant: string, values: Values): string {
  const column = quoted(columnOf(c.field))
  if (leavesOut(c.op)) return leftOutSql(column, c, values)
  const ref = nameOfRef(r, c.field)
  if (!ref) return textMatch(searchOf(f) ?? 'exact', tenant, r, column, c, values)
  return `${quoted(columnOf(ref.by))} in (${idsOfName(ref.to, c, tenant, values)})`
}

/** The copied name is found through the record it was copied from: a small table instead of an index of copies. */
function idsOfName(to: Resource, c: Condition, tenant: string, values: Values): string {
  const match = textMatch(
    searchOf(fieldOf(to, to.name) as Field) ?? 'exact',
    tenant,
    to,
    quoted(columnOf(to.name)),
    c,
    values,
  )
  return `select id from ${quoted(tableOf(to))} where tenant_id = ${values.add(tenant)}${andVariant(to)} and ${match}`
}

/**
 * Which records a condition on a copied name means, at most `limit` of them, and by which field they are referred to;
 * null for others.
 */
export function namedQuery(
  r: Resource,
  c: Condition,
  tenant: string,
  limit: number,
): { readonly by: string; readonly statement: Statement } | null {
  const ref = leavesOut(c.op) ? null : nameOfRef(r, c.field)
  if (!ref) return null
  const values = new Values()
  return {
    by: ref.by,
    statement: { text: `${idsOfName(ref.to, c, tenant, values)} limit ${values.add(limit)}`, values: values.list },
  }
}

/** A moment typed as a day means the whole day. */
function momentSql(column: string, c: Condition, values: Values): string {
  const bounds = (text: string): [number, number] => {
    const from = instantOf(text) ?? Number.NaN
    return [from, from + (/^\d{4}-\d{2}-\d{2}$/.test(text) ? DAY : 1000)]
  }
  const place = (at: number) => `${values.add(new Date(Math.min(at, LAST)).toISOString())}::timestamptz`
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
      // a few at most (conditions.ts), each through the index
      return `(${valuesOf(c).map(within).join(' or ')})`
    case 'notequal':
      return `not ${within(c.value.trim())}`
    default:
      return within(c.value.trim())
  }
}

const COMPARE = { ge: '>=', gt: '>', le: '<=', lt: '<' } as const

function conditionSql(r: Resource, f: Field, c: Condition, tenant: string, values: Values): string {
  if (isText(f)) return textSql(r, f, c, tenant, values)
  const column = quoted(columnOf(c.field))
  if (storeKindOf(f).spans) return momentSql(column, c, values)
  switch (c.op) {
    case 'in': {
      const all = valuesOf(c)
      // one value keeps the order of the index, a list does not
      return all.length === 1 ? `${column} = ${values.add(all[0])}` : `${column} = any(${values.add(all)})`
    }
    case 'notequal':
    case 'notin':
      return leftOutSql(column, c, values)
    case 'ge':
    case 'gt':
    case 'le':
    case 'lt':
      return `${column} ${COMPARE[c.op]} ${values.add(c.value.trim())}`
    default:
      return `${column} = ${values.add(c.value.trim())}`
  }
}

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
    'is_deleted = 0',
    ...variantSql(r),
    ...reachSql(r, reach, values),
  ]
}

/** The whole WHERE of a filter, without the word. Identifiers come from the model alone, values are parameters. */
export function whereSql(r: Resource, reach: Reach, conditions: readonly Condition[], values: Values): string {
  const parts = basisSql(r, reach, values)
  for (const c of conditions) {
    // a name that was looked up asks its reference, which need not be a filter of its own
    const f = filterOf(r, c.field) ?? fieldOf(r, c.field)
    if (!f) throw new Error(`${r.id} cannot be filtered by ${c.field}: parse conditions first`)
    // every filter passes here, whoever made it: personal data is asked for in one way only
    checkMasked(reach, r, c.field, c.op)
    parts.push(
      c.field === DECIDABLE ? decidableSql(r, reach, c, values) : conditionSql(r, f, c, reach.tenantId, values),
    )
  }
  return parts.join(' and ')
}
