import type { CellValue } from 'hucre/csv'
import { scopeOf } from '../../../model/all.ts'
import type { Field } from '../../../model/kernel/field.ts'
import { REASON, SOURCE_ROW } from '../../../model/kernel/imports.ts'
import { label } from '../../../model/kernel/label.ts'
import { fieldIn, partyNames } from '../../../model/kernel/owner.ts'
import { auditFields, fixedValues } from '../../../model/kernel/resource.ts'
import type { Actor } from '../../core/actor.ts'
import { AppError } from '../../core/errors.ts'
import type { AnyResource } from '../../writes/rows.ts'
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
    const asked = readOnly !== 'always' && readOnly !== 'add' && !Object.hasOwn(fixedValues(r), name)
    return asked && columnOf(field) ? [{ name, field }] : []
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

const folded = (heading: string): string => heading.replace(/\*/g, '').trim().toLowerCase()

/** Where the columns stand in a file. */
export interface Headings {
  /** A column of the file each: its place, and what it is for. */
  readonly taken: readonly { readonly at: number; readonly column: ImportColumn }[]
  /** Headings of columns that the server fills in itself. */
  readonly ignored: readonly string[]
}

/** Headings said in a refusal, and characters of each: a file of somebody else's may have any. */
const [NAMED, LENGTH] = [10, 40]
const short = (headings: readonly string[]): readonly string[] => [
  ...headings.slice(0, NAMED).map((h) => (h.length > LENGTH ? `${h.slice(0, LENGTH)}…` : h)),
  ...(headings.length > NAMED ? ['…'] : []),
]
const listed = (headings: readonly string[]): string => short(headings).join('、')

/**
 * Finds the columns by their headings, in either language or by the field's name. 400 for a heading that is unknown or
 * stands twice, and for a required column that is missing.
 */
export function headingsIn(actor: Actor, r: AnyResource, cells: readonly CellValue[]): Headings {
  const columns = columnsOf(r)
  const named = (name: string, f: Field) => [name, ...f.label].map(folded)
  const known = new Set(
    [...Object.entries<Field>(r.fields), ...Object.entries<Field>(auditFields)].flatMap(([name, f]) => named(name, f)),
  )
  for (const own of [...REASON, ...SOURCE_ROW, 'id']) known.add(folded(own))
  const taken: { at: number; column: ImportColumn }[] = []
  const [ignored, unknown, twice]: [string[], string[], string[]] = [[], [], []]
  for (const [at, cell] of cells.entries()) {
    const heading = textOf(cell)
    const word = folded(heading)
    if (word === '') continue
    const column = columns.find((c) => named(c.name, c.field).includes(word))
    if (!column) (known.has(word) ? ignored : unknown).push(heading)
    else if (taken.some((one) => one.column.name === column.name)) twice.push(heading)
    else taken.push({ at, column })
  }
  const missing = columns.filter((c) => isRequired(actor, r, c) && !taken.some((one) => one.column.name === c.name))
  const refuse = (zh: string, en: string, which: readonly string[]) => {
    if (which.length > 0)
      throw new AppError(400, [`${zh}${listed(which)}`, `${en}${short(which).join(', ')}`], { file: zh })
  }
  refuse('文件中有未知的列：', 'The file has unknown columns: ', unknown)
  refuse('文件中有重复的列：', 'These columns stand twice in the file: ', twice)
  if (missing.length > 0)
    throw new AppError(
      400,
      [
        `文件缺少必填的列：${listed(missing.map((c) => c.field.label[0]))}`,
        `The file lacks required columns: ${missing.map((c) => c.field.label[1]).join(', ')}`,
      ],
      { file: '缺少必填的列' },
    )
  return { taken, ignored }
}
