import { isWords } from '../../model/language/derived/unique.ts'
import type { Field } from '../../model/language/fields/field.ts'
import { folded } from '../../model/values/folding.ts'

/** A column as texts are compared where people are to be understood (model/language/derived/unique.ts); unique indexes say the same. */
export const comparedSql = (f: Field, column: string): string =>
  isWords(f) ? `rounds_folded(${column})` : `rounds_folded(${column}, false)`

/** Cutting what is searched for as `rounds_grams` (migrations/0000_bootstrap.sql) cuts what is stored. */

const RUNS_PER_TEXT_MAX = 6

/**
 * Runs of characters that every text containing `sought` has: the text itself up to three characters, else threes of
 * it, each behind the tenant. A few are enough for the index to leave little to look at; they are taken from the end,
 * where the numbers of records differ most.
 */
export const gramsOf = (tenant: string, sought: string): string[] => runsOf(tenant, folded(sought))

/** The same of a text that is folded already: of a line of the search table its end belongs to it. */
export function runsOf(tenant: string, text: string): string[] {
  const chars = [...text]
  if (chars.length === 0) return []
  const size = Math.min(3, chars.length)
  const found = new Set<string>()
  const take = (i: number) => found.add(`${tenant}:${chars.slice(i, i + size).join('')}`)
  for (let i = chars.length - size; i >= 0 && found.size < RUNS_PER_TEXT_MAX; i -= size) take(i)
  if (found.size < RUNS_PER_TEXT_MAX) take(0)
  return [...found]
}

/**
 * Run of characters of each text, so that whatever equals any of the texts contains a run. Of a text's own runs the one
 * is taken that the fewest of the others have: in a thousand company names all end in 有限公司, and the beginnings differ.
 */
export function gramOfEach(tenant: string, texts: readonly string[]): string[] {
  const each = texts.map((text) => gramsOf(tenant, text))
  const times = new Map<string, number>()
  for (const grams of each) for (const gram of grams) times.set(gram, (times.get(gram) ?? 0) + 1)
  const rarest = (grams: readonly string[]) => [...grams].sort((a, b) => (times.get(a) ?? 0) - (times.get(b) ?? 0))[0]
  const found = each.flatMap((grams) => rarest(grams) ?? [])
  return [...new Set(found)]
}

/** A text as a part of a LIKE pattern: its own % and _ mean themselves. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
