import { DECIDABLE } from '../../model/language/decidable.ts'
import { type Choice, isChoice, isMoney, searchOf } from '../../model/language/fields/field.ts'
import { kindOf } from '../../model/language/fields/kinds.ts'
import type { Label, Language } from '../../model/values/label.ts'
import { called, type Filterable, type FilterField, fold, isMonth, spokenName } from './filterFields.ts'
import { filterOf } from './filterKinds.ts'
import { pieces, quote } from './filterTokens.ts'

/** Offers at the end of the line. */
export interface Offers {
  /** Where what is typed of it begins: an offer takes its place. */
  readonly from: number
  readonly of: 'fields' | 'values'
  readonly texts: readonly string[]
  /** Field whose values are records, and the typed name: the server is searched for them. */
  readonly names: { readonly field: FilterField; readonly typed: string } | null
  /** Field whose values are few, months or records and worth counting, with the line before it and the typed value. */
  readonly counted: { readonly field: FilterField; readonly before: string; readonly typed: string } | null
  /** The values are days. */
  readonly days: boolean
}

const NOBODYS = { names: null, counted: null, days: false } as const

/** Texts that begin with the typed one, then those that contain it. */
const startsOrHolds = (texts: readonly string[], typed: string): string[] => {
  const wanted = fold(typed)
  const starts = texts.filter((x) => fold(x).startsWith(wanted))
  return [...starts, ...texts.filter((x) => !starts.includes(x) && fold(x).includes(wanted))]
}

/** Names of filters, then the values of the one that was named. Pure. `today`: yyyy-MM-dd. */
export function offersOf(line: string, of: Filterable, language: Language, today: string): Offers {
  const last = pieces(line).at(-1)
  const open = last && last.end === line.length ? last : null
  if (open && open.name !== null) {
    const head = line.slice(open.at)
    const found = called(of, open.name.replace(/^-/, ''))[0]
    const value = open.at + head.search(/[:：]/) + 1
    return found
      ? valuesOf(line, value, found, language, line.slice(0, open.at))
      : { from: line.length, of: 'values', texts: [], ...NOBODYS }
  }
  const from = open?.at ?? line.length
  const typed = line.slice(from)
  const minus = typed.startsWith('-') ? '-' : ''
  const word = typed.slice(minus.length)
  const offered = of.fields.filter((f) => f.offered)
  const names = [...new Set(offered.flatMap((f) => spokenName(f, language) ?? []))]
  const texts = (word === '' ? names : startsOrHolds(names, word)).map((name) => `${minus}${name}:`)
  if (word === '' || minus) return { from, of: 'fields', texts, ...NOBODYS }
  // a word that is no name is a value: of the fields that may hold it
  const closed = (f: FilterField) => (kindOf(f.field).prose ? 1 : 0)
  const meant = offered
    .filter((f) => holds(f, word, today))
    // values of a closed set tell more than a text, which may hold anything
    .sort((a, b) => closed(a) - closed(b))
    .flatMap((f) => {
      const name = spokenName(f, language)
      return name ? [`${name}:${written(f, word, language)}`] : []
    })
  return { from, of: 'fields', texts: [...texts, ...meant], ...NOBODYS }
}

const labelsOf = (field: Choice): Label[] => Object.values(field.values).map(([zh, en]) => [zh, en])
const begins = (label: Label, word: string): boolean => label.some((x) => fold(x).startsWith(fold(word)))

function holds({ field }: FilterField, word: string, today: string): boolean {
  const filter = filterOf(field)
  if (isChoice(field)) return labelsOf(field).some((w) => begins(w, word))
  if (!('ends' in filter) && filter.span) return filter.span(word, today) !== null
  // a bare number is many things; an amount and a day are worth asking for
  if ('ends' in filter) return (isMoney(field) || filter.spans) && filter.ends(word, today) !== null
  return kindOf(field).prose && searchOf(field) !== 'exact'
}

function written({ field }: FilterField, word: string, language: Language): string {
  const at = language === 'en' ? 1 : 0
  const words = isChoice(field) ? labelsOf(field).find((w) => begins(w, word)) : undefined
  return quote(words?.[at] ?? word)
}

function valuesOf(line: string, at: number, f: FilterField, language: Language, before: string): Offers {
  const sign = /^(?:!=|!|=)?/.exec(line.slice(at))?.[0].length ?? 0
  const head = line.slice(at + sign)
  const comma = Math.max(head.lastIndexOf(','), head.lastIndexOf('，')) + 1
  const from = at + sign + comma
  const typed = line.slice(from).replace(/^["“]/, '')
  const filter = filterOf(f.field)
  const texts = filter.offered?.(f.field, language === 'en' ? 1 : 0) ?? []
  return {
    from,
    of: 'values',
    texts: (typed === '' ? texts : startsOrHolds(texts, typed)).map((x) => quote(x)),
    names: f.to ? { field: f, typed } : null,
    // decidability is no value of the rows
    counted:
      f.to || isMonth(f.field) || (isChoice(f.field) && f.name !== DECIDABLE) ? { field: f, before, typed } : null,
    days: 'ends' in filter && filter.spans,
  }
}
