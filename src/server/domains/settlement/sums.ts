import type { Label } from '../../../model/values/label.ts'
import { fen, readable, yuan } from '../../../model/values/money.ts'
import type { AnyResource } from '../../writing/unitOfWork/rows.ts'
import type { UnitOfWork, Where } from '../../writing/unitOfWork/unitOfWork.ts'
import type { Settlement, SettlementOrder } from './settlement.ts'

/** The amounts of an order and of each of its breakdowns, in fen, by the order's field names; points in hundredths. */
type Amounts = Readonly<Record<string, bigint>>

interface Part {
  readonly of: AnyResource
  readonly where: Where
  readonly title: Label
}
const partsOf = (settlement: Settlement): readonly Part[] => [
  { of: settlement.lines, where: { settleStatus: { not: 9 } }, title: ['明细', 'the lines'] },
  { of: settlement.doctors, where: {}, title: ['医生', 'the doctors'] },
  { of: settlement.items, where: {}, title: ['税目', 'the tax items'] },
]

/** Sums over the live rows of each breakdown of an order, by resource. Voided lines (9) do not count (INV-14). */
async function amountsOf(
  work: UnitOfWork,
  settlement: Settlement,
  orderId: string,
): Promise<ReadonlyMap<string, Amounts>> {
  const breakdowns = partsOf(settlement)
  const fields = settlement.amounts.map(({ inParts }) => inParts)
  const found = await work.sums(
    breakdowns.map(({ of, where }) => ({ of, fields, where: { settlementOrderId: orderId, ...where } })),
  )
  return new Map(
    breakdowns.map(({ of }, n) => [
      of.id,
      Object.fromEntries(
        settlement.amounts.map(({ inOrder, inParts }) => [inOrder, fen(found[n]?.[0]?.sums[inParts] ?? '0')]),
      ),
    ]),
  )
}

/** INV-14 and INV-15 of one order against its lines, doctors and tax items; the first difference as a sentence. */
export async function sumProblem(
  work: UnitOfWork,
  settlement: Settlement,
  order: SettlementOrder,
): Promise<Label | null> {
  const values: Readonly<Record<string, unknown>> = order
  const own = (name: string): bigint => fen(String(values[name] ?? '0'))
  const mismatch = (where: Label, what: Label, is: bigint, should: bigint): Label => [
    `结算单与${where[0]}不符：${what[0]}为 ${readable(yuan(is))}，应为 ${readable(yuan(should))}`,
    `The order does not match ${where[1]}: ${what[1]} is ${readable(yuan(is))}, should be ${readable(yuan(should))}`,
  ]
  const parts = await amountsOf(work, settlement, order.id)
  for (const { of, title } of partsOf(settlement)) {
    for (const amount of settlement.amounts) {
      const sum = parts.get(of.id)?.[amount.inOrder] ?? 0n
      if (own(amount.inOrder) !== sum) return mismatch(title, amount.title, own(amount.inOrder), sum)
    }
  }
  for (const { total, of, title } of settlement.totals) {
    const sum = of.reduce((all, name) => all + own(name), 0n)
    if (own(total) !== sum) return mismatch(['自身金额', 'itself'], title, own(total), sum)
  }
  return null
}
