import type { RowOf } from '../../../model/kernel/resource.ts'
import { orderDoctor } from '../../../model/orders/orderDoctor.ts'
import type { resultOrder } from '../../../model/settlement/resultOrder.ts'
import { settlementCycle } from '../../../model/settlement/settlementCycle.ts'
import { POINT_RESULTS, RESULTS } from '../../modules/settlement/resultFamilies.ts'
import { fillResult, resultTotals } from '../../modules/settlement/resultParts.ts'
import type { UnitOfWork } from '../../writes/unitOfWork.ts'
import { atTime, daysOf, plusDays, plusSeconds, workdayBefore } from '../times.ts'
import type { Month } from './cycles.ts'
import type { Character, Stage } from './stage.ts'

type Source = RowOf<typeof orderDoctor>
type Status = RowOf<typeof resultOrder>['resultStatus']

/** The doctor orders of a month that are in no result order; `payType`: settled in points (1) or in money (2). */
export async function acceptedIn(
  work: UnitOfWork,
  cycle: RowOf<typeof settlementCycle>,
  payType: 1 | 2,
): Promise<Source[]> {
  const found = await work.rows(orderDoctor, {
    entrustedCompanyId: cycle.entrustedCompanyId,
    orderStatus: 0,
    payType,
  })
  const day = (s: Source) => (s.acceptTime ?? '').slice(0, 10)
  return found.filter((s) => day(s) >= (cycle.startDate ?? '') && day(s) <= (cycle.endDate ?? ''))
}

/** Result orders in other states than confirmed, in turn. */
const UNDER_WAY: readonly Status[] = [0, 1, 2, 3, 9]

/** What was decided of a result order on its way to a state. */
function decided(status: Status, at: string, contact: string | null) {
  const reviewed = status !== null && [2, 3, 4, 9].includes(status)
  const confirmed = status === 4 || status === 9
  return {
    resultStatus: status,
    approvalOfficer: reviewed ? '财务一部' : null,
    approvalDate: reviewed ? plusSeconds(at, 600) : null,
    approvalRemark: status === 2 ? '验收材料与明细不一致，请核对后重新提交' : null,
    confirmUserName: confirmed ? contact : null,
    confirmTime: confirmed ? plusSeconds(at, 1800) : null,
  }
}

/** A result order of these doctor orders in a state of its life; a void one has let go of them. Returns its total. */
export async function putTogether(
  work: UnitOfWork,
  { client, month }: Pick<Month, 'client' | 'month'>,
  sources: readonly Source[],
  { status, cycleId = null, points = false }: { status: Status; cycleId?: string | null; points?: boolean },
): Promise<void> {
  if (sources.length === 0) return
  const { company } = client
  const { first, last } = daysOf(month)
  const families = points ? POINT_RESULTS : RESULTS
  const order = await work.insert(families.order, {
    code: await work.code(families.order),
    name: `${company.name}${month}${points ? '积分' : ''}结果单`,
    entrustedCompanyId: company.id,
    entrustedCompanyName: company.name,
    socialCreditCode: company.socialCreditCode,
    periodStart: first,
    periodEnd: last,
    ...resultTotals(sources, families),
    ...decided(status, work.time, company.contactName),
    settlementCycleId: cycleId,
    cycleMonth: cycleId ? month : null,
  })
  if (status !== 9) await fillResult(work, families, order, sources, company.platformFeeRate ?? '0.000000')
}

/**
 * The doctor orders of a month that has not ended, in result orders on their way: two a client, and one of each
 * deliverable in points, each in another state. Every fourth client's are in none yet.
 */
export function resultsUnderWay(stage: Stage, month: Month, operations: Character): void {
  const { nth } = month.client
  if (nth % 4 === 3) return
  const { first } = daysOf(month.month)
  const day = workdayBefore(plusDays(stage.today, -1))
  if (day < first) return
  stage.agenda.at(atTime(day, 18, 2 + nth, 30), () =>
    stage.as(operations).work(async (work) => {
      const cycle = await work.row(settlementCycle, month.cycleId)
      if (!cycle) throw new Error(`no cycle of ${month.month}`)
      const [sources, granted] = [await acceptedIn(work, cycle, 2), await acceptedIn(work, cycle, 1)]
      await work.lock(
        orderDoctor,
        [...sources, ...granted].map((s) => s.id),
      )
      const half = Math.ceil(sources.length / 2)
      for (const [i, part] of [sources.slice(0, half), sources.slice(half)].entries())
        await putTogether(work, month, part, { status: UNDER_WAY[(nth * 2 + i) % UNDER_WAY.length] ?? 0 })
      for (const [i, one] of granted.entries())
        await putTogether(work, month, [one], {
          status: UNDER_WAY[(nth * 2 + i) % UNDER_WAY.length] ?? 0,
          points: true,
        })
    }),
  )
}
