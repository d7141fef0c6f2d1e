import { activityPlan, demoActivityPlan } from '../../../../model/activities/activityPlan.ts'
import { budgetOrder } from '../../../../model/activities/budgetOrder.ts'
import { planDoctor } from '../../../../model/activities/planDoctor.ts'
import { resources } from '../../../../model/business.ts'
import {
  among,
  and,
  atMost,
  equal,
  minus,
  not,
  or,
  plus,
  there,
} from '../../../../model/language/conditions/expression.ts'
import { statesOf } from '../../../../model/language/states.ts'
import { orderDoctor } from '../../../../model/orders/orderDoctor.ts'
import { count, distinct, sum } from '../../../promises/form/aggregate.ts'
import { groups, one, total } from '../../../promises/form/relation.ts'
import { type Invariant, invariant } from '../../../promises/invariant.ts'
import type { AnyResource } from '../../../writing/unitOfWork/rows.ts'
import { plans } from '../plan.ts'

const { agreementStatus } = statesOf({ fields: planDoctor })

const all = [...resources.values()] as AnyResource[]
/** Reports of doctors: each may be of the time before the platform. */
const reports = all.filter((r) => r.fields.isOldData && r.fields.confirmStatus && !r.id.startsWith('demo'))
/** Doctor parts of plans, each beside the parts it shares the plan with. */
const allotted = [...plans.values()].flatMap((parts) =>
  parts.map((part) => ({ ...part, beside: parts.filter((other) => other !== part) })),
)
/** Parts that count: a doctor who refused or was taken off is allotted nothing. */
const counting = among('agreementStatus', [agreementStatus.pending, agreementStatus.agreed])

const inBudget = { budgetOrderId: 'id' }

/** Where money begins: budgets, plans and what is delivered (INV-44 to 46). */
export const activityInvariants: readonly Invariant[] = [
  invariant(
    'INV-44',
    ['演示活动没有医生订单', 'No doctor order is of an activity of the demonstration'],
    { of: orderDoctor, with: { plan: one(demoActivityPlan, 'planId') } },
    not(there('plan.id')),
    { code: 'code', plan: 'plan.code' },
  ),
  ...reports.map((of) =>
    invariant(
      `INV-44.${of.id}`,
      [`历史的${of.title[0]}没有医生订单`, `No doctor order came of old ${of.title[1].toLowerCase()}`],
      {
        of,
        with: { orders: total({ of: orderDoctor }, { bizId: 'id' }, { all: count() }) },
        where: equal('isOldData', 1),
      },
      equal('orders.all', 0),
      { found: 'orders.all' },
    ),
  ),
  invariant(
    'INV-45',
    [
      '预算单的已结算、已验收、已计划依次不超过预算',
      'A budget holds what is planned, accepted and settled, each within the one before',
    ],
    { of: budgetOrder },
    and(
      atMost('plannedAmount', 'budgetAmount'),
      atMost('acceptedAmount', 'plannedAmount'),
      atMost('settledAmount', 'acceptedAmount'),
    ),
    { code: 'code', budgetAmount: 'budgetAmount', plannedAmount: 'plannedAmount', acceptedAmount: 'acceptedAmount' },
  ),
  invariant(
    'INV-45.planned',
    ['预算单的已计划金额等于其活动占用之和', 'What is planned of a budget is what its activities have reserved'],
    {
      of: budgetOrder,
      with: { plans: total({ of: activityPlan }, inBudget, { amount: sum(minus('budgetAmount', 'releasedAmount')) }) },
    },
    equal('plannedAmount', 'plans.amount'),
    { code: 'code', plannedAmount: 'plannedAmount', found: 'plans.amount' },
  ),
  invariant(
    'INV-46',
    [
      '活动的已验收数量等于其成果，且不超过计划',
      'What an activity has accepted is what orders came of, and no more than was planned',
    ],
    {
      of: activityPlan,
      with: { orders: total({ of: orderDoctor }, { planId: 'id' }, { delivered: distinct('bizId') }) },
    },
    and(atMost('finishNum', 'planSearchNum'), equal('finishNum', 'orders.delivered')),
    { code: 'code', planSearchNum: 'planSearchNum', finishNum: 'finishNum', found: 'orders.delivered' },
  ),
  ...allotted.map(({ of, plan, beside }) =>
    invariant(
      `INV-46.${of.id}`,
      [
        `${of.title[0]}的分配数量之和不超过计划数量`,
        `What ${of.title[1].toLowerCase()} are allotted is no more than is planned`,
      ],
      {
        of: groups({ of, where: counting }, [plan], { allotted: sum('planSearchNum') }),
        with: {
          plan: one(activityPlan, plan),
          ...Object.fromEntries(
            beside.map((other) => [
              other.of.id,
              total({ of: other.of, where: counting }, { [other.plan]: plan }, { allotted: sum('planSearchNum') }),
            ]),
          ),
        },
      },
      or(
        not(there('plan.id')),
        atMost(plus('allotted', ...beside.map((other) => `${other.of.id}.allotted`)), 'plan.planSearchNum'),
      ),
      { plan: 'plan.code', allotted: 'allotted', planSearchNum: 'plan.planSearchNum' },
    ),
  ),
]
