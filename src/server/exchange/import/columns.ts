import type { CellValue } from 'hucre/csv'
import { scopeOf } from '../../../model/business.ts'
import { type Field, isMoney } from '../../../model/language/fields/field.ts'
import { REASON, type SheetRow, SOURCE_ROW } from '../../../model/language/fields/imports.ts'
import { fieldIn, partyNames } from '../../../model/language/owner.ts'
import { auditFields, fixedValues } from '../../../model/language/resource.ts'
import { folded, unified } from '../../../model/values/folding.ts'
import { type Label, label } from '../../../model/values/label.ts'
import type { Actor } from '../../core/actor.ts'
import { AppError } from '../../core/errors.ts'
import type { AnyResource } from '../../writing/unitOfWork/rows.ts'
import { columnOf, textOf } from './readings.ts'

/** A column of an import: the field that its cells are for. */
export interface ImportColumn {
  readonly name: string
  readonly field: Field
}

/** The columns that a file of rows may have: what a new record is asked for, as far as a cell can hold it. */
export const columnsOf = (r: AnyResource): readonly ImportColumn[] =>
  Object.entries<Field>(r.fields).flatMap(([name, field]) => {
    const { readOnly } = field.facts
    const written = readOnly !== 'always' && readOnly !== 'add' && !Object.hasOwn(fixedValues(r), name)
    return written && columnOf(field) ? [{ name, field }] : []
  })

/** Must a file of this person say it? Whose a row is, is known of who is bound to a company or a partner. */
export const isRequired = (actor: Actor, r: AnyResource, { name, field }: ImportColumn): boolean => {
  const scope = scopeOf(r)
  const own = partyNames.some((party) => actor[party] && fieldIn(scope[party]) === name)
  return field.facts.required !== undefined && field.facts.initial === undefined && !own
}

/** The heading of a column: required ones are marked. */
export const headingOf = (actor: Actor, r: AnyResource, c: ImportColumn): string =>
  `${label(c.field.label, actor.language)}${isRequired(actor, r, c) ? ' *' : ''}`

/** Additions to a heading about how the column is filled in, not about its meaning. */
const ADDED = /必填|选填|非必填|可选|文本格式?|required|optional|mandatory|text/
/** The letters of a heading, as headings are compared. */
export const lettersOf = (text: string): string => folded(text).replace(/[^\p{L}\p{N}%]/gu, '')

/**
 * Possible meanings of a heading, the whole text first: blanks, line breaks, marks and width tell no two apart; what
 * stands in brackets may be left out where it is the unit of the field or says how it is filled in.
 */
function wordsOf(heading: string, unit: string | undefined): readonly string[] {
  const bare = unified(heading).replace(/[([【〔<《]([^()[\]【】〔〕<>《》]*)[)\]】〕>》]/g, (all, inside: string) =>
    ADDED.test(folded(inside)) || (unit !== undefined && lettersOf(inside) === lettersOf(unit)) ? '' : all,
  )
  return [...new Set([lettersOf(heading), lettersOf(bare)])].filter(Boolean)
}

/** Headings of columns that only count the rows. */
const COUNTING = ['序号', '序', '行号', '项次', '项号', 'no', 'nr', 'sn', 'seq', 'index', 'row']

/** Where the columns stand in a file. */
export interface Headings {
  /** A column of the file each: its place, and what it is for. */
  readonly taken: readonly { readonly at: number; readonly column: ImportColumn }[]
  /** Headings of columns that are not taken over: the server fills them in itself, or they only count the rows. */
  readonly ignored: readonly string[]
}

/** Headings said in a refusal, and characters of each: a file of somebody else's may have any. */
const [NAMED, LENGTH] = [10, 40]
const short = (headings: readonly string[]): readonly string[] => [
  ...headings.slice(0, NAMED).map((h) => (h.length > LENGTH ? `${h.slice(0, LENGTH)}…` : h)),
  ...(headings.length > NAMED ? ['…'] : []),
]
const listed = (headings: readonly string[]): string => short(headings).join('、')

/** Result of matching the headings of a file. */
export interface Matched extends Headings {
  readonly unknown: readonly string[]
  readonly twice: readonly string[]
  readonly missing: readonly ImportColumn[]
}

/** Whether every heading is understood and none is missing. */
export const isMatch = ({ unknown, twice, missing }: Matched): boolean =>
  unknown.length === 0 && twice.length === 0 && missing.length === 0

/** Whether a column counts the rows below its heading from one on. */
const counts = (at: number, below: readonly SheetRow[]): boolean =>
  below.every(({ cells }, n) => textOf(cells[at] ?? null) === String(n + 1))

/** Finds the columns by their headings, in either language or by the field's name. `below`: the rows under them. */
export function matchedIn(
  actor: Actor,
  r: AnyResource,
  cells: readonly CellValue[],
  below: readonly SheetRow[] = [],
): Matched {
  const columns = columnsOf(r)
  const named = (name: string, f: Field) => [name, ...f.label].map(lettersOf)
  const known = new Set(
    [...Object.entries<Field>(r.fields), ...Object.entries<Field>(auditFields)].flatMap(([name, f]) => named(name, f)),
  )
  for (const own of [...REASON, ...SOURCE_ROW, 'id']) known.add(lettersOf(own))
  const taken: { at: number; column: ImportColumn }[] = []
  const [ignored, unknown, twice]: [string[], string[], string[]] = [[], [], []]
  const width = Math.max(cells.length, ...below.map((row) => row.cells.length))
  for (let at = 0; at < width; at++) {
    const heading = textOf(cells[at] ?? null)
    if (lettersOf(heading) === '') {
      // without a heading nobody knows what the values are; a column that counts the rows needs none
      if (!below.every((row) => textOf(row.cells[at] ?? null) === '') && !counts(at, below))
        unknown.push(heading || letterOf(at))
      continue
    }
    const wordsFor = (f: Field) => wordsOf(heading, f.facts.unit ?? (isMoney(f) ? '元' : undefined))
    const found =
      columns.find((c) => named(c.name, c.field).includes(lettersOf(heading))) ??
      columns.find((c) => named(c.name, c.field).some((word) => wordsFor(c.field).includes(word)))
    const word = lettersOf(heading)
    if (!found) (known.has(word) || COUNTING.includes(word) ? ignored : unknown).push(heading)
    else if (taken.some((one) => one.column.name === found.name)) twice.push(heading)
    else taken.push({ at, column: found })
  }
  const missing = columns.filter((c) => isRequired(actor, r, c) && !taken.some((one) => one.column.name === c.name))
  return { taken, ignored, unknown, twice, missing }
}

/** The letters of a column as spreadsheets show them. */
export const letterOf = (n: number): string =>
  (n < 26 ? '' : letterOf(Math.floor(n / 26) - 1)) + String.fromCharCode(65 + (n % 26))

/**
 * 400 for a heading that is unknown or stands twice, and for a required column that is missing; `sheet`: what is said
 * before, where the file has several.
 */
export function refuseUnmatched({ unknown, twice, missing }: Matched, sheet: Label): void {
  const refuse = (zh: string, en: string, which: readonly string[]) => {
    if (which.length > 0)
      throw new AppError(400, [`${sheet[0]}${zh}${listed(which)}`, `${sheet[1]}${en}${short(which).join(', ')}`], {
        file: zh,
      })
  }
  refuse('文件中有未知的列：', 'The file has unknown columns: ', unknown)
  refuse('文件中有重复的列：', 'These columns stand twice in the file: ', twice)
  if (missing.length > 0)
    throw new AppError(
      400,
      [
        `${sheet[0]}文件缺少必填的列：${listed(missing.map((c) => c.field.label[0]))}`,
        `${sheet[1]}The file lacks required columns: ${missing.map((c) => c.field.label[1]).join(', ')}`,
      ],
      { file: '缺少必填的列' },
    )
}
