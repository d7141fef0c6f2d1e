import { inheritedOf, resources } from '../../../model/business.ts'
import type { CodeRule } from '../../../model/language/fields/facts.ts'
import { type Field, isRef, isRefs, lengthOf, namedBy } from '../../../model/language/fields/field.ts'
import { type Kind, kindOf } from '../../../model/language/fields/kinds.ts'
import { fieldOf, isShared, type Resource } from '../../../model/language/resource.ts'
import { CREDIT_ALPHABET, ID_CARD_ALPHABET } from '../../../model/values/officialNumbers.ts'
import { baseOf, literal } from '../../database/names.ts'
import { sealedStyle } from './sealing.ts'

/**
 * How a value differs from copy to copy of the demo: SQL of the copied value, from SQL of the original and the row `k`
 * of this copy (copies.ts). `text` does the same to a value in JSON.
 */
export interface Style {
  readonly id: string
  column(value: string): string
  text(value: string): string
}

const ofText = (id: string, sql: (value: string) => string): Style => ({ id, column: sql, text: sql })

/** The same in every copy. */
export const SAME: Style = ofText('same', (v) => v)
/** A record that is copied too. */
export const ID: Style = {
  id: 'id',
  column: (v) => `${v} + k.id_step`,
  text: (v) => `(${v}::bigint + k.id_step)::text`,
}
/** The same, kept as a text. */
export const ID_TEXT: Style = ofText('idText', ID.text)
/** A record of whichever resource a field beside it names, kept as a text. */
const ID_OF_TYPE: Style = ofText('idOfType', (v) => `case when ${v} ~ '^[0-9]+$' then ${ID.text(v)} else ${v} end`)
/** Several records that are copied too, in their order. */
const IDS: Style = {
  id: 'ids',
  column: (v) => `(select array_agg(x + k.id_step order by n) from unnest(${v}) with ordinality u(x, n))`,
  text: (v) =>
    `(select jsonb_agg((x::bigint + k.id_step)::text order by n) from jsonb_array_elements_text(${v}::jsonb) with ordinality u(x, n))::text`,
}
/** A moment: all of a copy happens the same while later, on the same day. */
export const TIME: Style = {
  id: 'time',
  column: (v) => `${v} + k.later`,
  text: (v) => `to_char(${v}::timestamp + k.later, 'YYYY-MM-DD HH24:MI:SS')`,
}
const seconds = (unit: number): Style =>
  ofText(`epoch${unit}`, (v) => `${v} + ${unit} * extract(epoch from k.later)::bigint`)

/** The last four digits stay, so that it looks the same where it is masked. */
const PHONE = ofText(
  'phone',
  (v) => `left(${v}, 3) || lpad(((substr(${v}, 4)::bigint + k.n * 10000) % 100000000)::text, 8, '0')`,
)
/** The four digits behind the region distinguish copies; the check character follows them. */
const ID_CARD = ofText(
  'idCard',
  (v) =>
    `left(${v}, 2) || k.id_card || substr(${v}, 7, 11) || translate(right(${v}, 1), ${literal(ID_CARD_ALPHABET)}, k.id_card_check)`,
)

const BY_MEANING: Readonly<Record<NonNullable<Field['facts']['means']>, Style>> = {
  person: ofText('person', (v) => `translate(left(${v}, 1), k.surnames_from, k.surnames) || substr(${v}, 2)`),
  organisation: ofText(
    'organisation',
    (v) =>
      `case when ${v} like '%有限公司' then left(${v}, -4) || k.n || '号有限公司' else ${v} || '（' || k.n || '）' end`,
  ),
  creditCode: ofText(
    'creditCode',
    (v) =>
      `left(${v}, 4) || k.credit || substr(${v}, 9, 9) || translate(right(${v}, 1), ${literal(CREDIT_ALPHABET)}, k.credit_check)`,
  ),
  bankAccount: ofText(
    'bankAccount',
    (v) => `left(${v}, 6) || lpad(((substr(${v}, 7, 4)::int + k.n) % 10000)::text, 4, '0') || substr(${v}, 11)`,
  ),
  bankBranch: SAME,
  bankSerial: SAME,
  telephone: SAME,
  email: SAME,
  month: SAME,
}

/** How far the numbers of a code go in the original, by prefix: the next copy counts on from there. */
export type CodeSteps = ReadonlyMap<string, number>

const codeStyle = ({ prefix, count }: CodeRule, steps: CodeSteps): Style => {
  const head = prefix.length + (count === 'daily' ? 8 : 0)
  const digits = count === 'daily' ? 6 : 4
  const number = (v: string) => `(substr(${v}, ${head + 1})::bigint + k.n * ${steps.get(prefix) ?? 1})::text`
  return ofText(
    `code${prefix}`,
    (v) => `left(${v}, ${head}) || lpad(${number(v)}, greatest(${digits}, length(${number(v)})), '0')`,
  )
}

/** A text that is unique and means nothing in particular. One that fills its column gives its end for the number. */
function numbered(f: Field): Style {
  const length = lengthOf(f)
  const own = (v: string) => (length === undefined ? v : `left(${v}, ${length} - length('-' || k.n))`)
  return ofText(`numbered${length ?? ''}`, (v) => `${own(v)} || '-' || k.n`)
}

/** The style of every kind of field where the field itself says no more. `reference`: decided by what it points at. */
const BY_KIND = {
  text: SAME,
  longText: SAME,
  html: SAME,
  file: SAME,
  image: SAME,
  phone: PHONE,
  idCard: ID_CARD,
  sealed: SAME,
  integer: SAME,
  money: SAME,
  rate: SAME,
  points: SAME,
  // months and days stay: what belongs to a month is copied within it
  date: SAME,
  datetime: TIME,
  epochSeconds: seconds(1),
  epochMillis: seconds(1000),
  flag: SAME,
  choice: SAME,
  word: SAME,
  dict: SAME,
  ref: 'reference',
  tree: 'reference',
  refs: 'reference',
  rows: SAME,
  json: SAME,
  // the key is the same in every copy
  secret: SAME,
} as const satisfies Readonly<Record<Kind, Style | 'reference'>>

/** Returns whether a resource is not multiplied. Resources that share a table are treated alike. */
export const isFrame = (r: Resource): boolean => baseOf(r).frame === true || isShared(baseOf(r))

/** The field that a text of `r` repeats: of the record that a reference beside it points at. */
function repeated(r: Resource, name: string): { readonly of: Resource; readonly name: string } | null {
  for (const f of Object.values<Field>(r.fields)) {
    const to = f.facts.shows === name ? resources.get(namedBy(f) ?? '') : undefined
    if (to) return { of: to, name: to.id !== r.id && fieldOf(to, name) ? name : (to.name as string) }
  }
  return null
}

/** Returns whether copies have to differ in this text, because no other field of a unique set differs. */
function mustDiffer(r: Resource, name: string, steps: CodeSteps): boolean {
  return (r.unique ?? []).some((set) => {
    const texts = set.map(String).filter((n) => {
      const f = fieldOf(r, n)
      return f !== undefined && kindOf(f).prose
    })
    const differs = (n: string) => ownStyle(r, n, steps) !== SAME
    return texts.at(-1) === name && !set.map(String).some(differs)
  })
}

function ownStyle(r: Resource, name: string, steps: CodeSteps): Style {
  const f = fieldOf(r, name) ?? (inheritedOf(r)[name] as Field | undefined)
  if (!f) return SAME
  const style = textStyle(r, name, f, steps)
  return kindOf(f).sealed && style !== SAME ? sealedStyle(f.kind, style) : style
}

/** The style of a field as code has it. */
function textStyle(r: Resource, name: string, f: Field, steps: CodeSteps): Style {
  const copied = repeated(r, name)
  if (copied) return isFrame(copied.of) ? SAME : styleOf(copied.of, copied.name, steps)
  if (f.facts.code) return codeStyle(f.facts.code, steps)
  if (f.facts.means) return BY_MEANING[f.facts.means]
  if (f.facts.idOfType) return ID_OF_TYPE
  const named = f.facts.idOf ? resources.get(f.facts.idOf) : undefined
  if (named) return isFrame(named) ? SAME : ID_TEXT
  const byKind = BY_KIND[f.kind]
  if (byKind !== 'reference') return byKind
  const to = isRef(f) || isRefs(f) ? resources.get(f.to) : undefined
  return !to || isFrame(to) ? SAME : isRefs(f) ? IDS : ID
}

/** How a field of a copied resource differs from copy to copy. */
export function styleOf(r: Resource, name: string, steps: CodeSteps): Style {
  const own = ownStyle(r, name, steps)
  const f = fieldOf(r, name)
  return own === SAME && f && mustDiffer(r, name, steps) ? numbered(f) : own
}

/** Sets of unique fields that copies could not keep: a resource that has one is declared wrong. Pure. */
export const inseparable = (r: Resource): string[] =>
  (r.unique ?? [])
    .filter((set) => set.every((name) => styleOf(r, String(name), new Map()) === SAME))
    .map((set) => set.join(', '))
