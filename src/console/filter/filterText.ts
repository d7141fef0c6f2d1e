import {
  alternativesOf,
  type Condition,
  conditionKey,
  EITHER,
  isEither,
  type Operator,
  TEXT,
  wordsOf,
} from '../../model/language/conditions/condition.ts'
import { ALTERNATIVES_MAX, alternativesIn, eitherOf } from '../../model/language/conditions/either.ts'
import { joinedLabels, type Label, type Language } from '../../model/values/label.ts'
import { called, type Filterable, type FilterField, goesBy, nearest } from './filterFields.ts'
import { type Marked, type Piece, pieces } from './filterTokens.ts'
import { isWhole, type Read, readValue, type Test, type Written, withComma, writeTests } from './filterValues.ts'

/**
 * The text filter: `状态:待审核 金额:>10000 公司:康泰 2024` ⇄ conditions ⇄ chips.
 * - names: short name, label or id of a field, in either language;
 * - values: words of a choice, `a,b` any of, `-name:a` not (`name:!a` is read, too), `>` `>=` `<` `<=`, `a..b` or `a-b`, dates as day,
 *   month or year, `=text` exactly, `text*` begins with, quotes around spaces;
 * - `a 或 b`, `a or b`, `a | b`: one of both is enough; conditions beside each other hold all;
 * - days that follow the calendar (`本月`, `近7天`) stay so, also in a view that is saved;
 * - words without a name: each, or one of its alternatives (`a|b`), stands in one of the list's texts (code, company, doctor …) or is its amount; a size or a
 *   range (`>1万`, `1000..20000`) is of the amount, a day or month (`上月`, `2026-05`) of the time of creation.
 */
export interface Parsed {
  readonly conditions: readonly Condition[]
  readonly problems: readonly FilterProblem[]
}

/** Problem with its remedy, and its place in the line. */
export interface FilterProblem {
  readonly at: number
  readonly end: number
  readonly message: Label
}

/** Conditions of a line as they are read, and its words without a name. */
interface Reading {
  readonly conditions: Condition[]
  readonly words: string[]
}

/** Words between two pieces of which one is enough. */
const OR = /^(或|或者|or|\||\|\|)$/i

/** The pieces of a line in runs: those of one run are alternatives. */
function runsOf(line: string): Piece[][] {
  const runs: Piece[][] = []
  let joins = false
  const all = pieces(line)
  for (const [n, piece] of all.entries()) {
    const isOr = piece.name === null && !piece.value.quoted.includes(true) && OR.test(piece.value.text)
    if (isOr && runs.length > 0 && n < all.length - 1) {
      joins = true
      continue
    }
    if (joins) runs.at(-1)?.push(piece)
    else runs.push([piece])
    joins = false
  }
  return runs
}

/** Reads one piece into conditions and words; what is wrong with it is given to `say`. */
function readPiece(piece: Piece, of: Filterable, today: string, into: Reading, say: (message: Label) => void): void {
  if (piece.name === null) {
    if (piece.value.text === '') return
    const meant = meantBy(piece.value, of, today)
    if (meant) {
      const refusal = 'wrong' in meant.read ? meant.read.wrong : add(into.conditions, meant.field, meant.read.tests)
      if (refusal) say(refusal)
    } else if (of.texts.length > 0) into.words.push(...wordsOf(listed(piece.value.text)))
    else say(['这里须写 名称:值', 'Write name:value here'])
    return
  }
  const left = piece.name.startsWith('-')
  const name = left ? piece.name.slice(1) : piece.name
  const fields = called(of, name)
  if (fields.length === 0) {
    say(unknown(of, name))
    return
  }
  let refusal: Label | null = null
  for (const f of fields) {
    const read = readValue(f.field, piece.value, today, left)
    if ('wrong' in read) {
      refusal ??= read.wrong
      continue
    }
    const clash = add(into.conditions, f, read.tests)
    if (clash) say(clash)
    return
  }
  if (refusal) say(refusal)
}

const textCondition = (words: readonly string[]): Condition[] => {
  const text = [...new Set(words)].join(' ')
  return text ? [{ field: TEXT, op: 'like', value: text }] : []
}

/** Reads a line. `today` (yyyy-MM-dd) is what `今天` means. Never throws; what cannot be read is named in `problems`. */
export function parseFilter(line: string, of: Filterable, today: string): Parsed {
  const problems: FilterProblem[] = []
  const into: Reading = { conditions: [], words: [] }
  const either: Condition[] = []
  for (const run of runsOf(line)) {
    const sayOf = (piece: Piece) => (message: Label) => problems.push({ at: piece.at, end: piece.end, message })
    const [first] = run
    if (!first) continue
    if (run.length === 1) {
      readPiece(first, of, today, into, sayOf(first))
      continue
    }
    const parts = run.map((piece): readonly Condition[] => {
      const own: Reading = { conditions: [], words: [] }
      readPiece(piece, of, today, own, sayOf(piece))
      const hidden = own.conditions.find((c) => of.fields.find((f) => f.name === c.field)?.field.facts.masked)
      if (hidden)
        sayOf(piece)([
          '敏感信息不能用于“或”，请单独作为条件',
          'Personal data is no alternative: make it a condition of its own',
        ])
      return [...own.conditions, ...textCondition(own.words)]
    })
    // words alone are alternatives of one word
    if (parts.every((part) => part.length === 1 && part[0]?.field === TEXT))
      into.words.push(parts.map((part) => part[0]?.value).join('|'))
    else if (run.length > ALTERNATIVES_MAX || either.length === EITHER.length)
      sayOf(first)(['“或”太多：请减少条件', 'There are too many alternatives: use fewer'])
    else if (parts.every((part) => part.length > 0)) either.push(eitherOf(parts, either.length))
  }
  return {
    conditions: [...into.conditions, ...either, ...textCondition(into.words)],
    problems: problems.sort((a, b) => a.at - b.at),
  }
}

/** Numbers of documents one after the other, as people paste them: no name has commas between such. */
const NUMBERS = /^[a-z]{0,6}\d{6,}([,、;；][a-z]{0,6}\d{6,})+$/i
const listed = (text: string): string => (NUMBERS.test(text) ? text.replace(/[,、;；]/g, '|') : text)

/** Days, weeks, months and years that are no part of a name or a code. */
const DATED =
  /^(今天|昨天|前天|本周|上周|本月|上月|上个月|今年|去年|(近|最近|过去)\d{1,3}天|(this|last)-(week|month|year)|last-\d{1,3}-days|(19|20|21)\d\d-\d{1,2}(-\d{1,2})?|\d{4}年(\d{1,2}月(\d{1,2}日)?)?)$/
const RANGE = /^[\d.,万¥-]*(\.\.|~|至)[\d.,万¥-]*$/

/** Test that a piece without a name stands for on the amount or the time of creation; null where it is text. */
function meantBy(value: Marked, of: Filterable, today: string): { field: FilterField; read: Read } | null {
  if (value.quoted.includes(true)) return null
  if (of.amount && /^[<>]/.test(value.text)) return { field: of.amount, read: readValue(of.amount.field, value, today) }
  const ranged = RANGE.test(value.text) && /\d/.test(value.text)
  for (const field of [ranged ? of.amount : null, ranged || DATED.test(value.text) ? of.created : null]) {
    const read = field && readValue(field.field, value, today)
    if (read && 'tests' in read) return { field, read }
  }
  return null
}

function unknown(of: Filterable, name: string): Label {
  const refused = of.refused.find((f) => goesBy(f, name))?.field.label
  if (refused)
    return [
      `按${refused[0]}查找需要查看个人信息的权限`,
      `Looking by ${refused[1].toLowerCase()} needs the right to see personal data`,
    ]
  const [zh, en] = [nearest(of, name, 0), nearest(of, name, 1)]
  const all = joinedLabels(of.fields.filter((f) => f.offered).map((f) => f.words[0] ?? [f.name, f.name]))
  return zh && en
    ? [`没有“${name}”这个条件，是否要写“${zh}”？`, `There is no filter “${name}”: did you mean “${en}”?`]
    : [`没有“${name}”这个条件：可用 ${all[0]}`, `There is no filter “${name}”: use ${all[1]}`]
}

const twice = ({ field }: FilterField): Label => [
  `${field.label[0]}已经写过一次：请合为一个条件`,
  `${field.label[1]} stands there already: make it one condition`,
]

/** Operators of one value and of several, which become each other: of what is compared whole, and of pieces. */
const SEVERAL: readonly (readonly [one: Operator, many: Operator, whole: boolean])[] = [
  ['equal', 'in', true],
  ['notequal', 'notin', true],
  ['like', 'likeany', false],
  ['notlike', 'notlikeany', false],
]

/**
 * Adds tests of a field; several values of a closed set, and several pieces, become "any of". Returns a refusal when the
 * same test is there already.
 */
function add(conditions: Condition[], f: FilterField, tests: readonly Test[]): Label | null {
  for (const test of tests) {
    const several = SEVERAL.find(([one, many, whole]) => {
      return (test.op === one || test.op === many) && (!whole || isWhole(f.field)) && !f.field.facts.masked
    })
    const ops: readonly unknown[] = several ?? [test.op]
    const at = conditions.findIndex((c) => c.field === f.name && ops.includes(c.op))
    const there = conditions[at]
    if (!there) {
      conditions.push({ field: f.name, ...test })
    } else if (several) {
      const of = (t: Test) => (t.op === several[1] ? t.value.split(',') : [t.value])
      const values = [...new Set([...of(there), ...of(test)])]
      if (values.length > 1 && values.some((v) => v.includes(','))) return withComma(f.field)
      conditions[at] = { field: f.name, op: several[values.length > 1 ? 1 : 0], value: values.join(',') }
    } else if (there.value !== test.value) {
      return twice(f)
    }
  }
  return null
}

/** Chip of a condition: a chip. Taking it away takes `conditions` away. */
export interface Chip {
  readonly key: string
  /** "" of words that are looked for in all texts. */
  readonly name: string
  readonly value: string
  readonly conditions: readonly Condition[]
}

/** Conditions on fields that cannot be filtered here are left out. */
function grouped(conditions: readonly Condition[], of: Filterable): { field: FilterField; tests: Condition[] }[] {
  const groups: { field: FilterField; tests: Condition[] }[] = []
  for (const c of conditions) {
    const field = of.fields.find((f) => f.name === c.field)
    if (!field) continue
    const there = groups.find((g) => g.field === field)
    if (there) there.tests.push(c)
    else groups.push({ field, tests: [c] })
  }
  return groups
}

/** `ge` before `le`, so that a range is seen as one. */
const inOrder = (tests: readonly Condition[]): Condition[] => [...tests].sort((a, b) => rank(a) - rank(b))
const rank = (c: Condition): number => (c.op === 'ge' ? 1 : c.op === 'le' ? 2 : 0)

/** The conditions as a line that `parseFilter` reads back to the same conditions. */
export function printFilter(conditions: readonly Condition[], of: Filterable, language: Language): string {
  const out = grouped(conditions, of).flatMap(({ field, tests }) =>
    writeTests(field.field, inOrder(tests), language).map(
      (test) => `${test.left ? '-' : ''}${nameFor(field, test, of, language)}:${test.text}`,
    ),
  )
  const either = conditions.flatMap((c) => printEither(c, of, language) ?? [])
  return [...out, ...either, ...textOf(conditions).map((word) => plainWord(word, of))].join(' ')
}

/** Alternatives as the line writes them; null where a condition is none. */
function printEither(c: Condition, of: Filterable, language: Language): string | null {
  const parts = isEither(c.field) ? alternativesIn(c.value) : null
  return parts?.map((part) => printFilter(part, of, language)).join(language === 'en' ? ' or ' : ' 或 ') ?? null
}

/** The words that are looked for in all texts. */
const textOf = (conditions: readonly Condition[]): string[] =>
  conditions.flatMap((c) => (c.field === TEXT ? wordsOf(c.value) : []))

/** A word so that it is read as text: in quotes where it would mean something else. */
function plainWord(word: string, of: Filterable): string {
  const [piece, more] = pieces(word)
  const isText = piece && !more && piece.name === null && piece.value.text === word
  return isText && !meantBy(piece.value, of, '2000-01-01') ? word : `"${word.replace(/[\\"“”＂]/g, (c) => `\\${c}`)}"`
}

/** The shortest of a field's names that means this field for this value. */
function nameFor(f: FilterField, { left, text }: Written, of: Filterable, language: Language): string {
  const at = language === 'en' ? 1 : 0
  for (const word of f.words) {
    const name = word[at]
    if (/[\s":：“”＂　]/.test(name)) continue
    const value = pieces(`x:${text}`)[0]?.value
    const first = value && called(of, name).find((x) => !('wrong' in readValue(x.field, value, '2000-01-01', left)))
    if (first === f) return name
  }
  return f.name
}

/** Number of alternatives that a chip names; of more it shows the count. */
const NAMED = 3
const shortened = (value: string): string =>
  wordsOf(value)
    .map((word) => {
      const all = alternativesOf(word)
      return all.length > NAMED ? `${all.slice(0, NAMED).join('|')}… (${all.length})` : word
    })
    .join(' ')

/** The conditions as chips, one a field and operator, ranges as one. */
export function chipsOf(conditions: readonly Condition[], of: Filterable, language: Language): Chip[] {
  const text = conditions.filter((c) => c.field === TEXT)
  const chips = text.map((c): Chip => ({ key: conditionKey(c), name: '', value: shortened(c.value), conditions: [c] }))
  const either = conditions.flatMap((c): Chip[] => {
    const value = printEither(c, of, language)
    return value === null ? [] : [{ key: conditionKey(c), name: '', value, conditions: [c] }]
  })
  return [...chipsOfFields(conditions, of, language), ...either, ...chips]
}

function chipsOfFields(conditions: readonly Condition[], of: Filterable, language: Language): Chip[] {
  return grouped(conditions, of).flatMap(({ field, tests }) => {
    const ordered = inOrder(tests)
    const name = (field.words[0] as Label)[language === 'en' ? 1 : 0]
    const texts = writeTests(field.field, ordered, language)
    // A pair of bounds is written as one text, so its chip removes both conditions.
    let at = 0
    return texts.map(({ left, text: value }): Chip => {
      const here = ordered[at] as Condition
      const pair = texts.length < ordered.length && here.op === 'ge' && ordered[at + 1]?.op === 'le'
      const taken = ordered.slice(at, at + (pair ? 2 : 1))
      at += taken.length
      return {
        key: taken.map((c) => `${c.field}_${c.op}`).join('+'),
        name: left ? `-${name}` : name,
        value,
        conditions: taken,
      }
    })
  })
}

/** A chip in words. */
export const wordsOfChip = ({ name, value }: Chip): string => (name ? `${name}:${value}` : value)

/** The conditions without those of a chip. */
export const withoutChip = (conditions: readonly Condition[], chip: Chip): Condition[] =>
  conditions.filter((c) => !chip.conditions.some((x) => x.field === c.field && x.op === c.op && x.value === c.value))
