import { integralRule } from '../../../../model/funds/integral.ts'
import {
  allSame,
  and,
  atMost,
  differs,
  equal,
  not,
  or,
  quotient,
  same,
  there,
} from '../../../../model/language/conditions/expression.ts'
import { statesOf } from '../../../../model/language/states.ts'
import { orderDoctor } from '../../../../model/orders/orderDoctor.ts'
import { resultOrderDoctorDetailPoint } from '../../../../model/settlement/results/resultOrderPoint.ts'
import { orderDoctorSettlementPoint } from '../../../../model/settlement/settlementOrderPoint.ts'
import { count } from '../../../promises/form/aggregate.ts'
import { one, total } from '../../../promises/form/relation.ts'
import { type Invariant, invariant } from '../../../promises/invariant.ts'

const { orderStatus, payType } = statesOf(orderDoctor)

/** An exchange rule that is on. */
const IN_FORCE = equal('enableStatus', 1)

/** Promises of what points cost: INV-38. */
export const pointCostInvariants: readonly Invariant[] = [
  invariant(
    'INV-38.cost',
    [
      '积分明细的成本为积分除以每元积分，与其医生订单一致',
      'A line costs its points by what a yuan was worth of them, as its doctor order says',
    ],
    { of: orderDoctorSettlementPoint, with: { order: one(orderDoctor, 'orderDoctorId') } },
    and(
      equal('pointCost', quotient('pointAmount', 'pointsPerYuan')),
      or(
        not(there('order.id')),
        allSame([
          ['pointAmount', 'order.pointAmount'],
          ['pointsPerYuan', 'order.pointsPerYuan'],
          ['pointCost', 'order.pointCost'],
          ['platformFee', 'order.platformFee'],
        ]),
      ),
    ),
    { code: 'code', pointAmount: 'pointAmount', pointCost: 'pointCost', found: 'order.pointCost' },
  ),
  invariant(
    'INV-38.born',
    [
      '积分医生订单的成本为积分除以出单时的每元积分',
      'A doctor order in points costs them by what a yuan was worth of them when it was born',
    ],
    { of: orderDoctor, where: and(equal('payType', payType.points), differs('orderStatus', orderStatus.open)) },
    equal('pointCost', quotient('pointAmount', 'pointsPerYuan')),
    { code: 'code', pointAmount: 'pointAmount', pointCost: 'pointCost' },
  ),
  invariant(
    'INV-38.results',
    ['积分结果单明细的成本与其医生订单一致', 'A doctor of a points result order costs what the doctor order says'],
    { of: resultOrderDoctorDetailPoint, where: there('order.id'), with: { order: one(orderDoctor, 'orderDoctorId') } },
    allSame([
      ['pointAmount', 'order.pointAmount'],
      ['pointCost', 'order.pointCost'],
      ['platformFee', 'order.platformFee'],
    ]),
    { orderCode: 'orderCode', pointCost: 'pointCost', found: 'order.pointCost' },
  ),
  invariant(
    'INV-38.rules',
    ['同一企业同一天最多一条生效的积分兑换规则', 'One exchange rule of a company, or of all, is in force on a day'],
    {
      of: integralRule,
      where: IN_FORCE,
      with: {
        others: total(
          { of: integralRule, where: IN_FORCE },
          { enableStatus: 'enableStatus' },
          { all: count() },
          and(
            same('entrustedCompanyId', 'up.entrustedCompanyId'),
            differs('id', 'up.id'),
            or(not(there('effectiveFrom')), not(there('up.effectiveTo')), atMost('effectiveFrom', 'up.effectiveTo')),
            or(not(there('up.effectiveFrom')), not(there('effectiveTo')), atMost('up.effectiveFrom', 'effectiveTo')),
          ),
        ),
      },
    },
    equal('others.all', 0),
    { ruleName: 'ruleName', others: 'others.all' },
  ),
]
