import type { AnyCommand } from '../../../commands/command.ts'
import { all, BLANK, type ContextKeys, holds, is, type When } from '../../../commands/context.ts'
import { mentions, satisfiable } from '../../../commands/overlap.ts'
import type { Registry } from '../../../commands/registry.ts'
import type { Scope } from '../../../commands/search/fold.ts'
import { boost, type FrecencyBook } from '../../../commands/search/frecency.ts'
import { type Match, matchOf, soundsOf } from '../../../commands/search/match.ts'
import { RANK_OF_HIDDEN_MATCH, type Scored } from '../../../commands/search/mix.ts'
import { rank } from '../../../commands/search/rank.ts'
import { buildIndex, KIND, type SearchIndex } from '../../../commands/search/score.ts'
import { recordAddress } from '../../model/values/routes.ts'
import type { Catalogue } from '../../model/wire/catalogue.ts'
import type { Found } from '../../model/wire/wire.ts'
import { recordName } from '../data/recent.ts'

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

/** Commands that are named elsewhere than where one is, at most. */
const ELSEWHERE = 3

/**
 * Commands called just what was typed that other screens have: best first. Not those of one resource: of them there are
 * as many as resources, and its records have them.
 */
export function elsewhere(
  registry: Registry,
  context: ContextKeys,
  scope: Scope,
  typed: string,
): readonly AnyCommand[] {
  const include = Uint8Array.from(registry.commands, (c) =>
    !c.hidden && inScope(c, scope) && !holds(c.when, context) && !mentions(c.when).has('resource') ? 1 : 0,
  )
  return rank(indexOf(registry), typed, { include, limit: ELSEWHERE })
    .scored.filter((s) => s.score >= KIND.word)
    .map((s) => s.item as AnyCommand)
    .sort((a, b) => Number(shows(b, typed)) - Number(shows(a, typed)))
}

/** Returns whether the title itself says what was typed. */
const shows = (c: AnyCommand, typed: string): boolean => matchOf(c.title, [], typed) !== null

const SCREENS: readonly ContextKeys['screen'][] = [
  'home',
  'queueHub',
  'steps',
  'inbox',
  'queue',
  'table',
  'detail',
  'form',
  'other',
]

/** The screens on which a condition can hold. */
export const screensOf = (when: When): readonly ContextKeys['screen'][] =>
  SCREENS.filter((s) => satisfiable(all(when, is('screen', s))))

/** By command: what its use adds to its rank. */
export const boosts = (registry: Registry, book: FrecencyBook): Int32Array =>
  Int32Array.from(registry.commands, (c) => boost(book.weigh(c.id)))

const ORDER: readonly AnyCommand['category'][] = [
  'decision',
  'queue',
  'selection',
  'record',
  'table',
  'navigation',
  'search',
  'help',
  'tabs',
  'appearance',
  'session',
]

/** Order of commands for an empty query. */
export const inOrder = (commands: readonly AnyCommand[]): readonly AnyCommand[] =>
  [...commands].sort((a, b) => ORDER.indexOf(a.category) - ORDER.indexOf(b.category))

/** Returns whether a command belongs to this very screen: it would not exist on any other. */
export const isOfScreen = (command: AnyCommand, context: ContextKeys): boolean =>
  holds(command.when, context) && !holds(command.when, { ...BLANK, signedIn: true, online: context.online })

/** Matching part of a found record for display. Letters scattered over a name are nothing to show. */
export function shownMatch(f: Found, typed: string): { readonly title: Match | null; readonly note: Match | null } {
  const clear = (m: Match | null): Match | null => (m && m.kind > KIND.fuzzy ? m : null)
  return {
    title: clear(matchOf(f.title, soundsOf(f.title, f.pinyin), typed)),
    note: f.note ? clear(matchOf(f.note, [], typed)) : null,
  }
}

/** Resources whose records are values of lists (dictionaries, quick replies). */
export const valuesIn = (catalogue: Catalogue | null): ReadonlySet<string> =>
  new Set(catalogue?.resources.filter((r) => r.open).map((r) => r.id))

/** A score within the room between scattered letters and what only the server knows, in the order of the scores. */
const behind = (score: number): number => KIND.fuzzy + 400 + Math.floor(score / 110)

/**
 * Records as they rank beside commands, by what is seen of them and by use, best first: those the server found, and
 * those used lately that show what was typed, which are here before it answers. `values`: resources whose records come
 * behind everything that was found by more than scattered letters, for hundreds of them say 审核.
 */
export function ranked(
  found: readonly Found[],
  recent: readonly Found[],
  typed: string,
  book: FrecencyBook,
  values: ReadonlySet<string>,
): readonly Scored<Found>[] {
  const scored = new Map<string, Scored<Found>>()
  const add = (f: Found, least: number) => {
    const name = recordName(f)
    if (scored.has(name)) return
    const { title, note } = shownMatch(f, typed)
    const kind = Math.max(title?.kind ?? 0, note?.kind ?? 0, least)
    const score = kind + Math.min(boost(book.weigh(name)), 490)
    if (kind > 0) scored.set(name, { item: f, score: values.has(f.resource) ? behind(score) : score })
  }
  for (const f of found) add(f, RANK_OF_HIDDEN_MATCH)
  for (const f of recent) add(f, 0)
  return [...scored.values()].sort((a, b) => b.score - a.score)
}

/** People and companies as far as this person may see them: the resources of the domain people, and users. */
export const peopleIn = (catalogue: Catalogue | null): Catalogue['resources'] =>
  (catalogue?.resources ?? []).filter((r) => (r.domain === 'people' || r.id === 'user') && r.routes.list)

/** Returns the found records of a search scope. */
export function ofScope(found: readonly Found[], scope: Scope, catalogue: Catalogue | null): readonly Found[] {
  if (scope === 'all') return found
  const people = new Set(peopleIn(catalogue).map((r) => r.id))
  return found.filter((f) => people.has(f.resource) === (scope === 'people'))
}

/** Where a found record is shown, "" when this person has no such place. */
export const routeOf = (found: Pick<Found, 'resource' | 'id'>, catalogue: Catalogue | null): string =>
  recordAddress(catalogue?.resources.find((r) => r.id === found.resource)?.routes, found) ?? ''
