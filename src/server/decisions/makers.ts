import { changeRequest } from '../../model/desk/changeRequest.ts'
import type { Field } from '../../model/kernel/field.ts'
import { isByPeople, type Lifecycle, type Transition } from '../../model/kernel/lifecycle.ts'
import { APPLIED, EDIT } from '../writes/changeRequests.ts'
import type { AnyResource, Row } from '../writes/rows.ts'
import type { UnitOfWork } from '../writes/unitOfWork.ts'

/**
 * Returns the operator transitions that lead to a state in which `t` starts: who took one of them is a maker of what
 * `t` decides. Those that only take back do not count. Pure.
 */
export function leadingTo(l: Lifecycle, t: Transition): string[] {
  const from: Readonly<Record<string, unknown>> = t.from === 'new' ? {} : t.from
  return Object.entries(l.transitions).flatMap(([name, other]) => {
    if (other === t || !isByPeople(other) || other.takesBack || typeof other.to !== 'object') return []
    const shared = Object.entries(other.to).filter(([field]) => Object.hasOwn(from, field))
    const leads =
      shared.length > 0 && shared.every(([field, v]) => v === 'previous' || [from[field]].flat().includes(v))
    return leads ? [name] : []
  })
}

/**
 * Returns all users who changed writable fields of a record, and those who requested changes that a second person
 * applied. Values set by effects of other decisions do not count.
 */
async function whoEdited(work: UnitOfWork, of: AnyResource, id: string): Promise<string[]> {
  const written = Object.entries<Field>(of.fields).flatMap(([name, f]) => (f.facts.readOnly === 'always' ? [] : [name]))
  const asked = await work.rows(changeRequest, { bizType: of.id, bizId: id, requestType: EDIT, requestStatus: APPLIED })
  return [
    ...(await work.editedBy(of, id, written)),
    ...asked.flatMap((request) => (request.requesterId ? [request.requesterId] : [])),
  ]
}

/** Returns the makers of a record whose rules name none: who created, edited or (re)submitted it. Ids of users. */
export async function makersOf(
  work: UnitOfWork,
  of: AnyResource,
  l: Lifecycle,
  t: Transition,
  row: Row,
): Promise<string[]> {
  const submitted = leadingTo(l, t)
  const [took, edited] = await Promise.all([
    submitted.length > 0 ? work.decidedBy(of, row.id, submitted) : [],
    whoEdited(work, of, row.id),
  ])
  return [...(row.createUser ? [String(row.createUser)] : []), ...took, ...edited]
}
