import { instantOf, wallClock } from '../../../model/kernel/dates.ts'
import { lengthOf } from '../../../model/kernel/field.ts'
import { isShownSecret, shownSecret } from '../../../model/kernel/kinds/secrets.ts'
import { fen, yuan } from '../../../model/kernel/money.ts'
import { millionths, rateText } from '../../../model/kernel/tax.ts'
import { markOf, seal } from '../../core/secrets.ts'
import { plain, type StoreKind } from './kind.ts'

/** Texts compare by code point (`collate "C"`): the same order on every server, and prefixes use plain indexes. */
const column = (length: number | undefined): string =>
  length === undefined ? 'text collate "C"' : `varchar(${length}) collate "C"`

/** Any piece of a text may be asked for. */
export const text: StoreKind = { ...plain((f) => column(lengthOf(f))), asked: () => null }

/** A whole number; bigints come from the driver as texts. */
export const whole = (type: 'smallint' | 'integer' | 'bigint'): StoreKind => ({
  ...plain(() => type),
  scale: 0,
  read: Number,
})

/** An amount is never negative unless the field's least value is. */
const notNegative: StoreKind['check'] = (f, name) =>
  String(f.facts.min ?? '0').startsWith('-') ? null : { name: `${name}_not_negative`, sql: `${name} >= 0` }

export const money: StoreKind = {
  ...plain(() => 'numeric(18,2)'),
  scale: 2,
  check: notNegative,
  read: String,
  spelt: (value) => (typeof value === 'string' ? yuan(fen(value)) : value),
  same: (value) => (typeof value === 'string' ? fen(value) : value),
}
export const rate: StoreKind = {
  ...plain(() => 'numeric(8,6)'),
  scale: 6,
  read: String,
  spelt: (value) => (typeof value === 'string' ? rateText(millionths(value)) : value),
  same: (value) => (typeof value === 'string' ? millionths(value) : value),
}
export const points: StoreKind = { ...whole('bigint'), check: notNegative }

export const date = plain(() => 'date')

/** An instant in the database, wall clock of Shanghai in code and on the wire. */
export const datetime: StoreKind = {
  ...plain(() => 'timestamptz'),
  filled: 'now()',
  read: (value) => (value instanceof Date ? wallClock(value) : value),
  write: (value) => {
    if (typeof value !== 'string') return value
    const instant = instantOf(value)
    if (instant === null) throw new RangeError(`not a time: ${value}`)
    return new Date(instant).toISOString()
  },
  spans: true,
  asked: (f, value) =>
    instantOf(value) === null
      ? [
          `${f.label[0]}须为日期 yyyy-MM-dd 或时间 yyyy-MM-dd HH:mm:ss`,
          `${f.label[1]} must be a date yyyy-MM-dd or a time yyyy-MM-dd HH:mm:ss`,
        ]
      : null,
}

/** The id of a record: a text in code, for a bigint is more than a JSON number keeps. */
export const id: StoreKind = { ...plain(() => 'bigint'), read: String, spelt: String }

export const json: StoreKind = { ...plain(() => 'jsonb'), same: (value) => JSON.stringify(value) }

/** Ids of several records. */
export const ids: StoreKind = {
  ...plain(() => 'bigint[]'),
  read: (value) => (value as readonly unknown[]).map(String),
  same: (value) => JSON.stringify(value),
}

/**
 * Encrypted on the way to the database and never decrypted on the way back: records in code, history, outbox and wire
 * hold its mark alone. What needs the secret itself asks for it by name (store/secrets.ts).
 */
export const secret: StoreKind = {
  ...plain(() => 'text'),
  read: (value) => (isShownSecret(value) ? value : shownSecret(markOf(String(value)))),
  write: (value) => {
    if (typeof value !== 'string' || isShownSecret(value)) throw new RangeError('a secret as it is shown is no value')
    return seal(value)
  },
  spelt: (value) => (isShownSecret(value) ? value : shownSecret(markOf(seal(String(value))))),
}
