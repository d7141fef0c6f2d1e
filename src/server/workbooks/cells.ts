import { choiceWords, type Field, isDict, isRows } from '../../model/language/fields/field.ts'
import type { Kind } from '../../model/language/fields/kinds.ts'
import { monthWord } from '../../model/values/dates.ts'
import { attachmentsIn } from '../../model/values/files.ts'
import { type Language, label } from '../../model/values/label.ts'
import { wordsOf } from '../../model/values/markup.ts'

/** Words of dictionaries, by code and key. */
export type DictWords = (code: string, key: string) => string | undefined

/** A value of the wire that is not empty as a cell of a file: a number only where it keeps all its digits. */
type Cell = (f: Field, value: unknown, language: Language, words: DictWords) => string | number

const asText: Cell = (_, value) => String(value)
const asNumber: Cell = (_, value) => {
  const n = Number(value)
  const digits = String(value).replace(/\D/g, '').length
  return Number.isFinite(n) && digits <= 15 ? n : String(value)
}
const rowsText: Cell = (f, value, language, words) =>
  isRows(f) && Array.isArray(value)
    ? (value as readonly Readonly<Record<string, unknown>>[])
        .map((row) =>
          Object.entries<Field>(f.rows)
            .flatMap(([name, cell]) => (isNothing(row[name]) ? [] : [cellOf(cell, row[name], language, words)]))
            .join(' '),
        )
        .join('；')
    : ''

const inWords: Cell = (f, value, language) => {
  const words = choiceWords(f, value)
  return words ? label([words[0], words[1]], language) : String(value)
}

/** A line of text; months as people read and type them. */
const asLine: Cell = ({ facts }, value, language) =>
  facts.means === 'month'
    ? monthWord(String(value))
    : (facts.says?.[String(value)]?.[language === 'en' ? 1 : 0] ?? String(value))

const CELLS = {
  text: asLine,
  longText: asText,
  html: (_, value) => wordsOf(String(value)),
  file: (_, value) => (attachmentsIn(String(value)) ?? []).length,
  image: (_, value) => (attachmentsIn(String(value)) ?? []).length,
  phone: asText,
  idCard: asText,
  sealed: asText,
  integer: asNumber,
  money: asNumber,
  rate: asNumber,
  points: asNumber,
  date: asText,
  datetime: asText,
  epochSeconds: asNumber,
  epochMillis: asNumber,
  flag: (_, value, language) => label(Number(value) === 1 ? ['是', 'Yes'] : ['否', 'No'], language),
  choice: inWords,
  word: inWords,
  dict: (f, value, _, words) => (isDict(f) && words(f.dict, String(value))) || String(value),
  ref: asText,
  tree: asText,
  refs: (_, value) => (value as readonly string[]).join('、'),
  rows: rowsText,
  json: (_, value) => JSON.stringify(value),
  secret: (_, __, language) => label(['已设置', 'Set'], language),
} as const satisfies Readonly<Record<Kind, Cell>>

const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** Beginning of a text that a spreadsheet takes for a formula when it opens a CSV file (OWASP: CSV injection). */
const FORMULA = /^[\s\uFEFF]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/

/** A text that no spreadsheet treats as a formula: an apostrophe precedes what would be one. */
export const harmless = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

/** A text that a spreadsheet would take for a number: without its first zeros, or rounded to fifteen digits. */
const TAKEN_FOR_NUMBER = /^(0\d+|\d{12,}|\d+E\d+)$/i

/** A text as a cell of a CSV file that a spreadsheet shows as it is: no formula, no other number. */
export const csvText = (text: string): string => (TAKEN_FOR_NUMBER.test(text) ? `="${text}"` : harmless(text))

/** The text that `harmless` was given: what was exported and is imported again is the same. */
export const plain = (text: string): string =>
  text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text

/** A value of the wire as a cell; "" for nothing. */
export const cellOf = (f: Field, value: unknown, language: Language, words: DictWords): string | number =>
  isNothing(value) || value === f.facts.none ? '' : valueCell(f)(f, value, language, words)

function valueCell(f: Field): Cell {
  return CELLS[f.kind]
}
