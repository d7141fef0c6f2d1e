import { scopeOf } from '../../../model/business.ts'
import { type Condition, TEXT } from '../../../model/language/condition.ts'
import { DECIDABLE } from '../../../model/language/decidable.ts'
import { ofCompany } from '../../../model/language/derived/oneCompany.ts'
import { problemOf, tidy } from '../../../model/language/derived/validate.ts'
import type { Field } from '../../../model/language/fields/field.ts'
import { fieldIn } from '../../../model/language/owner.ts'
import { fieldOf, type Resource } from '../../../model/language/resource.ts'
import { instantOf } from '../../../model/values/dates.ts'
import { isKeptSealed, soughtForms } from '../../database/keys/sealed.ts'
import { storeKindOf } from '../../database/kinds/kinds.ts'
import { columnOf, quoted } from '../../database/names.ts'
import { isText } from '../../database/schema/indexes.ts'
import { checkMasked, filterOf, valuesOf } from './conditions.ts'
import { decidableSql } from './decidable.ts'
import { basisSql, type ListReach } from './reach.ts'
import { anyTextSql, leftOutSql, textSql } from './textWhere.ts'
import type { Values } from './values.ts'

const DAY = 86_400_000
/** The end of the year 9999, ms: what comes after has no spelling that PostgreSQL reads. */
const LAST = Date.UTC(10_000, 0, 1) - 1

/** A moment typed as a day means the whole day; the model asks for what has none by an empty one. */
function momentSql(column: string, c: Condition, values: Values): string {
  if (c.op === 'equal' && c.value === '') return `${column} is null`
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

/** Equality with a single value keeps the order of the index, a list does not. */
const oneOfSql = (column: string, all: readonly string[], values: Values): string =>
  all.length === 1 ? `${column} = ${values.add(all[0])}` : `${column} = any(${values.add(all)})`

function conditionSql(r: Resource, f: Field, c: Condition, tenant: string, values: Values): string {
  const column = quoted(columnOf(c.field))
  if (isKeptSealed(f))
    return oneOfSql(
      column,
      valuesOf(c).flatMap((v) => soughtForms(f, tenant, problemOf(f, v) ? v : tidy(f, v))),
      values,
    )
  if (isText(f)) return textSql(r, f, c, tenant, values)
  if (storeKindOf(f).spans) return momentSql(column, c, values)
  switch (c.op) {
    case 'in':
      return oneOfSql(column, valuesOf(c), values)
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

/** Rows of a company, and those of none in particular. */
function ofCompanySql(r: Resource, c: Condition, values: Values): string {
  const field = fieldIn(scopeOf(r).company) ?? 'id'
  const column = quoted(columnOf(field))
  const own = `${column} = ${values.add(c.value.trim())}`
  return field === 'id' || r.fields[field]?.facts.required !== undefined ? own : `(${own} or ${column} is null)`
}

/** The whole WHERE of a filter, without the word. Identifiers come from the model alone, values are parameters. */
export function whereSql(r: Resource, reach: ListReach, conditions: readonly Condition[], values: Values): string {
  const parts = basisSql(r, reach, values)
  for (const c of conditions) {
    if (c.field === TEXT) {
      parts.push(anyTextSql(r, c, reach, values))
      continue
    }
    // a name that was looked up asks its reference, which need not be a filter of its own
    const f = filterOf(r, c.field) ?? fieldOf(r, c.field)
    if (f === ofCompany) {
      parts.push(ofCompanySql(r, c, values))
      continue
    }
    if (!f) throw new Error(`${r.id} cannot be filtered by ${c.field}: parse conditions first`)
    // Every filter passes here, whoever made it: personal data can be filtered by equality only.
    checkMasked(reach, r, c.field, c.op)
    parts.push(
      c.field === DECIDABLE ? decidableSql(r, reach, c, values) : conditionSql(r, f, c, reach.tenantId, values),
    )
  }
  return parts.join(' and ')
}
