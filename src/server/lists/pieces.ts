import type { Recent } from './anchors.ts'

/** Lists that are read in one round trip: between two, the one connection of the embedded database serves others. */
const TOGETHER = 8
/** So old a total or the oldest rows may be for a page that follows changes calmly, ms. */
const RECENT_MS = 5_000

/** Results of many lists in their order, read in pieces one after the other. */
export async function inPieces<L, R>(
  lists: readonly L[],
  read: (piece: readonly L[]) => Promise<readonly R[]>,
): Promise<R[]> {
  const found: R[] = []
  for (let n = 0; n < lists.length; n += TOGETHER) found.push(...(await read(lists.slice(n, n + TOGETHER))))
  return found
}

/** A remembered result that is recent enough; undefined for none. */
export const recentIn = <T>(result: Recent<T> | null): Promise<T> | undefined =>
  result && Date.now() - result.at < RECENT_MS ? result.value : undefined
