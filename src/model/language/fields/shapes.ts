import { choiceWords, type Field, isChoice, isRef, isRefs, isRows, lengthOf } from './field.ts'
import type { Kind } from './kinds.ts'

/**
 * How values of a kind look to others: personal data to who may not see it, and in the API document. Used by the server
 * only.
 */
export interface KindShape {
  /**
   * Returns a value of a `masked` field as users without permission see it: enough to distinguish two values, too
   * little to use one. Not for "".
   */
  mask(value: string): string
  /** JSON Schema of what the wire carries, without its words (money and ids are strings, null texts are ""). */
  schema(f: Field): Readonly<Record<string, unknown>>
}

const tail = (value: string): string => (value.length > 8 ? `****${value.slice(-4)}` : '****')
const shape = (schema: KindShape['schema'], mask: KindShape['mask'] = tail): KindShape => ({ mask, schema })

const text = shape((f) => {
  const most = lengthOf(f)
  return { type: 'string', ...(most === undefined ? {} : { maxLength: most }) }
})
const whole = shape(() => ({ type: ['integer', 'null'] }))
const id = shape((f) => ({ type: 'string', pattern: '^\\d{0,19}$', ...(isRef(f) ? { 'x-refers-to': f.to } : {}) }))

const keysOf = (f: Field): string[] => (isChoice(f) ? Object.keys(f.values) : [])
const words = (f: Field) => Object.fromEntries(keysOf(f).map((key) => [key, choiceWords(f, key)?.slice(0, 2)]))

/** How values of every kind look to others. */
export const shapes = {
  text,
  longText: text,
  html: text,
  file: text,
  image: text,
  phone: shape(text.schema, (value) => (value.length === 11 ? `${value.slice(0, 3)}****${value.slice(-4)}` : '****')),
  idCard: shape(text.schema, (value) =>
    value.length >= 15 ? `${value.slice(0, 3)}${'*'.repeat(value.length - 7)}${value.slice(-4)}` : '****',
  ),
  sealed: text,
  integer: whole,
  money: shape(() => ({ type: 'string', pattern: '^(-?\\d{1,16}(\\.\\d{1,2})?)?$', examples: ['1234.50'] })),
  rate: shape(() => ({ type: 'string', pattern: '^(-?\\d{1,2}(\\.\\d{1,6})?)?$' })),
  points: whole,
  date: shape(() => ({ type: 'string', examples: ['2024-06-15'] })),
  datetime: shape(() => ({ type: 'string', examples: ['2024-06-15 08:00:00'] })),
  epochSeconds: whole,
  epochMillis: whole,
  flag: shape(() => ({ type: ['integer', 'null'], enum: [0, 1, null] })),
  choice: shape((f) => ({ type: ['integer', 'null'], enum: [...keysOf(f).map(Number), null], 'x-words': words(f) })),
  word: shape((f) => ({ type: 'string', enum: [...keysOf(f), ''], 'x-words': words(f) })),
  dict: text,
  ref: id,
  tree: id,
  refs: shape((f) => ({ type: 'array', items: id.schema(f), ...(isRefs(f) ? { 'x-refers-to': f.to } : {}) })),
  rows: shape((f) => ({
    type: 'array',
    items: {
      type: 'object',
      properties: Object.fromEntries(
        Object.entries<Field>(isRows(f) ? f.rows : {}).map(([name, cell]) => [name, shapeOf(cell).schema(cell)]),
      ),
    },
  })),
  json: shape(() => ({})),
  secret: text,
} as const satisfies Readonly<Record<Kind, KindShape>>

/** How a nested field looks to others. */
function shapeOf(f: Field): KindShape {
  return shapes[f.kind]
}

/** Personal data as a stranger may see it; "" stays "". */
export const masked = (f: { readonly kind: Kind }, value: string): string =>
  value === '' ? '' : shapes[f.kind].mask(value)
