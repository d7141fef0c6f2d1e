import type { Label } from '../../values/label.ts'
import type { CodeRule, Facts, Search } from './facts.ts'
import type { UploadKind } from './fileTypes.ts'
import { type Kind, kindOf } from './kinds.ts'

/** A field. `$` exists in the type only: it carries the value's type to `RowOf`. */
export interface Field<T = unknown, Req extends boolean = boolean> {
  readonly kind: Kind
  readonly label: Label
  readonly facts: Facts
  readonly $?: [T, Req]
}

type IsRequired<O> = O extends { required: string } ? true : false

const field =
  <T>(kind: Kind) =>
  // biome-ignore lint/complexity/noBannedTypes: {} is "no facts given" and must stay assignable
  <const O extends Facts = {}>(zh: string, en: string, facts?: O): Field<T, IsRequired<O>> => ({
    kind,
    label: [zh, en],
    facts: facts ?? {},
  })

/** A short text of one line. */
export const text = field<string>('text')
/** The code of a record (`SO20240615000001`): made by the server, not editable, found by any part of it. */
export const code = (
  prefix: string,
  zh: string,
  en: string,
  { count = 'daily', ...facts }: Facts & { readonly count?: CodeRule['count'] } = {},
) =>
  text(zh, en, {
    search: 'code',
    length: 32,
    width: 170,
    least: 136,
    ...facts,
    readOnly: 'always',
    code: { prefix, count },
  })

/** A text of several lines. */
export const longText = field<string>('longText')
/** A whole number; a JSON number. */
export const integer = field<number>('integer')
/** numeric(18,2); a decimal string with two places on the wire and in rows ("1234.50"). */
export const money = field<string>('money')
/** numeric(8,6); a decimal string. */
export const rate = field<string>('rate')
/** bigint ≥ 0; a JSON number. */
export const points = field<number>('points')
/** `yyyy-MM-dd`. */
export const date = field<string>('date')
/** `yyyy-MM-dd HH:mm:ss` in Asia/Shanghai. */
export const datetime = field<string>('datetime')
/** A moment in seconds since 1970; a JSON number. */
export const epochSeconds = field<number>('epochSeconds')
/** A moment in milliseconds since 1970; a JSON number. */
export const epochMillis = field<number>('epochMillis')
/** Yes or no: 1 or 0. */
export const flag = field<0 | 1>('flag')
/** Attachments: an id, or up to `max` joined by commas. */
export const file = field<string>('file')
/** The same, pictures only. */
export const image = field<string>('image')
/** Any JSON value. */
export const json = field<unknown>('json')
/** Rich text; the server removes everything that is not allowed. */
export const html = field<string>('html')
/** A mobile phone number of mainland China. */
export const phone = field<string>('phone')
/** An identity card number of mainland China, with its check character. */
export const idCard = field<string>('idCard')
/** A text that identifies somebody, encrypted in the database like `idCard`: the number of an account, of a certificate. */
export const sealed = field<string>('sealed')
/**
 * A password, token or key: encrypted at rest and never read back; rows and wire say whether it is set
 * (`shownSecret`).
 */
export const secret = field<string>('secret')

/** Colour of a status: waiting, good, bad, off (ended or void), busy (advanced by the system). */
export type Tone = 'wait' | 'good' | 'bad' | 'off' | 'busy'

/** Label and tone of one value of a closed set. */
export type ChoiceWords = readonly [zh: string, en: string, tone?: Tone]

/** A closed set of small integers or of words (`RECEIVED`), each with its label and tone. */
export interface Choice<V extends number | string = number | string> extends Field<V, boolean> {
  readonly values: { readonly [K in V]: ChoiceWords }
}

/** The keys of a closed set as values: numbers where all keys are numbers, else words. */
type ValuesIn<V> = [keyof V & number] extends [never] ? keyof V & string : keyof V & number

/** Keys that are whole numbers make a `choice`, any others a `word`, which is stored and sent as that word. */
export const choice = <const V extends { readonly [k: string | number]: ChoiceWords }>(
  zh: string,
  en: string,
  values: V,
  facts?: Facts,
): Choice<ValuesIn<V>> => {
  const kind = Object.keys(values).every((key) => /^-?\d+$/.test(key)) ? 'choice' : 'word'
  // keys are texts in code, also where they are numbers in the type
  return { kind, label: [zh, en], facts: facts ?? {}, values } as unknown as Choice<ValuesIn<V>>
}

/** Returns label and tone of a value of a closed set; undefined for any other value or field. */
export const choiceWords = (f: Field, value: unknown): ChoiceWords | undefined =>
  isChoice(f) && (typeof value === 'string' || typeof value === 'number') && Object.hasOwn(f.values, value)
    ? f.values[value]
    : undefined

/** Returns a value of a closed set from the text of its key: a number, or the word. */
export const choiceOf = (f: Field, key: string): number | string => (f.kind === 'choice' ? Number(key) : key)

/** The id of another resource's record. `to` is a plain string literal; `contradictions.ts` checks that it exists. */
export interface Ref<To extends string = string, Req extends boolean = boolean> extends Field<string, Req> {
  readonly to: To
}
// biome-ignore lint/complexity/noBannedTypes: as in `field`
export const ref = <const To extends string, const O extends Facts = {}>(
  to: To,
  zh: string,
  en: string,
  facts?: O,
): Ref<To, IsRequired<O>> => ({
  kind: 'ref',
  label: [zh, en],
  facts: facts ?? {},
  to,
})

/** The ids of several records of another resource; `shows`: a text that keeps their names, joined by 、. */
export interface Refs<To extends string = string, Req extends boolean = boolean> extends Field<readonly string[], Req> {
  readonly to: To
}
// biome-ignore lint/complexity/noBannedTypes: as in `field`
export const refs = <const To extends string, const O extends Facts = {}>(
  to: To,
  zh: string,
  en: string,
  facts?: O,
): Refs<To, IsRequired<O>> => ({ kind: 'refs', label: [zh, en], facts: facts ?? {}, to })

/** Row of a `list()`: empty texts are "", empty numbers null. */
export type RowValue<F> = { readonly [K in keyof F]: ValueOf<F[K]> }

/** Rows of declared fields in the order people give them (`max`: how many at most); kept as JSON. */
export interface Rows<F extends Fields = Fields, Req extends boolean = boolean>
  extends Field<readonly RowValue<F>[], Req> {
  readonly rows: F
}
// biome-ignore lint/complexity/noBannedTypes: as in `field`
export const list = <F extends Fields, const O extends Facts = {}>(
  zh: string,
  en: string,
  rows: F,
  facts?: O,
): Rows<F, IsRequired<O>> => ({ kind: 'rows', label: [zh, en], facts: facts ?? {}, rows })

/** A value of a business dictionary (`dict-biz`), by its code. The stored value is the entry's dictKey. */
export interface Dict extends Field<string, boolean> {
  readonly dict: string
}
export const dict = (code: string, zh: string, en: string, facts?: Facts): Dict => ({
  kind: 'dict',
  label: [zh, en],
  facts: facts ?? {},
  dict: code,
})

/** A node of a tree resource (parentId of menus, departments, dictionaries). Stored like a `ref`. */
export const tree = <const To extends string>(to: To, zh: string, en: string, facts?: Facts): Ref<To, false> =>
  ({ kind: 'tree', label: [zh, en], facts: facts ?? {}, to }) as Ref<To, false>

/** The named fields of a resource or of what a transition asks. */
export interface Fields {
  // biome-ignore lint/suspicious/noExplicitAny: any value type, any requiredness
  readonly [name: string]: Field<any, any>
}

/** The value a field holds: required ones are never null. */
export type ValueOf<F> = F extends Field<infer T, infer R> ? (R extends true ? T : T | null) : never

/** Fields that only the server sets: the same fields, `readOnly: 'always'`. Spread into `fields`. */
export const readOnly = <const F extends Fields>(fields: F): F =>
  // entries have lost their names: they are those of `fields`
  Object.fromEntries(
    Object.entries(fields).map(([name, f]) => [name, { ...f, facts: { ...f.facts, readOnly: 'always' } }]),
  ) as unknown as F

/** Returns whether the field is a closed set of numbers or words. */
export const isChoice = (f: Field): f is Choice => f.kind === 'choice' || f.kind === 'word'
/** Returns whether the field is rich text. */
export const isHtml = (f: Field): boolean => f.kind === 'html'
/** Returns whether the field is an amount of money. */
export const isMoney = (f: Field): boolean => f.kind === 'money'
/** Returns whether the field is an amount of points. */
export const isPoints = (f: Field): boolean => f.kind === 'points'
/** Returns whether the field is a day or a moment of the calendar. */
export const isTime = (f: Field): boolean => f.kind === 'date' || f.kind === 'datetime'
/** Returns whether the field is a yes or no. */
export const isFlag = (f: Field): boolean => f.kind === 'flag'
/** Returns whether the field is a whole number. */
export const isInteger = (f: Field): boolean => f.kind === 'integer'
/** Returns whether the field references one record. */
export const isRef = (f: Field): f is Ref => kindOf(f).refers
/**
 * The resource of the record that a field names by its id: of a `ref`, or of a text that holds one (`facts.idOf`); with a
 * row also of one that says so itself (`facts.idOfType`).
 */
export function namedBy(f: Field, row?: Readonly<Record<string, unknown>>): string | undefined {
  if (isRef(f)) return f.to
  const { idOf, idOfType } = f.facts
  return idOf ?? ((idOfType && row && String(row[idOfType] ?? '')) || undefined)
}
/** Returns whether the field references several records. */
export const isRefs = (f: Field): f is Refs => f.kind === 'refs'
/** Returns whether the field holds rows of declared fields. */
export const isRows = (f: Field): f is Rows => f.kind === 'rows'
/** Returns whether the field is a value of a business dictionary. */
export const isDict = (f: Field): f is Dict => f.kind === 'dict'
/** Returns whether values are ordered (`_ge`, `_le`): numbers, money and times. */
export const isRanged = (f: Field): boolean => kindOf(f).compared === 'size'

/** Returns what the files of a field are uploaded as; null for a field without files. */
export const uploadKindOf = (f: Field): UploadKind | null => {
  const { files } = kindOf(f)
  return files && (f.facts.upload ?? files)
}

/** Returns how a field is searched; null for kinds that are compared by value (numbers, times, choices, references). */
export function searchOf(f: Field): Search | null {
  // searching personal data by parts would reveal the whole value after enough searches
  if (f.facts.masked) return 'exact'
  const { search } = kindOf(f)
  return search === null ? null : (f.facts.search ?? search)
}

/** Returns the longest text of a field in characters, undefined when unbounded. */
export const lengthOf = (f: Field): number | undefined => f.facts.length ?? kindOf(f).length ?? undefined
