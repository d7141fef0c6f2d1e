/** Reading of a title, prepared for matching. */
export interface Reading {
  readonly syllables: readonly string[]
  /** All syllables without gaps: `jiesuandan`. */
  readonly full: string
  /** First letters: `jsd`. */
  readonly initials: string
  /** Position in `full` where each syllable begins. */
  readonly starts: readonly number[]
}

/** Prepares a reading given as syllables joined by spaces. */
export function readReading(text: string): Reading {
  const syllables = text.toLowerCase().split(' ').filter(Boolean)
  const starts: number[] = []
  let full = ''
  let initials = ''
  for (const s of syllables) {
    starts.push(full.length)
    full += s
    initials += s[0]
  }
  return { syllables, full, initials, starts }
}

/** The syllable from which the query is a run of initials (`jsd` in 结算单审核 → 0), −1 when it is not. */
export const matchInitials = (r: Reading, query: string): number => r.initials.indexOf(query)

/** Returns whether the query can be read from syllable `at` on, each syllable giving at least its first letter. */
function spells(r: Reading, query: string, at: number, from: number): boolean {
  if (from === query.length) return true
  const syllable = r.syllables[at]
  if (syllable === undefined) return false
  let length = 0
  while (
    length < syllable.length &&
    from + length < query.length &&
    syllable.charCodeAt(length) === query.charCodeAt(from + length)
  )
    length++
  for (; length > 0; length--) if (spells(r, query, at + 1, from + length)) return true
  return false
}

/**
 * The syllable from which the query reads as pinyin, whole or shortened (`jiesuan`, `jiesd`, `jsdshenh`); −1 when
 * nowhere.
 */
export function matchPinyin(r: Reading, query: string): number {
  const first = query.charCodeAt(0)
  for (let at = 0; at < r.syllables.length; at++)
    if (r.initials.charCodeAt(at) === first && spells(r, query, at, 0)) return at
  return -1
}

/** Joins readings of the parts of a composed title (新增 + 结算单): every combination, at most four. */
export function joinReadings(...parts: readonly (readonly string[])[]): readonly string[] {
  let found: readonly string[] = ['']
  for (const part of parts) {
    if (part.length === 0) continue
    found = found.flatMap((head) => part.map((tail) => (head ? `${head} ${tail}` : tail))).slice(0, 4)
  }
  return found.filter(Boolean)
}
