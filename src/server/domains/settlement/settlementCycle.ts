import type { RulesOf } from '../../../model/language/lifecycle.ts'
import type { RowOf } from '../../../model/language/resource.ts'
import { statesOf } from '../../../model/language/states.ts'
import type { orderDoctor } from '../../../model/orders/orderDoctor.ts'
import { settlementCycle, type settlementCycleLifecycle } from '../../../model/settlement/results/settlementCycle.ts'
import type { Label } from '../../../model/values/label.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { openOrders } from './openOrders.ts'
import { openPointOrder } from './openPointOrder.ts'
import { partnersOf } from './partnersOf.ts'
import { mayBeSources, sourcesIn } from './results/cycleSources.ts'
import { moneyResults } from './results/moneyResults.ts'
import { pointsResults } from './results/pointsResults.ts'

const { cycleStatus } = statesOf(settlementCycle)

type Cycle = RowOf<typeof settlementCycle>
type Source = RowOf<typeof orderDoctor>

/** Why a tax item of these doctor orders goes through no fiscal-tax company, or not through the one that their orders name. */
const partnerProblem = async (work: UnitOfWork, cycle: Cycle, sources: readonly Source[]): Promise<Label | null> =>
  (await partnersOf(work, cycle, sources)).find((m) => m.problem)?.problem ?? null

/** Locks of a cycle whose doctor orders come into settlement orders. */
const lockSources = async (cycle: Cycle, work: UnitOfWork) => ({ orderDoctor: await mayBeSources(work, cycle) })

/** Why nothing comes of confirming a cycle: no doctor order waits in it (`nothing`), or one goes through no partner. */
async function sourceProblem(work: UnitOfWork, cycle: Cycle, nothing: Label): Promise<Label | null> {
  const [money, points] = [await sourcesIn(work, moneyResults, cycle), await sourcesIn(work, pointsResults, cycle)]
  return money.length + points.length === 0 ? nothing : partnerProblem(work, cycle, money)
}

/**
 * The settlement orders of what waits in a cycle. Where some live already, none of these is of the same fiscal-tax company:
 * an order takes in all that goes through one, and lets go of all of it.
 */
async function openWaiting(cycle: Cycle, _ask: object, work: UnitOfWork): Promise<undefined> {
  const [money, points] = [await sourcesIn(work, moneyResults, cycle), await sourcesIn(work, pointsResults, cycle)]
  await openOrders(work, cycle, money)
  if (points.length > 0) await openPointOrder(work, cycle, points)
}

/** Guards and effects of lifecycle 3.11. */
export const settlementCycleRules: RulesOf<typeof settlementCycle, typeof settlementCycleLifecycle, UnitOfWork> = {
  close: 'none',
  confim: {
    lock: lockSources,
    guard: async (cycle, _ask, work) => {
      if (cycle.cycleStatus === cycleStatus.open && (await work.param('cycle.confirmEarly')) !== 'true')
        return ['周期尚未结束，不能提前确认', 'The cycle has not ended, and may not be confirmed early']
      return sourceProblem(work, cycle, ['该周期没有已确认的结果单', 'The cycle has no confirmed result order'])
    },
    set: (_cycle, _ask, work) => ({
      confirmUser: work.actor.userId,
      confirmUserName: work.actor.name,
      confirmTime: work.time,
    }),
    effect: openWaiting,
  },
  // The first confirmer stays recorded: neither that person nor the one who confirms the rest, its creator, reviews the
  // resulting order.
  confimRest: {
    lock: lockSources,
    guard: (cycle, _ask, work) =>
      sourceProblem(work, cycle, [
        '该周期没有待补充确认的医生订单',
        'No doctor order of the cycle waits to be confirmed again',
      ]),
    effect: openWaiting,
  },
}
