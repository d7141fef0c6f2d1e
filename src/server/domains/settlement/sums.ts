import type { RowOf } from '../../../model/language/resource.ts'
import type { settlementOrder } from '../../../model/settlement/settlementOrder.ts'
import type { Label } from '../../../model/values/label.ts'
import { fen, readable, yuan } from '../../../model/values/money.ts'
import type { AnyResource } from '../../writing/unitOfWork/rows.ts'
import type { UnitOfWork, Where } from '../../writing/unitOfWork/unitOfWork.ts'
import { CASH, type Families, POINTS } from './families.ts'

type Order = RowOf<typeof settlementOrder>

type Name = 'doctorAmount' | 'vatAmount' | 'surchargeAmount' | 'iitAmount' | 'netAmount' | 'platformAmount'
/** The amounts of an order and of each of its breakdowns, in fen, by the order's field names; points in hundredths. */
export type Amounts = Readonly<Record<string, bigint>>

/** Names of an amount in an order, in its breakdowns, and for people. */
type Named = readonly (readonly [own: string, part: string, title: Label])[]
const NAMES: Named = [
  ['doctorAmount', 'grossAmount', ['医生劳务费', 'doctor fees']],
  ['vatAmount', 'vatAmount', ['增值税', 'VAT']],
  ['surchargeAmount', 'surchargeAmount', ['附加税', 'surcharge']],
  ['iitAmount', 'iitAmount', ['个人所得税', 'income tax']],
  ['netAmount', 'netAmount', ['税后金额', 'net']],
  ['platformAmount', 'platformFee', ['平台服务费', 'platform fee']],
] satisfies readonly (readonly [Name, string, Label])[]
const POINT_NAMES: Named = [
  ['pointAmount', 'pointAmount', ['积分', 'points']],
  ['doctorAmount', 'pointCost', ['积分成本', 'cost of points']],
  ['platformAmount', 'platformFee', ['平台服务费', 'platform fee']],
]
const namesOf = (f: Families): Named => (f === POINTS ? POINT_NAMES : NAMES)

interface Part {
  readonly of: AnyResource
  readonly where: Where
  readonly title: Label
}
const partsOf = (f: Families): readonly Part[] => [
  { of: f.lines, where: { settleStatus: { not: 9 } }, title: ['明细', 'the lines'] },
  { of: f.doctors, where: {}, title: ['医生', 'the doctors'] },
  { of: f.items, where: {}, title: ['税目', 'the tax items'] },
]

/**
 * Sums over the rows of each breakdown of an order that are not deleted, by resource. Voided lines (9) do not count
 * (INV-14).
 */
export async function amountsOf(
  work: UnitOfWork,
  orderId: string,
  f: Families = CASH,
): Promise<ReadonlyMap<string, Amounts>> {
  const [names, breakdowns] = [namesOf(f), partsOf(f)]
  const fields = names.map(([, field]) => field)
  const found = await work.sums(
    breakdowns.map(({ of, where }) => ({ of, fields, where: { settlementOrderId: orderId, ...where } })),
  )
  return new Map(
    breakdowns.map(({ of }, n) => [
      of.id,
      Object.fromEntries(names.map(([name, field]) => [name, fen(found[n]?.[0]?.sums[field] ?? '0')])),
    ]),
  )
}

/** INV-14 and INV-15 of one order against its lines, doctors and tax items; the first difference as a sentence. */
export async function sumProblem(work: UnitOfWork, order: Order, f: Families = CASH): Promise<Label | null> {
  const own = (name: string): bigint => fen(String((order as Readonly<Record<string, unknown>>)[name] ?? '0'))
  const mismatch = (where: Label, what: Label, is: bigint, should: bigint): Label => [
    `结算单与${where[0]}不符：${what[0]}为 ${readable(yuan(is))}，应为 ${readable(yuan(should))}`,
    `The order does not match ${where[1]}: ${what[1]} is ${readable(yuan(is))}, should be ${readable(yuan(should))}`,
  ]
  const parts = await amountsOf(work, order.id, f)
  for (const { of, title } of partsOf(f)) {
    for (const [name, , what] of namesOf(f)) {
      const sum = parts.get(of.id)?.[name] ?? 0n
      if (own(name) !== sum) return mismatch(title, what, own(name), sum)
    }
  }
  const itself: Label = ['自身金额', 'itself']
  const taxes = own('vatAmount') + own('surchargeAmount') + own('iitAmount')
  if (f === CASH && own('taxAmount') !== taxes) return mismatch(itself, ['税额合计', 'taxes'], own('taxAmount'), taxes)
  if (f === CASH && own('doctorAmount') !== taxes + own('netAmount'))
    return mismatch(itself, ['医生劳务费', 'doctor fees'], own('doctorAmount'), taxes + own('netAmount'))
  const total = own('doctorAmount') + own('platformAmount')
  if (fen(order.totalAmount ?? '0') !== total)
    return mismatch(itself, ['结算总额', 'total'], fen(order.totalAmount ?? '0'), total)
  return null
}
