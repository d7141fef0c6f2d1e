import { resources, transitionsOf } from '../../../model/business.ts'
import { addressOf, keyNames, keyOf, matchNames } from '../../../model/language/address.ts'
import { partChildren, partField } from '../../../model/language/derived/parts.ts'
import type { AnyCall } from '../../../model/language/domain/call.ts'
import type { Field, Fields } from '../../../model/language/fields/field.ts'
import { auditFields, fieldOf, type Resource } from '../../../model/language/resource.ts'
import type { RoundsId } from '../../../model/roundsCalls.ts'
import { HEADER } from '../../../model/wire/wire.ts'
import type { Handler } from '../../core/context/context.ts'
import { VERSION } from '../health.ts'
import { type Route, routes } from '../routes.ts'
import { answerOfCall, naming, requestOfCall } from './openapiCalls.ts'
import { conditions, paging, READS } from './openapiLists.ts'
import { partnerOperation } from './openapiPartner.ts'
import { isSandboxCall, sandboxOperation } from './openapiSandbox.ts'
import { envelope, type Json, json, parameter, properties, ref, required, schemaOf, text } from './openapiSchemas.ts'

function answerOf(route: Route, r: Resource | undefined): Json {
  const row = r ? ref(r.id) : {}
  if (route.kind === 'transition')
    return envelope({ oneOf: [ref('Decided'), { type: 'array', items: ref('Decided') }] })
  if (route.kind === 'rounds') return envelope(READS[route.call?.id as RoundsId]?.answer ?? {})
  if (route.call) return answerOfCall(route.call.answer)
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
    case 'lazy-list':
    case 'lazy-tree':
      return envelope({ type: 'array', items: row })
    default:
      return envelope({})
  }
}

function requestOf(route: Route, r: Resource | undefined): Json {
  if (route.kind === 'rounds') {
    const own = READS[route.call?.id as RoundsId]
    return own ? { parameters: own.parameters } : {}
  }
  if (route.call) return requestOfCall(route.call, route.method)
  if (!r) return {}
  if (route.kind === 'refused') return {}
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
    case 'lazy-list':
    case 'lazy-tree':
      return { parameters: [parameter(r.tree?.parent ?? 'parentId', text(), 'the record above; empty: the top')] }
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
            properties: { id: text(), version: { type: 'integer' }, ...properties(own), ...properties(partsOf(r)) },
            required: required(own),
          }),
        },
      }
    }
    default:
      return {}
  }
}

/** An operation with examples: the part that every operation has, and the part of its kind. */
function withExamples(call: AnyCall, plain: Json, added: Json): Json {
  const { headers, sent, answered, refused, ...more } = added
  const described = plain as { parameters?: Json[]; requestBody?: Json; responses: Record<string, Json> }
  const [type, schema] = call.upload
    ? ['application/octet-stream', { type: 'string', contentMediaType: 'application/octet-stream' }]
    : [
        'application/json',
        (described.requestBody?.content as Record<string, Json> | undefined)?.['application/json']?.schema,
      ]
  return {
    ...plain,
    ...more,
    parameters: [...(headers as Json[]), ...(described.parameters ?? [])],
    ...(schema
      ? {
          requestBody: {
            required: true,
            content: { [type as string]: { schema, ...(sent ? { example: sent } : {}) } },
          },
        }
      : {}),
    responses: {
      ...described.responses,
      200: {
        description: 'OK',
        content: { 'application/json': { schema: answerOfCall(call.answer), example: answered } },
      },
      ...(refused as Record<string, Json>),
    },
  }
}

function operation(route: Route): Json {
  const plain = plainOperation(route)
  const { call } = route
  if (call?.open === 'client') return withExamples(call, plain, partnerOperation(call))
  return call && isSandboxCall(call) ? withExamples(call, plain, sandboxOperation(call)) : plain
}

function plainOperation(route: Route): Json {
  const r = route.resource ? resources.get(route.resource) : undefined
  const named = route.transitions?.map((n) => (r ? transitionsOf(r.id)[n]?.label[0] : undefined)).filter(Boolean)
  const summary =
    (route.kind === 'rounds' ? route.path : route.call?.title[0]) ??
    (named?.length
      ? `${r?.title[0]}：${named.join('、')}`
      : r
        ? `${r.title[0]} ${route.kind === 'refused' ? '（不支持）' : ''}${r.lists?.[route.list ?? '']?.title[0] ?? route.operation}`
        : route.path)
  const failure = (description: string): Json => ({ description, content: json(ref('Envelope')) })
  const needs = 'open' in route.access ? [] : route.access.permissions
  return {
    operationId: `${route.method.toLowerCase()}_${route.path.replace(/[^\w-]+/g, '_')}`,
    tags: [r?.domain ?? route.kind],
    summary,
    ...(needs.length ? { 'x-permission': needs } : {}),
    'x-writes': route.writes,
    security: 'open' in route.access && route.access.open === 'public' ? [{ client: [] }] : [{ token: [] }],
    ...requestOf(route, r),
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

/** The parts of a record, under their names. */
const partsOf = (r: Resource): Fields =>
  Object.fromEntries(
    partChildren(r).flatMap((child) => {
      const of = resources.get(child.resource)
      return of ? [[child.part.as, partField(of, child)]] : []
    }),
  )

const rowSchema = (r: Resource): Json => ({
  type: 'object',
  title: r.title[0],
  description: r.about?.[0] ?? r.title[1],
  properties: {
    id: text(),
    tenantId: text(),
    ...properties(r.fields),
    ...properties(auditFields),
    ...properties(partsOf(r)),
  },
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
        partner: {
          type: 'apiKey',
          in: 'header',
          name: 'Blade-Auth',
          description:
            'bearer <access_token> of a partner’s client: POST /api/blade-auth/oauth/token, Basic client id and secret, grant_type=client_credentials; each request is signed besides',
        },
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

let rendered: string | undefined

/** GET openapi.json: rendered at the first request, as the text that is sent: there are megabytes of it. */
export const openApiHandler: Handler = async ({ reply }) => {
  rendered ??= JSON.stringify(openApi())
  reply.type('application/json; charset=utf-8')
  return rendered
}
