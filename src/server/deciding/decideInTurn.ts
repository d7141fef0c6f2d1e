import { setImmediate as otherWork } from 'node:timers/promises'
import { AppError, isUnavailable } from '../core/errors.ts'
import type { InTurnUnitOfWork } from '../writing/inTurn/inTurnUnitOfWork.ts'
import { Rehearsal } from '../writing/inTurn/rehearsal.ts'
import type { Row } from '../writing/unitOfWork/rows.ts'
import { refuseInvalidNow } from './askedNow.ts'
import type { Outcome } from './decideEach.ts'
import { check, move, visible } from './decideIn.ts'
import { takeLocks, type Wanted, wantLocks } from './locking.ts'
import type { Prepared, Step } from './transitions.ts'

/** How long decisions keep the process to themselves, ms: others answer in between. */
const BREATH = 10

/** Result of records that were to be decided in turn. */
export interface InTurn {
  readonly outcomes: ReadonlyMap<string, Outcome>
  /** Records to decide alone, of which nothing was written: what they lock or bring about failed. */
  readonly alone: readonly string[]
  /** Since when others wait for the locks, by `performance.now()`. */
  readonly lockedAt: number
}

/**
 * Returns whether records may be decided in turn: those of money, which come by the thousand. A deletion looks at what names
 * the record, whoever wrote it, and so may what a change request brings about.
 */
export const isInTurn = ({ transition: t, closed }: Step): boolean =>
  !closed && t.money === true && t.from !== 'new' && t.to !== 'deleted'

/** A refusal of one record; everything else is thrown. */
function refusalOf(e: unknown): AppError {
  if (e instanceof AppError && !isUnavailable(e)) return e
  throw e
}

/** Locks what the decisions of records write. Returns those whose locks could be named, as they are. */
async function lockedFor(work: InTurnUnitOfWork, { step }: Prepared, rows: readonly Row[]): Promise<Row[]> {
  const wanted: Wanted = new Map()
  const named = await Promise.all(
    rows.map(async (row) => {
      const own: Wanted = new Map()
      try {
        await wantLocks(work, step, row, rows, own)
      } catch (e) {
        // its error is its own when it is decided alone
        refusalOf(e)
        return []
      }
      for (const [resource, ids] of own) wanted.set(resource, new Set([...(wanted.get(resource) ?? []), ...ids]))
      return [row]
    }),
  )
  // values read before the locks were taken may have changed during the wait
  await Promise.all([takeLocks(work, wanted), work.settle()])
  const before = new Map(named.flat().map((row) => [row.id, row.version]))
  return (await work.lock(step.of, [...before.keys()])).filter((row) => before.get(row.id) === row.version)
}

/**
 * Decides records side by side and throws it away, so that what their rules ask is known. Returns those that pass their checks
 * and are refused nevertheless.
 */
async function rehearsed(trial: Rehearsal, { step, ask, versions }: Prepared, rows: readonly Row[]): Promise<string[]> {
  const failed = await Promise.all(
    rows.map(async (row) => {
      try {
        await check(trial, step, row, ask, versions[row.id] ?? null, false, true)
      } catch {
        return []
      }
      try {
        await move(trial, step, row, ask, false)
        return []
      } catch (e) {
        return e instanceof AppError ? [row.id] : []
      }
    }),
  )
  return failed.flat()
}

/**
 * Decides records one after the other in one transaction, independently of each other: a refusal is the outcome of its record
 * and leaves the others as they are; each sees what those before it have brought about.
 * @throws whatever rules out all of them, or an error that cannot be attributed to one record: nothing may be committed
 * then, and each is to be decided alone
 */
export async function decideInTurn(work: InTurnUnitOfWork, prepared: Prepared): Promise<InTurn> {
  const { step, ids, ask, versions } = prepared
  await refuseInvalidNow(work, step, ask)
  const outcomes = new Map<string, Outcome>()
  const found = new Map((await work.rows(step.of, { id: ids })).map((row) => [row.id, row as unknown as Row]))
  const rows = ids.flatMap((id) => {
    try {
      return [visible(work, step, found.get(id))]
    } catch (e) {
      outcomes.set(id, { refused: refusalOf(e) })
      return []
    }
  })
  const locked = await lockedFor(work, prepared, rows)
  const lockedAt = performance.now()
  const failing = new Set(await rehearsed(new Rehearsal(work), prepared, locked))
  let since = performance.now()
  for (const { id } of locked) {
    if (failing.has(id)) continue
    if (performance.now() - since > BREATH) {
      await otherWork()
      since = performance.now()
    }
    const [now] = await work.lock(step.of, [id])
    let row: Row
    try {
      row = visible(work, step, now)
      await check(work, step, row, ask, versions[id] ?? null, false, true)
    } catch (e) {
      outcomes.set(id, { refused: refusalOf(e) })
      continue
    }
    outcomes.set(id, { version: (await move(work, step, row, ask, false)).version })
  }
  await work.flush()
  return { outcomes, alone: ids.filter((id) => !outcomes.has(id)), lockedAt }
}
