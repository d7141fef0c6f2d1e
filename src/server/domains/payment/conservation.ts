import { conditionKey, is } from '../../../model/language/conditions/condition.ts'
import {
  BY_ORDER,
  type Conservation,
  type ConservationTerm,
  conservation,
  PAID_STATES,
  pointConservation,
  SETTLED_STATE,
  TOTAL,
} from '../../../model/payment/conservationTerms.ts'
import { conservationOf, pointConservationOf } from '../../../model/settlement/conservation.ts'
import type { WireConservation, WireConservationTerm } from '../../../model/settlement/conservationWire.ts'
import { type Label, label } from '../../../model/values/label.ts'
import { fen, readable, yuan } from '../../../model/values/money.ts'
import type { Actor } from '../../core/actor.ts'
import type { ServerContext } from '../../core/context/context.ts'
import { handle } from '../../records/handle.ts'
import { readIn } from '../../records/readIn.ts'
import type { UnitOfWork, Where } from '../../writing/unitOfWork/unitOfWork.ts'

/** Values of an order, in money or in points. */
interface Order {
  readonly id: string
  readonly settlementStatus: number | null
  readonly totalAmount: string | null
  readonly refundAmount: string | null
}

/** The declared conditions of a term as those of a unit of work. */
const whereOf = (t: ConservationTerm, orderId: string): Where => ({
  [BY_ORDER]: orderId,
  ...Object.fromEntries(t.where.map((c) => [c.field, c.value.split(',').map(Number)])),
})

/** A term of an order in fen, and how many records it counts (none where the order keeps the amount). */
interface TermAmount {
  readonly term: ConservationTerm
  readonly amount: bigint
  readonly count: number
}

/** Amounts of the terms of an order, in their order. */
async function termsIn(work: UnitOfWork, c: Conservation, order: Order): Promise<readonly TermAmount[]> {
  const summed = c.terms.filter((t) => t.own === undefined)
  const found = await work.sums(summed.map((t) => ({ of: c[t.of], fields: t.fields, where: whereOf(t, order.id) })))
  return c.terms.map((term) => {
    if (term.own) return { term, amount: fen(order[term.own] ?? '0'), count: 0 }
    const [all] = found[summed.indexOf(term)] ?? []
    const amount = term.fields.reduce((sum, f) => sum + fen(all?.sums[f] ?? '0'), 0n)
    return { term, amount, count: all?.count ?? 0 }
  })
}

const money = (amount: bigint): string => readable(yuan(amount))

/** Verdict on the sum: whether it is what the client paid, and that nothing is left where the order is settled. */
function conclusionOf(
  c: Conservation,
  order: Order,
  found: bigint,
  left: TermAmount | undefined,
): [said: Label, broken: boolean] {
  const total = fen(order[TOTAL] ?? '0')
  const [is, should, off] = [money(found), money(total), money(found - total)]
  if (found !== total)
    return [
      [
        `资金不守恒：各项合计 ${is}，结算总额 ${should}，相差 ${off}`,
        `The money does not add up: the terms come to ${is}, the total is ${should}, off by ${off}`,
      ],
      true,
    ]
  if (order.settlementStatus === SETTLED_STATE && left && left.count > 0) {
    const [zh, en] = c.left.title
    return [
      [
        `资金不守恒：结算单已结清，仍有${zh} ${money(left.amount)}`,
        `The money does not add up: the order is settled, and there are ${en}: ${money(left.amount)}`,
      ],
      true,
    ]
  }
  return [[`资金守恒：各项合计等于结算总额 ${should}`, `It adds up: the terms come to the total ${should}`], false]
}

const UNPAID: Label = ['结算单付款后才有资金可核对', 'There is no money to account for before the order is paid']

/** The list of what a term counts: the records of the order that meet its conditions. */
const filterOf = (t: ConservationTerm, orderId: string): string =>
  new URLSearchParams([is(BY_ORDER, orderId), ...t.where].map((c) => [conditionKey(c), c.value])).toString()

/** How the money of an order is accounted for, as it is declared. */
async function conservationAnswer(
  c: Conservation,
  order: Order | undefined,
  { actor, context }: { readonly actor: Actor; readonly context: ServerContext },
): Promise<WireConservation> {
  const states: readonly (number | null)[] = PAID_STATES
  if (!order || !states.includes(order.settlementStatus))
    return { said: label(UNPAID, actor.language), broken: 0, terms: [], total: '0.00' }
  const terms = await readIn(context, actor, (work) => termsIn(work, c, order))
  const found = terms.reduce((all, t) => (t.term.within ? all : all + t.amount), 0n)
  const left = terms.find((t) => t.term.code === c.left.code)
  const [conclusion, broken] = conclusionOf(c, order, found, left)
  return {
    said: label(conclusion, actor.language),
    broken: broken ? 1 : 0,
    terms: terms.map(
      ({ term, amount }): WireConservationTerm => ({
        what: label(term.title, actor.language),
        amount: yuan(amount),
        resource: c[term.of].id,
        filter: filterOf(term, order.id),
        within: term.within ? 1 : 0,
      }),
    ),
    total: yuan(found),
  }
}

/** Reads of settlement orders, in money and in points. */
export const settlementOrderCalls = [
  handle(conservationOf, (request) => conservationAnswer(conservation, request.rows[0], request)),
  handle(pointConservationOf, (request) => conservationAnswer(pointConservation, request.rows[0], request)),
]
