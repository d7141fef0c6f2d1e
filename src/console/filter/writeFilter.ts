import { type Condition, conditionKey, EITHER, TEXT } from '../../model/language/conditions/condition.ts'
import { writeSearch } from '../state/url.ts'
import type { Filterable } from './filterFields.ts'

/** Writes a filter into the address: what was there and is none now goes. An applied filter is a step "back" undoes. */
export function writeFilter(
  before: readonly Condition[],
  now: readonly Condition[],
  of: Filterable,
  more: Readonly<Record<string, string | null>> = {},
): void {
  const gone = new Set([...before.map(conditionKey), ...of.fields.map((f) => f.name), TEXT, ...EITHER])
  const change: Record<string, string | null> = { ...more }
  for (const key of gone) change[key] = null
  for (const c of now) change[conditionKey(c)] = c.value
  writeSearch(change, 'push')
}
