import { resourceOf } from '../../../model/business.ts'
import { isEmpty, type Problem } from '../../../model/language/derived/validate.ts'
import type { Field, Fields } from '../../../model/language/fields/field.ts'
import { isRef, isRefs } from '../../../model/language/fields/field.ts'
import { mayName } from '../../core/permissions.ts'
import type { Row } from '../unitOfWork/rows.ts'
import type { UnitOfWork } from '../unitOfWork/unitOfWork.ts'

/**
 * Returns the record that a reference names, kept from being deleted; null when it does not exist, is deleted or is
 * outside the user's scope.
 */
export async function referenced(work: UnitOfWork, to: string, id: string): Promise<Row | null> {
  const r = resourceOf(to)
  const [found] = await work.named(r, [id])
  return found && mayName(work.actor, r, found) ? found : null
}

/** The same of several references, by id; those the person does not reach are missing. */
export async function referencedAll(
  work: UnitOfWork,
  to: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Row>> {
  if (ids.length === 0) return new Map()
  const r = resourceOf(to)
  const found = await work.named(r, ids)
  return new Map(found.filter((row) => mayName(work.actor, r, row)).map((row) => [row.id, row]))
}

/** The problem of a reference to a record that the user does not reach. */
export const unreached = (name: string, f: Field): Problem => ({
  field: name,
  message: [`所选${f.label[0]}不存在`, `The chosen ${f.label[1].toLowerCase()} does not exist`],
})

/**
 * Returns problems of asked values that name records the user does not reach, so that nobody can reference records of
 * others.
 */
export async function unreachedIn(
  work: UnitOfWork,
  fields: Fields,
  values: Readonly<Record<string, unknown>>,
): Promise<Problem[]> {
  const problems: Problem[] = []
  for (const [name, f] of Object.entries<Field>(fields)) {
    if (isEmpty(values[name]) || !(isRef(f) || isRefs(f))) continue
    const ids = [values[name]].flat().map(String)
    if ((await referencedAll(work, f.to, ids)).size < ids.length) problems.push(unreached(name, f))
  }
  return problems
}
