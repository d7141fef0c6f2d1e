import type { Operator } from '../../../model/language/conditions/condition.ts'
import type { Search } from '../../../model/language/fields/facts.ts'
import type { Resource } from '../../../model/language/resource.ts'
import { folded, unified } from '../../../model/values/folding.ts'
import { isTenant, quoted, tableOf } from '../names.ts'
import { escapeLike, gramOfEach, gramsOf } from '../sqlText.ts'
import type { Values } from './values.ts'

// Texts of a column, as people look for them: each way through its index (ADR 8).

type Sought = 'like' | 'likeright' | 'equal'

/**
 * How a text is found that is written in small and capital letters alike. What has none is found as it stands: `ilike`
 * folds every text that it looks at first, which takes five times as long (7 ms for 6,700 names).
 */
const likeFor = (sought: string): 'like' | 'ilike' => (sought.toLowerCase() === sought.toUpperCase() ? 'like' : 'ilike')

const gramsSql = (base: Resource, column: string): string =>
  isTenant(base) ? `rounds_grams(tenant_id, ${column})` : `rounds_grams('', ${column})`

/** A name found in a column through its index of grams, then looked at: both folded (model/values/folding.ts). */
function wordsMatch(
  tenant: string,
  base: Resource,
  column: string,
  op: Sought,
  sought: string,
  values: Values,
): string {
  const held = `${gramsSql(base, column)} @> ${values.add(gramsOf(isTenant(base) ? tenant : '', sought))}::text[]`
  const text = folded(sought)
  if (op === 'equal') return `(rounds_folded(${column}) = ${values.add(text)} and ${held})`
  const pattern = op === 'like' ? `%${escapeLike(text)}%` : `${escapeLike(text)}%`
  // the text first: where rows are looked at one by one (beside another field), to cut each name costs ten times as much
  return `(rounds_folded(${column}) like ${values.add(pattern)} and ${held})`
}

/**
 * Condition on many names: two expressions and two parameters however many they are. An arm for each would take the
 * planner longer than anybody waits, and no time limit ends planning.
 */
export function oneOfWords(
  tenant: string,
  base: Resource,
  column: string,
  all: readonly string[],
  values: Values,
): string {
  const held = `${gramsSql(base, column)} && ${values.add(gramOfEach(isTenant(base) ? tenant : '', all))}::text[]`
  const is = `rounds_folded(${column}) = any(${values.add(all.map(folded))}::text[])`
  // columns of a view have no index of their own
  if (base.view !== undefined) return `(${held} and ${is})`
  // looked up first: of a comparison with many names the planner believes that every row has one, and walks the list
  const own = isTenant(base) ? `tenant_id = ${values.add(tenant)} and ` : ''
  return `id = any(array(select id from ${quoted(tableOf(base))} where ${own}${held} and ${is}))`
}

/** The ways of writing a short piece of a code that there are: as typed, small, capital. */
const waysOf = (sought: string): string[] =>
  [...sought].reduce<string[]>(
    (all, c) =>
      all.flatMap((a) =>
        [...new Set([c, ...(/[a-z]/i.test(c) ? [c.toLowerCase(), c.toUpperCase()] : [])])].map((x) => a + x),
      ),
    [''],
  )

/**
 * A code by a piece of it, in any case: three characters or more through the index of trigrams. Shorter ones, and what has
 * no trigrams (Chinese), are looked for in the rows that the other conditions find: most have a page of them at once, and
 * one that none of a million has takes about a second.
 */
const codeHolds = (column: string, sought: string, values: Values): string =>
  `${column} ${likeFor(sought)} ${values.add(`%${escapeLike(sought)}%`)}`

/** A code by its beginning, in any case: short ones, and what has no trigrams, through the plain index. */
function codeBegins(column: string, sought: string, values: Values): string {
  if ([...sought].length >= 3 && /[0-9a-z]/i.test(sought))
    return `${column} ilike ${values.add(`${escapeLike(sought)}%`)}`
  const ways = [...sought].length < 3 ? waysOf(sought) : [sought]
  const any = ways.map((way) => `${column} like ${values.add(`${escapeLike(way)}%`)}`)
  return any.length === 1 ? (any[0] as string) : `(${any.join(' or ')})`
}

/** searched as typed, and in unified spelling where that differs: codes are made by machines, and typed by people */
const spellings = (all: readonly string[]): string[] => [
  ...new Set(all.flatMap((v) => [v, unified(v)]).filter(Boolean)),
]

/** A column that holds, begins with, is, or is one of what is sought. `tenant`: whose grams. */
export function textMatch(
  search: Search,
  tenant: string,
  base: Resource,
  column: string,
  op: Operator,
  all: readonly string[],
  values: Values,
): string {
  const [first = ''] = all
  const each = (some: readonly string[], one: (value: string) => string): string =>
    some.length === 1 ? one(some[0] as string) : `(${some.map(one).join(' or ')})`
  if (op === 'likeany') return each(all, (value) => textMatch(search, tenant, base, column, 'like', [value], values))
  if (search === 'words') {
    if (all.length !== 1) return oneOfWords(tenant, base, column, all, values)
    return wordsMatch(tenant, base, column, op === 'like' || op === 'likeright' ? op : 'equal', first, values)
  }
  const sought = spellings(all)
  if (op === 'like') return each(sought, (value) => codeHolds(column, value, values))
  if (op === 'likeright')
    return each(sought, (value) =>
      search === 'code' ? codeBegins(column, value, values) : `${column} like ${values.add(`${escapeLike(value)}%`)}`,
    )
  return sought.length === 1 ? `${column} = ${values.add(first)}` : `${column} = any(${values.add(sought)}::text[])`
}

/**
 * Texts that a condition leaves out, by piece or whole; rows without a text stay. They are compared in the rows that the
 * other conditions find: no index serves it.
 */
export function textLeftOut(
  search: Search,
  column: string,
  op: Operator,
  all: readonly string[],
  values: Values,
): string {
  const [first = ''] = all
  if (op === 'notlike' || op === 'notlikeany') {
    const patterns = values.add(all.map((value) => `%${escapeLike(folded(value))}%`))
    return `(${column} is null or rounds_folded(${column}) not like all(${patterns}::text[]))`
  }
  if (search === 'words')
    return `(${column} is null or rounds_folded(${column}) <> all(${values.add(all.map(folded))}::text[]))`
  if (op === 'notin') return `(${column} is null or ${column} <> all(${values.add(all)}))`
  return `${column} is distinct from ${values.add(first)}`
}
