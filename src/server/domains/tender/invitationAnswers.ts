import { activityPlan } from '../../../model/activities/activityPlan.ts'
import type { RowOf } from '../../../model/language/resource.ts'
import { statesOf } from '../../../model/language/states.ts'
import { tenderDoctorProtocols } from '../../../model/tender/protocols.ts'
import type { AnyResource, Row } from '../../writing/unitOfWork/rows.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { kindOfPlan } from '../activities/kinds.ts'
import { followDoctors } from '../activities/planBudget.ts'
import { locksOfPlan } from '../activities/planEnds.ts'
import { type Inviting, inviting, isOfCase, isWork } from './inviting.ts'

const { agreementStatus } = statesOf(tenderDoctorProtocols)

// Effects of the answer to an agreement on the doctor's part in its activity (3.2).

const ENDED = 2
const SINGLE = 2
const REFUSED = 2

type Protocol = RowOf<typeof tenderDoctorProtocols>

/**
 * The part in an activity that an agreement is about: that which it was generated for, else of its doctor. Null of a frame
 * agreement, and where the doctor was taken off.
 */
async function partOf(work: UnitOfWork, p: Protocol): Promise<{ kind: Inviting; plan: Row; part: Row } | null> {
  if (p.protocolType !== SINGLE || !p.planId || !p.doctorId) return null
  const { planType } = (await work.row(activityPlan, p.planId)) ?? {}
  const of = kindOfPlan(planType)?.of
  const plan = of ? ((await work.row(of, p.planId)) as Row | null) : null
  if (!plan) return null
  for (const kind of inviting.filter((one) => one.of === of)) {
    const { doctors } = kind
    const part = (
      p.partId
        ? await work.row(doctors.of, p.partId)
        : await work.any(doctors.of, { [doctors.plan]: p.planId, doctorId: p.doctorId })
    ) as Row | null
    if (part) return { kind, plan, part }
  }
  return null
}

/** The doctor's own work that an agreement is about; null of any other part. */
export async function workOf(work: UnitOfWork, p: Protocol): Promise<Row | null> {
  const found = await partOf(work, p)
  return found && isWork(found.kind) ? found.part : null
}

/** Everything that an answer to an invitation writes besides the agreement, by resource. */
export async function locksOfAnswer(work: UnitOfWork, p: Protocol): Promise<Record<string, string[]>> {
  const found = await partOf(work, p)
  if (!found) return {}
  const { kind, plan, part } = found
  return {
    [kind.of.id]: [plan.id],
    [kind.doctors.of.id]: [part.id],
    ...(await locksOfPlan(work, plan)),
  }
}

/**
 * The agreement for an activity was signed, refused or made void: its doctor's part follows. An activity that all of its
 * doctors refuse ends (3.3). Everything is locked (`locksOfAnswer`).
 */
export async function movePart(work: UnitOfWork, p: Protocol, step: 'agree' | 'refuse' | 'void'): Promise<void> {
  const found = await partOf(work, p)
  if (!found || (step !== 'void' && found.part.agreementStatus !== agreementStatus.pending)) return
  if (step === 'void' && ![0, 1].includes(Number(found.part.agreementStatus))) return
  const { kind, plan, part } = found
  await work.step(kind.doctors.of as AnyResource, part.id, step)
  if (step === 'agree') return
  // interpreters of cases are no doctors of the activity: it goes on without them
  if (isOfCase(kind)) return
  await followDoctors(work, kind, plan.id)
  const others = await work.rows(kind.doctors.of, { [kind.doctors.plan]: plan.id })
  const all = step === 'refuse' && others.every((d) => d.agreementStatus === REFUSED)
  if (all && plan.planStatus !== ENDED) await work.step(kind.of, plan.id, 'refuse')
}
