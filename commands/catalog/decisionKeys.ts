import type { CatalogueDecision, CatalogueQueueView, CatalogueResource } from '../../src/model/wire/catalogue.ts'
import type { AnyCommand } from '../command.ts'
import { any, is, type When } from '../context.ts'
import { OPERATION_KEYS } from '../keys/operations.ts'
import { isLetter, parseKeys } from '../keys/parse.ts'
import { keyCondition, mentions, overlap, statesExclude } from '../overlap.ts'

/** Where decisions have keys. */
const DECIDED: When = any(is('screen', 'queue'), is('screen', 'detail'))

/**
 * The letters that commands of every resource have where records are decided, with Shift or without, alone or as the
 * beginning of a sequence: no decision may have them.
 */
export function lettersOf(commands: readonly AnyCommand[]): ReadonlySet<string> {
  const letters = new Set<string>()
  for (const c of commands) {
    const first = (c.keys ?? []).map((keys) => (parseKeys(keys)[0] ?? '').replace(/^shift\+/, '')).filter(isLetter)
    if (first.every((letter) => letters.has(letter))) continue
    const when = keyCondition(c)
    if (mentions(when).has('resource') || !overlap(when, DECIDED)) continue
    for (const letter of first) letters.add(letter)
  }
  return letters
}

/** The keys of one decision; "" is none. */
export interface DecisionKeys {
  readonly key: string
  /** The key that decides with a remark. */
  readonly detailed: string
}

const DETAILED = 'shift+enter'

/**
 * The keys of the decisions of a resource by name, none of which means two things: the one that the model suggests,
 * else the first letter of the English title that is free. Decisions that no row can stand before at once share
 * theirs. The remark's key goes to those that pass a row, first come, those with a key of their own before the others.
 * Pure.
 */
export function keysOfDecisions(
  r: Pick<CatalogueResource, 'decisions'>,
  english: (d: CatalogueDecision) => string,
  letters: ReadonlySet<string>,
): ReadonlyMap<string, DecisionKeys> {
  // adding and editing are everywhere, if not of this resource: no decision means something else by their keys
  const taken = new Set([...letters, OPERATION_KEYS.add, OPERATION_KEYS.edit])
  const given: { readonly d: CatalogueDecision; readonly key: string }[] = []
  const free = (d: CatalogueDecision, key: string): boolean =>
    !given.some((other) => other.key === key && !statesExclude(other.d.from, d.from))
  const give = (d: CatalogueDecision, key: string): string => {
    if (key) given.push({ d, key })
    return key
  }
  const keys = new Map<string, DecisionKeys>()
  for (const d of [...r.decisions].sort((a, b) => Number(a.key === '') - Number(b.key === ''))) {
    const offered = d.key ? [d.key, ...english(d).toLowerCase()] : []
    const suits = (key: string) => !taken.has(key) && (isLetter(key) || key === d.key) && free(d, key)
    const key = give(d, offered.find(suits) ?? '')
    const remarks = d.result === 'pass' && d.asks && !d.mustAsk && free(d, DETAILED)
    keys.set(d.id, { key, detailed: give(d, remarks ? DETAILED : '') })
  }
  return keys
}

/** The key that goes on in every view of every queue. */
export const PRIMARY = 'a'

/**
 * The decision of a view that goes on with its records: the first that passes one, else the first that does not turn it
 * away; undefined where all do, or where a decision has that key already. Pure.
 */
export function primaryOf(
  v: Pick<CatalogueQueueView, 'decisions'>,
  decisions: readonly CatalogueDecision[],
  keys: ReadonlyMap<string, DecisionKeys>,
): CatalogueDecision | undefined {
  const offered = v.decisions.flatMap((name) => decisions.find((d) => d.id === name) ?? [])
  if (offered.some((d) => keys.get(d.id)?.key === PRIMARY)) return undefined
  return offered.find((d) => d.result === 'pass') ?? offered.find((d) => d.result !== 'reject')
}

/**
 * Those of these decisions that go on with a record on its own page: a record stands before at most one of them, and before
 * none that has the key already. What passes a record comes first. Pure.
 */
export function primaryOnPage(
  going: readonly CatalogueDecision[],
  have: readonly CatalogueDecision[],
): ReadonlySet<CatalogueDecision> {
  const found = new Set<CatalogueDecision>()
  for (const d of [...going].sort((a, b) => Number(b.result === 'pass') - Number(a.result === 'pass')))
    if ([...have, ...found].every((other) => statesExclude(other.from, d.from))) found.add(d)
  return found
}
