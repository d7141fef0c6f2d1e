import { matchRoute } from './matchRoute.ts'

/** The screens that a resource can have. */
export const SCREENS = ['list', 'detail', 'add', 'edit'] as const
export type ScreenKind = (typeof SCREENS)[number]

/** A further address of one of a resource's screens. Unlike an alias it stays in the address bar and is a tab of its own. */
export interface FurtherRoute<Name extends string = string> {
  readonly screen: ScreenKind
  /**
   * Of a list: only the records whose fields have these values; `:id` is that parameter of the address. Of a form that
   * adds: the values it begins with.
   */
  readonly where?: Readonly<Partial<Record<Name, string>>>
}

/**
 * Addresses of a resource's screens. A resource with `list` only gets the generic table; `detail` the generic detail page.
 * Parameters: `:id` names the record, `:tabindex` the section in front, others are fields of the record.
 */
export interface Routes<Name extends string = string> {
  readonly list?: string
  readonly detail?: string
  /** Parameters are fields: the form begins with their values. */
  readonly add?: string
  readonly edit?: string
  /**
   * Of a view: the address that its records are opened at, which belongs to another resource. Parameters are fields
   * here.
   */
  readonly record?: string
  /** Other spellings, each with the screen whose own address it leads to. They have the same parameters. */
  readonly aliases?: Readonly<Record<string, ScreenKind>>
  /** Further addresses: second details, lists of some of the records. */
  readonly more?: Readonly<Record<string, FurtherRoute<Name>>>
}

/**
 * Pages of the records of an overview, by the value of the field that says what a record is. No declaration: the server
 * makes them of the resources that the person may see.
 */
export interface PagesBy {
  readonly by: string
  readonly of: Readonly<Record<string, string>>
}

/** Address of a resource. */
export interface RouteClaim {
  readonly path: string
  readonly screen: ScreenKind
  /** Of an alias: the address it leads to. */
  readonly to?: string
  readonly where?: Readonly<Record<string, string | undefined>>
}

/** Every address of a resource. Pure. */
export function claimsOf(routes: Routes | undefined): RouteClaim[] {
  if (!routes) return []
  return [
    ...SCREENS.flatMap((screen) => {
      const path = routes[screen]
      return path === undefined ? [] : [{ path, screen }]
    }),
    ...Object.entries(routes.more ?? {}).map(([path, further]) => ({ path, ...further })),
    ...Object.entries(routes.aliases ?? {}).map(([path, screen]) => ({ path, screen, to: routes[screen] ?? '' })),
  ]
}

/** Declaration with an address, and the parameters of the path that matched. */
export interface MetClaim<T> {
  readonly by: T
  readonly claim: RouteClaim
  readonly params: Readonly<Record<string, string>>
}

/**
 * Declaration whose address matches a path; of several matches the most specific one, in whatever order the resources
 * come. Pure.
 */
export function claimAt<T extends { readonly routes?: Routes }>(all: Iterable<T>, path: string): MetClaim<T> | null {
  let best: MetClaim<T> | null = null
  for (const by of all)
    for (const claim of claimsOf(by.routes)) {
      const params = matchRoute(claim.path, path)
      if (params && (!best || particularityOf(claim.path) < particularityOf(best.claim.path)))
        best = { by, claim, params }
    }
  return best
}

/** Names of the parameters of an address, in order. Pure. */
export const paramsOf = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map((m) => m[1] as string)

/** The parameter of a list that names the record shown beside it: `/system/param?open=7`. No field may be called so. */
export const OPEN = 'open'

/** An address with values in place of its parameters; `tabindex` opens the first section. Pure. */
export const pathOf = (route: string, values: Readonly<Record<string, unknown>>): string =>
  route.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(values[name] ?? (name === 'tabindex' ? '0' : '-'))),
  )

/**
 * The one address of a record: its page (in an overview that of its concrete resource, in a view that of the record it
 * names), else its list with the record beside it; null where its resource has neither. Values beside the id fill
 * further parameters of the address. Pure.
 */
export function recordAddress(
  routes: (Pick<Routes, 'list' | 'detail' | 'record'> & { readonly pages?: PagesBy }) | undefined,
  record: Readonly<Record<string, unknown>>,
): string | null {
  const { by, of } = routes?.pages ?? { by: '', of: {} }
  const page = of[String(record[by] ?? '')]
  if (page) return pathOf(page, record)
  if (routes?.record) return pathOf(routes.record, record)
  if (routes?.detail) return pathOf(routes.detail, record)
  return routes?.list ? `${routes.list}?${OPEN}=${encodeURIComponent(String(record.id ?? ''))}` : null
}

/** Addresses of the console itself; no resource may claim them. */
export const OWN_ROUTES = [
  '/',
  '/login',
  '/lock',
  '/404',
  '/403',
  '/500',
  '/wel',
  '/wel/index',
  '/wel/dashboard',
  '/desk',
  '/desk/firstSteps',
  '/desk/inbox',
  '/desk/queues',
  '/desk/queues/:code',
  '/info',
  '/info/index',
  '/info/keys',
  '/logs',
  '/test/index',
  '/preview/preview',
  '/myiframe/:routerPath',
] as const

/** Two addresses of one shape are met by the same paths: parameters are nameless, case does not count. */
const shapeOf = (path: string): string => path.toLowerCase().replace(/:\w+/g, ':')

/**
 * How particular an address is: of several that a path meets, the one with the least is meant. Left to right a fixed segment is
 * more particular than a parameter, so the order of declarations says nothing. Pure.
 */
export const particularityOf = (path: string): string =>
  path
    .split('/')
    .map((segment) => (segment.startsWith(':') ? '1' : '0'))
    .join('')

/** Owner of addresses: a resource by its id, the console itself, a public page. */
export interface Claimant {
  readonly id: string
  readonly paths: readonly string[]
}

/** Every address that two claim, by both their names. Pure. */
export function doubleClaims(all: readonly Claimant[]): string[] {
  const known = new Map<string, string>()
  const found: string[] = []
  for (const { id, paths } of [{ id: 'the console itself', paths: OWN_ROUTES }, ...all])
    for (const path of paths) {
      const other = known.get(shapeOf(path))
      if (other === undefined) known.set(shapeOf(path), id)
      else
        found.push(`${id}: the address ${path} is claimed by ${other === id ? 'itself twice' : other}: choose another`)
    }
  return found
}
