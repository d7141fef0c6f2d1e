/** Usage of entries by frequency and recency: id → [weight, when it had that weight, epoch milliseconds]. */
export type Frecency = Readonly<Record<string, readonly [weight: number, at: number]>>

/** After a week without use an entry weighs half. */
export const HALF_LIFE = 7 * 24 * 3_600_000

/** Returns the weight now. Pure. */
export function weigh(f: Frecency, id: string, now: number): number {
  const entry = Object.hasOwn(f, id) ? f[id] : undefined
  return entry ? entry[0] * 0.5 ** (Math.max(0, now - entry[1]) / HALF_LIFE) : 0
}

/** Returns the heavier of two entries, weighed at one moment; of equals the later one, so that the order of the two does not matter. Pure. */
export function heavierEntry(a: readonly [number, number], b: readonly [number, number]): readonly [number, number] {
  const now = Math.max(a[1], b[1])
  const [x, y] = [weigh({ a }, 'a', now), weigh({ b }, 'b', now)]
  if (x !== y) return x > y ? a : b
  return a[1] >= b[1] ? a : b
}

/** Returns the heaviest entries, `kept` at most. Pure. */
export function heaviest(f: Frecency, kept: number): Frecency {
  const ids = Object.keys(f)
  if (ids.length <= kept) return f
  const now = Math.max(...ids.map((id) => f[id]?.[1] ?? 0))
  const heavy = ids.sort((a, b) => weigh(f, b, now) - weigh(f, a, now) || (a < b ? -1 : 1)).slice(0, kept)
  return Object.fromEntries(heavy.map((id) => [id, f[id] as readonly [number, number]]))
}
