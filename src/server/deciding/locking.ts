import { resourceOf } from '../../model/business.ts'
import { lockName, type Row } from '../writing/unitOfWork/rows.ts'
import type { UnitOfWork } from '../writing/unitOfWork/unitOfWork.ts'
import type { Step } from './transitions.ts'

/** Ids to lock, by resource. */
export type Wanted = Map<string, Set<string>>

/** Adds what the decision of a record locks: the record, unless it is to be created, and what its rule names. */
export async function wantLocks(
  work: UnitOfWork,
  step: Step,
  row: Row,
  rows: readonly Row[],
  wanted: Wanted,
): Promise<void> {
  const own = row.id ? [row.id] : []
  const named = step.rule.lock ? await step.rule.lock(row, work, rows) : {}
  for (const [resource, ids] of [[step.of.id, own] as const, ...Object.entries(named)]) {
    const set = wanted.get(resource) ?? new Set<string>()
    for (const id of ids) set.add(id)
    wanted.set(resource, set)
  }
}

/** Takes locks in the global order: resource id, then record id. */
export async function takeLocks(work: UnitOfWork, wanted: Wanted): Promise<void> {
  const named = [...wanted].map(([resource, ids]) => ({ of: resourceOf(resource), ids: [...ids] }))
  named.sort((a, b) => (lockName(a.of) < lockName(b.of) ? -1 : 1))
  // asked at once: the database takes them in this order, in one round trip
  await Promise.all(named.map(({ of, ids }) => work.lock(of, ids)))
}

const wantedBy = async (work: UnitOfWork, step: Step, rows: readonly Row[]): Promise<Wanted> => {
  const wanted: Wanted = new Map()
  for (const row of rows) await wantLocks(work, step, row, rows, wanted)
  return wanted
}

/** Locks all records of a decision. Returns which. */
export async function lockAll(work: UnitOfWork, step: Step, rows: readonly Row[]): Promise<Wanted> {
  const wanted = await wantedBy(work, step, rows)
  await takeLocks(work, wanted)
  return wanted
}

/** Returns whether a decision of these records locks nothing beyond what is locked. */
export async function lockedBy(work: UnitOfWork, step: Step, rows: readonly Row[], taken: Wanted): Promise<boolean> {
  const wanted = await wantedBy(work, step, rows)
  return [...wanted].every(([resource, ids]) => [...ids].every((id) => taken.get(resource)?.has(id)))
}
