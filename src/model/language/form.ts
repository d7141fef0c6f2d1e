import type { Label } from '../values/label.ts'
import { fen, parseAmount, yuan } from '../values/money.ts'
import { type FixedValues, fieldOf, type Resource } from './resource.ts'

/** Fields that are filled in together, under a heading. */
export interface FormPart<Name extends string = string> {
  readonly title: Label
  readonly fields: readonly Name[]
}

/**
 * Outside register that is queried about a record: its answer fills a form or is compared with the record (`register()`
 * of sections). Fields of the answer are named as those of the resource.
 */
export interface Lookup<Name extends string = string> {
  /** The id of the call, a read. */
  readonly call: string
  /** The field that it is asked by, and its parameter. */
  readonly by: Name
  /** Records of these values are compared without being asked to: each look may cost something. */
  readonly automatic?: FixedValues
}

/** How a record is written: its fields in the order in which people think of them, not in that of its table. */
export interface Form<Name extends string = string> {
  readonly parts: readonly FormPart<Name>[]
  /** A register outside that knows what the record is about. */
  readonly lookup?: Lookup<Name>
  /** Fields that are asked only where others have these values: the fee of what is not paid in points. */
  readonly where?: Readonly<Record<string, FixedValues>>
  /** Amounts computed from typed values, count times price, shown beside their number. */
  readonly product?: Readonly<Record<string, readonly [count: string, price: string]>>
}

/** The panel that compares a record with what the register of its form says. */
export const LOOKUP = 'lookup'

/** A heading of a form with its fields. */
export const part = <const Name extends string>(title: Label, fields: readonly Name[]): FormPart<Name> => ({
  title,
  fields,
})

/** Returns whether a field is asked, given the typed values of the others. Pure. */
export const isShownIn = (form: Form | undefined, name: string, typed: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(form?.where?.[name] ?? {}).every(([other, value]) => String(typed[other] ?? '') === String(value))

/** The amount that comes of what is typed: "" where it is not reckoned now. Pure. */
export function productOf(form: Form | undefined, name: string, typed: Readonly<Record<string, string>>): string {
  const [count = '', price = ''] = form?.product?.[name] ?? []
  const many = (typed[count] ?? '').trim()
  const amount = parseAmount(typed[price] ?? '')
  if (!/^\d{1,9}$/.test(many) || amount === null || !isShownIn(form, price, typed)) return ''
  return yuan(BigInt(many) * fen(amount))
}

/** Problems of the form of a resource: whatever may be written stands in it once, and nothing else. Pure. */
export function formProblems(r: Resource): string[] {
  if (!r.form) return []
  const named = r.form.parts.flatMap((p) => p.fields)
  const writable = Object.entries(r.fields).flatMap(([name, f]) => (f.facts.readOnly === 'always' ? [] : [name]))
  return [
    ...writable.filter((name) => !named.includes(name)).map((name) => `form leaves out ${name}`),
    ...named.filter((name) => !writable.includes(name)).map((name) => `form asks for ${name}, which is not written`),
    ...named.filter((name, at) => named.indexOf(name) < at).map((name) => `form asks for ${name} twice`),
    ...[r.form.lookup?.by ?? [], Object.keys(r.form.lookup?.automatic ?? {})]
      .flat()
      .filter((name) => !fieldOf(r, name))
      .map((name) => `form looks up by ${name}, which is no field`),
    ...Object.entries(r.form.where ?? {}).flatMap(([name, where]) =>
      [name, ...Object.keys(where)]
        .filter((one) => !fieldOf(r, one))
        .map((one) => `form asks by ${one}, which is no field`),
    ),
    ...Object.keys(r.form.product ?? {}).flatMap((name) =>
      fieldOf(r, name) ? [] : [`form reckons ${name}, which is no field`],
    ),
    ...Object.values(r.form.product ?? {}).flatMap((factors) =>
      factors.filter((one) => !named.includes(one)).map((one) => `form reckons with ${one}, which it does not ask`),
    ),
  ]
}
