import {
  type Condition,
  conditionKey,
  isEither,
  OPERATORS,
  type Operator,
  TEXT,
  wordsOf,
} from '../../model/language/conditions/condition.ts'
import { alternativesIn } from '../../model/language/conditions/either.ts'
import { type Filterable, plainOperator } from './filterFields.ts'

/**
 * Parameters of an address or a call: `settlementStatus_equal=0`. Several of one spelling are not made by the console.
 */
export type Params = Readonly<Record<string, string>>

/** Conditions as parameters, spelt the same in the address bar and on the wire. Empty values are dropped. */
export const toParams = (conditions: readonly Condition[]): Record<string, string> =>
  Object.fromEntries(conditions.filter((c) => c.value !== '').map((c) => [conditionKey(c), c.value]))

/**
 * Conditions of an address. A bare `field=value` has the default operator of the wire; parameters that are no filter
 * are ignored.
 */
export function fromParams(params: Iterable<readonly [string, string]>, of: Filterable): Condition[] {
  const found: Condition[] = []
  for (const [key, value] of params) {
    if (value === '') continue
    if (key === TEXT) {
      const words = wordsOf(value).join(' ')
      if (words !== '' && of.texts.length > 0) found.push({ field: TEXT, op: 'like', value: words })
      continue
    }
    if (isEither(key)) {
      if (areAlternatives(value, of)) found.push({ field: key, op: 'like', value })
      continue
    }
    const cut = key.lastIndexOf('_')
    const op = key.slice(cut + 1) as Operator
    const spelt = cut > 0 && OPERATORS.includes(op)
    const name = spelt ? key.slice(0, cut) : key
    const field = of.fields.find((f) => f.name === name)
    if (!field) continue
    // personal data is asked for whole or not at all
    if (field.field.facts.masked && spelt && op !== 'equal') continue
    const condition: Condition = { field: name, op: spelt ? op : plainOperator(field.field), value }
    if (!found.some((c) => c.field === name && c.op === condition.op)) found.push(condition)
  }
  return found
}

/** Whether alternatives are such as the line can write: each about one field that may be filtered here, or one word. */
function areAlternatives(value: string, of: Filterable): boolean {
  const mayAsk = (c: Condition) =>
    c.field === TEXT
      ? of.texts.length > 0 && wordsOf(c.value).length === 1
      : of.fields.some((f) => f.name === c.field && !f.field.facts.masked)
  const all = alternativesIn(value) ?? []
  return all.length > 1 && all.every((part) => part.every((c) => mayAsk(c) && c.field === part[0]?.field))
}

/**
 * Fixed conditions and a person's own, all of which must hold. Where both ask the same of one field under one spelling,
 * the person's is spelt the other way (`equal` ⇄ `in`), so that none takes the other's place.
 */
export function combine(always: readonly Condition[], own: readonly Condition[]): Condition[] {
  const taken = new Set(always.map(conditionKey))
  return [
    ...always,
    ...own.flatMap((c): Condition[] => {
      if (!taken.has(conditionKey(c))) return [c]
      if (always.some((a) => a.field === c.field && a.op === c.op && a.value === c.value)) return []
      return [{ ...c, op: c.op === 'equal' ? 'in' : c.op }]
    }),
  ]
}
