import { calls, resources, transitionsOf } from '../../model/all.ts'
import type { Call } from '../../model/kernel/call.ts'
import { isByPeople } from '../../model/kernel/lifecycle.ts'
import type { Resource } from '../../model/kernel/resource.ts'
import { ROUNDS } from '../../model/kernel/wire.ts'
import type { GenericName } from '../core/handlers.ts'

/** Who may ask: nobody in particular, whoever is signed in, or whoever holds one of the permissions. */
export type AccessRule = { readonly open: 'public' | 'session' } | { readonly permissions: readonly string[] }

/** One way in: a method and a path below /api, what stands behind it and who may pass. */
export interface Route {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly kind: 'call' | 'rounds' | 'transition' | 'generic'
  readonly access: AccessRule
  /** Changes something: never answered to a HEAD, never authenticated from the query. */
  readonly writes: boolean
  readonly resource?: string
  readonly call?: Call
  readonly operation?: GenericName
  /** Names of the transitions the call may mean. */
  readonly transitions?: readonly string[]
  /** Alias of this path: the document lists the canonical one only. */
  readonly alias: boolean
}

/** Rounds calls: method, access, whether they write. Which records they show is decided by their own handlers. */
const OWN: readonly Pick<Route, 'method' | 'path' | 'access' | 'writes'>[] = [
  { method: 'GET', path: ROUNDS.catalogue, access: { open: 'session' }, writes: false },
  { method: 'GET', path: ROUNDS.window, access: { open: 'session' }, writes: false },
  { method: 'GET', path: ROUNDS.total, access: { open: 'session' }, writes: false },
  { method: 'GET', path: ROUNDS.rows, access: { open: 'session' }, writes: false },
  { method: 'POST', path: ROUNDS.selection, access: { open: 'session' }, writes: true },
  { method: 'POST', path: ROUNDS.batch, access: { open: 'session' }, writes: true },
  { method: 'GET', path: ROUNDS.batchState, access: { open: 'session' }, writes: false },
  { method: 'POST', path: ROUNDS.batchCancel, access: { open: 'session' }, writes: true },
  { method: 'POST', path: ROUNDS.batchResume, access: { open: 'session' }, writes: true },
  { method: 'GET', path: ROUNDS.events, access: { open: 'session' }, writes: false },
  { method: 'GET', path: ROUNDS.search, access: { open: 'session' }, writes: false },
  { method: 'GET', path: ROUNDS.tree, access: { open: 'session' }, writes: false },
  { method: 'POST', path: ROUNDS.move, access: { open: 'session' }, writes: true },
  { method: 'GET', path: ROUNDS.queueCounts, access: { open: 'session' }, writes: false },
  { method: 'GET', path: ROUNDS.health, access: { open: 'public' }, writes: false },
  { method: 'GET', path: ROUNDS.openapi, access: { open: 'session' }, writes: false },
]

const accessOfCall = (c: Call): AccessRule =>
  c.permission ? { permissions: [c.permission] } : { open: c.open ?? 'session' }

/** The generic operations a resource offers: name, method, permissions (any of them opens the access). */
export function operationsOf(
  r: Resource,
): { name: GenericName; method: 'GET' | 'POST'; access: AccessRule; writes: boolean }[] {
  const can = new Set(r.operations)
  const reads: AccessRule = r.open ? { open: 'session' } : { permissions: [`${r.id}_view`] }
  const of = (...operations: string[]): AccessRule => ({ permissions: operations.map((o) => `${r.id}_${o}`) })
  const found: ReturnType<typeof operationsOf> = []
  if (can.has('view') || r.open) {
    const method = r.list.method ?? 'GET'
    found.push(
      { name: 'list', method, access: reads, writes: false },
      { name: 'page', method, access: reads, writes: false },
    )
    found.push({ name: 'detail', method: 'GET', access: reads, writes: false })
    if (r.tree) found.push({ name: 'tree', method: 'GET', access: reads, writes: false })
  }
  const saves = [...(can.has('add') ? ['add'] : []), ...(can.has('edit') ? ['edit'] : [])]
  if (saves.length > 0) found.push({ name: 'submit', method: 'POST', access: of(...saves), writes: true })
  if (can.has('add'))
    for (const name of ['save', 'add'] as const) found.push({ name, method: 'POST', access: of('add'), writes: true })
  if (can.has('edit')) found.push({ name: 'update', method: 'POST', access: of('edit'), writes: true })
  if (can.has('delete')) found.push({ name: 'remove', method: 'POST', access: of('delete'), writes: true })
  return found
}

/** Transitions of a resource that a person may cause, by the call (`POST audit`) that carries them. */
function callsOfLifecycle(r: Resource): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const [name, t] of Object.entries(transitionsOf(r.id)))
    if (isByPeople(t) && t.call) found.set(t.call, [...(found.get(t.call) ?? []), name])
  return found
}

/**
 * `METHOD path` → route. The first to claim an address keeps it: declared calls, Rounds calls, transitions, generic
 * ones.
 */
export function buildRoutes(): ReadonlyMap<string, Route> {
  const table = new Map<string, Route>()
  const add = (route: Route) => {
    const key = `${route.method} ${route.path}`
    if (!table.has(key)) table.set(key, route)
  }
  for (const c of calls)
    c.paths.forEach((path, i) => {
      add({ method: c.method, path, kind: 'call', access: accessOfCall(c), writes: !c.safe, call: c, alias: i > 0 })
    })
  for (const h of OWN) add({ ...h, kind: 'rounds', alias: false })
  for (const r of resources.values())
    r.calls.forEach((prefix, i) => {
      for (const [call, names] of callsOfLifecycle(r)) {
        const [method, segment] = call.split(' ', 2) as ['GET' | 'POST', string]
        const permissions = [...new Set(names.map((n) => transitionsOf(r.id)[n]?.permission ?? ''))].filter(Boolean)
        add({
          method,
          path: `${prefix}/${segment}`,
          kind: 'transition',
          access: { permissions },
          writes: true,
          resource: r.id,
          transitions: names,
          alias: i > 0,
        })
      }
    })
  for (const r of resources.values())
    r.calls.forEach((prefix, i) => {
      for (const o of operationsOf(r))
        add({
          method: o.method,
          path: `${prefix}/${o.name}`,
          kind: 'generic',
          access: o.access,
          writes: o.writes,
          resource: r.id,
          // the list of a tree (menus, roles, departments) is the whole tree, unpaged (wire conventions §6, §7)
          operation: o.name === 'list' && r.tree?.listed ? 'tree' : o.name,
          alias: i > 0,
        })
    })
  return table
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
  open?: 'public' | 'session'
  resource?: string
  kind: Route['kind']
  writes: boolean
}[] {
  return [...routes().values()].map(({ method, path, access, resource, kind, writes }) => ({
    method,
    path,
    ...('open' in access ? { open: access.open } : { permission: access.permissions }),
    ...(resource ? { resource } : {}),
    kind,
    writes,
  }))
}
