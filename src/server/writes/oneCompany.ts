import { oneCompanyOf, ownerOf, resourceOf, scopeOf } from '../../model/all.ts'
import { isRef, isRefs } from '../../model/kernel/field.ts'
import { companyBy, companyField, foreign, namedElsewhere, staysWith } from '../../model/kernel/oneCompany.ts'
import { fieldIn } from '../../model/kernel/owner.ts'
import { isEmpty, type Problem } from '../../model/kernel/validate.ts'
import { referencesTo } from './removal.ts'
import type { AnyResource, Row } from './rows.ts'
import type { UnitOfWork } from './unitOfWork.ts'

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
    const rows = moves ? await work.rows(to, { id: ids }) : (named.get(name) ?? [])
    if (rows.every((row) => [company, null].includes(ownerOf(to, row, 'company')))) continue
    const fixed = before !== null && (f.facts.readOnly === 'always' || f.facts.readOnly === 'edit')
    problems.push(fixed ? staysWith(r, f) : { field: name, message: foreign(r, f) })
  }
  return moves ? [...problems, ...(await namedByOthers(work, r, before, company))] : problems
}

/** A record that goes to a company while records of others name it. */
async function namedByOthers(work: UnitOfWork, r: AnyResource, row: Row, company: string): Promise<Problem[]> {
  const naming = referencesTo(r).filter(({ from, field }) => oneCompanyOf(from).includes(field))
  if (naming.length === 0) return []
  // nobody comes to name it between the question and the change
  await work.unnamed(r, [row.id])
  const found = await Promise.all(
    naming.map(({ from, field, many }) =>
      work.any(from, {
        [field]: many ? { has: [row.id] } : row.id,
        [fieldIn(scopeOf(from).company) as string]: { not: company },
      }),
    ),
  )
  const at = naming.findIndex(({ from }, n) => found[n] && ownerOf(from, found[n], 'company') !== null)
  const held = naming[at]
  return held ? [namedElsewhere(r, String(row[r.name as string] ?? row.id), held.from.title)] : []
}
