import { MILLION, type Scalar } from '../../../model/language/conditions/value.ts'
import { literal } from '../names.ts'
import type { Place } from './expressionSql.ts'
import type { Values } from './values.ts'

const unknownHere = (what: string) => (): never => {
  throw new Error(`${what} is no condition of this place`)
}

/** Millionths as a decimal: `12.5`. */
function decimal(of: bigint): string {
  const part = (of < 0n ? -of : of) % MILLION
  const whole = `${of < 0n ? '-' : ''}${(of < 0n ? -of : of) / MILLION}`
  return part === 0n ? whole : `${whole}.${String(part).padStart(6, '0')}`
}

/** A value as a parameter: numbers of expressions are millionths. */
const scaled = (value: Scalar | null) => (typeof value === 'bigint' ? decimal(value) : value)

const literalOf = (value: Scalar | null): string =>
  value === null || typeof value === 'boolean'
    ? String(value)
    : typeof value === 'bigint'
      ? decimal(value)
      : literal(value)

/** Place in a statement whose values the model alone gives: they stand in its text. */
export function literals(name: Place['name']): Place {
  const list = (values: readonly Scalar[]) => `(${values.map(literalOf).join(', ')})`
  return {
    name,
    value: literalOf,
    oneOf: (values) => `in ${list(values)}`,
    noneOf: (values) => `not in ${list(values)}`,
    ids: unknownHere('a list of ids'),
    alike: unknownHere('a text'),
    sought: unknownHere('a search'),
  }
}

/**
 * Place in a statement whose values are parameters. A list is one of them however many values it has: a statement has
 * 65,535 at most. `texts`: how texts are found, where they are.
 */
export const parameters = (
  values: Values,
  name: Place['name'],
  texts: Partial<Pick<Place, 'alike' | 'sought'>> = {},
): Place => ({
  name,
  value: (value) => values.add(scaled(value)),
  oneOf: (all) => `= any(${values.add(all.map(scaled))})`,
  noneOf: (all) => `<> all(${values.add(all.map(scaled))})`,
  ids: (ids) => `${values.add(ids)}::bigint[]`,
  alike: texts.alike ?? unknownHere('a text'),
  sought: texts.sought ?? unknownHere('a search'),
})
