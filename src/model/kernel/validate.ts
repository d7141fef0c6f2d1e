import { hasHidden, hasHiddenInLines } from './characters.ts'
import { instantOf } from './dates.ts'
import { type Field, type Fields, isChoice } from './field.ts'
import { type Label, type Language, label } from './label.ts'
import { fen } from './money.ts'

/** One thing wrong with one field, in both languages: names the field and the remedy. */
export interface Problem {
  readonly field: string
  readonly message: Label
}

const LENGTH: Partial<Record<Field['kind'], number>> = {
  text: 100,
  longText: 2000,
  phone: 11,
  idCard: 18,
  file: 500,
  image: 500,
  dict: 64,
}

/** Largest whole number a database integer keeps. */
const INT = 2_147_483_647

/** Longest text of a field, undefined when unbounded. */
export const lengthOf = (f: Field): number | undefined => f.facts.length ?? LENGTH[f.kind]

/** Largest number an id may have: what a bigint keeps. */
const LARGEST_ID = 9_223_372_036_854_775_807n

/** Is this text the id of a record, as far as its form goes? */
export const isId = (text: string): boolean => /^\d{1,19}$/.test(text) && BigInt(text) <= LARGEST_ID

/** No value at all: what the wire calls empty. Blanks are nothing either, or a required name could be three spaces. */
export const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

const bad = (f: Field, zh: string, en: string): Label => [`${f.label[0]}${zh}`, `${f.label[1]} ${en}`]

/** `whole` and `places`: digits before and after the point that the column keeps. */
function decimals(f: Field, value: unknown, whole: number, places: number): Label | null {
  const text = typeof value === 'number' ? String(value) : value
  const shape = new RegExp(`^-?\\d{1,${whole}}(\\.\\d{1,${places}})?$`)
  if (typeof text !== 'string' || !shape.test(text.trim()))
    return bad(f, `须为最多${places}位小数的数字`, `must be a number with at most ${places} decimals`)
  return null
}

/** GB 11643: 17 digits, a check character, a real birthday. */
export function isIdCard(value: string): boolean {
  if (!/^\d{17}[\dXx]$/.test(value)) return false
  const birth = `${value.slice(6, 10)}-${value.slice(10, 12)}-${value.slice(12, 14)}`
  if (instantOf(birth) === null) return false
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
  const rest = weights.reduce((n, w, i) => n + w * Number(value[i]), 0) % 11
  return '10X98765432'[rest] === value[17]?.toUpperCase()
}

/** What is wrong with a value of a field, or null. Never throws. Messages: specification §5 where it gives one. */
export function problemOf(f: Field, value: unknown): Label | null {
  if (isEmpty(value)) {
    if (!f.facts.required) return null
    return [f.facts.required, f.facts.requiredEn ?? `${f.label[1]} is required`]
  }
  const { min, max } = f.facts
  switch (f.kind) {
    case 'text':
    case 'longText':
    case 'file':
    case 'image':
    case 'html':
    case 'dict': {
      if (typeof value !== 'string') return bad(f, '须为文本', 'must be text')
      if (value.includes('\0')) return bad(f, '含有不能保存的字符', 'contains a character that cannot be kept')
      // rich text is shown by a renderer of its own, and its editors are full of zero-width spaces
      const hidden = f.kind !== 'html' && (f.kind === 'longText' ? hasHiddenInLines(value) : hasHidden(value))
      if (hidden) return bad(f, '含有不可见字符，请删除', 'contains invisible characters; remove them')
      const most = lengthOf(f)
      if (most !== undefined && [...value].length > most)
        return bad(f, `不能超过${most}个字符`, `must not exceed ${most} characters`)
      return null
    }
    case 'phone':
      if (typeof value !== 'string' || value.length !== 11)
        return ['手机号码长度不为11位', 'A mobile number has 11 digits']
      return /^1[3-9]\d{9}$/.test(value) ? null : ['手机号码格式不正确', 'This is not a mobile number']
    case 'idCard':
      return typeof value === 'string' && isIdCard(value)
        ? null
        : bad(f, '格式不正确', 'is not a valid identity number')
    case 'integer':
    case 'points':
    case 'epochSeconds':
    case 'epochMillis': {
      const n = typeof value === 'string' && /^-?\d{1,16}$/.test(value.trim()) ? Number(value) : value
      if (typeof n !== 'number' || !Number.isSafeInteger(n)) return bad(f, '须为整数', 'must be a whole number')
      if (f.kind === 'integer' && Math.abs(n) > INT) return bad(f, `不能超过${INT}`, `must not exceed ${INT}`)
      if (f.kind === 'points' && n < 0) return bad(f, '不能为负数', 'must not be negative')
      if (min !== undefined && n < Number(min)) return bad(f, `不能小于${min}`, `must be at least ${min}`)
      if (max !== undefined && n > Number(max)) return bad(f, `不能大于${max}`, `must be at most ${max}`)
      return null
    }
    case 'money': {
      const shape = decimals(f, value, 16, 2)
      if (shape) return shape
      const amount = fen(String(value))
      if (min !== undefined && amount < fen(String(min))) return bad(f, `不能小于${min}`, `must be at least ${min}`)
      if (max !== undefined && amount > fen(String(max))) return bad(f, `不能大于${max}`, `must be at most ${max}`)
      return null
    }
    case 'rate': {
      const shape = decimals(f, value, 2, 6)
      if (shape) return shape
      if (min !== undefined && Number(value) < Number(min)) return bad(f, `不能小于${min}`, `must be at least ${min}`)
      if (max !== undefined && Number(value) > Number(max)) return bad(f, `不能大于${max}`, `must be at most ${max}`)
      return null
    }
    case 'date':
      return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && instantOf(value) !== null
        ? null
        : bad(f, '须为日期 yyyy-MM-dd', 'must be a date yyyy-MM-dd')
    case 'datetime':
      return typeof value === 'string' &&
        /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}(:\d{2})?$/.test(value) &&
        instantOf(value) !== null
        ? null
        : bad(f, '须为时间 yyyy-MM-dd HH:mm:ss', 'must be a time yyyy-MM-dd HH:mm:ss')
    case 'flag':
      return value === 0 || value === 1 || value === '0' || value === '1'
        ? null
        : bad(f, '须为是或否', 'must be yes or no')
    case 'choice': {
      // Never String(value) of anything else: {"toString": 1} would throw.
      const plain = typeof value === 'string' || typeof value === 'number'
      const known = plain && isChoice(f) && /^-?\d+$/.test(String(value)) && Object.hasOwn(f.values, Number(value))
      return known ? null : bad(f, '不是可选的值', 'is not one of the choices')
    }
    case 'ref':
    case 'tree':
      return typeof value === 'string' && isId(value) ? null : bad(f, '须为有效的编号', 'must be a record id')
    case 'json':
      return null
  }
}

/** Everything wrong with a record of values. `only` limits the check to those names (an edit of some fields). */
export function problemsOf(
  fields: Fields,
  values: Readonly<Record<string, unknown>>,
  only?: ReadonlySet<string>,
): Problem[] {
  const found: Problem[] = []
  for (const [name, f] of Object.entries(fields)) {
    if (f.facts.readOnly === 'always' || (only && !only.has(name))) continue
    const message = problemOf(f, values[name])
    if (message) found.push({ field: name, message })
  }
  return found
}

/**
 * The value as it is kept: numbers from numeric texts, trimmed text, null for empty. Call after `problemOf` said null.
 */
export function tidy(f: Field, value: unknown): unknown {
  if (isEmpty(value)) return null
  switch (f.kind) {
    case 'integer':
    case 'points':
    case 'epochSeconds':
    case 'epochMillis':
    case 'flag':
    case 'choice':
      return Number(value)
    case 'money':
    case 'rate':
      return String(value).trim()
    case 'text':
    case 'phone':
    case 'idCard':
      return (value as string).trim()
    case 'datetime':
      return (value as string).length === 16 ? `${value}:00` : value
    default:
      return value
  }
}

/** The message of the first problem, and all of them by field, in one language. */
export const inWords = (
  problems: readonly Problem[],
  language: Language,
): { msg: string; fields: Record<string, string> } => ({
  msg: problems.map((p) => label(p.message, language)).join('；'),
  fields: Object.fromEntries(problems.map((p) => [p.field, label(p.message, language)])),
})
