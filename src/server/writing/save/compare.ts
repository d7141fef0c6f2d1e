import type { Field } from '../../../model/language/fields/field.ts'
import { storeKindOf } from '../../database/kinds/kinds.ts'
import type { AnyResource, Row } from '../unitOfWork/rows.ts'

/** Returns whether a record still has these values. */
export const isUnchanged = (r: AnyResource, row: Row, values: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(values).every(([name, v]) => r.fields[name] !== undefined && same(r.fields[name], row[name], v))

/** Returns whether the database stores the same for both. `1.5` and `1.50` are one amount. */
export function same(f: Field, a: unknown, b: unknown): boolean {
  const [x, y] = [a ?? null, b ?? null]
  return x === y || (x !== null && y !== null && storeKindOf(f).same(x) === storeKindOf(f).same(y))
}
