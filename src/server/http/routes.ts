import { calls, resources, shownBy, transitionsOf } from '../../model/business.ts'
import { pathsOf } from '../../model/language/address.ts'
import type { AnyCall } from '../../model/language/domain/call.ts'
import { carriedBy } from '../../model/language/lifecycle.ts'
import type { Resource } from '../../model/language/resource.ts'
import { roundsCalls } from '../../model/roundsCalls.ts'
import type { GenericName } from '../core/context/handlers.ts'

/**
 * Callers allowed: everyone, signed-in users, systems of partners (`http/partnerDoor.ts`), or users with one of the
 * permissions.
 */
export type AccessRule =
  | { readonly open: 'public' | 'session' | 'client' }
  | { readonly permissions: readonly string[] }

/** A route: a method and a path below /api, its handler and who may call it. */
export interface Route {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** `rounds`: a call of the product itself. `refused`: a generic write that the resource does not offer, told as such to who may see its records. */
  readonly kind: 'call' | 'rounds' | 'transition' | 'list' | 'generic' | 'refused'
  readonly access: AccessRule
  /** Writes: not answered to a HEAD and not authenticated from the query. */
  readonly writes: boolean
  readonly resource?: string
  readonly call?: AnyCall
  readonly operation?: GenericName
  /** Name of the filtered list (`Resource.lists`). */
  readonly list?: string
  /** Names of the transitions the call may mean. */
  readonly transitions?: readonly string[]
  /** Alias of this path: the document lists the canonical one only. */
  readonly alias: boolean
}

const accessOfCall = (c: AnyCall): AccessRule =>
  c.permission ? { permissions: [c.permission] } : { open: c.open ?? 'session' }

/** The generic operations a resource offers: name, method, permissions (any of them opens the access). */
export function operationsOf(
  r: Resource,
): { name: GenericName; method: 'GET' | 'POST'; access: AccessRule; writes: boolean }[] {
  // an overview has no writes of its own: permissions and rules are those of the concrete resource of the row
  const written = r.overview ? shownBy(r) : [r]
  const can = new Set([...r.operations, ...written.flatMap((one) => one.operations)])
  const reads = readersOf(r)
  const of = (...operations: string[]): AccessRule => ({
    permissions: written.flatMap((one) => operations.map((o) => `${one.id}_${o}`)),
  })
  const found: ReturnType<typeof operationsOf> = []
  if (can.has('view') || r.open) {
    const method = r.list.method ?? 'GET'
    found.push(
      { name: 'list', method, access: reads, writes: false },
      { name: 'page', method: r.list.pageMethod ?? method, access: reads, writes: false },
    )
    found.push({ name: 'detail', method: 'GET', access: reads, writes: false })
    if (r.tree)
      for (const name of ['tree', 'lazy-list', 'lazy-tree'] as const)
        found.push({ name, method: 'GET', access: reads, writes: false })
  }
  const saves = [...(can.has('add') ? ['add'] : []), ...(can.has('edit') ? ['edit'] : [])]
  if (saves.length > 0) found.push({ name: 'submit', method: 'POST', access: of(...saves), writes: true })
  if (can.has('add'))
    for (const name of ['save', 'add'] as const) found.push({ name, method: 'POST', access: of('add'), writes: true })
  if (can.has('edit')) found.push({ name: 'update', method: 'POST', access: of('edit'), writes: true })
  if (can.has('delete')) found.push({ name: 'remove', method: 'POST', access: of('delete'), writes: true })
  return found
}

/**
 * Generic writes that clients of the specification know of every resource, where this one does not offer them: answered
 * by 409 and a sentence instead of a 404 that reads like a fault. Whatever else has the address keeps it.
 */
function* refusedOf(r: Resource): Generator<Route> {
  if (!(r.operations.includes('view') || r.open)) return
  for (const name of ['submit', 'remove'] as const)
    for (const [i, prefix] of r.calls.entries())
      yield {
        method: 'POST',
        path: `${prefix}/${name}`,
        kind: 'refused',
        access: readersOf(r),
        writes: true,
        resource: r.id,
        operation: name,
        alias: i > 0,
      }
}

/** The generic operations of a resource under all their names: their own first, then those of `also`. */
const namedOperations = (r: Resource): [ReturnType<typeof operationsOf>[number], string][] => {
  const own = operationsOf(r)
  const further = Object.entries(r.also ?? {}).flatMap(([name, is]) =>
    own.filter((o) => o.name === is).map((o): [typeof o, string] => [o, name]),
  )
  return [...own.map((o): [typeof o, string] => [o, o.name]), ...further]
}

/** Permission to read the records of a resource. */
const readersOf = (r: Resource): AccessRule => (r.open ? { open: 'session' } : { permissions: [`${r.id}_view`] })

/** The generic operation that a named list reads like. */
const LIST_AS = { page: 'page', list: 'list', tree: 'tree', level: 'lazy-tree' } as const

/** Every claim on an address, as `who` would be named in `replaces`; `replaces`: whose place it takes. */
interface Claim {
  readonly route: Route
  readonly who: string
  readonly replaces?: string
}

function* claimsOf(r: Resource): Generator<Claim> {
  const transitions = transitionsOf(r.id)
  for (const { address, names } of carriedBy(transitions)) {
    const permissions = [...new Set(names.map((n) => transitions[n]?.permission ?? ''))].filter(Boolean)
    const replaces = names.map((n) => transitions[n]?.replaces).find((x) => x !== undefined)
    for (const [i, path] of pathsOf(r.calls, address.paths).entries())
      yield {
        who: `${r.id}.${names[0]}`,
        ...(replaces ? { replaces: `${r.id}.${replaces}` } : {}),
        route: {
          method: address.method,
          path,
          kind: 'transition',
          access: { permissions },
          writes: true,
          resource: r.id,
          transitions: names,
          alias: i > 0,
        },
      }
  }
  for (const [name, list] of Object.entries(r.lists ?? {}))
    for (const [i, path] of pathsOf(r.calls, list.paths ?? [name]).entries())
      yield {
        who: `${r.id}.${name}`,
        ...(list.replaces ? { replaces: `${r.id}.${list.replaces}` } : {}),
        route: {
          method: list.method ?? 'GET',
          path,
          kind: 'list',
          access: readersOf(r),
          writes: false,
          resource: r.id,
          list: name,
          operation: LIST_AS[typeof list.answer === 'string' ? list.answer : 'list'],
          alias: i > 0,
        },
      }
  for (const [o, name] of namedOperations(r))
    for (const [i, prefix] of r.calls.entries())
      yield {
        who: `${r.id}.${name}`,
        route: {
          method: o.method,
          path: `${prefix}/${name}`,
          kind: 'generic',
          access: o.access,
          writes: o.writes,
          resource: r.id,
          // the list of a tree (menus, roles, departments) is the whole tree, unpaged (wire conventions §6, §7)
          operation: o.name === 'list' && r.tree?.listed ? 'tree' : o.name,
          alias: i > 0 || name !== o.name,
        },
      }
}

function* claimsOfCall(c: AnyCall, kind: 'call' | 'rounds'): Generator<Claim> {
  for (const [i, path] of c.paths.entries())
    yield {
      who: c.id,
      ...(c.replaces ? { replaces: c.replaces } : {}),
      route: { method: c.method, path, kind, access: accessOfCall(c), writes: !c.safe, call: c, alias: i > 0 },
    }
}

function* claims(): Generator<Claim> {
  for (const c of calls) yield* claimsOfCall(c, 'call')
  for (const c of Object.values(roundsCalls)) yield* claimsOfCall(c, 'rounds')
  for (const r of resources.values()) yield* claimsOf(r)
}

/**
 * `METHOD path` → route.
 * @throws Error naming every address that two claim without one of them saying whose place it takes (`replaces`), and
 * every `replaces` that names no existing call.
 */
export function buildRoutes(): ReadonlyMap<string, Route> {
  const table = new Map<string, Claim>()
  const problems: string[] = []
  const replaced = new Set<Claim>()
  const declared: Claim[] = []
  for (const claim of claims()) {
    const key = `${claim.route.method} ${claim.route.path}`
    const other = table.get(key)
    if (claim.replaces) declared.push(claim)
    if (!other) table.set(key, claim)
    else if (other.replaces === claim.who) replaced.add(other)
    else if (claim.replaces === other.who) {
      replaced.add(claim)
      table.set(key, claim)
    } else problems.push(`${key} is claimed by ${other.who} and by ${claim.who}: one of them has to say replaces`)
  }
  const place = (c: Claim) => `${c.who} ${c.replaces}`
  const places = new Set([...replaced].map(place))
  for (const c of declared)
    if (!places.has(place(c))) problems.push(`${c.who} replaces ${c.replaces}, which has no address of its`)
  if (problems.length > 0) throw new Error(`Addresses of the model contradict each other:\n${problems.join('\n')}`)
  const refused = [...resources.values()].flatMap((r) => [...refusedOf(r)])
  return new Map([
    ...refused.map((route): [string, Route] => [`${route.method} ${route.path}`, route]),
    ...[...table].map(([key, claim]): [string, Route] => [key, claim.route]),
  ])
}

let built: ReadonlyMap<string, Route> | undefined

/** The table, built once from the model. */
export const routes = (): ReadonlyMap<string, Route> => {
  built ??= buildRoutes()
  return built
}

/** Every way in, for matrix tests and the API document. */
export function routeList(): {
  method: string
  path: string
  permission?: readonly string[]
  open?: 'public' | 'session' | 'client'
  resource?: string
  kind: Route['kind']
  writes: boolean
  call?: string
}[] {
  return [...routes().values()].map(({ method, path, access, resource, kind, writes, call }) => ({
    method,
    path,
    ...('open' in access ? { open: access.open } : { permission: access.permissions }),
    ...(resource ? { resource } : {}),
    kind,
    writes,
    ...(call ? { call: call.id } : {}),
  }))
}
