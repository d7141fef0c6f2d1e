import { activityPlan } from '../../../model/activities/activityPlan.ts'
import { budgetOrder } from '../../../model/activities/budgetOrder.ts'
import { templateStates } from '../../../model/activities/templates.ts'
import { resourceOf } from '../../../model/business.ts'
import { type Field, isRef } from '../../../model/language/fields/field.ts'
import type { RowOf } from '../../../model/language/resource.ts'
import { statesOf } from '../../../model/language/states.ts'
import { orderEntrusted } from '../../../model/orders/orderEntrusted.ts'
import { acceptance, review } from '../../../model/patterns/mixins.ts'
import { entrustedCompany } from '../../../model/people/entrustedCompany.ts'
import type { Label } from '../../../model/values/label.ts'
import { yuan } from '../../../model/values/money.ts'
import { AppError } from '../../core/errors.ts'
import type { Rules } from '../../writing/rules.ts'
import type { Row } from '../../writing/unitOfWork/rows.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { exchangeRuleOn } from '../people/exchangeRule.ts'
import { isShown, type PlanKind, partiesOf } from './kinds.ts'
import { overProblem } from './lastDay.ts'
import { amountOf, budgetOf, COUNTING, refuseBudget, reserve, reservedOf } from './planBudget.ts'
import { endRule, hasPending, locksOfPlan, orderOf, settleEnd } from './planEnds.ts'

const { payType: payTypes } = statesOf(activityPlan)
const { approvalStatus, confirmStatus } = statesOf({ fields: { ...review, ...acceptance } })
const { auditStatus, enableStatus } = statesOf(entrustedCompany)
const { orderStatus } = statesOf(orderEntrusted)

// How an activity starts, is stopped and starts again (3.3), whoever asks for it: people, the clock.

/** Of a meeting. */
const CANCELLED = 3
const PASSED = { approvalStatus: approvalStatus.approved, confirmStatus: confirmStatus.pending }

const today = (work: UnitOfWork): string => work.time.slice(0, 10)

/** Why the company of an activity does not start it. */
async function companyProblem(work: UnitOfWork, plan: Row): Promise<Label | null> {
  const company = await work.row(entrustedCompany, plan.entrustedCompanyId as string | null)
  if (company?.auditStatus === auditStatus.approved && company.enableStatus === enableStatus.enabled) return null
  return [
    `委托企业“${company?.name ?? ''}”${company?.auditStatus === auditStatus.approved ? '已停用' : '尚未通过准入审核'}，活动不能开始`,
    `The company “${company?.name ?? ''}” ${company?.auditStatus === auditStatus.approved ? 'is disabled' : 'has not been admitted'}: its activities do not start`,
  ]
}

/** Why the template of an activity does not let it start: what is delivered could not be filled in. */
async function templateProblem(work: UnitOfWork, { of }: PlanKind, plan: Row): Promise<Label | null> {
  const f = of.fields.templateId as Field | undefined
  if (!f || !isRef(f)) return null
  const template = plan.templateId ? ((await work.row(resourceOf(f.to), String(plan.templateId))) as Row | null) : null
  if (template?.templateStatus === templateStates.enabled) return null
  return template
    ? [`模板“${String(template.name)}”未启用，活动不能开始`, `The template “${String(template.name)}” is not enabled`]
    : ['请先选择模板', 'Choose a template first']
}

/** Why nobody could deliver: no doctor is invited. */
async function doctorProblem(work: UnitOfWork, { doctors }: PlanKind, plan: Row): Promise<Label | null> {
  if (!doctors) return null
  return (await work.any(doctors.of, { [doctors.plan]: plan.id, agreementStatus: COUNTING }))
    ? null
    : ['请先邀请至少一名医生', 'Invite at least one doctor first']
}

/** Why a meeting could neither begin nor end by the clock: it has no times. */
const timesProblem = ({ of }: PlanKind, plan: Row): Label | null =>
  of.fields.meetingStatus && !(plan.startTime && plan.endTime)
    ? ['请先填写会议的开始时间与结束时间', 'Say first when the meeting begins and ends']
    : null

/** Why points could not be priced; null for activities in money. */
async function pointsProblem(work: UnitOfWork, plan: Row): Promise<Label | null> {
  if (plan.payType !== payTypes.points) return null
  try {
    await exchangeRuleOn(work, plan.entrustedCompanyId as string | null, today(work))
    return null
  } catch (e) {
    if (e instanceof AppError) return e.text
    throw e
  }
}

/** Why an activity does not run now; `last`: the last day of its invitation, `remedy`: how it is put off. */
async function runProblem(
  work: UnitOfWork,
  kind: PlanKind,
  plan: Row,
  remedy: Label,
  last: unknown = plan.invitationEndDate,
): Promise<Label | null> {
  const over = overProblem(work, plan, remedy, last)
  if (over || isShown(plan)) return over
  return timesProblem(kind, plan) ?? (await companyProblem(work, plan)) ?? (await pointsProblem(work, plan))
}

/** How an activity that is started again is put off: by the field of its question. */
const LATER: Label = ['请在“延长至”中填写新的结束日期', 'fill in “Extend to”']

/** Why an activity does not start again: nothing is left to deliver, so that it would never be completed. */
function wholeProblem(plan: Row): Label | null {
  if (plan.meetingStatus === CANCELLED)
    return ['会议已取消，不能重新开始，请新建会议', 'The meeting was cancelled: plan a new one']
  if (plan.confirmStatus === confirmStatus.accepted)
    return ['会议已验收，不能重新开始', 'The meeting was accepted: it is not held again']
  const many = Number(plan.planSearchNum ?? 0)
  return Number(plan.finishNum ?? 0) >= many
    ? [
        `计划的 ${many} 份已全部验收，不能重新开始`,
        `All ${many} that were planned are accepted: there is nothing to start again`,
      ]
    : null
}

/** The company's side of an activity that starts, with how many doctors it is begun. */
async function openOrder(work: UnitOfWork, kind: PlanKind, plan: Row): Promise<void> {
  const { doctors } = kind
  const invited = doctors ? await work.rows(doctors.of, { [doctors.plan]: plan.id, agreementStatus: COUNTING }) : []
  const of = plan as Row & Partial<RowOf<typeof orderEntrusted>>
  await work.insert(orderEntrusted, {
    code: await work.code(orderEntrusted),
    planId: plan.id,
    planType: of.planType,
    planName: String(plan.name),
    payType: of.payType,
    ...partiesOf(plan),
    budgetAmount: of.budgetAmount,
    doctorCount: invited.length,
    startTime: work.time,
  } as Partial<RowOf<typeof orderEntrusted>>)
}

/**
 * The budget of an activity that starts again, yuan: as it was planned; where doctors may have refused meanwhile, or points
 * cost something else by now, what is still to come at what it costs now, beside what was accepted.
 */
async function budgetAgain(work: UnitOfWork, kind: PlanKind, plan: Row): Promise<string> {
  if (kind.shared && plan.payType !== payTypes.points) return String(plan.budgetAmount)
  const accepted = amountOf((await orderOf(work, plan.id))?.acceptedAmount)
  if (!kind.shared) {
    const doctors = amountOf(await budgetOf(work, kind, plan, plan.id))
    return doctors < accepted ? yuan(accepted) : yuan(doctors)
  }
  const left = { ...plan, planSearchNum: Number(plan.planSearchNum ?? 0) - Number(plan.finishNum ?? 0) }
  return yuan(accepted + amountOf(await budgetOf(work, kind, left, plan.id)))
}

/** Rules of the activities of a kind (3.3). */
export function planRules(kind: PlanKind): Rules {
  const end = endRule(kind)
  return {
    start: {
      guard: async (plan: Row, _ask, work) =>
        (await runProblem(work, kind, plan, ['请先延长', 'extend it first'])) ??
        (await templateProblem(work, kind, plan)) ??
        doctorProblem(work, kind, plan),
      // when it was to start by itself, or else now
      set: (plan: Row, _ask, work) => ({
        releaseTime: plan.releaseTime && String(plan.releaseTime) <= work.time ? plan.releaseTime : work.time,
      }),
      effect: async (plan: Row, _ask, work) => {
        if (!isShown(plan)) await openOrder(work, kind, plan)
        return undefined
      },
    },
    stop: {
      ...end,
      guard: async (plan: Row, _ask, work) =>
        (await hasPending(work, kind, plan.id, PASSED))
          ? [
              '尚有审核通过、待验收的成果，请先验收',
              'Something was reviewed and waits to be accepted: decide that first',
            ]
          : null,
    },
    startAgain: {
      lock: (plan: Row, work) => locksOfPlan(work, plan),
      guard: async (plan: Row, ask: { readonly invitationEndDate?: string | null }, work) =>
        wholeProblem(plan) ??
        (await runProblem(work, kind, plan, LATER, ask.invitationEndDate ?? plan.invitationEndDate)) ??
        templateProblem(work, kind, plan),
      set: (plan: Row, ask: { readonly invitationEndDate?: string | null }) => ({
        invitationEndDate: ask.invitationEndDate ?? plan.invitationEndDate,
      }),
      effect: async (plan: Row, _ask, work) => {
        if (isShown(plan)) return undefined
        // the budget may have been closed meanwhile
        const budgetAmount = await budgetAgain(work, kind, plan)
        if (plan.budgetOrderId) {
          const budgetId = String(plan.budgetOrderId)
          await work.lock(budgetOrder, [budgetId])
          await refuseBudget(work, budgetId, plan.entrustedCompanyId)
          await reserve(work, budgetId, amountOf(budgetAmount) - reservedOf(plan))
        }
        const order = await orderOf(work, plan.id)
        if (!order) await openOrder(work, kind, plan)
        else if (order.orderStatus !== orderStatus.running) await work.step(orderEntrusted, order.id, 'reopen')
        return { releasedAmount: '0.00', budgetAmount }
      },
    },
    complete: end,
    expire: end,
    refuse: end,
    push: end,
  }
}

/** Ends an activity whose last part may just have been decided. The activity is locked, with `locksOfPlan`. */
export async function endedWith(work: UnitOfWork, kind: PlanKind, planId: string): Promise<void> {
  const plan = (await work.row(kind.of, planId)) as Row | null
  if (!plan) return
  const more = await settleEnd(work, kind, plan)
  if (Object.keys(more).length > 0) await work.update(kind.of, planId, more as never)
}
