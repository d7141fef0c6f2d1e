import type { Field, Fields } from '../../../model/language/fields/field.ts'
import { shapes } from '../../../model/language/fields/shapes.ts'

// Building blocks of the API document.

/** A piece of the document. */
export type Json = Record<string, unknown>

/** A schema by its name. */
export const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })

/** A field as JSON Schema: what the wire carries (money and ids are strings, null texts are ""). */
export const schemaOf = (f: Field): Json => ({
  title: f.label[0],
  description: f.label[1],
  ...shapes[f.kind].schema(f),
})

/** Fields as the properties of an object. */
export const properties = (fields: Fields): Json =>
  Object.fromEntries(Object.entries(fields).map(([name, f]) => [name, schemaOf(f)]))
/** Names of the fields that have to be there. */
export const required = (fields: Fields): string[] =>
  Object.entries(fields).flatMap(([name, f]) => (f.facts.required ? [name] : []))
/** A parameter of the query. */
export const parameter = (name: string, schema: Json, description: string, must = false): Json => ({
  name,
  in: 'query',
  required: must,
  description,
  schema,
})
/** A text. */
export const text = (extra: Json = {}): Json => ({ type: 'string', ...extra })

/** An answer in the envelope. */
export const envelope = (data: Json): Json => ({
  allOf: [ref('Envelope'), { type: 'object', properties: { data } }],
})
/** A body of JSON. */
export const json = (schema: Json): Json => ({ 'application/json': { schema } })
