import type { Facts } from './fields/facts.ts'
import type { Choice, ChoiceWords, Field, Fields, Tone } from './fields/field.ts'
import { isChoice } from './fields/field.ts'
import type { From, Transition } from './lifecycle.ts'

/** A value of a state on the wire and in the database, its labels in both languages and its tone. */
export type StateWords<V extends number | string = number | string> = readonly [
  value: V,
  zh: string,
  en: string,
  tone?: Tone,
]

/** The values of a closed set by their names: `{ pending: 0, voided: 9 }`. */
// biome-ignore lint/suspicious/noExplicitAny: states of any names; `unknown` would not be assignable to `Choice`
export type StateValues = Readonly<Record<string, any>>

/**
 * A closed set whose values have names. For everything that is derived from the model it is a `choice`: rows, wire and
 * columns hold the values. Code of the model and the server names them: `is.voided`.
 */
export interface States<N extends StateValues = StateValues> extends Choice<N[keyof N]> {
  readonly is: N
}

type Named = { readonly [name: string]: StateWords }
type ValuesOf<D extends Named> = { readonly [K in keyof D]: D[K][0] }

/**
 * Declares a closed set whose values have names: `states('状态', 'Status', { pending: [0, '待审核', 'Pending review',
 * 'wait'] })`; `initial` is a name, too. A value that repeats is a mistake in the declaration: two names would be one state.
 */
export const states = <const D extends Named>(
  zh: string,
  en: string,
  named: D,
  facts: Omit<Facts, 'initial'> & { readonly initial?: keyof D & string } = {},
): States<ValuesOf<D>> => {
  const values: Record<string, ChoiceWords> = {}
  const is: Record<string, number | string> = {}
  for (const [name, [value, ...words]] of Object.entries<StateWords>(named)) {
    if (Object.hasOwn(values, value)) throw new Error(`states of ${en}: ${name} repeats the value ${value}`)
    values[value] = words
    is[name] = value
  }
  // a value that is the name of another state would make the translation of names depend on how often it is done
  for (const [name, value] of Object.entries(is))
    if (Object.hasOwn(is, value) && is[value] !== value)
      throw new Error(`states of ${en}: the value of ${name} is the name of another state`)
  const kind = Object.values(is).every((value) => typeof value === 'number') ? 'choice' : 'word'
  const { initial } = facts
  // names and values were taken apart above: the compiler does not know that they are those of `named`
  return {
    kind,
    label: [zh, en],
    facts: initial === undefined ? facts : { ...facts, initial: is[initial] },
    values,
    is,
  } as unknown as States<ValuesOf<D>>
}

/** Returns whether the field is a closed set whose values have names. */
export const isStates = (f: Field): f is States => isChoice(f) && 'is' in f

type Is = { readonly is: StateValues }

/** The values of all fields with named states, by field: `{ settleStatus: { payable: 1, voided: 9 } }`. */
export type StatesOf<F> = {
  readonly [K in keyof F as F[K] extends Is ? K : never]: F[K] extends { readonly is: infer N } ? N : never
}

/**
 * Returns the named values of the status fields of a resource (or of fields that several resources spread):
 * `const { settleStatus } = statesOf(orderDoctorSettlement)`, then `line.settleStatus !== settleStatus.voided`.
 */
export const statesOf = <F extends Fields>(of: { readonly fields: F }): StatesOf<F> =>
  // entries have lost which name has which value
  Object.fromEntries(
    Object.entries<Field>(of.fields).flatMap(([name, f]) => (isStates(f) ? [[name, f.is]] : [])),
  ) as unknown as StatesOf<F>

/** Returns whether a status is one of these states: `isIn([payStatus.toPay, payStatus.toCheck], row.payStatus)`. Pure. */
export const isIn = <V extends number | string>(of: readonly V[], value: unknown): value is V =>
  of.some((one) => one === value)

/** Value of a field as a declaration writes it: the name of the state, or the value of a plain choice. */
export type StateOf<C> = C extends { readonly is: infer N } ? keyof N & string : C extends Choice<infer V> ? V : never

/** Returns the value of a name; everything that is no name of the field is returned as it is. Pure. */
const valueIn = (f: Field | undefined, written: unknown): unknown =>
  f && isStates(f) && typeof written === 'string' && Object.hasOwn(f.is, written) ? f.is[written] : written

/** Returns states by field with values in the place of names. Pure. */
export const valuesOfStates = <S extends object>(fields: Fields, written: S): S =>
  Object.fromEntries(
    Object.entries(written).map(([name, state]) => [
      name,
      Array.isArray(state) ? state.map((one) => valueIn(fields[name], one)) : valueIn(fields[name], state),
    ]),
  ) as S

/** Returns `editable` of a resource with values in the place of names. Pure. */
export const editableValues = <F extends Fields>(
  fields: F,
  editable: { readonly edit?: From<F>; readonly delete?: From<F> },
): typeof editable => ({
  ...editable,
  ...(editable.edit ? { edit: valuesOfStates(fields, editable.edit) } : {}),
  ...(editable.delete ? { delete: valuesOfStates(fields, editable.delete) } : {}),
})

/** Returns a transition with values in the place of names: what every projection of a lifecycle reads. Pure. */
export const transitionValues = (fields: Fields, t: Transition): Transition => ({
  ...t,
  from: t.from === 'new' ? t.from : valuesOfStates(fields, t.from),
  to: t.to === 'deleted' ? t.to : valuesOfStates(fields, t.to),
  ...(t.together ? { together: { ...t.together, where: valuesOfStates(fields, t.together.where) } } : {}),
  ...(t.demands
    ? {
        demands: Object.fromEntries(
          Object.entries<object | undefined>(t.demands).map(([name, where]) => [
            name,
            where && valuesOfStates(fields, where),
          ]),
        ),
      }
    : {}),
})
