/** Returns whether a value is an object of fields. Pure. */
export const isFields = (x: unknown): x is Readonly<Record<string, unknown>> =>
  typeof x === 'object' && x !== null && !Array.isArray(x)

/** Returns whether two JSON values are the same, whatever the order of their fields: the database keeps none. Pure. */
export function same(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((x, n) => same(x, b[n]))
  if (!isFields(a) || !isFields(b)) return false
  const names = Object.keys(a)
  return names.length === Object.keys(b).length && names.every((n) => Object.hasOwn(b, n) && same(a[n], b[n]))
}
