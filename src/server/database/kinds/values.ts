import { isChoice, lengthOf } from '../../../model/language/fields/field.ts'
import { isShownSecret, shownSecret } from '../../../model/language/fields/secrets.ts'
import { instantOf, wallClock } from '../../../model/values/dates.ts'
import { fen } from '../../../model/values/money.ts'
import { millionths } from '../../../model/values/tax.ts'
import { markOf, seal } from '../../core/settings/secrets.ts'
import { NotKept, plain, type StoreKind } from './kind.ts'

/** Texts compare by code point (`collate "C"`): the same order on every server, and prefixes use plain indexes. */
const column = (length: number | undefined): string =>
  length === undefined ? 'text collate "C"' : `varchar(${length}) collate "C"`

/** Any piece of a text may be asked for. */
export const text: StoreKind = {
  ...plain((f) => column(lengthOf(f))),
  keep: (f, written) => {
    const value = String(written)
    const length = lengthOf(f)
    if (length === undefined || value.length <= length || [...value].length <= length) return value
    const kept = [...value].slice(0, length).join('')
    // the database cuts blanks off, and nothing else
    if (value.slice(kept.length).trim() === '') return kept
    throw new NotKept('22001', `value too long for ${length} characters`)
  },
  filterProblem: () => null,
}

/**
 * A text that code has as it is and the column encrypted (`database/sealed.ts`): rows in memory hold the text. The database
 * refuses whatever is not encrypted, whoever writes.
 */
const sealedAs = (spelt: (text: string) => string): StoreKind => {
  const same = (value: unknown) => (typeof value === 'string' ? spelt(value) : value)
  return {
    ...plain(() => 'text collate "C"'),
    // the form, cheaply: a row of a document has it checked in each of its columns
    check: (_f, name) => ({ name: `${name}_sealed`, sql: `"${name}" like '~%~%' and octet_length("${name}") > 41` }),
    write: same,
    same,
    filterProblem: () => null,
  }
}
/** Numbers of accounts and certificates, as they were written. */
export const sealed = sealedAs((text) => text.trim())
/** Identity numbers, whose last character may be an X. */
export const idCard = sealedAs((text) => text.trim().toUpperCase())

/** A whole number; bigints come from the driver as texts. */
const LARGEST = { smallint: 32_767n, integer: 2_147_483_647n, bigint: 9_223_372_036_854_775_807n } as const

/** A whole number as the database reads it; NotKept for what is none or too large for the type. */
function integer(type: keyof typeof LARGEST, written: unknown): bigint {
  const digits = String(written).trim()
  if (!/^[+-]?\d{1,30}$/.test(digits)) throw new NotKept('22P02', `not a whole number: ${digits}`)
  const value = BigInt(digits)
  if (value > LARGEST[type] || value < -LARGEST[type] - 1n) throw new NotKept('22003', `${digits} is out of range`)
  return value
}

export const whole = (type: 'smallint' | 'integer' | 'bigint'): StoreKind => ({
  ...plain(() => type),
  scale: 0,
  keep: (_f, written) =>
    typeof written === 'number' && Number.isInteger(written) && Math.abs(written) <= 32_767
      ? written + 0 // no −0
      : Number(integer(type, written)),
  read: Number,
})

/** Word of a closed set, held by the database too. */
export const word: StoreKind = {
  ...plain((f) => column(lengthOf(f))),
  check: (f, name) => ({
    name: `${name}_is_known`,
    sql: `${name} in (${(isChoice(f) ? Object.keys(f.values) : []).map((key) => `'${key}'`).join(', ')})`,
    refused: '?',
  }),
}

/** An amount is never negative unless the field's least value is. */
const notNegative: StoreKind['check'] = (f, name) =>
  String(f.facts.min ?? '0').startsWith('-')
    ? null
    : { name: `${name}_not_negative`, sql: `${name} >= 0`, refused: '-1' }

const positive: StoreKind['holds'] = (f, value) =>
  String(f.facts.min ?? '0').startsWith('-') || !String(value).startsWith('-')

/** A decimal as `numeric(precision, scale)` keeps it: halves are rounded away from zero. */
const decimal = (precision: number, scale: number): StoreKind['keep'] => {
  const kept = new RegExp(`^(?:0|[1-9]\\d{0,${precision - scale - 1}})\\.\\d{${scale}}$`)
  return (_f, written) => {
    // most are written as they are kept
    if (typeof written === 'string' && kept.test(written)) return written
    const m = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,3}))?$/i.exec(String(written).trim())
    if (!m || (!m[2] && !m[3])) throw new NotKept('22P02', `not a number: ${String(written)}`)
    const [, sign, whole = '', part = '', power = '0'] = m
    // the point moves as many places as the power says
    const point = whole.length + Number(power)
    const shifted = `${'0'.repeat(Math.max(0, -point))}${whole}${part}`.padEnd(point, '0')
    const [digits, rest] = [shifted.slice(0, Math.max(0, point)), shifted.slice(Math.max(0, point))]
    const cut = BigInt(`0${digits}${rest.slice(0, scale).padEnd(scale, '0')}`)
    const value = (rest[scale] ?? '0') >= '5' ? cut + 1n : cut
    const all = String(value).padStart(scale + 1, '0')
    if (all.length > precision) throw new NotKept('22003', `${String(written)} is out of range`)
    const least = sign === '-' && value !== 0n ? '-' : ''
    return `${least}${all.slice(0, -scale)}.${all.slice(-scale)}`
  }
}

export const money: StoreKind = {
  ...plain(() => 'numeric(18,2)'),
  scale: 2,
  keep: decimal(18, 2),
  holds: positive,
  check: notNegative,
  read: String,
  same: (value) => (typeof value === 'string' ? fen(value) : value),
}
export const rate: StoreKind = {
  ...plain(() => 'numeric(8,6)'),
  scale: 6,
  keep: decimal(8, 6),
  read: String,
  same: (value) => (typeof value === 'string' ? millionths(value) : value),
}
export const points: StoreKind = { ...whole('bigint'), check: notNegative, holds: positive }

export const date: StoreKind = {
  ...plain(() => 'date'),
  keep: (_f, written) => {
    const day = String(written).slice(0, 10)
    const at = /^\d{4}-\d{2}-\d{2}$/.test(day) ? new Date(`${day}T00:00:00Z`) : null
    if (!at || Number.isNaN(at.getTime()) || !at.toISOString().startsWith(day))
      throw new NotKept('22007', `not a date: ${String(written)}`)
    return day
  },
}

/** How many texts are remembered. */
const REMEMBERED = 20_000

/** Cache of recently decoded values: the records of one write, and of a day, have few moments. */
function remembered<V>(find: (text: string) => V): (text: string) => V {
  const known = new Map<string, V>()
  return (text) => {
    const there = known.get(text)
    if (there !== undefined) return there
    if (known.size >= REMEMBERED) known.clear()
    const found = find(text)
    known.set(text, found)
    return found
  }
}

const momentOf = remembered((wall) => {
  const instant = instantOf(wall)
  if (instant === null) throw new RangeError(`not a time: ${wall}`)
  return new Date(instant).toISOString()
})
const wallOf = remembered((moment) => wallClock(new Date(moment)))

/** An instant in the database, wall clock of Shanghai in code and on the wire. */
export const datetime: StoreKind = {
  ...plain(() => 'timestamptz'),
  filled: 'now()',
  read: (value) => (value instanceof Date ? wallClock(value) : value),
  write: (value) => (typeof value === 'string' ? momentOf(value) : value),
  keep: (_f, written) => wallOf(String(written)),
  spans: true,
  filterProblem: (f, value) =>
    instantOf(value) === null
      ? [
          `${f.label[0]}须为日期 yyyy-MM-dd 或时间 yyyy-MM-dd HH:mm:ss`,
          `${f.label[1]} must be a date yyyy-MM-dd or a time yyyy-MM-dd HH:mm:ss`,
        ]
      : null,
}

/** The id of a record: a text in code, for a bigint is more than a JSON number keeps. */
export const id: StoreKind = {
  ...plain(() => 'bigint'),
  keep: (_f, written) =>
    typeof written === 'string' && /^[1-9]\d{0,17}$/.test(written) ? written : String(integer('bigint', written)),
  read: String,
}

/** Names by length, then by bytes. */
function byBytes(a: string, b: string): number {
  const [x, y] = [Buffer.byteLength(a), Buffer.byteLength(b)]
  if (x !== y) return x - y
  // code units are bytes where none is beyond ASCII
  if (x > a.length || y > b.length) return Buffer.compare(Buffer.from(a), Buffer.from(b))
  return a < b ? -1 : a > b ? 1 : 0
}

/** A JSON value as jsonb keeps it: names by length, then by bytes; of a name that comes twice the last. */
export const jsonb = (value: unknown): unknown => {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map((v) => jsonb(v ?? null))
  const of = value as Readonly<Record<string, unknown>>
  const names = Object.keys(of).filter((name) => of[name] !== undefined)
  return Object.fromEntries(names.sort(byBytes).map((name) => [name, jsonb(of[name])]))
}

export const json: StoreKind = {
  ...plain(() => 'jsonb'),
  keep: (_f, written) => jsonb(written),
  same: (value) => JSON.stringify(value),
}

/** Ids of several records. */
export const ids: StoreKind = {
  ...plain(() => 'bigint[]'),
  keep: (_f, written) => [written].flat().map((one) => String(integer('bigint', one))),
  read: (value) => (value as readonly unknown[]).map(String),
  same: (value) => JSON.stringify(value),
}

/**
 * Encrypted on the way to the database and never decrypted on the way back: records in code, history, outbox and wire
 * hold its mark alone. What needs the secret itself asks for it by name (database/keys/secrets.ts).
 */
export const secret: StoreKind = {
  ...plain(() => 'text'),
  read: (value) => (isShownSecret(value) ? value : shownSecret(markOf(String(value)))),
  write: (value) => {
    if (typeof value !== 'string' || isShownSecret(value)) throw new RangeError('a secret as it is shown is no value')
    return seal(value)
  },
  keep: (_f, written) => shownSecret(markOf(String(written))),
}
