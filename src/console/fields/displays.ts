import { choiceWords, type Field, isDict, isRows } from '../../model/language/fields/field.ts'
import type { Kind } from '../../model/language/fields/kinds.ts'
import { monthWord, wallClock } from '../../model/values/dates.ts'
import { attachmentsIn } from '../../model/values/files.ts'
import { joined, type Label, type Language } from '../../model/values/label.ts'
import { wordsOf } from '../../model/values/markup.ts'
import { percent } from '../../model/values/percent.ts'
import type { DictWords } from '../data/dictionary.ts'
import { grouped } from './amounts.ts'
import { clock } from './clock.ts'

/**
 * How a kind is shown. Pure and cheap: the grid asks for hundreds of texts per frame, so there is no Intl, no split, no
 * pattern, and no allocation beyond the text itself.
 */
export interface Display {
  /** The text of a value that is not empty. Masked values come masked from the server. */
  text(field: Field, value: unknown, language: Language, words?: DictWords): string
  /** Numbers are aligned right so that their digits line up. */
  readonly align: 'left' | 'right'
  /** Width of a column, px, where the field gives none. */
  readonly width: number
  /** Narrowest a column becomes, px, where the field says nothing: what is cut off ends in …, so amounts are not. */
  readonly least: number
  /** A column takes the room that no other needs: names are long. */
  readonly grows: boolean
  /** How early a list without room leaves a column out, 3 first, where the field says nothing. */
  readonly priority: 1 | 2 | 3
  /** Its group among the facts of a record: identity, amounts, dates, and long texts across the whole width. */
  readonly group: 'main' | 'amounts' | 'times' | 'texts'
  /** Copied as the plain value a spreadsheet takes, not as it is shown. */
  readonly copiesPlain: boolean
  /** Summed in lists of child rows, where it precedes other columns. */
  readonly summed: boolean
  /** May be shown beside a record's name to distinguish it from others. */
  readonly caption: boolean
}

/** Words of yes (1) and no (0). */
export const WORDS_OF_FLAG: readonly [no: Label, yes: Label] = [
  ['否', 'No'],
  ['是', 'Yes'],
]
const SET: Label = ['已设置', 'Set']
const at = (language: Language): 0 | 1 => (language === 'en' ? 1 : 0)

const shown = (text: Display['text'], more: Partial<Omit<Display, 'text'>> = {}): Display => ({
  text,
  align: 'left',
  width: 140,
  least: 72,
  grows: false,
  priority: 2,
  group: 'main',
  copiesPlain: false,
  summed: false,
  caption: false,
  ...more,
})

const asText: Display['text'] = (_, value) => String(value)
const asLine: Display['text'] = ({ facts }, value, language) =>
  facts.means === 'month' ? monthWord(String(value)) : (facts.says?.[String(value)]?.[at(language)] ?? String(value))
const asNumber: Display['text'] = ({ facts }, value) => (facts.seconds ? clock(Number(value)) : String(value))
const asAmount: Display['text'] = (_, value) => grouped(String(value))

function jsonText(value: unknown): string {
  if (typeof value === 'string') return value
  const text = JSON.stringify(value)
  return text === '{}' || text === '[]' || text === undefined ? '' : text
}

/** Rows in one line: the values of each, then the next row. */
function rowsText(field: Field, value: unknown, language: Language, words?: DictWords): string {
  if (!isRows(field) || !Array.isArray(value)) return ''
  const lines: string[] = []
  for (const row of value as readonly Readonly<Record<string, unknown>>[]) {
    let line = ''
    for (const name in field.rows) {
      const cell = field.rows[name] as Field
      const one = row[name]
      if (one === null || one === undefined || one === '') continue
      line += `${line ? ' ' : ''}${displayOf(cell).text(cell, one, language, words)}`
    }
    lines.push(line)
  }
  return joined(lines, language, '; ')
}

/** Shows the number of files: a list does not have their names. */
function filesText(_: Field, value: unknown, language: Language): string {
  const many = (attachmentsIn(String(value)) ?? []).length
  return language === 'en' ? `${many} ${many === 1 ? 'file' : 'files'}` : `${many} 个文件`
}

const name = { grows: true } as const
const long = { width: 240, group: 'texts', priority: 3, grows: true } as const
const number = { align: 'right', width: 90, least: 44, priority: 1 } as const
const moment = { width: 150, least: 84, group: 'times' } as const
const word = { least: 64, priority: 1 } as const

const inWords: Display['text'] = (field, value, language) => choiceWords(field, value)?.[at(language)] ?? String(value)

/** How every kind is shown: in cells, facts, tables of children, on copy and export. */
export const displays = {
  text: shown(asLine, { ...name, caption: true }),
  longText: shown(asText, long),
  html: shown((_, value) => wordsOf(String(value)), long),
  file: shown(filesText, { width: 80, priority: 3 }),
  image: shown(filesText, { width: 80, priority: 3 }),
  phone: shown(asText),
  idCard: shown(asText),
  sealed: shown(asText),
  integer: shown(asNumber, number),
  money: shown(asAmount, {
    align: 'right',
    width: 120,
    least: 84,
    priority: 1,
    group: 'amounts',
    copiesPlain: true,
    summed: true,
  }),
  rate: shown((_, value) => percent(String(value)), { ...number, group: 'amounts' }),
  points: shown(asAmount, { ...number, group: 'amounts', copiesPlain: true }),
  date: shown(asText, { width: 100, least: 84, group: 'times' }),
  datetime: shown(asText, moment),
  epochSeconds: shown((_, value) => wallClock(Number(value) * 1000), moment),
  epochMillis: shown((_, value) => wallClock(Number(value)), moment),
  flag: shown((_, value, language) => WORDS_OF_FLAG[Number(value) === 1 ? 1 : 0][at(language)], {
    width: 70,
    least: 44,
    priority: 1,
  }),
  choice: shown(inWords, word),
  word: shown(inWords, word),
  dict: shown((field, value, _, words) => (isDict(field) && words?.(field.dict, String(value))) || String(value)),
  ref: shown(asText, name),
  tree: shown(asText, name),
  refs: shown((_, value, language) => (Array.isArray(value) ? joined(value, language) : ''), long),
  rows: shown(rowsText, long),
  json: shown((_, value) => jsonText(value), long),
  secret: shown((_, value, language) => (value === '' ? '' : SET[at(language)])),
} as const satisfies Readonly<Record<Kind, Display>>

/** How a field is shown. */
export function displayOf(field: Pick<Field, 'kind'>): Display {
  return displays[field.kind]
}
