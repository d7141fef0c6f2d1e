import { conditionKey, is } from '../../../model/kernel/condition.ts'
import type { WireConservation, WireConservationTerm } from '../../../model/kernel/conservation.ts'
import { type Label, label } from '../../../model/kernel/label.ts'
import { fen, readable, yuan } from '../../../model/kernel/money.ts'
import type { RowOf } from '../../../model/kernel/resource.ts'
import { conservationOf } from '../../../model/settlement/conservation.ts'
import { type ConservationTerm, conservation } from '../../../model/settlement/conservationTerms.ts'
import type { settlementOrder } from '../../../model/settlement/settlementOrder.ts'
import { handle } from '../../records/handle.ts'
import { readIn } from '../../records/readIn.ts'
import type { UnitOfWork, Where } from '../../writes/unitOfWork.ts'

type Order = RowOf<typeof settlementOrder>

const terms: readonly ConservationTerm[] = conservation.terms

/** The declared conditions of a term as those of a unit of work. */
const whereOf = (t: ConservationTerm, orderId: string): Where => ({
  [conservation.by]: orderId,
  ...Object.fromEntries(t.where.map((c) => [c.field, c.value.split(',').map(Number)])),
})

/** The amount of each term of an order, in fen, in their order. */
async function amountsOf(work: UnitOfWork, order: Order): Promise<bigint[]> {
  const summed = terms.filter((t) => t.own === undefined)
  const found = await work.sums(summed.map((t) => ({ of: t.of, fields: t.fields, where: whereOf(t, order.id) })))
  const sums = new Map(
    summed.map((t, n) => [t.code, t.fields.reduce((all, f) => all + fen(found[n]?.[0]?.sums[f] ?? '0'), 0n)]),
  )
  return terms.map((t) => (t.own ? fen(order[t.own] ?? '0') : (sums.get(t.code) ?? 0n)))
}

const money = (amount: bigint): string => readable(yuan(amount))

/** What is said of the sum: whether it is what the client paid, and that nothing is open where the order is settled. */
function saidOf(order: Order, found: bigint, open: bigint): { readonly said: Label; readonly broken: boolean } {
  const total = fen(order[conservation.total] ?? '0')
  const [is, should, off] = [money(found), money(total), money(found - total)]
  if (found !== total)
    return {
      said: [
        `资金不守恒：各项合计 ${is}，结算总额 ${should}，相差 ${off}`,
        `The money does not add up: the terms come to ${is}, the total is ${should}, off by ${off}`,
      ],
      broken: true,
    }
  if (order.settlementStatus === conservation.settled && open !== 0n)
    return {
      said: [
        `资金不守恒：结算单已结清，仍有未付明细 ${money(open)}`,
        `The money does not add up: the order is settled, and ${money(open)} is open`,
      ],
      broken: true,
    }
  return {
    said: [`资金守恒：各项合计等于结算总额 ${should}`, `It adds up: the terms come to the total ${should}`],
    broken: false,
  }
}

const UNPAID: Label = ['结算单付款后才有资金可核对', 'There is no money to account for before the order is paid']

/** The list of what a term counts: the records of the order that meet its conditions. */
const filterOf = (t: ConservationTerm, orderId: string): string =>
  new URLSearchParams([is(conservation.by, orderId), ...t.where].map((c) => [conditionKey(c), c.value])).toString()

/** Reads of settlement orders. */
export const settlementOrderCalls = [
  handle(conservationOf, async ({ rows: [order], actor, context }): Promise<WireConservation> => {
    const states: readonly (number | null)[] = conservation.states
    if (!order || !states.includes(order.settlementStatus))
      return { said: label(UNPAID, actor.language), broken: 0, terms: [], total: '0.00' }
    const amounts = await readIn(context, actor, (work) => amountsOf(work, order))
    const found = amounts.reduce((all, a) => all + a, 0n)
    const { said, broken } = saidOf(order, found, amounts[terms.findIndex((t) => t.code === 'open')] ?? 0n)
    const told = terms.map(
      (t, n): WireConservationTerm => ({
        what: label(t.title, actor.language),
        amount: yuan(amounts[n] ?? 0n),
        resource: t.of.id,
        filter: filterOf(t, order.id),
      }),
    )
    return { said: label(said, actor.language), broken: broken ? 1 : 0, terms: told, total: yuan(found) }
  }),
]
