import { oneCompanyOf, ownerOf, resourceOf, scopeOf } from '../../../model/business.ts'
import {
  companyBy,
  companyField,
  foreign,
  namedElsewhere,
  staysWith,
} from '../../../model/language/derived/oneCompany.ts'
import { isEmpty, type Problem } from '../../../model/language/derived/validate.ts'
import { type Field, isRef, isRefs } from '../../../model/language/fields/field.ts'
import { fieldIn, throughOf } from '../../../model/language/owner.ts'
import type { AnyResource, Row } from '../unitOfWork/rows.ts'
import type { UnitOfWork } from '../unitOfWork/unitOfWork.ts'
import { referencesTo } from './removal.ts'

type Values = Readonly<Record<string, unknown>>
/** Records that a write names anew, by the field that names them. */
type Named = ReadonlyMap<string, readonly Row[]>

/** The company of a record as it is being written: by what is sent, else as it was; null for none. */
function companyNow(r: AnyResource, values: Values, before: Row | null, named: Named): string | null {
  const was = before && ownerOf(r, before, 'company')
  const by = companyBy(r)
  if (by === null || !Object.hasOwn(values, by)) return was
  if (isEmpty(values[by])) return null
  if (companyField(r) !== null) return String(values[by])
  const f = r.fields[by]
  const [above] = named.get(by) ?? []
  return above && f && isRef(f) ? ownerOf(resourceOf(f.to), above, 'company') : was
}

/**
 * Returns a problem for each reference of a record to a record of another company. What a record named before is asked
 * again only when its company changes; that it may not while records of other companies name it.
 */
export async function companyProblems(
  work: UnitOfWork,
  r: AnyResource,
  values: Values,
  before: Row | null,
  named: Named,
): Promise<Problem[]> {
  const company = companyNow(r, values, before, named)
  if (company === null) return []
  const moves = before !== null && ownerOf(r, before, 'company') !== company
  const problems: Problem[] = []
  for (const name of oneCompanyOf(r)) {
    const f = r.fields[name]
    if (!f || !(isRef(f) || isRefs(f))) continue
    const to = resourceOf(f.to)
    const ids = [(Object.hasOwn(values, name) ? values[name] : before?.[name]) ?? []].flat().map(String)
    const rows = moves ? await work.named(to, ids) : (named.get(name) ?? [])
    if (rows.every((row) => [company, null].includes(ownerOf(to, row, 'company')))) continue
    const fixed = before !== null && (f.facts.readOnly === 'always' || f.facts.readOnly === 'edit')
    problems.push(fixed ? staysWith(r, f) : { field: name, message: foreign(r, f) })
  }
  return moves ? [...problems, ...(await namedByOthers(work, r, before, company))] : problems
}

/** Records that move to another company with a record: itself, and what belongs through it, by resource. */
async function movedWith(
  work: UnitOfWork,
  r: AnyResource,
  row: Row,
): Promise<ReadonlyMap<AnyResource, readonly Row[]>> {
  const moved = new Map<AnyResource, readonly Row[]>([[r, [row]]])
  // records added meanwhile are visited as well
  for (const [above, rows] of moved)
    for (const { from, field } of referencesTo(above)) {
      if (throughOf(from) !== field || moved.has(from)) continue
      const below = await work.rows(from, { [field]: idsOf(rows) })
      if (below.length > 0) moved.set(from, below)
    }
  return moved
}

const idsOf = (rows: readonly Row[]): string[] => rows.map((row) => row.id)

/**
 * Problems of a record that moves to another company while records of the old one reference it or its dependents, or
 * are referenced by its dependents.
 */
async function namedByOthers(work: UnitOfWork, r: AnyResource, row: Row, company: string): Promise<Problem[]> {
  const moved = await movedWith(work, r, row)
  const along = (of: AnyResource, one: Row): boolean => moved.get(of)?.some(({ id }) => id === one.id) ?? false
  const isElsewhere = (of: AnyResource, one: Row): boolean =>
    ![company, null].includes(ownerOf(of, one, 'company')) && !along(of, one)
  for (const [of, rows] of moved) {
    const naming = referencesTo(of).filter(({ from, field }) => oneCompanyOf(from).includes(field))
    // nobody comes to name it between the question and the change
    if (naming.length > 0) await work.unnamed(of, idsOf(rows))
    for (const { from, field, many } of naming) {
      const by = fieldIn(scopeOf(from).company) as string
      const where = { [field]: many ? { has: idsOf(rows) } : idsOf(rows), [by]: { not: company } }
      const one = (await work.any(from, where)) as Row | null
      // a row without a company, or one that moves along, may hide others
      const all = one === null || isElsewhere(from, one) ? [one] : await work.rows(from, where)
      const held = all.find((found) => found !== null && isElsewhere(from, found))
      if (!held) continue
      const named = rows.find((found) => [held[field]].flat().map(String).includes(found.id)) ?? row
      return [namedElsewhere(r, String(named[of.name as string] ?? named.id), from.title)]
    }
    if (of !== r) {
      const f = await namingOthers(work, of, rows, isElsewhere)
      if (f) return [staysWith(r, f)]
    }
  }
  return []
}

/** A reference by which one of these records names a record that is elsewhere; null where none does. */
async function namingOthers(
  work: UnitOfWork,
  of: AnyResource,
  rows: readonly Row[],
  isElsewhere: (of: AnyResource, one: Row) => boolean,
): Promise<Field | null> {
  for (const name of oneCompanyOf(of)) {
    const f = of.fields[name]
    if (!f || !(isRef(f) || isRefs(f))) continue
    const to = resourceOf(f.to)
    const found = await work.rows(to, { id: rows.flatMap((row) => [row[name] ?? []].flat().map(String)) })
    if (found.some((one) => isElsewhere(to, one))) return f
  }
  return null
}
