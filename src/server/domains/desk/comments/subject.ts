import { resources } from '../../../../model/business.ts'
import { isId } from '../../../../model/language/derived/validate.ts'
import type { Actor } from '../../../core/actor.ts'
import type { ServerContext } from '../../../core/context/context.ts'
import { AppError, forbidden, notFound } from '../../../core/errors.ts'
import { maySee } from '../../../core/permissions.ts'
import { refuseOthers, sideOf } from '../../../core/side.ts'
import { visibleRows } from '../../../records/visible.ts'
import type { AnyResource } from '../../../writing/unitOfWork/rows.ts'

/** Record that is commented on, and whose comments they are. */
export interface Subject {
  readonly r: AnyResource
  readonly id: string
  readonly found: Readonly<Record<string, unknown>>
  readonly side: string
}

/** Whether its records may be commented on: rows that are computed are other records seen another way. */
const isCommented = (r: AnyResource): boolean => r.view === undefined && !r.overview

/** The record that a person who signed in names. @throws AppError 400 for an unknown kind, 403, 404 */
export async function subjectFor(
  context: ServerContext,
  actor: Actor,
  named: { readonly resource: string; readonly record: string },
): Promise<Subject> {
  refuseOthers(actor)
  const side = sideOf(actor)
  if (side === null) throw forbidden()
  const r = resources.get(named.resource)
  if (!r || !isCommented(r))
    throw new AppError(400, ['此类数据没有评论', 'Records of this kind have no comments'], { resource: '未知' })
  if (!maySee(actor, r)) throw forbidden()
  const id = named.record.trim()
  const found = isId(id) ? (await visibleRows(context, actor, r, [id])).get(id) : undefined
  if (!found) throw notFound()
  return { r, id, found, side }
}
