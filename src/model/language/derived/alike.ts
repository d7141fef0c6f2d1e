import type { Field, Fields } from '../fields/field.ts'
import { kindOf } from '../fields/kinds.ts'
import { holdsFiles } from './fileRights.ts'

/** Columns of a print. */
export const BANDS = ['b0', 'b1', 'b2', 'b3', 'b4', 'b5'] as const

/** Texts of which so much is the same are alike: the share of their trigrams that both have. */
export const ALIKE_SHARE = 0.9
/** A text of fewer letters and digits says too little to be compared. */
export const COMPARED_LEAST = 20
/** An answer of fewer characters is a choice or a number, and the same with many. */
const ANSWER_LEAST = 8

type Row = Readonly<Record<string, unknown>>

/** Texts among answers: what was written, in the order of its questions; neither choices, numbers, dates nor files. */
const answered = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.keys(value)
        .sort()
        .flatMap((name) => answered((value as Row)[name]))
    : typeof value === 'string' && [...value].length >= ANSWER_LEAST && !/^[\d\s,.:/-]+$/.test(value)
      ? [value]
      : []

/** Does a field hold what somebody wrote of their own accord: a text of several lines that is no person's data? */
function isWritten(f: Field): boolean {
  const { compared, sortable, personal } = kindOf(f)
  return compared === 'piece' && !sortable && !personal && f.facts.readOnly !== 'always'
}

/** Texts of a record that are compared with others: its answers and its long texts. */
export const writtenIn = (r: { readonly fields: Fields }, row: Row): string =>
  Object.entries<Field>(r.fields)
    .flatMap(([name, f]) =>
      f.facts.answers
        ? answered(row[name])
        : isWritten(f) && typeof row[name] === 'string'
          ? [row[name] as string]
          : [],
    )
    .join('\n')

/** Returns whether records of a resource are what a doctor hands in, to be reviewed. */
export const isHandedIn = (r: { readonly fields: Fields }): boolean =>
  'doctorId' in r.fields && 'approvalStatus' in r.fields && Object.values<Field>(r.fields).some(holdsFiles)

/** Returns whether they are compared by what was written in them. */
export const isCompared = (r: { readonly fields: Fields }): boolean =>
  isHandedIn(r) && Object.values<Field>(r.fields).some((f) => f.facts.answers === true || isWritten(f))

/** A text as it is compared: letters and digits alone, whatever their width and case. */
export const comparedText = (text: string): string =>
  text
    .replace(/<[^>]*>/g, ' ')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')

/** The three characters from a place, as one number, of sixteen bits each. */
const trigramAt = (text: string, at: number): number =>
  (text.charCodeAt(at) * 65_536 + text.charCodeAt(at + 1)) * 65_536 + text.charCodeAt(at + 2)

/** Every three characters in a row, each once. */
export function trigramsOf(text: string): ReadonlySet<number> {
  const found = new Set<number>()
  for (let at = 0; at + 3 <= text.length; at++) found.add(trigramAt(text, at))
  return found
}

/**
 * Share of common trigrams of two texts, 0 to 1, as `similarity` of pg_trgm counts it; null below `ALIKE_SHARE`. Most
 * texts are not alike: a comparison ends as soon as too many trigrams are missing.
 */
export function likenessTo(text: string): (other: string) => number | null {
  const own = trigramsOf(comparedText(text))
  const all = own.size
  return (other) => {
    if (all === 0) return null
    const compared = comparedText(other)
    const seen = new Set<number>()
    let [both, missing] = [0, 0]
    for (let left = compared.length - 2; ; left--) {
      // the most that it can come to: everything that is left is in both
      if (Math.min(all, both + Math.max(0, left)) / (all + missing) < ALIKE_SHARE) return null
      if (left <= 0) return both / (all + missing)
      const gram = trigramAt(compared, left - 1)
      if (seen.has(gram)) continue
      seen.add(gram)
      if (own.has(gram)) both++
      else missing++
    }
  }
}
