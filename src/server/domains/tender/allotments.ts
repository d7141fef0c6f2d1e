import { AppError } from '../../core/errors.ts'
import type { Row } from '../../writing/unitOfWork/rows.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { refuseMore } from '../activities/plan.ts'
import type { Inviting } from './inviting.ts'

const ENDED = 2
/** Of agreements: to be signed, in force. */
const COUNTING = [0, 1]

/**
 * How much of an activity a doctor is allotted, changed: no less than they have done, no more than it has left (INV-46). Part and
 * activity are locked.
 * @throws AppError 409 once the activity has ended, or the agreement is refused or void; 400 for too few or too many
 */
export async function allot(work: UnitOfWork, kind: Inviting, part: Row, many: number): Promise<void> {
  const plan = (await work.row(kind.of, String(part[kind.doctors.plan]))) as Row | null
  if (!plan || plan.planStatus === ENDED)
    throw new AppError(409, ['活动已结束，不能再分配', 'The activity has ended: nothing is allotted any more'])
  if (!COUNTING.includes(Number(part.agreementStatus)))
    throw new AppError(409, ['医生已拒绝或协议已作废，不能分配', 'The doctor refused, or the agreement is void'])
  if (many < Number(part.finishNum ?? 0))
    throw new AppError(400, [
      `医生已完成 ${Number(part.finishNum)} 份，不能少于此数`,
      `The doctor has done ${Number(part.finishNum)}: allot no less`,
    ])
  if (kind.shared) await refuseMore(work, kind.parts, plan, many, part.id)
  await work.update(kind.doctors.of, part.id, { planSearchNum: many } as never)
}
