import { allSame, and, atLeast, differs, equal, or, plus } from '../../../../model/language/conditions/expression.ts'
import { statesOf } from '../../../../model/language/states.ts'
import { resultOrder } from '../../../../model/settlement/results/resultOrder.ts'
import {
  resultOrderDoctorDetail,
  resultOrderPlatformDetail,
  resultOrderProjectDetail,
} from '../../../../model/settlement/results/resultOrderDetails.ts'
import {
  resultOrderDoctorDetailPoint,
  resultOrderPlatformDetailPoint,
  resultOrderPoint,
  resultOrderProjectDetailPoint,
} from '../../../../model/settlement/results/resultOrderPoint.ts'
import { settlementCycle } from '../../../../model/settlement/results/settlementCycle.ts'
import type { Label } from '../../../../model/values/label.ts'
import { count, distinct, sum } from '../../../promises/form/aggregate.ts'
import { groups, one, total } from '../../../promises/form/relation.ts'
import { type Invariant, invariant } from '../../../promises/invariant.ts'
import type { AnyResource } from '../../../writing/unitOfWork/rows.ts'

const { resultStatus } = statesOf(resultOrder)

/** The amounts of a result order that is not void are the sums of one of its parts (INV-11). */
const parts = (
  id: string,
  title: Label,
  of: AnyResource,
  part: AnyResource,
  sums: Readonly<Record<string, string>>,
  counted = false,
): Invariant =>
  invariant(
    id,
    title,
    {
      of,
      where: differs('resultStatus', resultStatus.voided),
      with: {
        parts: total(
          { of: part },
          { resultOrderId: 'id' },
          {
            all: count(),
            ...(counted ? { people: distinct('doctorId') } : {}),
            ...Object.fromEntries(Object.keys(sums).map((name) => [name, sum(name)])),
          },
        ),
      },
    },
    and(
      allSame(Object.entries(sums).map(([name, own]) => [own, `parts.${name}`])),
      ...(counted ? [equal('orderCount', 'parts.all'), equal('doctorCount', 'parts.people')] : []),
    ),
    { code: 'code', totalAmount: 'totalAmount', found: 'parts.all' },
  )

const both = { doctorAmount: 'doctorAmount', platformAmount: 'platformAmount' }
const inCycle = (of: AnyResource) =>
  total(
    { of, where: equal('resultStatus', resultStatus.confirmed) },
    { settlementCycleId: 'id' },
    { all: count(), doctor: sum('doctorAmount'), platform: sum('platformAmount') },
  )

/** A doctor order is in at most one result order that is neither deleted nor void (INV-10). */
const inOne = (id: string, title: Label, part: AnyResource, of: AnyResource): Invariant =>
  invariant(
    id,
    title,
    {
      of: groups(
        {
          of: part,
          with: { result: one(of, 'resultOrderId') },
          where: and(equal('result.isDeleted', 0), differs('result.resultStatus', resultStatus.voided)),
        },
        ['orderDoctorId'],
        { found: count() },
      ),
    },
    equal('found', 1),
    { orderDoctorId: 'orderDoctorId', found: 'found' },
  )

/**
 * Promise that a removed result order releases its doctor orders: one doctor order has one live part, so a part that
 * stays holds it.
 */
const letGo = (id: string, title: Label, part: AnyResource, of: AnyResource): Invariant =>
  invariant(
    id,
    title,
    { of: part, with: { result: one(of, 'resultOrderId') } },
    and(equal('result.isDeleted', 0), differs('result.resultStatus', resultStatus.voided)),
    { orderCode: 'orderCode', found: 'result.resultStatus' },
  )

/** Promises of result orders and their amounts: INV-10 to 12. */
export const resultInvariants: readonly Invariant[] = [
  inOne(
    'INV-10.result',
    ['一个医生订单最多在一张有效结果单内', 'A doctor order is in at most one live result order'],
    resultOrderDoctorDetail,
    resultOrder,
  ),
  inOne(
    'INV-10.pointResult',
    ['一个医生订单最多在一张有效积分结果单内', 'A doctor order is in at most one live points result order'],
    resultOrderDoctorDetailPoint,
    resultOrderPoint,
  ),
  letGo(
    'INV-10.letGo',
    ['作废或删除的结果单不再占用医生订单', 'A result order that is void or deleted holds no doctor order'],
    resultOrderDoctorDetail,
    resultOrder,
  ),
  letGo(
    'INV-10.pointLetGo',
    ['作废或删除的积分结果单不再占用医生订单', 'A points result order that is void or deleted holds no doctor order'],
    resultOrderDoctorDetailPoint,
    resultOrderPoint,
  ),
  parts(
    'INV-11.doctors',
    ['结果单金额等于其医生明细之和', 'A result order amounts to its doctors'],
    resultOrder,
    resultOrderDoctorDetail,
    { feeAmount: 'doctorAmount', platformFee: 'platformAmount' },
    true,
  ),
  parts(
    'INV-11.projects',
    ['结果单金额等于其项目明细之和', 'A result order amounts to its projects'],
    resultOrder,
    resultOrderProjectDetail,
    both,
  ),
  parts(
    'INV-11.platform',
    ['结果单平台服务费等于其平台明细之和', 'The platform fee of a result order is the sum of its parts'],
    resultOrder,
    resultOrderPlatformDetail,
    { baseAmount: 'doctorAmount', platformAmount: 'platformAmount' },
  ),
  parts(
    'INV-11.pointDoctors',
    ['积分结果单金额等于其医生明细之和', 'A points result order amounts to its doctors'],
    resultOrderPoint,
    resultOrderDoctorDetailPoint,
    { pointAmount: 'pointAmount', pointCost: 'doctorAmount', platformFee: 'platformAmount' },
    true,
  ),
  parts(
    'INV-11.pointProjects',
    ['积分结果单金额等于其项目明细之和', 'A points result order amounts to its projects'],
    resultOrderPoint,
    resultOrderProjectDetailPoint,
    { ...both, pointAmount: 'pointAmount' },
  ),
  parts(
    'INV-11.pointPlatform',
    ['积分结果单平台服务费等于其平台明细之和', 'The platform fee of a points result order is the sum of its parts'],
    resultOrderPoint,
    resultOrderPlatformDetailPoint,
    { baseAmount: 'doctorAmount', platformAmount: 'platformAmount' },
  ),
  invariant(
    'INV-12',
    ['周期金额等于其已确认结果单之和', 'A cycle amounts to its confirmed result orders'],
    {
      of: settlementCycle,
      with: { money: inCycle(resultOrder), points: inCycle(resultOrderPoint) },
      // a cycle that says of no result order and has none was opened with its orders
      where: or(atLeast('resultOrderCount', 1), atLeast(plus('money.all', 'points.all'), 1)),
    },
    and(
      equal('doctorAmount', plus('money.doctor', 'points.doctor')),
      equal('platformAmount', plus('money.platform', 'points.platform')),
      equal('resultOrderCount', plus('money.all', 'points.all')),
    ),
    { code: 'code', doctorAmount: 'doctorAmount', found: plus('money.doctor', 'points.doctor') },
  ),
]
