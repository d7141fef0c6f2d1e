import type { RowOf } from '../../../../model/language/resource.ts'
import { statesOf } from '../../../../model/language/states.ts'
import { orderDoctor } from '../../../../model/orders/orderDoctor.ts'
import { resultOrder } from '../../../../model/settlement/results/resultOrder.ts'
import type { settlementCycle } from '../../../../model/settlement/results/settlementCycle.ts'
import type { UnitOfWork, Where } from '../../../writing/unitOfWork/unitOfWork.ts'
import { moneyResults } from './moneyResults.ts'
import { pointsResults } from './pointsResults.ts'
import type { Results } from './results.ts'

const { resultStatus } = statesOf(resultOrder)
const { orderStatus } = statesOf(orderDoctor)

type Source = RowOf<typeof orderDoctor>
type Cycle = Pick<RowOf<typeof settlementCycle>, 'id'>

/** Doctor orders in the confirmed result orders of a cycle. */
async function ordersIn(work: UnitOfWork, results: Results, cycle: Cycle, where: Where): Promise<Source[]> {
  const found = await work.rows(results.order, { settlementCycleId: cycle.id, resultStatus: resultStatus.confirmed })
  return found.length === 0 ? [] : work.rows(orderDoctor, { ...where, [results.link]: found.map((r) => r.id) })
}

/** The doctor orders in the confirmed result orders of a cycle that are in no settlement order. */
export const sourcesIn = (work: UnitOfWork, results: Results, cycle: Cycle): Promise<Source[]> =>
  ordersIn(work, results, cycle, { orderStatus: orderStatus.collected, [results.settledBy]: null })

/** The ids of those that are, or that their settlement order may let go of while the locks of a decision are taken. */
export async function mayBeSources(work: UnitOfWork, cycle: Cycle): Promise<string[]> {
  const found = await Promise.all(
    [moneyResults, pointsResults].map((results) =>
      ordersIn(work, results, cycle, { orderStatus: [orderStatus.collected, orderStatus.settling] }),
    ),
  )
  return found.flat().map((s) => s.id)
}

/** Returns whether any doctor order of a cycle, in money or in points, waits for a settlement order. */
export async function anyWaits(work: UnitOfWork, cycle: Cycle): Promise<boolean> {
  const found = await Promise.all([moneyResults, pointsResults].map((results) => sourcesIn(work, results, cycle)))
  return found.some((sources) => sources.length > 0)
}
