import type { Label } from '../../../model/kernel/label.ts'
import type { RulesOf } from '../../../model/kernel/lifecycle.ts'
import type { RowOf } from '../../../model/kernel/resource.ts'
import { orderDoctor } from '../../../model/orders/orderDoctor.ts'
import { entrustedThirdRel } from '../../../model/people/entrustedThirdRel.ts'
import type { settlementCycle, settlementCycleLifecycle } from '../../../model/settlement/settlementCycle.ts'
import type { UnitOfWork } from '../../writes/unitOfWork.ts'
import { openOrders } from './openOrders.ts'
import { openPointOrder } from './openPointOrder.ts'
import { POINT_RESULTS, RESULTS, type ResultFamilies } from './resultFamilies.ts'

type Cycle = RowOf<typeof settlementCycle>
type Source = RowOf<typeof orderDoctor>

/** The doctor orders in the confirmed result orders of a cycle that are in no settlement order. */
async function sourcesIn(work: UnitOfWork, families: ResultFamilies, cycle: Cycle): Promise<Source[]> {
  const results = await work.rows(families.order, { settlementCycleId: cycle.id, resultStatus: 4 })
  return results.length === 0
    ? []
    : work.rows(orderDoctor, {
        [families.link]: results.map((r) => r.id),
        orderStatus: 1,
        [families.settledBy]: null,
      })
}

/**
 * Why a tax item of these doctor orders goes through no fiscal-tax company, or not through the one that their orders
 * name: exactly one link of the company has to be in force for it today.
 */
async function partnerProblem(work: UnitOfWork, cycle: Cycle, sources: readonly Source[]): Promise<Label | null> {
  const today = work.time.slice(0, 10)
  const links = (
    await work.rows(entrustedThirdRel, { entrustedId: cycle.entrustedCompanyId, thirdType: 1, auditStatus: 1 })
  ).filter((l) => (l.startDate ?? '') <= today && (!l.endDate || l.endDate >= today))
  for (const s of sources) {
    const [link, second] = links.filter((l) => (l.taxItemCodes ?? '').split(',').includes(s.taxItemCode ?? ''))
    const item = s.taxItemName ?? s.taxItemCode ?? ''
    if (!link || second)
      return [
        `税目“${item}”没有唯一生效的财税公司，请先维护企业合作方`,
        `Tax item “${item}” has not exactly one fiscal-tax company in force: mend the partners of the company first`,
      ]
    if (link.thirdPlatformId !== s.fiscalTaxId)
      return [
        `医生订单 ${s.code ?? ''} 的财税公司不是税目“${item}”现行的合作方`,
        `The fiscal-tax company of doctor order ${s.code ?? ''} is not the one in force for tax item “${item}”`,
      ]
  }
  return null
}

/** Guards and effects of lifecycle 3.11. */
export const settlementCycleRules: RulesOf<typeof settlementCycle, typeof settlementCycleLifecycle, UnitOfWork> = {
  close: 'none',
  confim: {
    lock: async (cycle, work) => ({
      orderDoctor: [...(await sourcesIn(work, RESULTS, cycle)), ...(await sourcesIn(work, POINT_RESULTS, cycle))].map(
        (s) => s.id,
      ),
    }),
    guard: async (cycle, _ask, work) => {
      if (cycle.cycleStatus === 0 && (await work.param('cycle.confirmEarly')) !== 'true')
        return ['周期尚未结束，不能提前确认', 'The cycle has not ended, and may not be confirmed early']
      const [money, points] = [await sourcesIn(work, RESULTS, cycle), await sourcesIn(work, POINT_RESULTS, cycle)]
      if (money.length + points.length === 0)
        return ['该周期没有已确认的结果单', 'The cycle has no confirmed result order']
      return partnerProblem(work, cycle, money)
    },
    set: (_cycle, _ask, work) => ({
      confirmUser: work.actor.userId,
      confirmUserName: work.actor.name,
      confirmTime: work.time,
    }),
    effect: async (cycle, _ask, work) => {
      await openOrders(work, cycle, await sourcesIn(work, RESULTS, cycle))
      const points = await sourcesIn(work, POINT_RESULTS, cycle)
      if (points.length > 0) await openPointOrder(work, cycle, points)
      return undefined
    },
  },
}
