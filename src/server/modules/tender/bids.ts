import { activityPlan } from '../../../model/activities/activityPlan.ts'
import type { RulesOf } from '../../../model/kernel/lifecycle.ts'
import type { RowOf } from '../../../model/kernel/resource.ts'
import type { bidRecord, bidRecordLifecycle } from '../../../model/tender/bids.ts'
import type { UnitOfWork } from '../../writes/unitOfWork.ts'
import { locksOfPlan } from '../activities/planEnds.ts'
import { inviteAll, invitingKind } from './invitations.ts'

type Bid = RowOf<typeof bidRecord>

/** The activity that a doctor answered for, with its kind. */
async function planOf(work: UnitOfWork, bid: Bid) {
  const plan = await work.row(activityPlan, bid.planId)
  const kind = plan ? invitingKind(plan.planType) : undefined
  return plan && kind ? { plan, kind } : null
}

const reviewed = (_bid: Bid, ask: { readonly reviewRemark: string | null }, work: UnitOfWork): Partial<Bid> => ({
  reviewRemark: ask.reviewRemark,
  reviewTime: work.time,
})

/** 3.2: whoever wins is invited to the activity at the price they asked for. */
export const bidRules: RulesOf<typeof bidRecord, typeof bidRecordLifecycle, UnitOfWork> = {
  'audit.pass': {
    lock: async (bid, work): Promise<Record<string, string[]>> => {
      const found = await planOf(work, bid)
      return found ? { [found.kind.of.id]: [found.plan.id], ...(await locksOfPlan(work, found.plan as never)) } : {}
    },
    guard: async (bid, _ask, work) =>
      (await planOf(work, bid))
        ? null
        : ['招募没有对应的活动，不能中标', 'The tender names no activity that invites doctors: nobody wins'],
    set: reviewed,
    effect: async (bid, _ask, work) => {
      const found = await planOf(work, bid)
      if (!found) return undefined
      const { plan, kind } = found
      await inviteAll(work, kind.of.id, [
        { [kind.doctors.plan]: plan.id, doctorId: bid.doctorId, planSearchNum: 1, doctorFee: bid.bidPrice },
      ])
      return undefined
    },
  },
  'audit.reject': { set: reviewed },
}
