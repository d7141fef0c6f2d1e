import { resourceOf } from '../../model/all.ts'
import type { Field, Fields } from '../../model/kernel/field.ts'
import { isRef } from '../../model/kernel/field.ts'
import { isEmpty, type Problem } from '../../model/kernel/validate.ts'
import { inScope } from '../core/permissions.ts'
import type { Row } from './rows.ts'
import type { UnitOfWork } from './unitOfWork.ts'

/** The live record a reference names, as far as the person reaches it; null for all others. */
export async function referenced(
  work: UnitOfWork,
  to: string,
  id: string,
): Promise<Readonly<Record<string, unknown>> | null> {
  const r = resourceOf(to)
  const found = (await work.row(r, id)) as unknown as Row | null
  return found && inScope(work.actor, r, found) ? found : null
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
