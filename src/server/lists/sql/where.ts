import { scopeOf } from '../../../model/business.ts'
import { type Condition, isEither, TEXT } from '../../../model/language/conditions/condition.ts'
import { alternativesIn } from '../../../model/language/conditions/either.ts'
import { type Expression, equal, not, or, there, word } from '../../../model/language/conditions/expression.ts'
import { DECIDABLE } from '../../../model/language/decidable.ts'
import { ofCompany } from '../../../model/language/derived/oneCompany.ts'
import type { Field } from '../../../model/language/fields/field.ts'
import { fieldIn } from '../../../model/language/owner.ts'
import { fieldOf, type Resource } from '../../../model/language/resource.ts'
import { expressionSql } from '../../database/conditions/expressionSql.ts'
import { parameters } from '../../database/conditions/places.ts'
import { sealedForms } from '../../database/conditions/sealedForms.ts'
import type { Values } from '../../database/conditions/values.ts'
import { columnOf, quoted } from '../../database/names.ts'
import { isKeptSealed } from '../../database/sealed.ts'
import { checkMasked, filterOf } from './conditions.ts'
import { decidableSql } from './decidable.ts'
import { fieldCondition } from './fieldCondition.ts'
import { basisSql, type ListReach } from './reach.ts'
import { anyTextSql, textSql } from './textWhere.ts'

/** Rows of a company, and those of none in particular. */
function companyCondition(r: Resource, c: Condition): Expression {
  const name = fieldIn(scopeOf(r).company) ?? 'id'
  const own = equal(name, word(c.value.trim()))
  return name === 'id' || r.fields[name]?.facts.required !== undefined ? own : or(own, not(there(name)))
}

/** A condition on a field as SQL: its column is compared, or its sealed forms are. */
function conditionSql(r: Resource, f: Field, c: Condition, tenant: string, values: Values): string {
  const condition = f === ofCompany ? companyCondition(r, c) : fieldCondition(f, c)
  const at = parameters(values, (name) => quoted(columnOf(name)), {
    sought: (sought) => textSql(r, sought, tenant, values),
  })
  return expressionSql(isKeptSealed(f) ? sealedForms(f, tenant, condition) : condition, at)
}

/** SQL of one condition. Every filter passes here, whoever made it: personal data can be filtered by equality only. */
function oneSql(r: Resource, reach: ListReach, c: Condition, values: Values): string {
  if (c.field === TEXT) return anyTextSql(r, c, reach, values)
  // a name that was looked up asks its reference, which need not be a filter of its own
  const f = filterOf(r, c.field) ?? fieldOf(r, c.field)
  if (!f) throw new Error(`${r.id} cannot be filtered by ${c.field}: parse conditions first`)
  checkMasked(reach, r, c.field, c.op)
  return c.field === DECIDABLE ? decidableSql(r, reach, c, values) : conditionSql(r, f, c, reach.tenantId, values)
}

/** The whole WHERE of a filter, without the word. Identifiers come from the model alone, values are parameters. */
export function whereSql(r: Resource, reach: ListReach, conditions: readonly Condition[], values: Values): string {
  const parts = basisSql(r, reach, values)
  for (const c of conditions) {
    if (!isEither(c.field)) {
      parts.push(oneSql(r, reach, c, values))
      continue
    }
    const alternatives = alternativesIn(c.value)
    if (!alternatives) throw new Error(`${r.id} has alternatives that cannot be read: parse conditions first`)
    const all = alternatives.map((part) => `(${part.map((one) => oneSql(r, reach, one, values)).join(' and ')})`)
    parts.push(`(${all.join(' or ')})`)
  }
  return parts.join(' and ')
}
