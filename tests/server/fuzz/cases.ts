import { kindNames, resources, transitionsOf } from '../../../src/model/business.ts'
import { addressOf, keyNames, matchNames } from '../../../src/model/language/address.ts'
import { OPERATORS, TEXT } from '../../../src/model/language/conditions/condition.ts'
import { partChildren } from '../../../src/model/language/derived/parts.ts'
import { choiceOf, type Field, type Fields, isChoice, isRef } from '../../../src/model/language/fields/field.ts'
import { filtersOf, textsOf } from '../../../src/model/language/listing.ts'
import type { Resource } from '../../../src/model/language/resource.ts'
import { ROUNDS } from '../../../src/model/wire/wire.ts'
import { type Route, routes } from '../../../src/server/http/routes.ts'
import { filterOf } from '../../../src/server/lists/sql/conditions.ts'
import { sampleOf } from '../../kinds.ts'
import { type Hostile, hostile } from './values.ts'

/** One request with one hostile value in it. */
export interface Case {
  readonly method: string
  readonly path: string
  /** Query as it is sent, after the question mark. */
  readonly query: string
  /** Body as it is sent; undefined for none. */
  readonly body?: string
  readonly type?: string
  readonly headers: Readonly<Record<string, string>>
  /** For people: which parameter has which value. */
  readonly about: string
}

/**
 * Ids of records that exist, by resource: what is not hostile in a request must be good, or nothing behind it is
 * reached.
 */
export type Ids = Readonly<Record<string, readonly string[]>>

type Slot =
  | { readonly in: 'query'; readonly name: string; readonly base: Readonly<Record<string, string>> }
  | { readonly in: 'body' | 'form'; readonly name: string; readonly base: Readonly<Record<string, unknown>> }
  /** A value deep in a body: `place` puts it there, as JSON. */
  | { readonly in: 'json'; readonly name: string; readonly place: (json: string) => string }
  | { readonly in: 'header'; readonly name: string }
  | { readonly in: 'path'; readonly name: string }

const HEADERS = [
  'idempotency-key',
  'accept-language',
  'tenant-id',
  'blade-auth',
  'authorization',
  'x-request-id',
  'user-agent',
  'content-type',
  'content-encoding',
  'accept-encoding',
  'if-none-match',
  'captcha-key',
  'captcha-code',
  'last-event-id',
  'x-forwarded-for',
  'cookie',
] as const
/**
 * So many values each route meets in headers and paths; those of `isFront` meet them all, as the front of the server is
 * one for all routes.
 */
const SOME = 6
/** A list, a write, a sign-in and a Rounds call: the routes whose headers and paths meet every value. */
const isFront = (route: Route): boolean =>
  (route.resource === 'settlementOrder' && ['list', 'submit'].includes(route.operation ?? '') && !route.alias) ||
  route.path.endsWith('oauth/token') ||
  route.path === ROUNDS.window
/**
 * So many a parameter meets in the short run whose handler is another route's, which meets them all: aliases, `page`
 * beside `list`, `add` beside `submit`.
 */
const TWIN = 24

const isTwin = (route: Route): boolean =>
  route.alias || ['page', 'save', 'add', 'update'].includes(route.operation ?? '')
/** Names that no list declares, or that all lists read by the same code. */
const isCommon = (name: string): boolean => ['nosuch', '__proto__', 'constructor', '_t', 'ascs', 'descs'].includes(name)

/** A good value of a field. */
function plausible(f: Field, ids: Ids): unknown {
  if (isChoice(f)) return choiceOf(f, Object.keys(f.values)[0] ?? '')
  if (isRef(f)) return ids[f.to]?.[0] ?? '1'
  return sampleOf(f).good
}

const plausibles = (fields: Fields, ids: Ids): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, f]) => [name, plausible(f as Field, ids)]))
const writable = (r: Resource): Fields =>
  Object.fromEntries(Object.entries(r.fields).filter(([, f]) => (f as Field).facts.readOnly !== 'always')) as Fields

const inQuery = (names: readonly string[], base: Record<string, string> = {}): Slot[] =>
  names.map((name) => ({ in: 'query', name, base }))
const inBody = (names: readonly string[], base: Record<string, unknown>): Slot[] =>
  names.map((name) => ({ in: 'body', name, base }))

const PAGING = ['current', 'size', 'ascs', 'descs', 'sort', 'ids', 'nosuch', '__proto__', 'constructor', '_t'] as const

/** Parameters that no operator may follow. */
const PLAIN: readonly string[] = [...PAGING, 'columns']

const listSlots = (r: Resource, base: Record<string, string> = {}): Slot[] =>
  inQuery([...filtersOf(r), ...(textsOf(r).length > 0 ? [TEXT] : []), ...PAGING], base)

/** Parameters of the Rounds calls, which no model declares. */
function roundsSlots(path: string, ids: Ids): Slot[] {
  const orders = resources.get('settlementOrder') as Resource
  const id = ids.settlementOrder?.[0] ?? '1'
  const base = { resource: orders.id }
  const deep = (name: string, place: (json: string) => string): Slot => ({ in: 'json', name, place })
  switch (path) {
    case ROUNDS.window:
      return [...inQuery(['resource', 'columns', 'offset', 'size', 'around'], base), ...listSlots(orders, base)]
    case ROUNDS.total:
      return [...inQuery(['resource'], base), ...listSlots(orders, base)]
    case ROUNDS.rows:
      return inQuery(['resource', 'ids', 'id', 'columns'], { ...base, ids: id })
    case ROUNDS.search:
      return [...inQuery(['q', 'limit'], { q: 'a' }), ...inQuery(['records'], {})]
    case ROUNDS.tree:
      return [...inQuery(['resource', 'columns', 'under'], { resource: 'dictBiz' })]
    case ROUNDS.move:
      return inBody(['resource', 'id', 'version', 'parent', 'before'], {
        resource: 'dictBiz',
        id: ids.dictBiz?.[0] ?? '1',
        version: 0,
      })
    case ROUNDS.valueCounts:
      return [
        ...inQuery(['resource', 'of', 'q', 'code'], { ...base, of: 'settlementStatus' }),
        ...inQuery(['values'], { ...base, of: 'entrustedCompanyName' }),
      ]
    case ROUNDS.groups:
      return inQuery(['resource', 'by', 'sums', 'or', 'q'], { ...base, by: 'settlementStatus', sums: 'totalAmount' })
    case ROUNDS.queueCounts:
      return inQuery(['queue'])
    case ROUNDS.origins:
      return inQuery(['resource'], { resource: 'settlementOrder' })
    case ROUNDS.place:
      return inQuery(['path'])
    case ROUNDS.batchState:
      return inQuery(['id'])
    case ROUNDS.batchCancel:
    case ROUNDS.batchResume:
      return inBody(['id'], {})
    case ROUNDS.selection:
      return [
        ...inBody(['resource', 'conditions', '__proto__'], {
          ...base,
          conditions: [{ field: 'code', op: 'like', value: 'a' }],
        }),
        ...[
          'code',
          'createTime',
          'totalAmount',
          'entrustedCompanyId',
          'entrustedCompanyName',
          'settlementStatus',
          'id',
          TEXT,
        ].flatMap((field) =>
          ['in', 'equal', 'ge', 'like'].map((op) =>
            deep(
              `${field}_${op}`,
              (v) => `{"resource":"settlementOrder","conditions":[{"field":"${field}","op":"${op}","value":${v}}]}`,
            ),
          ),
        ),
        deep('field', (v) => `{"resource":"settlementOrder","conditions":[{"field":${v},"op":"equal","value":"1"}]}`),
        deep('op', (v) => `{"resource":"settlementOrder","conditions":[{"field":"code","op":${v},"value":"1"}]}`),
        deep('condition', (v) => `{"resource":"settlementOrder","conditions":[${v}]}`),
      ]
    case ROUNDS.batch:
    case ROUNDS.batchPreview:
      return [
        ...inBody(['resource', 'transition', 'rows', 'selection', 'except', 'ask', 'constructor'], {
          ...base,
          transition: 'audit.pass',
          rows: [{ id, version: 0 }],
        }),
        deep(
          'rows.id',
          (v) => `{"resource":"settlementOrder","transition":"audit.pass","rows":[{"id":${v},"version":0}]}`,
        ),
        deep(
          'rows.version',
          (v) => `{"resource":"settlementOrder","transition":"audit.pass","rows":[{"id":"${id}","version":${v}}]}`,
        ),
        deep('rows[]', (v) => `{"resource":"settlementOrder","transition":"audit.pass","rows":[${v}]}`),
        deep(
          'ask.remark',
          (v) =>
            `{"resource":"settlementOrder","transition":"audit.reject","rows":[{"id":"${id}"}],"ask":{"remark":${v}}}`,
        ),
      ]
    default:
      return inQuery(['nosuch'])
  }
}

function slotsOf(route: Route, ids: Ids): Slot[] {
  const r = route.resource ? resources.get(route.resource) : undefined
  if (route.kind === 'rounds') return roundsSlots(route.path, ids)
  if (route.call) {
    const query: Fields = route.call.query ?? {}
    const body: Fields = { ...route.call.body, ...route.call.entries?.fields }
    const base = Object.fromEntries(Object.entries(plausibles(query, ids)).map(([name, v]) => [name, String(v)]))
    const keys = route.call.on ? keyNames(route.call) : []
    const list = route.call.entries?.name
    const names = [...Object.keys(query), ...Object.keys(body), ...keys, ...(list ? [list] : [])]
    const asForm: Slot[] = route.method === 'POST' ? names.map((name) => ({ in: 'form', name, base })) : []
    const whole: Slot[] =
      route.method === 'POST'
        ? [...inBody([...names, 'message', 'stack'], base), { in: 'json', name: 'body', place: (v) => v }]
        : []
    const entry = JSON.stringify(plausibles(body, ids)).slice(0, -1)
    if (list) whole.push({ in: 'json', name: `${list}[]`, place: (v) => `{"${list}":[${v}]}` })
    else if (route.call.entries) whole.push({ in: 'json', name: '[].id', place: (v) => `[${entry},"id":${v}}]` })
    return [...inQuery([...names, 'nosuch'], base), ...asForm, ...whole]
  }
  if (!r) return []
  const id = ids[r.id]?.[0] ?? '1'
  if (route.kind === 'transition') {
    const named = (route.transitions ?? []).flatMap((name) => transitionsOf(r.id)[name] ?? [])
    const asked = Object.assign({}, ...named.map((t) => t.ask ?? {})) as Fields
    const address = addressOf(named[0]?.call ?? '')
    const within = Object.keys(address.entries?.within ?? {})
    const names = [
      ...new Set([...keyNames(address), 'version', ...matchNames(named), ...within, ...Object.keys(asked)]),
    ]
    const base = { id, version: 0, status: 1, remark: 'x' }
    if (route.method === 'GET') return inQuery(names, { id, version: '0' })
    const list = address.entries?.name
    return [
      ...inBody(names, base),
      ...inQuery(names, { id, version: '0', status: '1' }),
      ...(list ? inBody([list], base) : []),
      ...(list ? [{ in: 'json', name: `${list}[]`, place: (v: string) => `{"${list}":[${v}]}` } as const] : []),
      { in: 'json', name: 'body', place: (v) => v },
    ]
  }
  switch (route.operation) {
    case 'list':
    case 'page':
    case 'tree': {
      const by = r.lists?.[route.list ?? '']?.by ?? {}
      const base = Object.fromEntries(
        Object.entries(by).map(([param, name]) => [param, String(plausible(filterOf(r, name) as Field, ids))]),
      )
      return route.method === 'GET'
        ? [...listSlots(r, base), ...inQuery(Object.keys(by), base)]
        : inBody([...filtersOf(r), ...PAGING, ...Object.keys(by)], base)
    }
    case 'detail':
      return inQuery([...keyNames({ key: r.detailBy }), ...(r.unique ?? []).flat().map(String), 'nosuch'])
    case 'remove':
      return [
        ...inBody(['id', 'ids'], {}),
        ...inQuery(['ids', 'id']),
        { in: 'json', name: 'body', place: (v) => v },
        { in: 'json', name: 'ids[]', place: (v) => `{"ids":[${v}]}` },
      ]
    default: {
      const own = writable(r)
      const fresh = plausibles(own, ids)
      const edits = route.operation === 'submit' || route.operation === 'update'
      const steps = Object.values(transitionsOf(r.id)).flatMap((t) => Object.keys(t.savedWith ?? {}))
      const read = ['id', 'version', 'tenantId', 'isDeleted', '__proto__', 'changeRemark', ...steps, ...kindNames(r)]
      const parts = partChildren(r).flatMap((child) =>
        ['id', ...Object.keys(writable(resources.get(child.resource) as Resource))].map(
          (name): Slot => ({
            in: 'json',
            name: `${child.part.as}[].${name}`,
            place: (v) => `{"id":"${id}","${child.part.as}":[{"${name}":${v}}]}`,
          }),
        ),
      )
      return [
        ...inBody([...Object.keys(own), ...read, ...partChildren(r).map((c) => c.part.as)], edits ? { id } : fresh),
        ...(edits ? parts : []),
        ...(route.operation === 'submit' ? inBody(Object.keys(own), fresh) : []),
        { in: 'json', name: 'body', place: (v) => v },
      ]
    }
  }
}

/** Text as the bytes of a query, percent-encoded: also halves of surrogate pairs, which encodeURIComponent refuses. */
export const encoded = (text: string): string =>
  [...text]
    .map((c) => {
      const code = c.codePointAt(0) ?? 0
      if (code < 0xd800 || code > 0xdfff) return encodeURIComponent(c)
      return `%${(0xe0 | (code >> 12)).toString(16)}%${(0x80 | ((code >> 6) & 63)).toString(16)}%${(0x80 | (code & 63)).toString(16)}`
    })
    .join('')

/** Text as a server sees it in a header: bytes as Latin-1, without what ends a header. */
const inHeader = (text: string): string =>
  Buffer.from(text, 'utf8')
    .toString('latin1')
    .replace(/[\0\r\n]/g, '')

const queryText = (base: Readonly<Record<string, unknown>>, name: string, h: Hostile): string =>
  [
    ...Object.entries(base)
      .filter(([n]) => n !== name)
      .map(([n, v]) => `${encoded(n)}=${encoded(String(v))}`),
    `${encoded(name)}=${h.raw ?? encoded(h.text)}`,
  ].join('&')

const bodyText = (base: Readonly<Record<string, unknown>>, name: string, h: Hostile): string =>
  `{${[
    ...Object.entries(base)
      .filter(([n]) => n !== name)
      .map(([n, v]) => `${JSON.stringify(n)}:${JSON.stringify(v)}`),
    `${JSON.stringify(name)}:${h.json}`,
  ].join(',')}}`

function caseOf(route: Route, slot: Slot, h: Hostile): Case {
  const { method, path } = route
  const about = `${slot.in} ${slot.name} = ${h.name}`
  const json = 'application/json'
  switch (slot.in) {
    case 'query':
      return { method, path, query: queryText(slot.base, slot.name, h), headers: {}, about }
    case 'body':
      return { method, path, query: '', body: bodyText(slot.base, slot.name, h), type: json, headers: {}, about }
    case 'form':
      return {
        method,
        path,
        query: '',
        body: queryText(slot.base, slot.name, h),
        type: 'application/x-www-form-urlencoded',
        headers: {},
        about,
      }
    case 'json':
      return { method, path, query: '', body: slot.place(h.json), type: json, headers: {}, about }
    case 'header':
      return {
        method,
        path,
        query: '',
        ...(method === 'POST' ? { body: '{}', type: json } : {}),
        headers: { [slot.name]: inHeader(h.text) },
        about,
      }
    case 'path':
      return {
        method,
        path: `${path.split('/').slice(0, -1).join('/')}/${h.raw ?? encoded(h.text)}`,
        query: '',
        headers: {},
        about,
      }
  }
}

/** The object that `String()` cannot make a text of. */
const odd = hostile.find((h) => h.json === '{"toString":1}') as Hostile

/** Operators that a filter may have, with an unknown one. */
const SUFFIXES = ['', ...OPERATORS.map((o) => `_${o}`), '_nosuch', '_'] as const

/**
 * Each field of a body once. Of one that is written in two ways (to a record that is there, to a new one) either way in
 * turn: both ways meet about half of the fields of each family, and every kind of field.
 */
function oneOfEach(slots: readonly Slot[]): Slot[] {
  const ways = new Map<string, Slot[]>()
  for (const slot of slots)
    if (slot.in === 'body' || slot.in === 'json')
      ways.set(`${slot.in} ${slot.name}`, [...(ways.get(`${slot.in} ${slot.name}`) ?? []), slot])
  return [...ways.values()].flatMap((found, n) => found[n % found.length] ?? [])
}

/**
 * Every case: each route × each of its parameters × each value. A filter of a list meets each value under another
 * operator, one after the other, so that every operator meets every kind of value somewhere. Where the code is another
 * route's, a share of the values is met unless the run is `whole`. The order is the same on every run; only cases that
 * are `taken` are made, and one wrong type for each field that is written (an object where one value is meant).
 */
export function* allCases(ids: Ids, whole: boolean, taken: () => boolean): Generator<Case> {
  let turn = 0
  for (const route of routes().values()) {
    // its answer does not end; it has a test of its own
    if (route.path === ROUNDS.events) continue
    const list =
      ['list', 'page', 'tree'].includes(route.operation ?? '') ||
      [ROUNDS.window, ROUNDS.total].includes(route.path as never)
    const slots = slotsOf(route, ids)
    const mistyped = whole || !route.writes || isTwin(route) ? [] : oneOfEach(slots)
    for (const slot of mistyped) yield caseOf(route, slot, odd)
    for (const slot of slots) {
      turn += 1
      const many = !whole && (isTwin(route) || isCommon(slot.name)) ? TWIN : hostile.length
      for (let n = 0; n < many; n++) {
        if (!taken()) continue
        const h = hostile[(many < hostile.length ? turn * TWIN + n : n) % hostile.length] as Hostile
        const suffix = list && !PLAIN.includes(slot.name) ? SUFFIXES[(n + turn) % SUFFIXES.length] : ''
        yield caseOf(route, suffix ? { ...slot, name: `${slot.name}${suffix}` } : slot, h)
      }
    }
    const some = isFront(route) ? hostile.length : SOME
    for (const name of HEADERS) {
      turn += 1
      for (let n = 0; n < some; n++)
        if (taken()) yield caseOf(route, { in: 'header', name }, hostile[(turn * SOME + n) % hostile.length] as Hostile)
    }
    for (let n = 0; n < some; n++)
      if (taken())
        yield caseOf(route, { in: 'path', name: 'path' }, hostile[(turn + n * 19) % hostile.length] as Hostile)
  }
}
