import { wallClock } from '../../model/values/dates.ts'
import type { UnitOfWork } from './unitOfWork/unitOfWork.ts'

/** Minutes after which a partner is asked again, by how often it was asked: longer each time, at most an hour. Pure. */
export const minutesToNextQuery = (queries: number): number => Math.min(60, 2 ** Math.max(0, queries))

/** When a partner is asked again. */
export const nextQueryAt = (work: UnitOfWork, queries: number): string =>
  wallClock(work.now.getTime() + minutesToNextQuery(queries) * 60_000)

/** A reference that the bank knows no other instruction by (INV-18). */
export const yurRefOf = (work: UnitOfWork, kind: 'YR' | 'YT' | 'YD' | 'YC' | 'UC' | 'UO'): string =>
  `${kind}${work.newId()}`
