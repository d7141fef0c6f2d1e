/** Cutting what is searched for as `rounds_grams` (migrations/0000_bootstrap.sql) cuts what is stored. */

const foldAscii = (text: string): string => text.replace(/[A-Z]/g, (c) => c.toLowerCase())

/**
 * The runs of characters that every text containing `sought` has: the text itself up to three characters, else all its
 * threes, each behind the tenant. Few and rare ones, so that the index has little to join.
 */
export function gramsOf(tenant: string, sought: string): string[] {
  const chars = [...foldAscii(sought)]
  if (chars.length === 0) return []
  const size = Math.min(3, chars.length)
  const found = new Set<string>()
  for (let i = 0; i + size <= chars.length; i++) found.add(`${tenant}:${chars.slice(i, i + size).join('')}`)
  return [...found]
}

/** A text as a part of a LIKE pattern: its own % and _ mean themselves. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
