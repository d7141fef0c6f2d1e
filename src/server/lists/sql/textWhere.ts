import {
  alternativesOf,
  type Condition,
  leavesOut,
  type Operator,
  PIECES_MOST,
  TEXT,
  wordsOf,
} from '../../../model/language/condition.ts'
import type { Search } from '../../../model/language/fields/facts.ts'
import { type Field, isMoney, searchOf } from '../../../model/language/fields/field.ts'
import { textsOf } from '../../../model/language/listing.ts'
import { fieldOf, type Resource } from '../../../model/language/resource.ts'
import { folded, unified } from '../../../model/values/folding.ts'
import { parseAmount } from '../../../model/values/money.ts'
import type { Statement } from '../../core/database.ts'
import { storeKindOf } from '../../database/kinds/kinds.ts'
import { andVariant, columnOf, isTenant, quoted, tableOf } from '../../database/names.ts'
import { isText, nameOfRef } from '../../database/schema/indexes.ts'
import { isSearchable } from '../../database/schema/search.ts'
import { escapeLike, gramOfEach, gramsOf, runsOf } from '../../database/sqlText.ts'
import { armsOf, sourceOf } from '../../database/views/sources.ts'
import { valuesOf } from './conditions.ts'
import { type Line, linesFor } from './lines.ts'
import { basisSql, type ListReach, type Reach } from './reach.ts'
import { Values } from './values.ts'

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
 * planner longer than anybody waits, and planning hears no time limit.
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
function textMatch(
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

/** Letters that may be how a name is read; one alone stands in too many names. */
const READ = /^[a-z]{2,}$/

/**
 * The records of a family whose names are read so: in whole syllables or by their initials, as the palette finds them
 * (records/search.ts). One for each text that may be a reading.
 */
function idsRead(of: Resource, sought: readonly string[], tenant: string, values: Values): string[] {
  if (!isSearchable(of)) return []
  return sought.flatMap((typed) => {
    const text = folded(typed)
    if (!READ.test(text)) return []
    // two letters are only looked for at the beginning
    const piece = text.length < 3 ? `\n${text}` : text
    const where = [
      `tenant_id = ${values.add(tenant)} and resource = ${values.add(of.id)} and not plain`,
      `rounds_pieces(tenant_id, terms) @> ${values.add(runsOf(tenant, piece))}::text[]`,
      `replace(terms, e'\\n' || coalesce(code_key, '') || e'\\n', e'\\n') like ${values.add(`%${piece}%`)}`,
    ]
    return [`select id from "record_search" where ${where.join(' and ')}`]
  })
}

/** The name of a record that holds what is sought, or is read so. */
function nameMatch(
  of: Resource,
  column: string,
  op: Operator,
  all: readonly string[],
  tenant: string,
  values: Values,
): string {
  const match = textMatch(searchOf(fieldOf(of, of.name) as Field) ?? 'exact', tenant, of, column, op, all, values)
  const read = op === 'like' || op === 'likeany' ? idsRead(of, all, tenant, values) : []
  return read.length === 0 ? match : `(${[match, ...read.map((ids) => `id = any(array(${ids}))`)].join(' or ')})`
}

/** Excluded texts are compared in the rows that the other conditions find: no index serves it. */
export function leftOutSql(column: string, c: Condition, values: Values): string {
  const all = valuesOf(c)
  const [first = ''] = all
  if (c.op === 'notlike' || c.op === 'notlikeany') {
    const patterns = values.add(all.map((value) => `%${escapeLike(folded(value))}%`))
    return `(${column} is null or rounds_folded(${column}) not like all(${patterns}::text[]))`
  }
  if (c.op === 'notin') return `(${column} is null or ${column} <> all(${values.add(all)}))`
  return `${column} is distinct from ${values.add(first)}`
}

/** Exclusion of names, as names are compared. */
function leftOutNames(column: string, c: Condition, values: Values): string {
  if (c.op === 'notlike' || c.op === 'notlikeany') return leftOutSql(column, c, values)
  const all = values.add(valuesOf(c).map(folded))
  return `(${column} is null or rounds_folded(${column}) <> all(${all}::text[]))`
}

/** A condition on one text of a resource. */
export function textSql(r: Resource, f: Field, c: Condition, tenant: string, values: Values): string {
  const column = quoted(columnOf(c.field))
  const ref = nameOfRef(r, c.field)
  if (leavesOut(c.op)) {
    const out = (searchOf(f) === 'words' ? leftOutNames : leftOutSql)(column, c, values)
    const of = ref?.to ?? (c.field === r.name ? r : null)
    if (!of || (c.op !== 'notlike' && c.op !== 'notlikeany')) return out
    const key = ref ? quoted(columnOf(ref.by)) : 'id'
    const read = idsRead(of, valuesOf(c), tenant, values)
    return [out, ...read.map((ids) => `(${key} is null or ${key} <> all(array(${ids})))`)].join(' and ')
  }
  if (ref) return `${quoted(columnOf(ref.by))} in (${idsOfName(ref.to, c.op, valuesOf(c), tenant, values)})`
  if (c.field === r.name) return nameMatch(r, column, c.op, valuesOf(c), tenant, values)
  return textMatch(searchOf(f) ?? 'exact', tenant, r, column, c.op, valuesOf(c), values)
}

/** The copied name is found through the record it was copied from: a small table instead of an index of copies. */
function idsOfName(to: Resource, op: Operator, all: readonly string[], tenant: string, values: Values): string {
  const match = nameMatch(to, quoted(columnOf(to.name)), op, all, tenant, values)
  return `select id from ${quoted(tableOf(to))} where tenant_id = ${values.add(tenant)}${andVariant(to)} and ${match}`
}

/**
 * Records with a name that is asked for: which field refers to them, and what finds at most `limit` of them. `most`: of
 * more than so many the list asks itself.
 */
export interface Named {
  readonly by: string
  readonly statement: Statement
  readonly most?: number
}

/**
 * Rows of a union whose ids are worth more than its texts: each arm is asked for all of them, and of more the planner would
 * walk every arm, expecting to meet a page of them in each.
 */
const MOST_OF_UNION = 1_000

/** Which records a condition on a copied name means; null for other conditions. */
export function namedQuery(r: Resource, c: Condition, tenant: string, limit: number): Named | null {
  return leavesOut(c.op) ? null : namedAs(r, c.field, c.op, valuesOf(c), tenant, limit)
}

function namedAs(
  r: Resource,
  field: string,
  op: Operator,
  all: readonly string[],
  tenant: string,
  limit: number,
): Named | null {
  const ref = nameOfRef(r, field)
  if (!ref) return null
  const values = new Values()
  const ids = idsOfName(ref.to, op, all, tenant, values)
  return { by: ref.by, statement: { text: `${ids} limit ${values.add(limit)}`, values: values.list } }
}

/**
 * A condition on all texts with the records that its words name, where they were looked up: ids by `nameKey`. A name
 * that is not there is asked of its table in the same statement.
 */
export interface NamedText extends Condition {
  readonly ids?: ReadonlyMap<string, readonly string[]>
}

/** Cache key of the ids of records with a word in their name. */
const nameKey = (by: string, word: string): string => `${by} ${word}`

/** Operator of a word with alternatives: one contained text, any of a few, or membership in many. */
function operatorOf(word: string): readonly [Operator, readonly string[]] {
  const all = alternativesOf(word)
  return [all.length <= 1 ? 'like' : all.length <= PIECES_MOST ? 'likeany' : 'in', all]
}

/** A word as a value of the amount; null where it is none. */
function amountOf(f: Field, word: string): string | null {
  const amount = isMoney(f) ? parseAmount(word) : word
  return amount === null || storeKindOf(f).filterProblem(f, amount) !== null ? null : amount
}

/**
 * The records of an amount. They are looked up like names: by the statistics thousands of records have any amount, and for
 * a number that none has the planner would walk the whole list, expecting to meet a page of them soon (3.6 s for a million
 * orders).
 */
function amountQuery(r: Resource, field: string, word: string, reach: Reach, limit: number): Named | null {
  const f = fieldOf(r, field) as Field
  const amount = isText(f) || r.view !== undefined ? null : amountOf(f, word)
  if (amount === null) return null
  const values = new Values()
  const seen = basisSql(r, reach, values).join(' and ')
  return {
    by: field,
    statement: {
      text: `select id from ${quoted(tableOf(r))} where ${seen} and ${quoted(columnOf(field))} = ${values.add(amount)} limit ${values.add(limit)}`,
      values: values.list,
    },
  }
}

/**
 * The rows of a union with a word in one text of their own. Its arms join tables, and of texts in different tables, one or
 * the other, no index answers: every row would be joined to be looked at (1.4 s for 600,000 doctors of plans).
 */
function unionQuery(r: Resource, field: string, word: string, reach: ListReach): Named | null {
  const f = fieldOf(r, field) as Field
  const { views } = reach.domains
  if (!isText(f) || armsOf(r, views).length === 1) return null
  const values = new Values()
  const seen = basisSql(r, reach, values).join(' and ')
  const match = ownMatch(r, f, field, word, reach.tenantId, values)
  return {
    by: field,
    most: MOST_OF_UNION,
    statement: {
      text: `select id from ${sourceOf(r, views)} where ${seen} and ${match} limit ${MOST_OF_UNION + 1}`,
      values: values.list,
    },
  }
}

/**
 * Lookups of the words of a condition on all texts: one statement a word and reference, one where it is an amount, and
 * of a union one for each text.
 */
export const namedInText = (r: Resource, c: Condition, reach: ListReach, limit: number): (Named & { key: string })[] =>
  c.field !== TEXT
    ? []
    : wordsOf(c.value).flatMap((word) => {
        const [op, all] = operatorOf(word)
        const own = textsOf(r).flatMap((field) => {
          const named =
            namedAs(r, field, op, all, reach.tenantId, limit) ??
            amountQuery(r, field, word, reach, limit) ??
            unionQuery(r, field, word, reach)
          return named ? [{ ...named, key: nameKey(named.by, word) }] : []
        })
        const lines = linesFor(r, reach, word).flatMap(({ key, child, field }) => {
          const named = namedAs(child, field, op, all, reach.tenantId, limit)
          return named ? [{ ...named, key: nameKey(key, word) }] : []
        })
        return [...own, ...lines]
      })

/** A text of a resource's own that holds a word, as one of several that may: its index has to be usable beside theirs. */
function ownMatch(r: Resource, f: Field, field: string, word: string, tenant: string, values: Values): string {
  const search = searchOf(f) ?? 'exact'
  const column = quoted(columnOf(field))
  const [operator, all] = operatorOf(word)
  if (operator === 'in') return textMatch(search, tenant, r, column, 'in', all, values)
  // a letter stands in every code, and Chinese in none: beside other texts they are its beginning, by the plain index
  const op = (one: string) => (search === 'code' && !/[0-9a-z].*[0-9a-z]/i.test(unified(one)) ? 'likeright' : 'like')
  const any = all.map((one) =>
    field === r.name
      ? nameMatch(r, column, op(one), [one], tenant, values)
      : textMatch(search, tenant, r, column, op(one), [one], values),
  )
  return any.length === 1 ? (any[0] as string) : `(${any.join(' or ')})`
}

/** Condition that a text of a resource contains a word: its own, or the name of a record that it refers to. */
function holds(r: Resource, field: string, word: string, c: NamedText, tenant: string, values: Values): string | null {
  const f = fieldOf(r, field) as Field
  // rows that were looked up: those of an amount, or of a text of a union
  const found = c.ids?.get(nameKey(field, word))
  if (found) return found.length === 0 ? null : `id = any(${values.add(found)}::bigint[])`
  if (!isText(f)) {
    const amount = amountOf(f, word)
    return amount === null ? null : `${quoted(columnOf(field))} = ${values.add(amount)}`
  }
  const ref = nameOfRef(r, field)
  if (!ref) return ownMatch(r, f, field, word, tenant, values)
  const by = quoted(columnOf(ref.by))
  const ids = c.ids?.get(nameKey(ref.by, word))
  // an array is an index condition; of `in (select …)` beside others the planner makes none
  if (!ids) return `${by} = any(array(${idsOfName(ref.to, ...operatorOf(word), tenant, values)}))`
  return ids.length === 0 ? null : `${by} = any(${values.add(ids)}::bigint[])`
}

/** The records whose lines have a word in a copied name: lines that exist for the reader, and are named by these ids. */
function heldByLine(line: Line, word: string, c: NamedText, reach: Reach, values: Values): string | null {
  const { child, by, ref, key } = line
  const ids = c.ids?.get(nameKey(key, word))
  if (ids?.length === 0) return null
  const named = ids
    ? `${values.add(ids)}::bigint[]`
    : `array(${idsOfName(ref.to, ...operatorOf(word), reach.tenantId, values)})`
  const seen = basisSql(child, reach, values).join(' and ')
  return `id = any(array(select ${quoted(columnOf(by))} from ${quoted(tableOf(child))} where ${seen} and ${quoted(columnOf(ref.by))} = any(${named})))`
}

/** A condition on all texts: each word stands in one of them, or in a name of the record's lines. */
export function anyTextSql(r: Resource, c: NamedText, reach: Reach, values: Values): string {
  const each = wordsOf(c.value).map((word) => {
    const any = [
      ...textsOf(r).flatMap((field) => holds(r, field, word, c, reach.tenantId, values) ?? []),
      ...linesFor(r, reach, word).flatMap((line) => heldByLine(line, word, c, reach, values) ?? []),
    ]
    return any.length === 0 ? 'false' : any.length === 1 ? (any[0] as string) : `(${any.join(' or ')})`
  })
  return each.join(' and ')
}
