import { scopeOf } from '../../../model/business.ts'
import { isEmpty, problemOf } from '../../../model/language/derived/validate.ts'
import type { Field } from '../../../model/language/fields/field.ts'
import type { SheetRow } from '../../../model/language/fields/imports.ts'
import { fieldIn, partyNames } from '../../../model/language/owner.ts'
import { type Label, label } from '../../../model/values/label.ts'
import { comparedAs } from '../../writing/unitOfWork/alike.ts'
import type { AnyResource } from '../../writing/unitOfWork/rows.ts'
import type { UnitOfWork, Where } from '../../writing/unitOfWork/unitOfWork.ts'
import type { Headings } from './columns.ts'
import { Lookup } from './lookup.ts'
import { cellFor, cellProblem, type DictKeys, readingOf, shownAt } from './readings.ts'

/** A fault as it is kept: the row's number, the field ("" = the whole row), and why in the maker's language. */
export type Fault = readonly [row: number, field: string, message: string]

/** A row as it would be sent by a form, and what is wrong with its cells. */
export interface ReadRow {
  readonly row: number
  readonly sent: Readonly<Record<string, unknown>>
  readonly faults: readonly Fault[]
}

/** References first by whose the row is: of several with one name, its company's is meant. */
const ordered = (r: AnyResource, { taken }: Headings): Headings['taken'] => {
  const owner = scopeOf(r).company
  const first = typeof owner === 'object' ? owner.field : ''
  return [...taken].sort((a, b) => Number(b.column.name === first) - Number(a.column.name === first))
}

const HIDDEN: Label = [
  '该行在文件中被隐藏或筛选掉，不导入；要导入请取消隐藏后重新上传',
  'This row is hidden or filtered out in the file and is not imported: show it and send the file again to import it',
]

/** Readings of some rows of a file, cell by cell. */
export async function readRows(
  work: UnitOfWork,
  r: AnyResource,
  headings: Headings,
  rows: readonly SheetRow[],
  lookup: Lookup,
  words: DictKeys,
): Promise<ReadRow[]> {
  const taken = ordered(r, headings)
  for (const { at, column } of taken) {
    const to = Lookup.of(column.field)
    if (to !== undefined)
      await lookup.ask(
        work,
        to,
        rows.flatMap((row) => Lookup.names(column.field, shownAt(row, at))),
      )
  }
  const owner = scopeOf(r).company
  return rows.map((one) => {
    const { row } = one
    const sent: Record<string, unknown> = {}
    // a row that nobody sees is not imported unsaid
    const faults: Fault[] = one.hidden ? [[row, '', label(HIDDEN, work.actor.language)]] : []
    for (const { at, column } of one.hidden ? [] : taken) {
      const { name, field } = column
      const text = shownAt(one, at)
      const problem = cellProblem(field, text, one.notes?.[at] ?? {})
      if (problem) faults.push([row, name, label(problem, work.actor.language)])
      if (text === '' || problem) continue
      const company = typeof owner === 'object' ? (sent[owner.field] ?? work.actor.company) : null
      const found =
        Lookup.of(field) === undefined
          ? readingOf(field, cellFor(field, one, at), words)
          : lookup.find(work, field, text, company)
      const wrong = 'wrong' in found ? found.wrong : problemOf(field, found.value)
      if (wrong) faults.push([row, name, label(wrong, work.actor.language)])
      else sent[name] = 'wrong' in found ? '' : found.value
    }
    return { row, sent, faults }
  })
}

/**
 * Rows of one file that name the same where it has to be unique: the second is refused by the number of the first,
 * which no look into the database could say before either is there. So is a row that says the same in every cell.
 */
export class Twins {
  private readonly seen = new Map<string, number>()

  private readonly r: AnyResource

  constructor(r: AnyResource) {
    this.r = r
  }

  /** Remembers a row; what is wrong with it beside earlier ones. */
  faults(work: UnitOfWork, { row, sent }: ReadRow): Fault[] {
    const first = this.met(`row ${JSON.stringify(Object.entries(sent).sort())}`, row)
    if (first !== null)
      return [[row, '', work.actor.language === 'en' ? `Says the same as row ${first}` : `与第 ${first} 行完全相同`]]
    return (this.r.unique ?? []).flatMap((set, n): Fault[] => {
      const names = set.map(String)
      const values = names.map((name) => {
        const value = this.valueOf(work, name, sent[name])
        return typeof value === 'string' ? comparedAs(this.r, name, value) : value
      })
      if (values.some(isEmpty)) return []
      const first = this.met(`${n} ${JSON.stringify(values)}`, row)
      if (first === null) return []
      const message = work.actor.language === 'en' ? `The same as row ${first}` : `与第 ${first} 行重复`
      return [[row, names[names.length - 1] as string, message]]
    })
  }

  /** The row that said this before; null where none did, or the same one is looked at again. */
  private met(key: string, row: number): number | null {
    const first = this.seen.get(key)
    if (first !== undefined && first !== row) return first
    this.seen.set(key, row)
    return null
  }

  /** A bound person's rows are of whom they are bound to, said or not. */
  private valueOf(work: UnitOfWork, name: string, value: unknown): unknown {
    if (!isEmpty(value)) return value
    const f = this.r.fields[name] as Field | undefined
    const scope = scopeOf(this.r)
    for (const party of partyNames) {
      if (fieldIn(scope[party]) === name) return work.actor[party]
    }
    return f?.facts.initial
  }
}

const THERE: Label = ['已有完全相同的记录', 'A record that says the same is there already']

/**
 * Problem of a row that repeats an existing record. Where something of it has to be unique the rules of the form say
 * so, by the field; of others nothing does.
 */
export async function alreadyThere(work: UnitOfWork, r: AnyResource, { row, sent }: ReadRow): Promise<Fault[]> {
  const given = Object.entries(sent).filter(([, value]) => !isEmpty(value))
  if ((r.unique ?? []).some((set) => set.every((name) => !isEmpty(sent[String(name)])))) return []
  const plain = given.filter(([, value]) => typeof value === 'string' || typeof value === 'number') as [
    string,
    string | number,
  ][]
  // Names are compared as people write them; records without a name cannot be recognised.
  const name = sent[String(r.name)]
  if (typeof name !== 'string' || name === '') return []
  const where: Record<string, Where[string]> = { [String(r.name)]: { alike: [name] } }
  const scope = scopeOf(r)
  for (const party of partyNames) {
    const field = fieldIn(scope[party])
    const own = work.actor[party]
    if (field && own) where[field] = own
  }
  const compared = (of: string, value: unknown) => comparedAs(r, of, String(value ?? ''))
  const found = await work.rows(r, where)
  const same = found.some((record) => plain.every(([of, value]) => compared(of, record[of]) === compared(of, value)))
  return same && plain.length === given.length ? [[row, '', label(THERE, work.actor.language)]] : []
}
