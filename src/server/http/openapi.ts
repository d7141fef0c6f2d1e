import { resources, transitionsOf } from '../../model/all.ts'
import { addressOf, keyNames, keyOf, matchNames } from '../../model/kernel/address.ts'
import type { Answer } from '../../model/kernel/answer.ts'
import type { AnyCall } from '../../model/kernel/call.ts'
import { TEXT } from '../../model/kernel/condition.ts'
import { type Field, type Fields, isChoice, isRanged, isRef } from '../../model/kernel/field.ts'
import { shapes } from '../../model/kernel/kinds/shapes.ts'
import { textsOf } from '../../model/kernel/listing.ts'
import { auditFields, fieldOf, type Resource, unmaskCode } from '../../model/kernel/resource.ts'
import { HEADER, ROUNDS } from '../../model/kernel/wire.ts'
import type { Handler } from '../core/context.ts'
import { VERSION } from './health.ts'
import { type Route, routes } from './routes.ts'

type Json = Record<string, unknown>

const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })

/** A field as JSON Schema: what the wire carries (money and ids are strings, null texts are ""). */
export const schemaOf = (f: Field): Json => ({
  title: f.label[0],
  description: f.label[1],
  ...shapes[f.kind].schema(f),
})

const properties = (fields: Fields): Json =>
  Object.fromEntries(Object.entries(fields).map(([name, f]) => [name, schemaOf(f)]))
const required = (fields: Fields): string[] =>
  Object.entries(fields).flatMap(([name, f]) => (f.facts.required ? [name] : []))
const parameter = (name: string, schema: Json, description: string, must = false): Json => ({
  name,
  in: 'query',
  required: must,
  description,
  schema,
})
const text = (extra: Json = {}): Json => ({ type: 'string', ...extra })

const envelope = (data: Json): Json => ({
  allOf: [ref('Envelope'), { type: 'object', properties: { data } }],
})
const json = (schema: Json): Json => ({ 'application/json': { schema } })

/** Conditions a list understands: every field of `search`, by the operators its kind allows (wire conventions §3). */
function conditions(r: Resource): Json[] {
  const titles = textsOf(r).map((name) => fieldOf(r, name)?.label[0] ?? name)
  const words = `words, each of which stands in one of: ${titles.join(', ')}`
  return [...(titles.length > 0 ? [parameter(TEXT, text(), words)] : []), ...ownConditions(r)]
}

function ownConditions(r: Resource): Json[] {
  return (r.list.search as readonly string[]).flatMap((name) => {
    const f = fieldOf(r, name)
    if (!f) return []
    const bare = parameter(name, text(), `${f.label[0]} / ${f.label[1]}`)
    if (f.facts.masked) {
      const whole = { 'x-permission': [unmaskCode(r)] }
      return [bare, parameter(`${name}_equal`, text(), `${f.label[0]} equal`)].map((p) => ({ ...p, ...whole }))
    }
    const more = isRanged(f)
      ? ['equal', 'ge', 'le']
      : isChoice(f) || isRef(f)
        ? ['equal', 'in']
        : ['equal', 'like', 'likeany', 'likeright']
    return [bare, ...more.map((op) => parameter(`${name}_${op}`, text(), `${f.label[0]} ${op}`))]
  })
}

const paging: readonly Json[] = [
  parameter('current', { type: 'integer', default: 1, minimum: 1 }, 'page'),
  parameter('size', { type: 'integer', default: 10, minimum: 1, maximum: 500 }, 'rows a page'),
  parameter('ascs', text(), 'fields to sort by, ascending'),
  parameter('descs', text(), 'fields to sort by, descending'),
]

const columns = parameter(
  'columns',
  text(),
  'names of fields, joined by commas; id and version always come. Any other name is 400',
)

/** What the Rounds calls that read rows are asked, and what they answer. */
const READS: Readonly<Record<string, { readonly parameters: readonly Json[]; readonly answer: Json }>> = {
  [ROUNDS.window]: {
    parameters: [
      parameter('resource', text(), 'id of a resource; its conditions as in its list', true),
      parameter(
        'offset',
        { type: 'integer', minimum: 0 },
        'position of the first row; without it around the row named by around',
      ),
      parameter('size', { type: 'integer', default: 100, minimum: 1, maximum: 500 }, 'rows'),
      parameter('sort', text(), 'field to sort by, + in front for ascending'),
      parameter('around', text(), 'id of a row whose position is asked'),
      columns,
    ],
    answer: ref('Slice'),
  },
  [ROUNDS.valueCounts]: {
    parameters: [
      parameter('resource', text(), 'id of a resource; its conditions as in its list', true),
      parameter('of', text(), 'field with few values, or with the name of another record', true),
      parameter('values', text(), 'records that such a name may mean: 1,2,3'),
    ],
    answer: { type: 'object', properties: { counts: { type: ['object', 'null'] }, most: { type: 'integer' } } },
  },
  [ROUNDS.rows]: {
    parameters: [
      parameter('resource', text(), 'id of a resource', true),
      parameter('ids', text(), '1,2,3', true),
      columns,
    ],
    answer: ref('Table'),
  },
}

/** What a declared call answers. */
function answerOfCall(answer: Answer): Json {
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
const naming = (names: readonly string[]): Json =>
  Object.fromEntries(names.map((name) => [name, text(name.endsWith('s') ? { description: '1,2,3' } : {})]))

/** What a declared call is asked. Records are named in the query where it has no body. */
function askedOfCall(c: AnyCall, method: Route['method']): Json {
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

function answerOf(route: Route, r: Resource | undefined): Json {
  const row = r ? ref(r.id) : {}
  if (route.kind === 'transition')
    return envelope({ oneOf: [ref('Decided'), { type: 'array', items: ref('Decided') }] })
  if (route.call) return answerOfCall(route.call.answer)
  const own = READS[route.path]
  if (route.kind === 'rounds' && own) return envelope(own.answer)
  const list = route.list === undefined ? undefined : r?.lists?.[route.list]
  if (list?.answer === 'list') return envelope({ type: 'array', items: row })
  if (list && typeof list.answer === 'object') {
    const f = r && fieldOf(r, list.answer.values)
    return envelope({ type: 'array', items: f ? schemaOf(f) : {} })
  }
  switch (route.operation) {
    case 'list':
    case 'page':
      return envelope({ allOf: [ref('Page'), { properties: { records: { type: 'array', items: row } } }] })
    case 'detail':
      return envelope(row)
    case 'tree':
      return envelope({ type: 'array', items: row })
    default:
      return envelope({})
  }
}

function asked(route: Route, r: Resource | undefined): Json {
  if (route.call) return askedOfCall(route.call, route.method)
  if (!r) return route.kind === 'rounds' && READS[route.path] ? { parameters: READS[route.path]?.parameters } : {}
  if (route.kind === 'transition') {
    const all = transitionsOf(r.id)
    const named = (route.transitions ?? []).map((n) => all[n]).filter((t) => t !== undefined)
    const address = addressOf(named[0]?.call ?? '')
    const match = matchNames(named).map((p): [string, Json] => [p, { type: ['integer', 'string'] }])
    const ask = Object.assign({}, ...named.map((t) => properties(t.ask ?? {})))
    const one = { ...naming(keyNames(address)), version: { type: 'integer' }, ...Object.fromEntries(match), ...ask }
    const beside = Object.keys(address.entries?.within ?? {})
    const fields = address.entries
      ? {
          ...naming(beside),
          [address.entries.name ?? 'entries']: { type: 'array', items: { type: 'object', properties: one } },
        }
      : one
    return route.method === 'GET'
      ? { parameters: Object.entries(fields).map(([name, schema]) => parameter(name, schema as Json, name)) }
      : { requestBody: { content: json({ type: 'object', properties: fields }) } }
  }
  switch (route.operation) {
    case 'list':
    case 'page': {
      const by = route.list === undefined ? {} : (r.lists?.[route.list]?.by ?? {})
      const selecting = Object.entries(by).map(([name, field]) => {
        const f = fieldOf(r, field)
        return parameter(name, f ? schemaOf(f) : text(), f?.label[0] ?? name, true)
      })
      const others = conditions(r).filter((c) => !Object.hasOwn(by, String(c.name)))
      return { parameters: [...selecting, ...(route.operation === 'page' || !route.list ? paging : []), ...others] }
    }
    case 'tree':
      return { parameters: conditions(r) }
    case 'detail':
      return { parameters: [parameter(keyOf(r.detailBy)?.name ?? 'id', text(), 'id', true)] }
    case 'remove':
      return { parameters: [parameter('ids', text(), '1,2,3', true)] }
    case 'submit':
    case 'save':
    case 'add':
    case 'update': {
      const own = Object.fromEntries(
        Object.entries(r.fields).filter(([, f]) => (f as Field).facts.readOnly !== 'always'),
      ) as Fields
      return {
        requestBody: {
          content: json({
            type: 'object',
            properties: { id: text(), version: { type: 'integer' }, ...properties(own) },
            required: required(own),
          }),
        },
      }
    }
    default:
      return {}
  }
}

function operation(route: Route): Json {
  const r = route.resource ? resources.get(route.resource) : undefined
  const named = route.transitions?.map((n) => (r ? transitionsOf(r.id)[n]?.label[0] : undefined)).filter(Boolean)
  const summary =
    route.call?.title[0] ??
    (named?.length
      ? `${r?.title[0]}：${named.join('、')}`
      : r
        ? `${r.title[0]} ${r.lists?.[route.list ?? '']?.title[0] ?? route.operation}`
        : route.path)
  const failure = (description: string): Json => ({ description, content: json(ref('Envelope')) })
  const needs = 'open' in route.access ? [] : route.access.permissions
  return {
    operationId: `${route.method.toLowerCase()}_${route.path.replace(/\W+/g, '_')}`,
    tags: [r?.module ?? route.kind],
    summary,
    ...(needs.length ? { 'x-permission': needs } : {}),
    'x-writes': route.writes,
    security: 'open' in route.access && route.access.open === 'public' ? [{ client: [] }] : [{ token: [] }],
    ...asked(route, r),
    responses: {
      200: { description: 'OK', content: json(answerOf(route, r)) },
      400: failure('a field is wrong'),
      401: failure('not signed in'),
      403: failure('no permission'),
      ...(route.writes
        ? { 409: failure('stale, illegal here, or not open yet'), 422: failure('same Idempotency-Key, other content') }
        : {}),
      500: failure('a fault of the server, with the request id'),
    },
  }
}

const rowSchema = (r: Resource): Json => ({
  type: 'object',
  title: r.title[0],
  description: r.about?.[0] ?? r.title[1],
  properties: { id: text(), tenantId: text(), ...properties(r.fields), ...properties(auditFields) },
})

/** The API as OpenAPI 3.1, rendered from the model. Pure. */
export function openApi(): Json {
  const paths: Record<string, Json> = {}
  for (const route of routes().values()) {
    const path = `/api/${route.path}`
    paths[path] = {
      ...paths[path],
      [route.method.toLowerCase()]: { ...operation(route), ...(route.alias ? { deprecated: true } : {}) },
    }
  }
  const count = { type: 'integer' }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Rounds',
      version: VERSION,
      description: 'Every answer is {code, success, data, msg} unless said otherwise.',
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: {
        client: { type: 'http', scheme: 'basic', description: 'client id and secret' },
        token: { type: 'apiKey', in: 'header', name: 'Blade-Auth', description: 'bearer <access_token>' },
      },
      parameters: { key: { name: HEADER.idempotency, in: 'header', schema: text({ maxLength: 200 }) } },
      schemas: {
        Envelope: {
          type: 'object',
          required: ['code', 'success', 'data', 'msg'],
          properties: { code: count, success: { type: 'boolean' }, data: {}, msg: text() },
        },
        Page: {
          type: 'object',
          properties: { records: { type: 'array' }, total: count, size: count, current: count, pages: count },
        },
        Table: {
          type: 'object',
          description:
            'Rows by column: values[c][r] is the field columns[c] of row r; a column of few different texts is {words, at} with words[at[r]].',
          required: ['columns', 'values'],
          properties: {
            columns: { type: 'array', items: text() },
            values: {
              type: 'array',
              items: {
                oneOf: [
                  { type: 'array' },
                  {
                    type: 'object',
                    required: ['words', 'at'],
                    properties: { words: { type: 'array', items: text() }, at: { type: 'array', items: count } },
                  },
                ],
              },
            },
          },
        },
        Slice: {
          allOf: [
            ref('Table'),
            { type: 'object', required: ['offset'], properties: { offset: count, position: count } },
          ],
        },
        Decided: {
          type: 'object',
          properties: {
            id: text(),
            version: count,
            transition: text(),
            patch: { type: 'object' },
            undo: text(),
            undoUntil: text(),
          },
        },
        ...Object.fromEntries([...resources.values()].map((r) => [r.id, rowSchema(r)])),
      },
    },
  }
}

let rendered: Json | undefined

/** GET openapi.json: rendered at the first request. */
export const openApiHandler: Handler = async () => {
  rendered ??= openApi()
  return rendered
}
