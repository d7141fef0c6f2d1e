import { resourceOf } from '../../model/all.ts'
import type { Field, Fields } from '../../model/kernel/field.ts'
import { isRef } from '../../model/kernel/field.ts'
import { isEmpty, type Problem } from '../../model/kernel/validate.ts'
import { rowsQuery } from '../store/sql/query.ts'
import type { UnitOfWork } from './unitOfWork.ts'

/** The live record a reference names, as far as the person reaches it; null for all others. */
export async function referenced(
  work: UnitOfWork,
  to: string,
  id: string,
): Promise<Readonly<Record<string, unknown>> | null> {
  const q = rowsQuery(resourceOf(to), work.actor, [id])
  const [found] = await work.query(q.text, q.values)
  return found ?? null
}

/** What a reference to nothing that the person reaches is told. */
export const unreached = (name: string, f: Field): Problem => ({
  field: name,
  message: [`所选${f.label[0]}不存在`, `The chosen ${f.label[1].toLowerCase()} does not exist`],
})

/** Answers that name records the person does not reach: nobody points a record at what is not theirs. */
export async function unreachedIn(
  work: UnitOfWork,
  fields: Fields,
  values: Readonly<Record<string, unknown>>,
): Promise<Problem[]> {
  const problems: Problem[] = []
  for (const [name, f] of Object.entries<Field>(fields)) {
    if (isRef(f) && !isEmpty(values[name]) && !(await referenced(work, f.to, String(values[name]))))
      problems.push(unreached(name, f))
  }
  return problems
}
