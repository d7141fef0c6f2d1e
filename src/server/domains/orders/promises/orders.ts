import { activityPlan } from '../../../../model/activities/activityPlan.ts'
import { budgetOrder } from '../../../../model/activities/budgetOrder.ts'
import { among, and, atLeast, atMost, equal, not, or, plus } from '../../../../model/language/conditions/expression.ts'
import { statesOf } from '../../../../model/language/states.ts'
import { orderDoctor } from '../../../../model/orders/orderDoctor.ts'
import { orderEntrusted, orderEntrustedRel } from '../../../../model/orders/orderEntrusted.ts'
import { orderDoctorSettlement } from '../../../../model/settlement/settlementLines.ts'
import { settlementOrder } from '../../../../model/settlement/settlementOrder.ts'
import { orderDoctorSettlementPoint, settlementOrderPoint } from '../../../../model/settlement/settlementOrderPoint.ts'
import type { Label } from '../../../../model/values/label.ts'
import { count, sum } from '../../../promises/form/aggregate.ts'
import { one, total } from '../../../promises/form/relation.ts'
import { type Invariant, invariant } from '../../../promises/invariant.ts'
import type { AnyResource } from '../../../writing/unitOfWork/rows.ts'

const { settleStatus } = statesOf(orderDoctorSettlement)
const { settlementStatus } = statesOf(settlementOrder)
const { orderStatus } = statesOf(orderDoctor)
const { orderStatus: orderStates } = statesOf(orderEntrusted)

/** Amount that lines of a settled order paid for a doctor order; `amount`: what a line is worth to the company. */
const paidBy = (lines: AnyResource, order: AnyResource, amount: string) =>
  total(
    {
      of: lines,
      where: and(equal('settleStatus', settleStatus.paid), equal('order.settlementStatus', settlementStatus.settled)),
      with: { order: one(order, 'settlementOrderId') },
    },
    { orderDoctorId: 'orderDoctorId' },
    { amount: sum(amount) },
  )

/** The entries of a company order: what was accepted, and what of it is settled. */
const entries = total(
  {
    of: orderEntrustedRel,
    with: {
      money: paidBy(orderDoctorSettlement, settlementOrder, 'grossAmount'),
      points: paidBy(orderDoctorSettlementPoint, settlementOrderPoint, 'pointCost'),
    },
  },
  { orderEntrustedId: 'id' },
  { all: count(), accepted: sum('amount'), settled: sum(plus('money.amount', 'points.amount')) },
)

/** Of doctor orders: neither void nor paid by a settlement order that is settled. */
const OPEN = not(
  or(
    equal('orderStatus', orderStatus.voided),
    and(
      among('orderStatus', [orderStatus.paid, orderStatus.taxed]),
      or(
        equal('order.settlementStatus', settlementStatus.settled),
        equal('pointOrder.settlementStatus', settlementStatus.settled),
      ),
    ),
  ),
)
const accepted = total(
  {
    of: orderDoctor,
    with: {
      order: one(settlementOrder, 'settlementOrderId'),
      pointOrder: one(settlementOrderPoint, 'settlementOrderPointId'),
    },
  },
  { planId: 'planId' },
  { all: count(), open: count(OPEN) },
)

/** An amount of a budget is that of the company orders of its activities. */
const ofBudget = (part: string, title: Label, amount: 'acceptedAmount' | 'settledAmount'): Invariant =>
  invariant(
    `INV-45.${part}`,
    title,
    {
      of: budgetOrder,
      with: {
        plans: total(
          {
            of: activityPlan,
            with: { orders: total({ of: orderEntrusted }, { planId: 'id' }, { amount: sum(amount) }) },
          },
          { budgetOrderId: 'id' },
          { amount: sum('orders.amount') },
        ),
      },
    },
    equal(amount, 'plans.amount'),
    { code: 'code', amount, found: 'plans.amount' },
  )

/**
 * Promises of accepted and settled amounts on the company's side of activities: INV-45, and what 3.3 and 3.12 promise
 * of company orders.
 */
export const orderInvariants: readonly Invariant[] = [
  ofBudget(
    'accepted',
    ['预算单的已验收金额等于其企业订单之和', 'What is accepted of a budget is what its company orders have accepted'],
    'acceptedAmount',
  ),
  ofBudget(
    'settled',
    ['预算单的已结算金额等于其企业订单之和', 'What is settled of a budget is what its company orders have settled'],
    'settledAmount',
  ),
  invariant(
    '3.3.accepted',
    ['企业订单的已验收金额等于其明细之和', 'A company order has accepted what its entries come to'],
    { of: orderEntrusted, with: { entries } },
    equal('acceptedAmount', 'entries.accepted'),
    { code: 'code', acceptedAmount: 'acceptedAmount', found: 'entries.accepted' },
  ),
  invariant(
    '3.12.settled',
    [
      '企业订单的已结算金额等于已结清结算单为其付款的明细之和，且不超过已验收金额',
      'What a company order has settled is what lines of settled orders paid for it, and no more than was accepted',
    ],
    { of: orderEntrusted, with: { entries } },
    and(equal('settledAmount', 'entries.settled'), atMost('settledAmount', 'acceptedAmount')),
    { code: 'code', settledAmount: 'settledAmount', found: 'entries.settled' },
  ),
  invariant(
    '3.12.companyOrders',
    [
      '企业订单已结清当且仅当已完成且验收的全部结清或作废；取消的没有验收',
      'A company order is settled when it is completed and all that was accepted is settled or void; cancelled, nothing was accepted',
    ],
    { of: orderEntrusted, with: { accepted } },
    or(
      equal('orderStatus', orderStates.running),
      and(equal('orderStatus', orderStates.completed), or(equal('accepted.all', 0), atLeast('accepted.open', 1))),
      and(equal('orderStatus', orderStates.settled), atLeast('accepted.all', 1), equal('accepted.open', 0)),
      and(equal('orderStatus', orderStates.cancelled), equal('accepted.all', 0)),
    ),
    { code: 'code', orderStatus: 'orderStatus', accepted: 'accepted.all', open: 'accepted.open' },
  ),
]
