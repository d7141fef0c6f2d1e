import { futureProblems } from '../../model/language/derived/validate.ts'
import { unreachedIn } from '../writing/save/references.ts'
import type { UnitOfWork } from '../writing/unitOfWork/unitOfWork.ts'
import { answersBeside, refuseInvalid, type Step } from './transitions.ts'

/**
 * Refuses what was asked and cannot be at this moment: a record that the person does not reach, a time of what has
 * happened that is in the future.
 * @throws AppError 400 with a sentence by field
 */
export async function refuseInvalidNow(
  work: UnitOfWork,
  step: Step,
  ask: Readonly<Record<string, unknown>>,
): Promise<void> {
  refuseInvalid(await unreachedIn(work, answersBeside(step), ask), work.actor)
  refuseInvalid(futureProblems(step.transition.ask ?? {}, ask, work.time), work.actor)
}
