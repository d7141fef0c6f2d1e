import {
  alternativesOf,
  type Condition,
  leavesOut,
  type Operator,
  PIECES_MAX,
  TEXT,
  valuesOf,
  wordsOf,
} from '../../../model/language/conditions/condition.ts'
import type { SoughtExpression } from '../../../model/language/conditions/expression.ts'
import { type Field, isMoney, searchOf } from '../../../model/language/fields/field.ts'
import { textsOf } from '../../../model/language/listing.ts'
import { fieldOf, type Resource } from '../../../model/language/resource.ts'
import { folded, unified } from '../../../model/values/folding.ts'
import { parseAmount } from '../../../model/values/money.ts'
import type { Statement } from '../../core/database.ts'
import { textLeftOut, textMatch } from '../../database/conditions/textMatch.ts'
import { Values } from '../../database/conditions/values.ts'
import { storeKindOf } from '../../database/kinds/kinds.ts'
import { andVariant, columnOf, quoted, tableOf } from '../../database/names.ts'
import { isText, nameOfRef } from '../../database/schema/indexes.ts'
import { isSearchable } from '../../database/schema/search.ts'
import { runsOf } from '../../database/sqlText.ts'
import { armsOf, sourceOf } from '../../database/views/sources.ts'
import { type Line, linesFor } from './lines.ts'
import { basisSql, type ListReach, type Reach } from './reach.ts'

/** Letters that may be how a name is read; one alone stands in too many names. */
const READ = /^[a-z]{2,}$/

/**
 * The records of a resource whose names are read so: in whole syllables or by their initials, as the palette finds them
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

/** A condition on one text of a resource. */
export function textSql(r: Resource, { name, op, texts }: SoughtExpression, tenant: string, values: Values): string {
  const column = quoted(columnOf(name))
  const search = searchOf(fieldOf(r, name) as Field) ?? 'exact'
  const ref = nameOfRef(r, name)
  if (leavesOut(op)) {
    const out = textLeftOut(search, column, op, texts, values)
    const of = ref?.to ?? (name === r.name ? r : null)
    if (!of || (op !== 'notlike' && op !== 'notlikeany')) return out
    const key = ref ? quoted(columnOf(ref.by)) : 'id'
    const read = idsRead(of, texts, tenant, values)
    return [out, ...read.map((ids) => `(${key} is null or ${key} <> all(array(${ids})))`)].join(' and ')
  }
  if (ref) return `${quoted(columnOf(ref.by))} in (${idsOfName(ref.to, op, texts, tenant, values)})`
  if (name === r.name) return nameMatch(r, column, op, texts, tenant, values)
  return textMatch(search, tenant, r, column, op, texts, values)
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
  return [all.length <= 1 ? 'like' : all.length <= PIECES_MAX ? 'likeany' : 'in', all]
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
