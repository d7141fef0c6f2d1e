import { resourceOf } from '../../model/business.ts'
import { changeRequest } from '../../model/desk/changeRequest.ts'
import { isRef } from '../../model/language/fields/field.ts'
import { type Maker, writtenFields } from '../../model/language/makers.ts'
import { fieldOf } from '../../model/language/resource.ts'
import { APPLIED, EDIT } from '../writing/save/changeRequests.ts'
import type { AnyResource, Row } from '../writing/unitOfWork/rows.ts'
import type { UnitOfWork } from '../writing/unitOfWork/unitOfWork.ts'

/**
 * Returns all users who changed writable fields of a record, and those who requested changes that a second person
 * applied. Values set by effects of other decisions do not count.
 */
async function whoEdited(work: UnitOfWork, of: AnyResource, id: string): Promise<unknown[]> {
  const written = writtenFields(of)
  const [edited, requesters] = await Promise.all([
    written.length > 0 ? work.editedBy(of, id, written) : [],
    work.rows(changeRequest, { bizType: of.id, bizId: id, requestType: EDIT, requestStatus: APPLIED }),
  ])
  return [...edited, ...requesters.map((request) => request.requesterId)]
}

/** Returns who is a field of the record, or of the record that a reference of it names. */
async function whoIs(
  work: UnitOfWork,
  of: AnyResource,
  row: Row,
  m: Extract<Maker, { field: string }>,
): Promise<unknown[]> {
  if (m.through === undefined) return [row[m.field]]
  const reference = fieldOf(of, m.through)
  if (!reference || !isRef(reference)) throw new Error(`${of.id}.${m.through} is no reference`)
  const id = row[m.through]
  const named: Readonly<Record<string, unknown>> | null = id
    ? await work.row(resourceOf(reference.to), String(id))
    : null
  return [named?.[m.field]]
}

/** Returns the makers of a record in the ways that its transition names: ids of users. */
export async function whoMade(
  work: UnitOfWork,
  of: AnyResource,
  row: Row,
  makers: readonly Maker[],
): Promise<ReadonlySet<string>> {
  const took = makers.flatMap((m) => ('took' in m ? [m.took] : []))
  const found = await Promise.all([
    took.length > 0 ? work.decidedBy(of, row.id, took) : [],
    ...makers.map((m) => ('edited' in m ? whoEdited(work, of, row.id) : 'field' in m ? whoIs(work, of, row, m) : [])),
  ])
  return new Set(found.flat().flatMap((user) => (user ? [String(user)] : [])))
}
