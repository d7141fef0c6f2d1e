import { resourceOf } from '../../../model/business.ts'
import { type PartChild, partChildren, partField } from '../../../model/language/derived/parts.ts'
import type { Actor } from '../../core/actor.ts'
import { maySee } from '../../core/permissions.ts'
import { toWire } from '../../database/codec.ts'
import type { AnyResource } from '../unitOfWork/rows.ts'
import type { UnitOfWork } from '../unitOfWork/unitOfWork.ts'

type Values = Readonly<Record<string, unknown>>

/** A part as the list of its record has it. */
function shownPart(child: PartChild, row: Values): Record<string, unknown> {
  const of = resourceOf(child.resource)
  const wire = toWire(of, row)
  return Object.fromEntries(Object.keys(partField(of, child).rows).map((name) => [name, wire[name]]))
}

/** The parts of a record in their order, under their names: for who may see them. `read`: the rows of a child. */
export async function partsShown(
  actor: Actor,
  r: AnyResource,
  read: (of: AnyResource, child: PartChild) => Promise<readonly Values[]>,
): Promise<Record<string, unknown>> {
  const shown: Record<string, unknown> = {}
  for (const child of partChildren(r)) {
    const of = resourceOf(child.resource)
    if (maySee(actor, of)) shown[child.part.as] = (await read(of, child)).map((row) => shownPart(child, row))
  }
  return shown
}

/** The same within a work: what a conflict shows of the record as it is now. */
export const partsNow = (work: UnitOfWork, r: AnyResource, id: string): Promise<Record<string, unknown>> =>
  partsShown(work.actor, r, async (of, { by, part }) =>
    (await work.rows(of, { [by]: id })).sort((a, b) => Number(a[part.order]) - Number(b[part.order])),
  )
