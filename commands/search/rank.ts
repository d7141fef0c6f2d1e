import { fold } from './fold.ts'
import { matchInitials, matchPinyin, syllablesTaken } from './pinyin.ts'
import { prepare, type Searchable, type SearchIndex, scoreItem } from './score.ts'

/** As many rows as the palette ever renders. */
export const ROWS = 50

export interface RankOptions {
  /** Rows wanted, at most 50. */
  readonly limit?: number
  /** By item: 0 = leave out (not reachable where the person is). */
  readonly include?: Uint8Array
  /** By item: what use adds, 0–499. */
  readonly boosts?: Int32Array
}

export interface Ranked {
  /** Best first. */
  readonly items: readonly Searchable[]
  /** How many match at all. */
  readonly total: number
}

// The best matches so far. Reused by every call and never returned; ranking is synchronous, so one pair is enough.
const bestItem = new Int32Array(ROWS)
const bestScore = new Int32Array(ROWS)

/**
 * The best matches of what was typed, at most 50. The order depends on texts, ids and use only, never on the order the
 * items were given in. An empty query matches nothing: what to show then is the surface's choice.
 */
export function rank(index: SearchIndex, typed: string, options: RankOptions = {}): Ranked {
  const query = prepare(typed)
  if (!query) return { items: [], total: 0 }
  const limit = Math.min(options.limit ?? ROWS, ROWS)
  const { include, boosts } = options
  const { place } = index
  const size = index.items.length
  let kept = 0
  let total = 0
  for (let i = 0; i < size; i++) {
    if (include && include[i] === 0) continue
    let score = scoreItem(index, i, query)
    if (score === 0) continue
    total++
    if (boosts) score += boosts[i] as number
    if (kept === limit) {
      const last = limit - 1
      const worst = bestScore[last] as number
      if (score < worst || (score === worst && (place[i] as number) > (place[bestItem[last] as number] as number)))
        continue
    } else kept++
    // Insertion into a short sorted list: cheaper than a heap for 50, and stable.
    let at = kept - 1
    while (at > 0) {
      const before = bestScore[at - 1] as number
      if (before > score || (before === score && (place[bestItem[at - 1] as number] as number) < (place[i] as number)))
        break
      bestScore[at] = before
      bestItem[at] = bestItem[at - 1] as number
      at--
    }
    bestScore[at] = score
    bestItem[at] = i
  }
  const items: Searchable[] = []
  for (let at = 0; at < kept; at++) items.push(index.items[bestItem[at] as number] as Searchable)
  return { items, total }
}

/** Returns whether an item matches at all. For tests and for lists that filter instead of ranking. */
export function matches(index: SearchIndex, at: number, typed: string): boolean {
  const query = prepare(typed)
  return query !== null && scoreItem(index, at, query) > 0
}

/** Part of a title to mark, [from, to). Null when the match is not in the title. */
export function marked(index: SearchIndex, at: number, typed: string): readonly [from: number, to: number] | null {
  const title = index.items[at]?.title ?? ''
  const folded = index.titles[at] ?? ''
  const query = fold(typed)
  // Folding may change lengths (ligatures, full-width runs): then positions would lie.
  if (!query || folded.length !== title.length) return null
  const found = folded.indexOf(query)
  if (found >= 0) return [found, found + query.length]
  for (const r of index.readings[at] ?? []) {
    if (r.syllables.length !== title.length) continue
    const initials = matchInitials(r, query)
    if (initials >= 0) return [initials, initials + query.length]
    const from = matchPinyin(r, query)
    if (from >= 0) return [from, from + syllablesTaken(r, query, from)]
  }
  return null
}
