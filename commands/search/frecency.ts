/** Usage of entries by frequency and recency: id → [weight, when it had that weight, epoch milliseconds]. */
export type Frecency = Readonly<Record<string, readonly [weight: number, at: number]>>

/** After a week without use a thing weighs half. */
export const HALF_LIFE = 7 * 24 * 3_600_000
/** As many as are remembered; the lightest go first. */
export const KEPT = 200

/** The weight now. */
export function weigh(f: Frecency, id: string, now: number): number {
  const entry = Object.hasOwn(f, id) ? f[id] : undefined
  return entry ? entry[0] * 0.5 ** (Math.max(0, now - entry[1]) / HALF_LIFE) : 0
}

/** Counts a use; the lightest beyond `kept` are forgotten. */
export function visit(f: Frecency, id: string, now: number, kept: number = KEPT): Frecency {
  const next: Record<string, readonly [number, number]> = { ...f, [id]: [weigh(f, id, now) + 1, now] }
  const ids = Object.keys(next)
  if (ids.length > kept) {
    const lightest = ids.filter((x) => x !== id).sort((a, b) => weigh(next, a, now) - weigh(next, b, now))
    for (const x of lightest.slice(0, ids.length - kept)) delete next[x]
  }
  return next
}

/** Without one id. */
export function forget(f: Frecency, id: string): Frecency {
  const { [id]: _gone, ...rest } = f
  return rest
}

/** The heaviest ids, heaviest first. */
export const recent = (f: Frecency, now: number, n: number): readonly string[] =>
  Object.keys(f)
    .sort((a, b) => weigh(f, b, now) - weigh(f, a, now) || (a < b ? -1 : 1))
    .slice(0, n)

/** Bonus on a rank: 0–499, so that use reorders equals but never lifts a worse kind of match over a better one. */
export const boost = (weight: number): number => Math.floor(499 * (1 - 1 / (1 + weight)))

/** Reads what was stored; anything odd counts as nothing. */
export function parseFrecency(text: string | null): Frecency {
  if (!text) return {}
  try {
    const found: unknown = JSON.parse(text)
    if (typeof found !== 'object' || found === null || Array.isArray(found)) return {}
    return Object.fromEntries(
      Object.entries(found).filter(
        (e): e is [string, [number, number]] =>
          Array.isArray(e[1]) && e[1].length === 2 && e[1].every((n) => typeof n === 'number' && Number.isFinite(n)),
      ),
    )
  } catch {
    return {}
  }
}

/** Where it is kept: localStorage in the browser, anything in tests. */
export interface FrecencyStore {
  read(): string | null
  write(text: string): void
}

/** The memory of one person. Other windows write the same store: what they wrote is read before anything is added. */
export function frecencyBook(store: FrecencyStore, now: () => number, kept: number = KEPT) {
  let state = parseFrecency(store.read())
  const keep = (next: Frecency) => {
    state = next
    store.write(JSON.stringify(next))
  }
  const latest = (): Frecency => {
    const text = store.read()
    // Nothing to read: never kept, or not to be kept here; then what this page knows is all there is.
    if (text !== null) state = parseFrecency(text)
    return state
  }
  return {
    visit: (id: string) => keep(visit(latest(), id, now(), kept)),
    weigh: (id: string) => weigh(state, id, now()),
    recent: (n: number) => recent(state, now(), n),
    forget: (id: string) => keep(forget(latest(), id)),
    reset: () => keep({}),
    /** Takes in what other windows wrote. */
    reload: () => void latest(),
  }
}
export type FrecencyBook = ReturnType<typeof frecencyBook>
