import type { CellValue } from 'hucre/csv'
import {
  type Choice,
  choiceOf,
  type Field,
  isChoice,
  isDict,
  isRanged,
  isTime,
} from '../../../model/language/fields/field.ts'
import type { CellNote, SheetRow } from '../../../model/language/fields/imports.ts'
import type { Kind } from '../../../model/language/fields/kinds.ts'
import { folded } from '../../../model/values/folding.ts'
import type { Label } from '../../../model/values/label.ts'
import { GROUPED_WRONG, ungrouped } from '../../../model/values/money.ts'
import { zerosShown } from '../../workbooks/zerosShown.ts'

/** Value of a cell, or the reason why it has none that can be stored. */
export type Reading = { readonly value: unknown } | { readonly wrong: Label }

/** Keys of dictionaries by their words. */
export type DictKeys = (code: string, word: string) => string | undefined

/** Digits that a spreadsheet keeps of a number; more of them are lost before the file is saved. */
const DIGITS = 15

const two = (n: number): string => String(n).padStart(2, '0')

const dateOf = (d: Date): string => `${d.getUTCFullYear()}-${two(d.getUTCMonth() + 1)}-${two(d.getUTCDate())}`
const timeOf = (d: Date): string => `${two(d.getUTCHours())}:${two(d.getUTCMinutes())}:${two(d.getUTCSeconds())}`

/** A cell as text: numbers as they are written out, times as `yyyy-MM-dd[ HH:mm:ss]`. */
export function textOf(cell: CellValue): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return timeOf(cell) === '00:00:00' ? dateOf(cell) : `${dateOf(cell)} ${timeOf(cell)}`
  if (typeof cell === 'number') return String(Number(cell.toPrecision(DIGITS)))
  return String(cell).trim()
}

/** A cell as it is shown. */
export const shownAt = ({ cells, notes }: SheetRow, at: number): string => {
  const cell = cells[at] ?? null
  const { format } = notes?.[at] ?? {}
  return (typeof cell === 'number' && format ? zerosShown(cell, format) : null) ?? textOf(cell)
}

/** A cell as a field takes it: a text as it is shown, a number or a time as it is. */
export const cellFor = (f: Field, row: SheetRow, at: number): CellValue => {
  const cell = row.cells[at] ?? null
  return isRanged(f) || typeof cell !== 'number' || Math.abs(cell) >= 10 ** DIGITS ? cell : shownAt(row, at)
}

/** Texts that a spreadsheet shows or keeps where it lost the value itself. */
const FAILED =
  /^(#(REF|DIV\/0|NAME|VALUE|NUM|NULL|SPILL|CALC|FIELD|BLOCKED|CONNECT|BUSY|UNKNOWN|N\/A)[!?]?|Err:\d{3}|#{2,})$/i
const LOST = /^[-+]?\d(\.\d+)?E\+?\d{2,3}$/i

const failed: Label = [
  '单元格是公式错误或显示不全，请改为实际内容',
  'The cell holds the error of a formula, or is too narrow to show its value: enter the value',
]
const lost: Label = [
  '长数字已被表格软件改写，末尾数字丢失；请把单元格设为文本后重新输入完整号码',
  'A spreadsheet has rewritten a long number and lost its last digits: format the cell as text and enter it again',
]
const uncomputed: Label = [
  '公式没有保存结果，请用表格软件打开并保存后重新上传',
  'The formula has no stored result: open and save the file in a spreadsheet, then send it again',
]
const apart: Label = ['请取消合并单元格，逐格填写', 'Split the merged cells and fill in each of them']

/** Why a cell cannot be taken for what it shows; null where it can. */
export function cellProblem(f: Field, shown: string, { is }: CellNote): Label | null {
  if (is === 'error' || FAILED.test(shown)) return failed
  if (is === 'uncomputed') return uncomputed
  // a number that stands once for several rows may be the sum of them
  if (is === 'across' || (is === 'merged' && isRanged(f) && !isTime(f))) return apart
  if (isRanged(f)) return null
  return is === 'rounded' || LOST.test(shown) ? lost : null
}

type Read = (f: Field, cell: CellValue, words: DictKeys) => Reading

const text: Read = (_, cell) =>
  typeof cell === 'number' && Math.abs(cell) >= 10 ** DIGITS
    ? {
        wrong: [
          `数字超过${DIGITS}位会丢失精度，请把单元格设为文本后重新输入`,
          `A number of more than ${DIGITS} digits loses some: format the cell as text and enter it again`,
        ],
      }
    : { value: textOf(cell) }

const number: Read = (_, cell) => {
  const plain = ungrouped(textOf(cell))
  return plain === null ? { wrong: GROUPED_WRONG } : { value: plain }
}

/** `2024/6/5`, `2024.6.5`, `2024年6月5日` as `2024-06-05`; anything else is left to the check of the field. */
const spelt = (shown: string): string => {
  const found = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(.*)$/.exec(shown)
  if (!found) return shown
  const [, year, month, day, rest = ''] = found
  return `${year}-${two(Number(month))}-${two(Number(day))}${rest.trim() === '' ? '' : ` ${rest.trim()}`}`
}
const date: Read = (_, cell) => ({ value: spelt(textOf(cell)) })
const datetime: Read = (_, cell) => {
  const shown = spelt(textOf(cell))
  if (!shown.includes(' ')) return { value: `${shown} 00:00:00` }
  return { value: /:\d{2}:/.test(shown) ? shown : `${shown}:00` }
}

const YES_NO: readonly Label[] = [
  ['是', 'Yes'],
  ['否', 'No'],
]
const YES = ['1', '是', 'yes', 'y', 'true', '√']
const NO = ['0', '否', 'no', 'n', 'false', '×']
const flag: Read = (_, cell) => {
  const shown = folded(textOf(cell))
  if (YES.includes(shown)) return { value: 1 }
  return NO.includes(shown) ? { value: 0 } : { wrong: ['请填写“是”或“否”', 'Say Yes or No'] }
}

/** Words said in a refusal; more of them stand in the template. */
const NAMED = 12
const oneOf = (words: readonly Label[]): Label => [
  `须为：${words
    .slice(0, NAMED)
    .map(([zh]) => zh)
    .join('、')}${words.length > NAMED ? '…' : ''}`,
  `One of: ${words
    .slice(0, NAMED)
    .map(([, en]) => en)
    .join(', ')}${words.length > NAMED ? '…' : ''}`,
]
const chosen: Read = (f, cell) => {
  if (!isChoice(f)) throw new Error('no choice')
  const shown = folded(textOf(cell))
  const values = Object.entries((f as Choice).values)
  const found = values.find(([key, [zh, en]]) => [key, zh, en].some((word) => folded(word) === shown))
  return found ? { value: choiceOf(f, found[0]) } : { wrong: oneOf(values.map(([, [zh, en]]) => [zh, en])) }
}
const inDict: Read = (f, cell, words) => {
  const shown = textOf(cell)
  return { value: (isDict(f) && words(f.dict, shown)) || shown }
}

/** How a field stands in a file of rows. */
interface Column {
  readonly read: Read
  /** How it is filled in, in a sentence; null where its length says enough. */
  readonly note: Label | null
  /** Options of a closed set, in order; none where the model knows no set. */
  readonly options?: (f: Field) => readonly Label[]
}

const plainText: Column = { read: text, note: null }
const numbers = (note: Label): Column => ({ read: number, note })
const LIST: Label = ['从下拉列表中选择', 'Choose from the list']
const picked: Column = {
  read: chosen,
  note: LIST,
  options: (f) => Object.values((f as Choice).values).map(([zh, en]): Label => [zh, en]),
}

/**
 * How a cell of a file becomes what a form would send; null: the kind cannot stand in a file of rows. References are
 * looked up (`lookup.ts`).
 */
const COLUMNS = {
  text: plainText,
  longText: plainText,
  html: null,
  file: null,
  image: null,
  phone: { read: text, note: ['11 位手机号', 'A mobile number of 11 digits'] },
  idCard: { read: text, note: ['18 位身份证号，单元格须为文本', 'The 18 characters, the cell formatted as text'] },
  sealed: { read: text, note: ['完整的号码，单元格须为文本', 'The whole number, the cell formatted as text'] },
  integer: numbers(['整数', 'A whole number']),
  money: numbers(['金额，最多两位小数', 'An amount with two decimals at most']),
  rate: numbers(['小数，如 0.06', 'A decimal such as 0.06']),
  points: numbers(['整数', 'A whole number']),
  date: { read: date, note: ['日期，如 2024-06-15', 'A date such as 2024-06-15'] },
  datetime: { read: datetime, note: ['时间，如 2024-06-15 09:30', 'A time such as 2024-06-15 09:30'] },
  epochSeconds: null,
  epochMillis: null,
  flag: { read: flag, note: LIST, options: () => YES_NO },
  choice: picked,
  word: picked,
  dict: { read: inDict, note: LIST },
  ref: plainText,
  tree: plainText,
  refs: plainText,
  rows: null,
  json: null,
  secret: null,
} as const satisfies Readonly<Record<Kind, Column | null>>

/** How a field stands in a file of rows; null for one that cannot. */
export const columnOf = (f: Field): Column | null => COLUMNS[f.kind]

/** Reading of a cell that is not empty, for a field that can be read. */
export function readingOf(f: Field, cell: CellValue, words: DictKeys): Reading {
  const column = columnOf(f)
  if (!column) throw new Error(`no column of a file holds ${f.label[1]}`)
  return column.read(f, cell, words)
}
