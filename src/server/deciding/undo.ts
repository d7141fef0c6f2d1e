import type { Transition } from '../../model/language/lifecycle.ts'
import { instantOf, wallClock } from '../../model/values/dates.ts'
import type { Label } from '../../model/values/label.ts'
import { may } from '../core/permissions.ts'
import type { AnyResource, Row } from '../writing/unitOfWork/rows.ts'
import type { LastStep, UnitOfWork } from '../writing/unitOfWork/unitOfWork.ts'

/** Returns why a decision cannot be taken back, null when it can. Pure. */
export function whyNot(t: Transition, last: Omit<LastStep, 'changes'> | null, userId: string, now: Date): Label | null {
  if (!last || !t.takesBack?.includes(last.action))
    return ['该操作之后已有后续处理，不能撤回', 'Something followed from this decision; it cannot be taken back']
  if (last.operatorId !== userId)
    return [`只有${last.operatorName}本人可以撤回`, `Only ${last.operatorName} can take this back`]
  const limit = t.withinMinutes
  if (limit !== undefined && now.getTime() - last.operateTime.getTime() > limit * 60_000) {
    return [`已超过${limit}分钟，不能撤回`, `More than ${limit} minutes have passed; it cannot be taken back`]
  }
  return null
}

/**
 * Refuses to take a decision back after its time limit, for another user than its maker, or after a later transition.
 */
export async function undoProblem(work: UnitOfWork, of: AnyResource, t: Transition, row: Row): Promise<Label | null> {
  if (!t.takesBack) return null
  return whyNot(t, await work.lastStep(of, row.id), work.actor.userId, work.now)
}

/**
 * Returns which transition takes this one back for the user and until when ("" = as long as nothing follows). `back` is
 * that transition where it is open.
 */
export function undoOf(
  work: UnitOfWork,
  t: Transition,
  back: Transition | undefined,
): { undo: string; undoUntil: string } {
  if (!t.undo || !back || !may(work.actor, back.permission ?? '')) return { undo: '', undoUntil: '' }
  const decided = instantOf(work.time) ?? work.now.getTime()
  return {
    undo: t.undo,
    undoUntil: back.withinMinutes === undefined ? '' : wallClock(decided + back.withinMinutes * 60_000),
  }
}
