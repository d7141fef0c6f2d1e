import { PLAN_TYPES } from '../../../../model/activities/words.ts'
import type { RowOf } from '../../../../model/language/resource.ts'
import { orderDoctor } from '../../../../model/orders/orderDoctor.ts'
import { fen, sum, yuan } from '../../../../model/values/money.ts'
import type { UnitOfWork } from '../../../writing/unitOfWork/unitOfWork.ts'
import { personOf } from './personOf.ts'
import type { Results } from './results.ts'

type Source = RowOf<typeof orderDoctor>

/** Rows put together by a key, in the order in which the keys first come. */
function grouped<R>(rows: readonly R[], key: (row: R) => string): R[][] {
  const found = new Map<string, R[]>()
  for (const row of rows) found.set(key(row), [...(found.get(key(row)) ?? []), row])
  return [...found.values()]
}

/** Sums of doctor orders: fees or cost of points (`doctorAmount`), the platform's fee, counts. Pure. */
export function totalsOf(sources: readonly Source[], results: Results) {
  const doctorAmount = sum(sources.map((s) => s[results.cost] ?? '0.00'))
  const platformAmount = sum(sources.map((s) => s.platformFee ?? '0.00'))
  return {
    orderCount: sources.length,
    doctorCount: new Set(sources.map((s) => s.doctorId)).size,
    doctorAmount,
    platformAmount,
    totalAmount: yuan(fen(doctorAmount) + fen(platformAmount)),
    ...results.figures(sources),
  }
}

/**
 * Writes what a result order is made up of (INV-11): a row for each doctor order, activity and kind of activity, and
 * takes the doctor orders in (0 → 1). They are locked by the caller. `rate`: the company's platform fee.
 */
export async function fillResult(
  work: UnitOfWork,
  results: Results,
  order: { readonly id: string; readonly code: string | null },
  sources: readonly Source[],
  rate: string,
): Promise<void> {
  const own = { resultOrderId: order.id, resultOrderCode: order.code }
  const planOf = (s: Source | undefined) => ({
    planId: s?.planId,
    planCode: s?.planCode,
    planName: s?.planName,
    planType: s?.planType,
    baseEmployeeId: s?.baseEmployeeId,
  })
  await work.insertAll(
    results.projects,
    grouped(sources, (s) => s.planId ?? '').map((of) => ({ ...own, ...planOf(of[0]), ...totalsOf(of, results) })),
  )
  await work.insertAll(
    results.doctors,
    sources.map((s) => ({
      ...own,
      ...planOf(s),
      orderDoctorId: s.id,
      orderCode: s.code,
      ...personOf(s),
      taxItemCode: s.taxItemCode,
      taxItemName: s.taxItemName,
      platformFee: s.platformFee,
      ...results.earned(s),
    })),
  )
  await work.insertAll(
    results.platform,
    grouped(sources, (s) => String(s.planType)).map((of) => {
      const { doctorAmount, platformAmount } = totalsOf(of, results)
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
  const ids = sources.map((s) => s.id)
  await work.step(orderDoctor, ids, 'collect')
  await work.updateAll(
    orderDoctor,
    ids.map((id) => ({ id, [results.link]: order.id })),
  )
}
