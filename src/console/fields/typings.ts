import type { Field } from '../../model/language/fields/field.ts'
import type { Kind } from '../../model/language/fields/kinds.ts'
import { monthWord } from '../../model/values/dates.ts'
import type { Label } from '../../model/values/label.ts'
import { GROUPED_WRONG, parseAmount, ungrouped } from '../../model/values/money.ts'
import { percent } from '../../model/values/percent.ts'
import { dayOf, momentOf, spanOf } from '../data/dates.ts'
import { todayNow } from '../data/today.ts'
import { grouped } from './amounts.ts'

/** How a kind is typed: a form holds texts, the wire's values are made from them. Pure, but for what day `今天` is. */
export interface Typing {
  /** A value of the wire that is not empty, as the input shows it. */
  typed(value: unknown): string
  /**
   * The value of the wire that a text which is not blank means; one that cannot be read is handed on for `problemOf` to
   * name.
   */
  wire(typed: string): unknown
  /** Problem of a typed text that is not blank; null when nothing is. */
  problem(field: Field, typed: string): Label | null
  /** A text that can be read is written out in full when the person leaves the field. */
  readonly tidied: boolean
  /** Why the field cannot be typed yet, in both languages; null when it can. */
  readonly closed: Label | null
}

/** "6.5" (percent) → "0.065", exactly, up to six places of the fraction; null when it is no number. */
export function fraction(typed: string): string | null {
  const m = /^(-?)(\d{1,14})(?:\.(\d{0,4}))?$/.exec(typed)
  if (!m) return null
  const digits = (m[2] ?? '').padStart(3, '0') + (m[3] ?? '')
  const whole = (m[2] ?? '').padStart(3, '0').length - 2
  const places = digits.slice(whole).replace(/0+$/, '')
  const head = digits.slice(0, whole).replace(/^0+(?=\d)/, '')
  return `${m[1]}${head}${places ? `.${places}` : ''}`
}

const halfWidth = (typed: string): string => typed.normalize('NFKC').trim()

const plain: Typing = { typed: String, wire: (typed) => typed, problem: () => null, tidied: true, closed: null }
const grouping = (value: unknown): string => grouped(String(value))
const groupedWrongly = ({ label: [zh, en] }: Field, typed: string): Label | null =>
  ungrouped(typed) === null && parseAmount(typed) === null
    ? [`${zh}：${GROUPED_WRONG[0]}`, `${en}: ${GROUPED_WRONG[1]}`]
    : null
const whole: Typing = { ...plain, wire: (typed) => ungrouped(typed) ?? typed, problem: groupedWrongly }
const digits: Typing = { ...plain, wire: halfWidth }
const files: Typing = { ...plain, tidied: false }

const parsed = (typed: string): { readonly value: unknown } | null => {
  try {
    return { value: JSON.parse(typed) }
  } catch {
    return null
  }
}
const json: Typing = {
  ...plain,
  typed: (value) => {
    if (typeof value === 'string') return value
    return Object.keys(value as object).length === 0 ? '' : JSON.stringify(value, null, 2)
  },
  wire: (typed) => {
    const read = parsed(typed)
    return read ? read.value : typed
  },
  problem: (field, typed) =>
    parsed(typed) ? null : [`${field.label[0]}不是有效的 JSON`, `${field.label[1]} is not valid JSON`],
  tidied: false,
}

/** How every kind is typed. */
export const typings = {
  text: plain,
  longText: plain,
  html: plain,
  file: files,
  image: files,
  phone: digits,
  idCard: digits,
  sealed: plain,
  integer: whole,
  money: { ...plain, typed: grouping, wire: (typed) => parseAmount(typed) ?? typed, problem: groupedWrongly },
  rate: {
    ...plain,
    typed: (value) => percent(String(value)).slice(0, -1),
    wire: (typed) => fraction(halfWidth(typed).replace(/%$/, '')) ?? typed,
    problem: groupedWrongly,
  },
  points: { ...whole, typed: grouping },
  date: { ...plain, wire: (typed) => dayOf(typed, todayNow()) ?? halfWidth(typed) },
  datetime: { ...plain, wire: (typed) => momentOf(typed, todayNow()) ?? halfWidth(typed) },
  epochSeconds: whole,
  epochMillis: whole,
  flag: plain,
  choice: plain,
  word: plain,
  dict: plain,
  ref: plain,
  tree: plain,
  refs: {
    ...plain,
    typed: (value) => (value as readonly string[]).join(),
    wire: (typed) => typed.split(','),
    tidied: false,
  },
  rows: json,
  json,
  secret: { ...plain, tidied: false },
} as const satisfies Readonly<Record<Kind, Typing>>

/** The month (yyyyMM) that a text means: `2025-12`, `202512`, `上月`; null for a day, a year and any other text. */
function monthMeant(typed: string): string | null {
  const span = spanOf(typed, todayNow())
  const [first, last] = [span?.first.slice(0, 7), span?.last.slice(0, 7)]
  return first === undefined || first !== last || span?.first === span?.last ? null : first.replace('-', '')
}

/** A month that is kept as yyyyMM. */
const month: Typing = {
  ...plain,
  typed: (value) => monthWord(String(value)),
  wire: (typed) => monthMeant(typed) ?? typed,
  problem: ({ label: [zh, en] }, typed) =>
    monthMeant(typed) ? null : [`${zh}须为月份，如 2025-12`, `${en} must be a month, e.g. 2025-12`],
}

/** Times of what has happened: without a year the last one of that name is meant. */
const happened: Readonly<Partial<Record<Kind, Typing>>> = {
  date: { ...plain, wire: (typed) => dayOf(typed, todayNow(), true) ?? halfWidth(typed) },
  datetime: { ...plain, wire: (typed) => momentOf(typed, todayNow(), true) ?? halfWidth(typed) },
}

/** How a field is typed. */
export const typingOf = (field: Pick<Field, 'kind' | 'facts'>): Typing =>
  field.facts.means === 'month' ? month : (field.facts.past && happened[field.kind]) || typings[field.kind]
