import { activityPlan } from '../../../model/activities/activityPlan.ts'
import type { RulesOf } from '../../../model/language/lifecycle.ts'
import type { RowOf } from '../../../model/language/resource.ts'
import { authenticationDoctor } from '../../../model/people/authenticationDoctor.ts'
import { bidRecord, type bidRecordLifecycle, tenderInfoFile } from '../../../model/tender/bids.ts'
import type { Label } from '../../../model/values/label.ts'
import { AppError } from '../../core/errors.ts'
import type { Prepare } from '../../writing/hooks.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { isShown } from '../activities/kinds.ts'
import { locksOfPlan } from '../activities/planEnds.ts'
import { listedAmong } from '../people/blacklist.ts'
import { inviteAll, invitingKind } from './invitations.ts'

type Bid = RowOf<typeof bidRecord>

const PENDING = 0
const WON = 1
const ENDED = 2

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
  withdraw: 'none',
}

/** Why a doctor does not answer a tender for an activity. */
async function bidProblem(work: UnitOfWork, planId: string, doctorId: string): Promise<Label | null> {
  const plan = await work.row(activityPlan, planId)
  const kind = plan ? invitingKind(plan.planType) : undefined
  if (!plan || !kind || isShown(plan as never))
    return ['该活动不邀请医生，不能应征', 'This activity invites no doctors: nobody answers a tender for it']
  // locks serialise the bids of an activity, so that a doctor answers once
  await work.lock(kind.of, [plan.id])
  if (plan.planStatus === ENDED) return ['活动已结束，不能应征', 'The activity has ended: nobody answers its tender']
  if ((await listedAmong(work, [doctorId], plan.entrustedCompanyId)).has(doctorId)) {
    const name = (await work.row(authenticationDoctor, doctorId))?.doctorName ?? doctorId
    return [`医生 ${name} 在黑名单中，不能应征`, `Doctor ${name} is blacklisted: no bid`]
  }
  return (await work.any(bidRecord, { planId, doctorId, bidStatus: [PENDING, WON] }))
    ? ['该医生已应征该活动', 'The doctor has answered the tender for this activity already']
    : null
}

type Tender = Pick<Bid, 'tenderCode' | 'tenderName'>

/**
 * Tender of an activity: the one named by the newest file of its company, among files that match `known`; else the
 * activity itself.
 */
async function tenderOf(work: UnitOfWork, planId: string, known: Partial<Tender>): Promise<Tender> {
  const plan = await work.row(activityPlan, planId)
  const files = await work.rows(tenderInfoFile, {
    planId,
    entrustedCompanyId: plan?.entrustedCompanyId ?? null,
    ...known,
  })
  const [newest] = files.sort((a, b) => (b.createTime ?? '').localeCompare(a.createTime ?? ''))
  if (newest) return { tenderCode: newest.tenderCode, tenderName: newest.tenderName }
  return { tenderCode: plan?.code ?? '', tenderName: plan?.name ?? '' }
}

/** A bid as it is entered, by staff or by a partner's system: when, for which tender, and that it may be. */
export const bidEntered: Prepare = async (values, before, work) => {
  const planId = String(values.planId ?? before?.planId ?? '')
  if (!before) {
    const problem = await bidProblem(work, planId, String(values.doctorId ?? ''))
    if (problem) throw new AppError(400, problem, { doctorId: problem[0] })
  }
  const entered: Partial<Bid> = { ...before, ...values }
  const names = ['tenderCode', 'tenderName'] as const
  const blank = names.filter((name) => !entered[name])
  const known = Object.fromEntries(names.flatMap((name) => (entered[name] ? [[name, entered[name]]] : [])))
  const tender: Partial<Bid> = blank.length > 0 ? await tenderOf(work, planId, known) : {}
  return {
    ...Object.fromEntries(blank.map((name) => [name, tender[name]])),
    ...(before ? {} : { bidTime: work.time }),
  }
}
