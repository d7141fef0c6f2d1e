import type { AnyCommand } from '../../../commands/command.ts'
import { type ContextKeys, holds } from '../../../commands/context.ts'
import type { Registry } from '../../../commands/registry.ts'
import type { Scope } from '../../../commands/search/fold.ts'
import { boost, type FrecencyBook } from '../../../commands/search/frecency.ts'
import { ROWS, rank } from '../../../commands/search/rank.ts'
import { buildIndex, type SearchIndex } from '../../../commands/search/score.ts'
import type { Catalogue } from '../../model/kernel/catalogue.ts'
import { recordAddress } from '../../model/kernel/routes.ts'
import type { Found } from '../../model/kernel/wire.ts'

const indexes = new WeakMap<Registry, SearchIndex>()

/** The search index of a registry: built once, on the first idle moment or the first opening. */
export function indexOf(registry: Registry): SearchIndex {
  const known = indexes.get(registry)
  if (known) return known
  const index = buildIndex(registry.commands)
  indexes.set(registry, index)
  return index
}

const inScope = (command: AnyCommand, scope: Scope): boolean =>
  scope === 'all' ||
  (scope === 'menus' && command.category === 'navigation') ||
  (scope === 'commands' && command.category !== 'navigation')

/** By command: 1 where it exists in this context, may be listed, and is of the scope. */
export const reachable = (registry: Registry, context: ContextKeys, scope: Scope): Uint8Array =>
  Uint8Array.from(registry.commands, (c) => (!c.hidden && inScope(c, scope) && holds(c.when, context) ? 1 : 0))

/** By command: what its use adds to its rank. */
export const boosts = (registry: Registry, book: FrecencyBook): Int32Array =>
  Int32Array.from(registry.commands, (c) => boost(book.weigh(c.id)))

const ORDER: readonly AnyCommand['category'][] = [
  'decision',
  'queue',
  'navigation',
  'record',
  'selection',
  'table',
  'search',
  'help',
  'tabs',
  'appearance',
  'session',
]
/** As many recent commands as come first before anything is typed. */
const RECENT = 6

/** Commands for what was typed, best first; before anything is typed the recent ones, then what can be done here. */
export function listed(
  registry: Registry,
  query: string,
  include: Uint8Array,
  boost: Int32Array,
  book: FrecencyBook,
  limit: number = ROWS,
): { readonly commands: readonly AnyCommand[]; readonly total: number } {
  if (query.trim()) {
    const found = rank(indexOf(registry), query, { include, boosts: boost, limit })
    return { commands: found.items as readonly AnyCommand[], total: found.total }
  }
  const here = registry.commands.filter((_c, at) => include[at] === 1)
  const ids = new Set(here.map((c) => c.id))
  const recent = book
    .recent(RECENT * 4)
    .filter((id) => ids.has(id))
    .slice(0, RECENT)
  const rest = here
    .filter((c) => !recent.includes(c.id))
    .sort((a, b) => ORDER.indexOf(a.category) - ORDER.indexOf(b.category))
  const first = recent.map((id) => registry.get(id)).filter((c): c is AnyCommand => c !== undefined)
  return { commands: [...first, ...rest].slice(0, limit), total: here.length }
}

/**
 * Returns the found records of a search scope. People and companies are the resources of the people module, and users.
 */
export function ofScope(found: readonly Found[], scope: Scope, catalogue: Catalogue | null): readonly Found[] {
  if (scope === 'all') return found
  const people = new Set(
    (catalogue?.resources ?? []).filter((r) => r.module === 'people' || r.id === 'user').map((r) => r.id),
  )
  return found.filter((f) => people.has(f.resource) === (scope === 'people'))
}

/** Where a found record is shown, "" when this person has no such place. */
export const routeOf = (found: Pick<Found, 'resource' | 'id'>, catalogue: Catalogue | null): string =>
  recordAddress(catalogue?.resources.find((r) => r.id === found.resource)?.routes, found) ?? ''
