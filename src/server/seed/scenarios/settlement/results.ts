import { cancellationRecord } from '../../../../model/desk/cancellationRecord.ts'
import type { RowOf } from '../../../../model/language/resource.ts'
import { statesOf } from '../../../../model/language/states.ts'
import { orderDoctor } from '../../../../model/orders/orderDoctor.ts'
import { resultOrder } from '../../../../model/settlement/results/resultOrder.ts'
import { takeLocks } from '../../../deciding/locking.ts'
import { moneyResults } from '../../../domains/settlement/results/moneyResults.ts'
import { pointsResults } from '../../../domains/settlement/results/pointsResults.ts'
import { locksOfParts } from '../../../domains/settlement/results/resultOrder.ts'
import type { Results } from '../../../domains/settlement/results/results.ts'
import type { UnitOfWork } from '../../../writing/unitOfWork/unitOfWork.ts'
import { atTime, daysOf, plusDays, plusSeconds, workdayBefore } from '../../values/times.ts'
import { type Character, liveRows, type Stage, SYSTEM } from '../stage/stage.ts'
import type { Month } from './cycles.ts'

const { orderStatus, payType } = statesOf(orderDoctor)

type Source = RowOf<typeof orderDoctor>
type Status = RowOf<typeof resultOrder>['resultStatus']

/** The doctor orders of a month that are in no result order: those settled in money, and those in points. */
export async function acceptedIn(
  stage: Stage,
  { client, month }: Pick<Month, 'client' | 'month'>,
): Promise<Source[][]> {
  const { first, last } = daysOf(month)
  const found = await stage
    .as(SYSTEM)
    .work((work) => work.rows(orderDoctor, { entrustedCompanyId: client.company.id, orderStatus: orderStatus.open }))
  const day = (s: Source) => (s.acceptTime ?? '').slice(0, 10)
  const within = found.filter((s) => day(s) >= first && day(s) <= last)
  return [within.filter((s) => s.payType === payType.money), within.filter((s) => s.payType === payType.points)]
}

/** Result orders in other states than confirmed, in turn. */
const UNDER_WAY: readonly Status[] = [0, 1, 2, 3, 9]

/** Persons who work on a client's result orders: operations put them together, finance reviews, the client confirms. */
export interface ResultDeciders {
  readonly operations: Character
  readonly finance: Character
  readonly client: Character
}

/**
 * A result order of these doctor orders goes as far as a state of its life, a step every ten minutes from a moment on; a
 * void one has let go of them.
 */
export async function putTogether(
  stage: Stage,
  deciders: ResultDeciders,
  { client, month }: Pick<Month, 'client' | 'month'>,
  sources: readonly Source[],
  { at, status, points = false }: { at: string; status: Status; points?: boolean },
): Promise<void> {
  if (sources.length === 0) return
  const { company } = client
  const { first, last } = daysOf(month)
  const results = points ? pointsResults : moneyResults
  const resource = results.order.id
  const [made] = await stage.as(deciders.operations).decideAll({
    resource,
    transition: 'create',
    ids: [],
    ask: {
      entrustedCompanyId: company.id,
      name: `${company.name}${month}${points ? '积分' : ''}结果单`,
      periodStart: first,
      periodEnd: last,
      orderDoctorIds: sources.map((s) => s.id),
    },
  })
  const id = made?.id ?? ''
  const step = (nth: number, who: Character, transition: string, remark: string | null = null) =>
    stage.agenda.at(plusSeconds(at, nth * 600 + Number(id.slice(-2))), async () => {
      await stage.as(who).decide({ resource, transition, id, ask: { remark } })
    })
  const reached = status ?? 0
  if (reached >= 1) step(1, deciders.operations, 'submit')
  if (reached === 2) step(2, deciders.finance, 'audit.reject', '验收材料与明细不一致，请核对后重新提交')
  if (reached >= 3) step(2, deciders.finance, 'audit.pass')
  if (reached >= 4) step(3, deciders.client, 'confirm.pass')
  if (reached !== 9) return
  stage.agenda.at(plusSeconds(at, 3600), () =>
    points ? stage.as(SYSTEM).work((work) => voided(work, results, id)) : cancelled(stage, deciders, id),
  )
}

/** Operations ask for a confirmed result order to be void, and finance agrees. */
async function cancelled(stage: Stage, { operations, finance }: ResultDeciders, id: string): Promise<void> {
  const resource = cancellationRecord.id
  const bizCode = liveRows(stage, resultOrder, {}).find((o) => o.id === id)?.code
  const ask = { bizType: resultOrder.id, bizCode, reason: '活动归属月份有误，需重新出具结果单' }
  const [made] = await stage.as(operations).decideAll({ resource, transition: 'apply', ids: [], ask })
  await stage
    .as(finance)
    .decide({ resource, transition: 'audit.pass', id: made?.id ?? '', ask: { auditRemark: '同意作废' } })
}

/** A confirmed points result order is void, without an application: the demo's people ask for none of points. */
async function voided(work: UnitOfWork, results: Results, id: string): Promise<void> {
  const found = await work.row(results.order, id)
  if (!found?.settlementCycleId) throw new Error(`result order ${id} is in no cycle`)
  const locks = {
    ...(await locksOfParts(work, results, id)),
    [results.order.id]: [id],
    settlementCycle: [found.settlementCycleId],
  }
  await takeLocks(work, new Map(Object.entries(locks).map(([of, ids]) => [of, new Set(ids)])))
  await work.step(results.order, id, 'void')
}

/**
 * The doctor orders of a month that has not ended, in result orders on their way: two a client, and one of each
 * deliverable in points, each in another state. Every fourth client's are in none yet.
 */
export function resultsUnderWay(stage: Stage, month: Month, deciders: ResultDeciders): void {
  const { nth } = month.client
  if (nth % 4 === 3) return
  const { first } = daysOf(month.month)
  const day = workdayBefore(plusDays(stage.today, -1))
  if (day < first) return
  const at = atTime(day, 18, 2 + nth, 30)
  stage.agenda.at(at, async () => {
    const [sources = [], granted = []] = await acceptedIn(stage, month)
    const half = Math.ceil(sources.length / 2)
    const state = (i: number): Status => UNDER_WAY[(nth * 2 + i) % UNDER_WAY.length] ?? 0
    for (const [i, part] of [sources.slice(0, half), sources.slice(half)].entries())
      await putTogether(stage, deciders, month, part, { at, status: state(i) })
    for (const [i, one] of granted.entries())
      await putTogether(stage, deciders, month, [one], { at, status: state(i), points: true })
  })
}
