/** Cutting what is searched for as `rounds_grams` (migrations/0000_bootstrap.sql) cuts what is stored. */

const foldAscii = (text: string): string => text.replace(/[A-Z]/g, (c) => c.toLowerCase())

const MOST = 6

/**
 * Runs of characters that every text containing `sought` has: the text itself up to three characters, else threes of it,
 * each behind the tenant. A few are enough for the index to leave little to look at; they are taken from the end, where
 * the numbers of records differ most.
 */
export function gramsOf(tenant: string, sought: string): string[] {
  const chars = [...foldAscii(sought)]
  if (chars.length === 0) return []
  const size = Math.min(3, chars.length)
  const found = new Set<string>()
  const take = (i: number) => found.add(`${tenant}:${chars.slice(i, i + size).join('')}`)
  for (let i = chars.length - size; i >= 0 && found.size < MOST; i -= size) take(i)
  if (found.size < MOST) take(0)
  return [...found]
}

/** A text as a part of a LIKE pattern: its own % and _ mean themselves. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
