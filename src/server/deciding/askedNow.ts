import { futureProblems } from '../../model/language/derived/validate.ts'
import { unreachedIn } from '../writing/save/references.ts'
import type { UnitOfWork } from '../writing/unitOfWork/unitOfWork.ts'
import { askedBeside, refuseAsked, type Step } from './transitions.ts'

/**
 * Refuses what was asked and cannot be at this moment: a record that the person does not reach, a time of what has
 * happened that is in the future.
 * @throws AppError 400 with a sentence by field
 */
export async function refuseAskedNow(
  work: UnitOfWork,
  step: Step,
  ask: Readonly<Record<string, unknown>>,
): Promise<void> {
  refuseAsked(await unreachedIn(work, askedBeside(step), ask), work.actor)
  refuseAsked(futureProblems(step.transition.ask ?? {}, ask, work.time), work.actor)
}
