import { type Frecency, HALF_LIFE, weigh } from '../../src/model/wire/settings/book.ts'
import { COMMANDS_KEPT as KEPT } from '../../src/model/wire/settings/settings.ts'

export { type Frecency, HALF_LIFE, KEPT, weigh }

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

/** Where it is kept: the person's settings in the browser, anything in tests. */
export interface FrecencyStore {
  read(): Frecency
  write(book: Frecency): void
}

/** Memory of one person. Other windows and desks write the same store: it is read each time. */
export function frecencyBook(store: FrecencyStore, now: () => number, kept: number = KEPT) {
  return {
    visit: (id: string) => store.write(visit(store.read(), id, now(), kept)),
    weigh: (id: string) => weigh(store.read(), id, now()),
    recent: (n: number) => recent(store.read(), now(), n),
    forget: (id: string) => store.write(forget(store.read(), id)),
    reset: () => store.write({}),
  }
}
export type FrecencyBook = ReturnType<typeof frecencyBook>
