import { PLAN_TYPES } from '../../../model/activities/words.ts'
import { fen, sum, yuan } from '../../../model/kernel/money.ts'
import type { RowOf } from '../../../model/kernel/resource.ts'
import { orderDoctor } from '../../../model/orders/orderDoctor.ts'
import type { resultOrder } from '../../../model/settlement/resultOrder.ts'
import {
  resultOrderDoctorDetail,
  resultOrderPlatformDetail,
  resultOrderProjectDetail,
} from '../../../model/settlement/resultOrderDetails.ts'
import {
  resultOrderDoctorDetailPoint,
  resultOrderPlatformDetailPoint,
  type resultOrderPoint,
  resultOrderProjectDetailPoint,
} from '../../../model/settlement/resultOrderPoint.ts'
import type { AnyResource } from '../../writes/rows.ts'
import type { UnitOfWork } from '../../writes/unitOfWork.ts'
import { personOf } from './personOf.ts'
import { pointCost } from './points.ts'

type Source = RowOf<typeof orderDoctor>

/** Rows put together by a key, in the order in which the keys first come. */
function grouped<R>(rows: readonly R[], key: (row: R) => string): R[][] {
  const found = new Map<string, R[]>()
  for (const row of rows) found.set(key(row), [...(found.get(key(row)) ?? []), row])
  return [...found.values()]
}

/** What doctor orders come to: fees or cost of points (`doctorAmount`), the platform's fee, counts. */
function totals(sources: readonly Source[], points: boolean) {
  const doctorAmount = sum(sources.map((s) => (points ? pointCost(s.pointAmount) : s.feeAmount) ?? '0.00'))
  const platformAmount = sum(sources.map((s) => s.platformFee ?? '0.00'))
  return {
    orderCount: sources.length,
    doctorCount: new Set(sources.map((s) => s.doctorId)).size,
    doctorAmount,
    platformAmount,
    totalAmount: yuan(fen(doctorAmount) + fen(platformAmount)),
    ...(points ? { pointAmount: sources.reduce((n, s) => n + (s.pointAmount ?? 0), 0) } : {}),
  }
}

/** The totals of a result order over these doctor orders. `points`: of one in points. Pure. */
export const resultTotals = (
  sources: readonly Source[],
  points = false,
): Partial<RowOf<typeof resultOrder> & RowOf<typeof resultOrderPoint>> => totals(sources, points)

/**
 * Writes what a result order is made up of (INV-11): a row for each doctor order, activity and kind of activity, and
 * takes the doctor orders in (0 → 1). They are locked by the caller. `rate`: the company's platform fee.
 */
export async function fillResult(
  work: UnitOfWork,
  order: { readonly id: string; readonly code: string | null },
  sources: readonly Source[],
  rate: string,
  points = false,
): Promise<void> {
  const own = { resultOrderId: order.id, resultOrderCode: order.code }
  const families: readonly AnyResource[] = points
    ? [resultOrderProjectDetailPoint, resultOrderDoctorDetailPoint, resultOrderPlatformDetailPoint]
    : [resultOrderProjectDetail, resultOrderDoctorDetail, resultOrderPlatformDetail]
  const [projects, doctors, platform] = families as [AnyResource, AnyResource, AnyResource]
  const planOf = (s: Source | undefined) => ({
    planId: s?.planId,
    planCode: s?.planCode,
    planName: s?.planName,
    planType: s?.planType,
    baseEmployeeId: s?.baseEmployeeId,
  })
  const add = (of: AnyResource, rows: readonly object[]) => work.insertAll(of, rows as never)
  await add(
    projects,
    grouped(sources, (s) => s.planId ?? '').map((of) => ({ ...own, ...planOf(of[0]), ...totals(of, points) })),
  )
  await add(
    doctors,
    sources.map((s) => ({
      ...own,
      ...planOf(s),
      orderDoctorId: s.id,
      orderCode: s.code,
      ...personOf(s),
      taxItemCode: s.taxItemCode,
      taxItemName: s.taxItemName,
      platformFee: s.platformFee,
      ...(points ? { pointAmount: s.pointAmount, pointCost: pointCost(s.pointAmount) } : { feeAmount: s.feeAmount }),
    })),
  )
  await add(
    platform,
    grouped(sources, (s) => String(s.planType)).map((of) => {
      const { doctorAmount, platformAmount } = totals(of, points)
      const planType = of[0]?.planType ?? 1
      return {
        ...own,
        planType,
        serviceName: `${PLAN_TYPES[planType][0]}平台服务费`,
        baseAmount: doctorAmount,
        feeRate: rate,
        platformAmount,
      }
    }),
  )
  await work.updateAll(
    orderDoctor,
    sources.map((s) => ({
      id: s.id,
      orderStatus: 1 as const,
      ...(points ? { resultOrderPointId: order.id } : { resultOrderId: order.id }),
    })),
  )
}
