import type { Label } from '../../../model/values/label.ts'
import type { Row } from '../../writing/unitOfWork/rows.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'

/** Why an activity is over today (3.3): its invitation has ended, and what takes place at a time has, too. */
export function overProblem(
  work: Pick<UnitOfWork, 'time'>,
  plan: Row,
  what: Label,
  invitationEndDate: unknown = plan.invitationEndDate,
): Label | null {
  const today = work.time.slice(0, 10)
  const [invited, held] = [String(invitationEndDate ?? ''), String(plan.endTime ?? '').slice(0, 10)]
  if (!invited || invited >= today || held >= today) return null
  return held > invited
    ? [`活动已于 ${held} 结束，${what[0]}`, `The activity ended on ${held}: ${what[1]}`]
    : [`征集已于 ${invited} 结束，${what[0]}`, `The invitation ended on ${invited}: ${what[1]}`]
}
