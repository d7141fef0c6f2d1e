import { faceSession } from '../../../model/people/faceSession.ts'
import { decideIn } from '../../deciding/decideIn.ts'
import { prepareForDoctor } from '../../deciding/transitions.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { begunCheck } from './faceChecks.ts'

// Face checks whose result a person gives in the sandbox (domain §6); the step itself is among the rules of faceChecks.ts.

/**
 * The result of the check that waits for a doctor, given by the person who plays them: the provider's sandbox is asked,
 * and answers it. Returns the check's id.
 * @throws AppError 409 where none waits, or it was begun at the provider itself
 */
export async function finishFaceCheck(work: UnitOfWork, doctorId: string, result: 1 | 2): Promise<string> {
  const { id } = await begunCheck(work, doctorId)
  const order = { resource: faceSession.id, transition: 'play', ids: [id], ask: { result } }
  await decideIn(work, prepareForDoctor(work.domains, work.actor, order))
  return id
}

/** Users who gave results of a doctor's checks in the sandbox. */
export async function whoPlayedFaces(work: UnitOfWork, doctorId: string): Promise<string[]> {
  const sessions = await work.rows(faceSession, { doctorId })
  return (await Promise.all(sessions.map(({ id }) => work.decidedBy(faceSession, id, ['play'])))).flat()
}
