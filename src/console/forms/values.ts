import { type Field, type Fields, isRef } from '../../model/kernel/field.ts'
import { type Label, type Language, label } from '../../model/kernel/label.ts'
import { parseAmount } from '../../model/kernel/money.ts'
import { isEmpty, type Problem, problemOf, tidy } from '../../model/kernel/validate.ts'
import { dayOf, momentOf, todayNow } from '../data/dates.ts'
import { grouped, percent } from '../record/cell.ts'

/**
 * What is typed and what is sent. A form holds typed texts only; the wire's values are made from them when they are
 * checked and sent, so that a half-typed amount is never lost. Pure, but for what day `今天` is.
 */
export type Typed = Readonly<Record<string, string>>
export type Values = Readonly<Record<string, unknown>>

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

const plain = (typed: string): string => typed.normalize('NFKC').trim()

/** A value of the wire as the input shows it. */
export function typedOf(field: Field, value: unknown): string {
  if (isEmpty(value)) return ''
  switch (field.kind) {
    case 'money':
    case 'points':
      return grouped(String(value))
    case 'rate':
      return percent(String(value)).slice(0, -1)
    case 'json':
      if (typeof value === 'string') return value
      return Object.keys(value as object).length === 0 ? '' : JSON.stringify(value, null, 2)
    default:
      return String(value)
  }
}

/** The value of the wire that was typed; what cannot be read is handed on as typed, for `problemOf` to name. */
export function wireOf(field: Field, typed: string): unknown {
  if (typed.trim() === '') return null
  switch (field.kind) {
    case 'money':
      return parseAmount(typed) ?? typed
    case 'rate':
      return fraction(plain(typed).replace(/%$/, '')) ?? typed
    case 'integer':
    case 'epochSeconds':
    case 'epochMillis':
    case 'points':
      return plain(typed).replace(/,/g, '')
    case 'date':
      return dayOf(typed, todayNow()) ?? plain(typed)
    case 'datetime':
      return momentOf(typed, todayNow()) ?? plain(typed)
    case 'phone':
    case 'idCard':
      return plain(typed)
    case 'json':
      try {
        return JSON.parse(typed)
      } catch {
        return typed
      }
    default:
      return typed
  }
}

/** What is wrong with what was typed, or null: the kernel's sentence, and one for texts that are no JSON. */
export function problemIn(field: Field, typed: string): Label | null {
  if (field.kind === 'json' && typed.trim() !== '') {
    try {
      JSON.parse(typed)
    } catch {
      return [`${field.label[0]}不是有效的 JSON`, `${field.label[1]} is not valid JSON`]
    }
  }
  return problemOf(field, wireOf(field, typed))
}

/** Everything wrong among these names, in their order. */
export function problemsIn(fields: Fields, typed: Typed, names: readonly string[]): Problem[] {
  const found: Problem[] = []
  for (const name of names) {
    const field = fields[name]
    const message = field && problemIn(field, typed[name] ?? '')
    if (message) found.push({ field: name, message })
  }
  return found
}

/** The values to send, of these names. Call when `problemsIn` found nothing. */
export function valuesOf(fields: Fields, typed: Typed, names: readonly string[]): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const name of names) {
    const field = fields[name]
    if (field) values[name] = tidy(field, wireOf(field, typed[name] ?? ''))
  }
  return values
}

/** Names a form shows, in the order of declaration: what only the server sets is left out, on both sides. */
export const asked = (fields: Fields, mode: 'add' | 'edit'): string[] =>
  Object.entries(fields)
    .filter(([, f]) => f.facts.readOnly !== 'always' && !(mode === 'add' && f.facts.readOnly === 'add'))
    .map(([name]) => name)

/** Why a field cannot be written here, or null. */
export function lockedOf(field: Field, mode: 'add' | 'edit', language: Language): string | null {
  if (field.kind === 'file' || field.kind === 'image')
    return label(['文件服务尚未开放，暂不能上传', 'Files are not open yet, so nothing can be uploaded'], language)
  if (mode === 'edit' && field.facts.readOnly === 'edit')
    return label(['保存后不可修改', 'Cannot be changed once saved'], language)
  return null
}

/** First values of a new record, typed. */
export function initialOf(fields: Fields, names: readonly string[], given: Values = {}): Record<string, string> {
  const typed: Record<string, string> = {}
  for (const name of names) {
    const field = fields[name]
    if (field) typed[name] = typedOf(field, given[name] ?? field.facts.initial)
  }
  return typed
}

/** Do two texts of one field mean the same value? (1,000 and 1000.00 do.) */
export const same = (field: Field, a: string, b: string): boolean => {
  if (a === b) return true
  const [x, y] = [wireOf(field, a), wireOf(field, b)]
  return JSON.stringify(x) === JSON.stringify(y)
}

/** Names whose typed text differs from the text they started with. */
export const changedIn = (fields: Fields, before: Typed, now: Typed, names: readonly string[]): string[] =>
  names.filter((name) => {
    const field = fields[name]
    return field !== undefined && !same(field, before[name] ?? '', now[name] ?? '')
  })

/** The field that shows a referenced record's name, of the same record. */
export const shownBy = (field: Field): string | undefined => (isRef(field) ? field.facts.shows : undefined)
