import { keyOf } from '../../../model/language/address.ts'
import type { Answer } from '../../../model/language/domain/answer.ts'
import type { AnyCall } from '../../../model/language/domain/call.ts'
import type { Field, Fields } from '../../../model/language/fields/field.ts'
import type { Route } from '../routes.ts'
import { envelope, type Json, json, parameter, properties, ref, required, schemaOf, text } from './openapiSchemas.ts'

/** Schema of the answer of a declared call. */
export function answerOfCall(answer: Answer): Json {
  const { shape, fields, resource, value } = answer
  const one: Json = resource
    ? fields
      ? { allOf: [ref(resource), { type: 'object', properties: properties(fields) }] }
      : ref(resource)
    : fields
      ? { type: 'object', properties: properties(fields) }
      : value
        ? schemaOf(value)
        : {}
  const many: Json = { type: 'array', items: one }
  switch (shape) {
    case 'raw':
      return { type: 'object' }
    case 'download':
      return { type: 'string', contentMediaType: 'application/octet-stream' }
    case 'nothing':
      return envelope({ type: 'null' })
    case 'list':
    case 'values':
      return envelope(many)
    case 'page':
      return envelope({ allOf: [ref('Page'), { properties: { records: many } }] })
    default:
      return envelope(one)
  }
}

/** Parameters that name records. */
export const naming = (names: readonly string[]): Json =>
  Object.fromEntries(names.map((name) => [name, text(name.endsWith('s') ? { description: '1,2,3' } : {})]))

/** Parameters of a declared call. Records are named in the query where it has no body. */
export function requestOfCall(c: AnyCall, method: Route['method']): Json {
  const query: Fields = c.query ?? {}
  const body: Fields = c.body ?? {}
  const named = c.on
    ? naming(keyOf(c.key) ? [keyOf(c.key)?.name as string] : c.select === 'many' ? ['ids'] : ['id'])
    : {}
  const own = { ...(method === 'POST' ? named : {}), ...properties(body) }
  const entries: Json | null = c.entries
    ? {
        type: 'array',
        items: { type: 'object', properties: properties(c.entries.fields), required: required(c.entries.fields) },
      }
    : null
  const schema: Json =
    entries && !c.entries?.name
      ? entries
      : {
          type: 'object',
          properties: { ...own, ...(entries && c.entries?.name ? { [c.entries.name]: entries } : {}) },
          required: required(body),
        }
  return {
    parameters: [
      ...Object.entries<Field>(query).map(([name, f]) =>
        parameter(name, schemaOf(f), f.label[0], f.facts.required !== undefined),
      ),
      ...(method === 'GET' ? Object.entries(named).map(([name, s]) => parameter(name, s as Json, name, true)) : []),
    ],
    ...(method === 'POST' && (entries || Object.keys(own).length > 0)
      ? { requestBody: { content: json(schema) } }
      : {}),
  }
}
