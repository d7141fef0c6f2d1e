import { isDeletedByTwo } from '../../../model/language/derived/dualControl.ts'
import { isId } from '../../../model/language/derived/validate.ts'
import type { RequestedChange } from '../../../model/wire/wire.ts'
import { AppError, forbidden, notFound, notOffered } from '../../core/errors.ts'
import { inScope, may } from '../../core/permissions.ts'
import { hooksOf } from '../hooks.ts'
import { type AnyResource, byId } from '../unitOfWork/rows.ts'
import type { UnitOfWork } from '../unitOfWork/unitOfWork.ts'
import { lapseRequests, lockWithRequests, requestRemoval } from './changeRequests.ts'
import { inWhole, removeParts } from './parts.ts'
import { refuseRemoval } from './removal.ts'
import { refuseState } from './save.ts'

/**
 * Soft-deletes records, all or none. 404 names nothing: what people cannot see does not exist for them. Records with a
 * dual-controlled field that is set stay until a second person agrees: answers the requests made for them.
 */
export async function remove(work: UnitOfWork, r: AnyResource, sent: readonly string[]): Promise<RequestedChange[]> {
  if (!may(work.actor, `${r.id}_delete`)) throw forbidden()
  if (!r.operations.includes('delete') || r.appendOnly) throw notOffered()
  const ids = [...new Set(sent)].sort(byId)
  if (ids.length === 0)
    throw new AppError(400, ['请选择至少一条数据', 'Please select at least one record'], { ids: '请选择至少一条数据' })
  if (ids.length > 500)
    throw new AppError(400, ['一次最多删除500条', 'At most 500 records at a time'], { ids: '> 500' })
  if (!ids.every(isId)) throw notFound()
  return inWhole(
    work,
    r,
    async (by) => (await work.rows(r, { id: ids })).map((row) => row[by]),
    () => removeAll(work, r, ids),
  )
}

/** Removes these records with their parts. */
async function removeAll(work: UnitOfWork, r: AnyResource, ids: readonly string[]): Promise<RequestedChange[]> {
  const hooks = hooksOf(work.domains, r.id)
  const rows = await lockWithRequests(work, r, ids, async () => hooks.first?.(ids, work))
  if (rows.length < ids.length || rows.some((row) => row.isDeleted === 1 || !inScope(work.actor, r, row)))
    throw notFound()
  await refuseState(work, r, 'delete', rows)
  await removeParts(work, r, ids)
  await refuseRemoval(work, r, rows)
  const [byTwo, alone] = [rows.filter((row) => isDeletedByTwo(r, row)), rows.filter((row) => !isDeletedByTwo(r, row))]
  if (alone.length > 0) {
    await work.remove(
      r,
      alone.map((row) => row.id),
    )
    await hooks.removed?.(alone, work)
    for (const row of alone) await lapseRequests(work, r, row, null)
  }
  const requests: RequestedChange[] = []
  for (const row of byTwo) requests.push(await requestRemoval(work, r, row))
  await work.flush()
  return requests
}
