import type { RowOf } from '../../../../model/language/resource.ts'
import type { AnyResource } from '../../../writing/unitOfWork/rows.ts'
import type { UnitOfWork, Where } from '../../../writing/unitOfWork/unitOfWork.ts'

/**
 * Finds the single record of an owner and remembers it for this unit of work: once locked it is not searched again. A
 * remembered record that no longer `fits` is searched anew.
 */
export function finder<R extends AnyResource>(
  of: R,
  fits: (row: RowOf<R>, whose: string) => boolean,
  where: (whose: string) => Where,
): (work: UnitOfWork, whose: string) => Promise<RowOf<R> | null> {
  const known = new WeakMap<UnitOfWork, Map<string, string>>()
  return async (work, whose) => {
    const ids = known.get(work) ?? new Map<string, string>()
    known.set(work, ids)
    const row = await work.row(of, ids.get(whose) ?? null)
    if (row && fits(row, whose)) return row
    const found = await work.any(of, where(whose))
    if (found) ids.set(whose, (found as { readonly id: string }).id)
    return found
  }
}
