import { integralAccount } from '../../../model/funds/integral.ts'
import type { RulesOf } from '../../../model/language/lifecycle.ts'
import type { RowOf } from '../../../model/language/resource.ts'
import { statesOf } from '../../../model/language/states.ts'
import { authenticationDoctor } from '../../../model/people/authenticationDoctor.ts'
import { pointsAccount } from '../../../model/points/account.ts'
import { doctorAward, type doctorAwardLifecycle } from '../../../model/points/award.ts'
import { rule } from '../../../model/points/rules.ts'
import type { Label } from '../../../model/values/label.ts'
import { AppError } from '../../core/errors.ts'
import type { AnyResource } from '../../writing/unitOfWork/rows.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { awardPoints, platformAccount } from '../funds/ledger/pointsLedger.ts'

const { accountStatus } = statesOf(integralAccount)

// An event writes down what it earns, in its own transaction (domain 3.25); the clock gives it, as far as the platform has points.

type Doctor = Pick<RowOf<typeof authenticationDoctor>, 'id' | 'doctorName' | 'phone' | 'blackStatus'>
type Kind = NonNullable<RowOf<typeof rule>['type']>

/** The kinds that are no doing of readers (content/readers.ts). */
export const EVENT = { opened: 0, certified: 1, published: 2 } as const

/**
 * Writes down what a doctor earns by an event, under the effective rule of its kind as it is now. Nothing where no rule is
 * effective, where the event has been awarded, where the doctor is blacklisted, or has had as many of the kind today as the
 * rule allows. The caller holds the lock of the doctor; whoever does not is refused by the database. `of`: the record that the event is of.
 */
export async function award(
  work: UnitOfWork,
  type: Kind,
  doctor: Doctor,
  of: { readonly resource: AnyResource; readonly id: string },
): Promise<void> {
  if (doctor.blackStatus === 1) return
  const [inForce] = await work.rows(rule, { type, status: 0 })
  if (!inForce || (inForce.pointNum ?? 0) <= 0) return
  const event = { type, doctorId: doctor.id, bizType: of.resource.id, bizId: of.id }
  if (await work.any(doctorAward, event)) return
  const eventDay = work.time.slice(0, 10)
  const nth = (await work.rows(doctorAward, { type, doctorId: doctor.id, eventDay })).length + 1
  const dailyLimit = inForce.dailyLimit ?? null
  if (dailyLimit !== null && nth > dailyLimit) return
  await work.insert(doctorAward, {
    ...event,
    userName: doctor.doctorName,
    points: inForce.pointNum,
    ruleId: inForce.id,
    eventDay,
    nth,
    dailyLimit,
  })
}

/** Why an award is not given now, null where it is. */
export async function givingProblem(work: UnitOfWork, points: number): Promise<Label | null> {
  const account = await platformAccount(work)
  if (account && account.accountStatus !== accountStatus.normal)
    return ['平台积分账户已冻结或销户，不能发放', 'The points account of the platform is frozen or closed']
  const has = account?.balance ?? 0
  return has >= points
    ? null
    : [
        `平台积分余额 ${has}，不足以发放 ${points}，请先发行积分`,
        `The platform has only ${has} points of ${points} to be given: issue points first`,
      ]
}

/** An award goes from the platform's account to the doctor's. */
export const doctorAwardRules: RulesOf<typeof doctorAward, typeof doctorAwardLifecycle, UnitOfWork> = {
  give: {
    lock: async (row, work) => {
      const [own, platform] = await Promise.all([
        work.any(pointsAccount, { doctorId: row.doctorId }),
        platformAccount(work),
      ])
      return {
        [authenticationDoctor.id]: row.doctorId ? [row.doctorId] : [],
        [pointsAccount.id]: own ? [own.id] : [],
        [integralAccount.id]: platform ? [platform.id] : [],
      }
    },
    guard: (row, _ask, work) => givingProblem(work, row.points ?? 0),
    set: (_row, _ask, work) => ({ givenTime: work.time }),
    effect: async (row, _ask, work) => {
      const doctor = await work.row(authenticationDoctor, row.doctorId)
      if (!doctor || row.type === null) throw new AppError(409, ['该医生已删除', 'The doctor was deleted'])
      const biz = { type: doctorAward.id, id: row.id, code: null }
      await awardPoints(work, doctor, { direction: 1, changeType: row.type }, row.points ?? 0, biz)
      return undefined
    },
  },
}
