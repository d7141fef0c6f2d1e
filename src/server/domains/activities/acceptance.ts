import { activityPlan } from '../../../model/activities/activityPlan.ts'
import { budgetOrder } from '../../../model/activities/budgetOrder.ts'
import { activityServiceProject } from '../../../model/activities/projects.ts'
import type { RowOf } from '../../../model/language/resource.ts'
import { statesOf } from '../../../model/language/states.ts'
import { orderDoctor } from '../../../model/orders/orderDoctor.ts'
import { orderEntrusted, orderEntrustedRel } from '../../../model/orders/orderEntrusted.ts'
import { entrustedCompany } from '../../../model/people/entrustedCompany.ts'
import { entrustedThirdRel } from '../../../model/people/entrustedThirdRel.ts'
import { taxItemRate } from '../../../model/settlement/taxItemRate.ts'
import type { Label } from '../../../model/values/label.ts'
import { fen, readable, yuan } from '../../../model/values/money.ts'
import { shareOf } from '../../../model/values/tax.ts'
import { AppError } from '../../core/errors.ts'
import type { Row } from '../../writing/unitOfWork/rows.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { exchangeRuleOn } from '../people/exchangeRule.ts'
import { itemsOf } from '../people/partnerItems.ts'
import { partiesOf } from './kinds.ts'
import { amountOf, reservedOf } from './planBudget.ts'
import { orderOf } from './planEnds.ts'
import { pointCost, priced } from './pointPrice.ts'

const { payType: payTypes } = statesOf(activityPlan)
const { auditStatus } = statesOf(entrustedThirdRel)
const { orderStatus } = statesOf(orderEntrusted)

// Acceptance of a deliverable creates a doctor's order (3.4), the beginning of all money (INV-9).

const FISCAL_TAX = 1

type Order = RowOf<typeof orderDoctor>
type Link = RowOf<typeof entrustedThirdRel>

/** Reward of a doctor for a deliverable: of the two, what the activity is settled in. */
export interface Reward {
  readonly feeAmount: string
  readonly pointAmount: number
}

/** Accepted deliverable: of which record, by which doctor, for how much. */
export interface Accepted extends Reward {
  readonly bizType: string
  readonly bizId: string
  /** The columns of the doctor as the record has them. */
  readonly doctor: Row
}

/** The tax item of an activity and the fiscal-tax company that takes it today, or why there is none. */
async function taxedBy(work: UnitOfWork, plan: Row): Promise<Label | { readonly link: Link; readonly code: string }> {
  const project = await work.row(activityServiceProject, plan.activityServiceProjectId as string | null)
  const code = project?.taxItemCode ?? ''
  if (!code) return ['活动没有服务项目，无法确定税目', 'The activity has no service project, which names the tax item']
  const day = work.time.slice(0, 10)
  const links = await work.rows(entrustedThirdRel, {
    entrustedId: String(plan.entrustedCompanyId),
    thirdType: FISCAL_TAX,
    auditStatus: auditStatus.approved,
  })
  const inForce = links.filter(
    (l) => (l.startDate ?? '') <= day && (!l.endDate || l.endDate >= day) && itemsOf(l).includes(code),
  )
  const [link] = inForce
  return link && inForce.length === 1
    ? { link, code }
    : [
        `税目 ${code} 没有唯一生效的财税公司，请先维护企业合作方`,
        `Tax item ${code} has not exactly one fiscal-tax company in force: mend the partners of the company first`,
      ]
}

const isProblem = (found: object): found is Label => Array.isArray(found)

/** Why nothing is paid for what is delivered: it is worth nothing, or nobody takes its tax item. */
async function rewardProblem(work: UnitOfWork, plan: Row, all: readonly Reward[]): Promise<Label | null> {
  if (plan.payType === payTypes.points)
    return all.some(({ pointAmount }) => pointAmount <= 0)
      ? ['积分为 0，不能验收', 'There are no points: say first what the doctor gets']
      : null
  if (all.some(({ feeAmount }) => fen(feeAmount) <= 0n))
    return ['劳务费为 0，不能验收：请先填写劳务费单价', 'The fee is nothing: say first what the doctor is paid']
  const found = await taxedBy(work, plan)
  return isProblem(found) ? found : null
}

/** Cost of rewards against the budget as of now, fen: fees, or what points cost at the exchange rule in force. */
async function costOf(work: UnitOfWork, plan: Row, all: readonly Reward[]): Promise<bigint> {
  if (plan.payType !== payTypes.points) return all.reduce((sum, { feeAmount }) => sum + fen(feeAmount), 0n)
  const { pointsPerYuan } = await exchangeRuleOn(work, String(plan.entrustedCompanyId), work.time.slice(0, 10))
  return all.reduce((sum, { pointAmount }) => sum + fen(pointCost(pointAmount, pointsPerYuan)), 0n)
}

/** Why what is delivered for an activity cannot become an order now. */
export async function orderProblem(work: UnitOfWork, plan: Row, all: readonly Reward[]): Promise<Label | null> {
  const order = await orderOf(work, plan.id)
  if (order && order.orderStatus !== orderStatus.running)
    return [
      '活动已结束并结转，不能验收',
      'The activity has ended and its order is completed: nothing is accepted of it',
    ]
  const problem = await rewardProblem(work, plan, all)
  if (problem || !plan.budgetOrderId) return problem
  const [left, cost] = [reservedOf(plan) - amountOf(order?.acceptedAmount), await costOf(work, plan, all)]
  if (cost <= left) return null
  // cost of points follows the exchange rule, and their reservation changes only when the activity starts again
  const [zh, en] =
    plan.payType === payTypes.points
      ? [
          '（按现行积分兑换规则）：请撤回审核，停止活动后重新开始，以重新占用预算',
          ' at the exchange rule in force: take the review back, stop the activity and start it again, so that it reserves anew',
        ]
      : ['', '']
  return [
    `活动预算剩余 ${readable(yuan(left))}，不足以验收 ${readable(yuan(cost))}${zh}`,
    `The activity has ${readable(yuan(left))} of its budget left, too little for ${readable(yuan(cost))}${en}`,
  ]
}

/** Amounts of an order for the company, with the part that depends on how the order is settled. */
async function amountsOf(
  work: UnitOfWork,
  plan: Row,
  { feeAmount, pointAmount }: Accepted,
): Promise<{ readonly worth: string; readonly own: Partial<Order> }> {
  if (plan.payType === payTypes.points) {
    const of = { entrustedCompanyId: String(plan.entrustedCompanyId), acceptTime: work.time, pointAmount }
    const cost = await priced(work, of)
    return { worth: cost.pointCost ?? '0.00', own: { feeAmount: '0.00', pointAmount, ...cost } }
  }
  const found = await taxedBy(work, plan)
  if (isProblem(found)) throw new AppError(400, found)
  const { link, code } = found
  const company = await work.row(entrustedCompany, String(plan.entrustedCompanyId))
  const rate = await work.any(taxItemRate, { fiscalTaxId: link.thirdPlatformId ?? '', taxItemCode: code })
  return {
    worth: feeAmount,
    own: {
      feeAmount,
      platformFee: yuan(shareOf(fen(feeAmount), company?.platformFeeRate ?? '0')),
      fiscalTaxId: link.thirdPlatformId,
      fiscalTaxName: link.thirdPlatformName,
      taxItemCode: code,
      taxItemName: rate?.taxItemName ?? code,
    },
  }
}

const more = (amount: string | null | undefined, by: string): string => yuan(fen(amount ?? '0') + fen(by))

/**
 * Makes the orders of what was accepted of an activity, and counts them at its company's order and budget; all are locked
 * (`locksOfPlan`).
 */
export async function makeOrders(work: UnitOfWork, plan: Row, all: readonly Accepted[]): Promise<void> {
  const order = await orderOf(work, plan.id)
  if (!order)
    throw new AppError(409, [
      '活动没有企业订单，不能验收',
      'The activity has no company order: nothing is accepted of it',
    ])
  const of = plan as Row & Partial<Order>
  let sum = '0.00'
  for (const one of all) {
    const { worth, own } = await amountsOf(work, plan, one)
    const doctor = one.doctor as Row & Partial<Order>
    const made = await work.insert(orderDoctor, {
      code: await work.code(orderDoctor),
      bizType: one.bizType,
      bizId: one.bizId,
      planId: plan.id,
      planCode: String(plan.code ?? ''),
      planName: String(plan.name ?? ''),
      planType: of.planType,
      payType: of.payType,
      ...partiesOf(plan),
      baseProductId: of.baseProductId,
      baseProductName: of.baseProductName,
      baseProductLine: of.baseProductLine,
      doctorId: doctor.doctorId,
      doctorName: doctor.doctorName,
      phone: doctor.phone,
      idCardNumber: doctor.idCardNumber,
      hospitalName: doctor.hospitalName,
      departmentName: doctor.departmentName,
      acceptTime: work.time,
      ...own,
    } as Partial<Order>)
    await work.insert(orderEntrustedRel, {
      orderEntrustedId: order.id,
      orderDoctorId: made.id,
      orderDoctorCode: made.code,
      doctorName: made.doctorName,
      amount: worth,
    })
    sum = more(sum, worth)
  }
  await work.update(orderEntrusted, order.id, { acceptedAmount: more(order.acceptedAmount, sum) })
  const budget = await work.row(budgetOrder, plan.budgetOrderId as string | null)
  if (budget) await work.update(budgetOrder, budget.id, { acceptedAmount: more(budget.acceptedAmount, sum) })
}
