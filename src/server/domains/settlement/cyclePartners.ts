import type { RowOf } from '../../../model/language/resource.ts'
import type { orderDoctor } from '../../../model/orders/orderDoctor.ts'
import { cyclePartners } from '../../../model/settlement/results/cyclePartners.ts'
import type { WirePartner, WirePartners } from '../../../model/settlement/results/partnersWire.ts'
import { type Label, label } from '../../../model/values/label.ts'
import { sum } from '../../../model/values/money.ts'
import { handle } from '../../records/handle.ts'
import { readIn } from '../../records/readIn.ts'
import { partnersOf } from './partnersOf.ts'
import { sourcesIn } from './results/cycleSources.ts'
import { moneyResults } from './results/moneyResults.ts'
import { pointsResults } from './results/pointsResults.ts'

type Source = RowOf<typeof orderDoctor>

const NOTHING: Label = ['没有待确认的医生订单', 'No doctor order waits to be confirmed']
const ALL: Label = ['每个税目都有唯一生效的财税公司', 'Each tax item has exactly one fiscal-tax company in force']
/** Nothing is withheld of points (R-points). */
const UNTAXED: Label = ['积分不计税', 'Points: not taxed']

/** Reads of settlement cycles. */
export const settlementCycleCalls = [
  handle(cyclePartners, async ({ rows: [cycle], actor, context }): Promise<WirePartners> => {
    const { language } = actor
    const { mapped, points } = await readIn(context, actor, async (work) => {
      if (!cycle) return { mapped: [], points: [] }
      const money = await sourcesIn(work, moneyResults, cycle)
      return {
        mapped: await partnersOf(work, cycle, money),
        points: await sourcesIn(work, pointsResults, cycle),
      }
    })
    const itemOf = (of: readonly Source[], amount: 'feeAmount' | 'pointCost') => ({
      what: of[0]?.taxItemName ?? of[0]?.taxItemCode ?? '',
      orderCount: of.length,
      amount: sum(of.map((s) => s[amount] ?? '0.00')),
    })
    const items = mapped.map(
      ({ sources, mark, problem }): WirePartner => ({
        ...itemOf(sources, 'feeAmount'),
        partner: sources[0].fiscalTaxName ?? '',
        mark: label(mark, language),
        broken: problem ? 1 : 0,
      }),
    )
    const granted = [...new Set(points.map((s) => s.taxItemCode))].map(
      (code): WirePartner => ({
        ...itemOf(
          points.filter((s) => s.taxItemCode === code),
          'pointCost',
        ),
        partner: '',
        mark: label(UNTAXED, language),
        broken: 0,
      }),
    )
    const problem = mapped.find((m) => m.problem)?.problem
    const all = [...items, ...granted]
    return {
      said: label(problem ?? (all.length === 0 ? NOTHING : ALL), language),
      broken: problem ? 1 : 0,
      items: all,
    }
  }),
]
