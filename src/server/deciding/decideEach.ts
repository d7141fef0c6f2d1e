import { approvalHistory } from '../../model/desk/approvalHistory.ts'
import { AppError, isUnavailable } from '../core/errors.ts'
import type { GatheringUnitOfWork } from '../writing/unitOfWork/gatheringUnitOfWork.ts'
import { lockName, type Row } from '../writing/unitOfWork/rows.ts'
import { refuseInvalidNow } from './askedNow.ts'
import { check, move, visible } from './decideIn.ts'
import { handsOn } from './oneHand.ts'
import type { Prepared, Step } from './transitions.ts'

/** The result of a record: its new version, or why the decision was refused. */
export type Outcome = { readonly version: number } | { readonly refused: AppError }

/**
 * Returns whether the transition changes only the record itself. Only then may records be decided together: otherwise
 * the effect of one could change what the rules of the next one read.
 */
export function isPlain({ transition: t, rule, closed }: Step): boolean {
  if (closed || t.from === 'new' || t.to === 'deleted' || rule.effect || rule.lock) return false
  return !Object.values(t.to).includes('previous')
}

/** A record that may be decided, or why not. */
export type CheckedRow =
  | { readonly id: string; readonly row: Row }
  | { readonly id: string; readonly refused: AppError }

/** Checks records independently of each other, without deciding. @throws what cannot be attributed to one record */
export async function checkEach(
  work: GatheringUnitOfWork,
  { step, ids, ask, versions }: Prepared,
): Promise<CheckedRow[]> {
  await refuseInvalidNow(work, step, ask)
  const locked = new Map((await work.lock(step.of, ids)).map((row) => [row.id, row]))
  let found: ReturnType<typeof handsOn> | undefined
  const hands = () => {
    found ??= handsOn(work)
    return found
  }
  return Promise.all(
    ids.map(async (id): Promise<CheckedRow> => {
      try {
        const row = visible(work, step, locked.get(id))
        await check(work, step, row, ask, versions[id] ?? null, false, true, hands)
        return { id, row }
      } catch (e) {
        if (e instanceof AppError && !isUnavailable(e)) return { id, refused: e }
        throw e
      }
    }),
  )
}

/**
 * Decides records together but independently of each other: a refusal is the outcome of its record and leaves the
 * others as they are. Nothing is written before all of them are checked.
 * @throws whatever rules out all of them, or an error that cannot be attributed to one record: nothing may be committed
 * then, and each is to be decided alone
 */
export async function decideEach(work: GatheringUnitOfWork, prepared: Prepared): Promise<ReadonlyMap<string, Outcome>> {
  const { step, ask } = prepared
  const checked = await checkEach(work, prepared)
  for (const written of [step.of, approvalHistory])
    if (work.read.has(lockName(written))) throw new Error(`rules of ${step.of.id} look at other ${written.id}`)
  const outcomes = await Promise.all(
    checked.map(async (c): Promise<[string, Outcome]> => {
      if ('refused' in c) return [c.id, { refused: c.refused }]
      return [c.id, { version: (await move(work, step, c.row, ask, false)).version }]
    }),
  )
  await work.flush()
  return new Map(outcomes)
}
