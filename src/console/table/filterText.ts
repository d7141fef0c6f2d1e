import type { Condition, Operator } from '../../model/kernel/condition.ts'
import type { Label, Language } from '../../model/kernel/label.ts'
import { bareFor, called, type Filterable, type FilterField, goesBy, nearest, plainOperator } from './filterFields.ts'
import { pieces, quote } from './filterTokens.ts'
import { isWhole, readValue, type Test, writeTests } from './filterValues.ts'

/**
 * The text filter: `状态:待审核 金额:>10000 公司:康泰 2024` ⇄ conditions ⇄ chips.
 * - names: short name, label or id of a field, in either language;
 * - values: words of a choice, `a,b` any of, `!a` or `-name:a` not, `>` `>=` `<` `<=`, `a..b` or `a-b`, dates as day,
 *   month or year, `=text` exactly, `text*` begins with, quotes around spaces;
 * - bare words: contained in the record's name (equal to it where it is a machine's); Chinese ones, where that is a code,
 *   in the first words that are searched: `康泰` is a company.
 */
export interface Parsed {
  readonly conditions: readonly Condition[]
  readonly problems: readonly FilterProblem[]
}

/** What the user should change, and its place in the line. */
export interface FilterProblem {
  readonly at: number
  readonly end: number
  readonly message: Label
}

/** Reads a line. `today` (yyyy-MM-dd) is what `今天` means. Never throws; what cannot be read is named in `problems`. */
export function parseFilter(line: string, of: Filterable, today: string): Parsed {
  const conditions: Condition[] = []
  const problems: FilterProblem[] = []
  const bare: { at: number; text: string }[] = []
  for (const piece of pieces(line)) {
    const say = (message: Label) => problems.push({ at: piece.at, end: piece.end, message })
    if (piece.name === null) {
      if (piece.value.text === '') continue
      if (of.bare) bare.push({ at: piece.at, text: piece.value.text })
      else say(['这里须写 名称:值', 'Write name:value here'])
      continue
    }
    const left = piece.name.startsWith('-')
    const name = left ? piece.name.slice(1) : piece.name
    const fields = called(of, name)
    if (fields.length === 0) {
      say(unknown(of, name))
      continue
    }
    let refusal: Label | null = null
    let understood = false
    for (const f of fields) {
      const read = readValue(f.field, piece.value, today, left)
      if ('wrong' in read) {
        refusal ??= read.wrong
        continue
      }
      understood = true
      const clash = add(conditions, f, read.tests)
      if (clash) say(clash)
      break
    }
    if (!understood && refusal) say(refusal)
  }
  // Bare words are one phrase, at any place.
  const phrase = bare.map((b) => b.text).join(' ')
  const field = bareFor(of, phrase)
  const contained = bareOperator(of, field)
  const taken = conditions.some((c) => c.field === field && c.op === contained)
  const first = bare[0]
  if (phrase && first && taken)
    problems.push({
      at: first.at,
      end: first.at + first.text.length,
      message: twice(of.fields.find((f) => f.name === field) as FilterField),
    })
  else if (phrase) conditions.push({ field, op: contained, value: phrase })
  return { conditions, problems: problems.sort((a, b) => a.at - b.at) }
}

/** What bare words ask of the field they look into. */
const bareOperator = (of: Filterable, name: string): Operator => {
  const field = of.fields.find((f) => f.name === name)?.field
  return field ? plainOperator(field) : 'like'
}

function unknown(of: Filterable, name: string): Label {
  const refused = of.refused.find((f) => goesBy(f, name))?.field.label
  if (refused)
    return [
      `按${refused[0]}查找需要查看个人信息的权限`,
      `Looking by ${refused[1].toLowerCase()} needs the right to see personal data`,
    ]
  const [zh, en] = [nearest(of, name, 0), nearest(of, name, 1)]
  const all = (at: 0 | 1) => [...new Set(of.fields.filter((f) => f.offered).map((f) => f.words[0]?.[at] ?? f.name))]
  return zh && en
    ? [`没有“${name}”这个条件，是否要写“${zh}”？`, `There is no filter “${name}”: did you mean “${en}”?`]
    : [`没有“${name}”这个条件：可用 ${all(0).join('、')}`, `There is no filter “${name}”: use ${all(1).join(', ')}`]
}

const twice = ({ field }: FilterField): Label => [
  `${field.label[0]}已经写过一次：请合为一个条件`,
  `${field.label[1]} stands there already: make it one condition`,
]

/** Operators of one value and of several, which become each other. */
const SEVERAL: readonly (readonly [one: Operator, many: Operator])[] = [
  ['equal', 'in'],
  ['notequal', 'notin'],
]

/**
 * Adds tests of a field; several values of a closed set become "any of". Returns a refusal when the same test is there
 * already.
 */
function add(conditions: Condition[], f: FilterField, tests: readonly Test[]): Label | null {
  for (const test of tests) {
    const several = isWhole(f.field) ? SEVERAL.find((ops) => ops.includes(test.op)) : undefined
    const at = conditions.findIndex((c) => c.field === f.name && (several ?? [test.op]).includes(c.op))
    const there = conditions[at]
    if (!there) {
      conditions.push({ field: f.name, ...test })
    } else if (several) {
      const values = [...new Set([...there.value.split(','), ...test.value.split(',')])]
      conditions[at] = { field: f.name, op: several[values.length > 1 ? 1 : 0], value: values.join(',') }
    } else if (there.value !== test.value) {
      return twice(f)
    }
  }
  return null
}

/** One condition as a person sees it: a chip. Taking it away takes `conditions` away. */
export interface Chip {
  readonly key: string
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
  const out: string[] = []
  let phrase = ''
  for (const { field, tests } of grouped(conditions, of)) {
    const named = inOrder(tests).filter((c) => {
      // one phrase a line, and what it looks into is said where that is not plain
      if (field.name !== of.bare || bareFor(of, c.value) !== of.bare || c.op !== bareOperator(of, of.bare)) return true
      phrase = asPhrase(c.value)
      return false
    })
    for (const text of writeTests(field.field, named, language))
      out.push(`${nameFor(field, text, of, language)}:${text}`)
  }
  return [...out, ...(phrase ? [phrase] : [])].join(' ')
}

/** Words stay bare when joining them by single spaces gives the same phrase again. */
function asPhrase(value: string): string {
  const words = value.split(' ')
  return words.every((w) => w !== '' && quote(w, /[\s":：“”＂　]|[＞＜＝！，～＊]/) === w) ? value : quote(value)
}

/** The shortest of a field's names that means this field for this value. */
function nameFor(f: FilterField, text: string, of: Filterable, language: Language): string {
  const at = language === 'en' ? 1 : 0
  for (const word of f.words) {
    const name = word[at]
    if (/[\s":：“”＂　]/.test(name)) continue
    const value = pieces(`x:${text}`)[0]?.value
    const first = value && called(of, name).find((x) => !('wrong' in readValue(x.field, value, '2000-01-01')))
    if (first === f) return name
  }
  return f.name
}

/** The conditions as chips, one a field and operator, ranges as one. */
export function chipsOf(conditions: readonly Condition[], of: Filterable, language: Language): Chip[] {
  return grouped(conditions, of).flatMap(({ field, tests }) => {
    const ordered = inOrder(tests)
    const name = (field.words[0] as Label)[language === 'en' ? 1 : 0]
    const texts = writeTests(field.field, ordered, language)
    // A pair of ends gave one text: it goes with both.
    let at = 0
    return texts.map((value): Chip => {
      const here = ordered[at] as Condition
      const pair = texts.length < ordered.length && here.op === 'ge' && ordered[at + 1]?.op === 'le'
      const taken = ordered.slice(at, at + (pair ? 2 : 1))
      at += taken.length
      return { key: taken.map((c) => `${c.field}_${c.op}`).join('+'), name, value, conditions: taken }
    })
  })
}

/** The conditions without those of a chip. */
export const withoutChip = (conditions: readonly Condition[], chip: Chip): Condition[] =>
  conditions.filter((c) => !chip.conditions.some((x) => x.field === c.field && x.op === c.op && x.value === c.value))
