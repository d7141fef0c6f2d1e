import type { Field, Fields } from './field.ts'
import { holdsFiles } from './fileRights.ts'
import { kindOf } from './kinds/kinds.ts'

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

/** What was written in a record that is compared with others: its answers and its long texts. */
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

/** Returns whether records of a family are what a doctor hands in, to be reviewed. */
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

/** Every three characters in a row, each once: as one number, of sixteen bits each. */
export function trigramsOf(text: string): ReadonlySet<number> {
  const found = new Set<number>()
  for (let at = 0; at + 3 <= text.length; at++)
    found.add((text.charCodeAt(at) * 65_536 + text.charCodeAt(at + 1)) * 65_536 + text.charCodeAt(at + 2))
  return found
}

/** The share of trigrams that both have, 0 to 1, as `similarity` of pg_trgm counts it. */
export function shareOf(a: ReadonlySet<number>, b: ReadonlySet<number>): number {
  if (a.size === 0 || b.size === 0) return 0
  let both = 0
  for (const one of a) if (b.has(one)) both++
  return both / (a.size + b.size - both)
}
