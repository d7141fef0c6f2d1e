import type { UnitOfWork } from '../unitOfWork/unitOfWork.ts'

/** The records that the locks of a decision were asked for, by their ids. */
const held = new WeakMap<UnitOfWork, Set<string>>()

/** Notes that a work is going to lock records, and returns their ids: for `lock` of rules. */
export const hold = (work: UnitOfWork, ids: readonly string[]): readonly string[] => {
  held.set(work, new Set([...(held.get(work) ?? []), ...ids]))
  return ids
}

/**
 * Returns whether a work noted all of these records. Where it did not, they came about while its locks were taken, and the
 * transaction is to be repeated (`LocksMoved`).
 */
export const holds = (work: UnitOfWork, ids: readonly string[]): boolean => ids.every((id) => held.get(work)?.has(id))
