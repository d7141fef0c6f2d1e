import type { Label } from '../../../model/kernel/label.ts'
import { fen, readable, yuan } from '../../../model/kernel/money.ts'
import type { RowOf } from '../../../model/kernel/resource.ts'
import {
  orderDoctorSettlement,
  settlementOrderDoctor,
  settlementOrderTaxItem,
} from '../../../model/settlement/settlementLines.ts'
import type { settlementOrder } from '../../../model/settlement/settlementOrder.ts'
import type { AnyResource } from '../../writes/rows.ts'
import type { UnitOfWork, Where } from '../../writes/unitOfWork.ts'

type Order = RowOf<typeof settlementOrder>

/** The amounts of an order and of each of its breakdowns, in fen, by the order's field names. */
export type Amounts = Readonly<
  Record<'doctorAmount' | 'vatAmount' | 'surchargeAmount' | 'iitAmount' | 'netAmount' | 'platformAmount', bigint>
>

const NAMES = [
  ['doctorAmount', 'grossAmount', ['医生劳务费', 'doctor fees']],
  ['vatAmount', 'vatAmount', ['增值税', 'VAT']],
  ['surchargeAmount', 'surchargeAmount', ['附加税', 'surcharge']],
  ['iitAmount', 'iitAmount', ['个人所得税', 'income tax']],
  ['netAmount', 'netAmount', ['税后金额', 'net']],
  ['platformAmount', 'platformFee', ['平台服务费', 'platform fee']],
] as const

const PARTS: readonly { readonly of: AnyResource; readonly where: Where; readonly title: Label }[] = [
  { of: orderDoctorSettlement, where: { settleStatus: { not: 9 } }, title: ['明细', 'the lines'] },
  { of: settlementOrderDoctor, where: {}, title: ['医生', 'the doctors'] },
  { of: settlementOrderTaxItem, where: {}, title: ['税目', 'the tax items'] },
]

/**
 * Sums over the rows of each breakdown of an order that are not deleted, by resource. Voided lines (9) do not count
 * (INV-14).
 */
export async function amountsOf(work: UnitOfWork, orderId: string): Promise<ReadonlyMap<string, Amounts>> {
  const fields = NAMES.map(([, field]) => field)
  const found = await work.sums(
    PARTS.map(({ of, where }) => ({ of, fields, where: { settlementOrderId: orderId, ...where } })),
  )
  return new Map(
    PARTS.map(({ of }, n) => [
      of.id,
      Object.fromEntries(NAMES.map(([name, field]) => [name, fen(found[n]?.[0]?.sums[field] ?? '0')])) as Amounts,
    ]),
  )
}

/** INV-14 and INV-15 of one order against its lines, doctors and tax items; the first difference as a sentence. */
export async function sumProblem(work: UnitOfWork, order: Order): Promise<Label | null> {
  const own = (name: keyof Amounts): bigint => fen(order[name] ?? '0')
  const told = (where: Label, what: Label, is: bigint, should: bigint): Label => [
    `结算单与${where[0]}不符：${what[0]}为 ${readable(yuan(is))}，应为 ${readable(yuan(should))}`,
    `The order does not match ${where[1]}: ${what[1]} is ${readable(yuan(is))}, should be ${readable(yuan(should))}`,
  ]
  const parts = await amountsOf(work, order.id)
  for (const { of, title } of PARTS) {
    for (const [name, , what] of NAMES) {
      const sum = parts.get(of.id)?.[name] ?? 0n
      if (own(name) !== sum) return told(title, what, own(name), sum)
    }
  }
  const taxes = own('vatAmount') + own('surchargeAmount') + own('iitAmount')
  const itself: Label = ['自身金额', 'itself']
  if (fen(order.taxAmount ?? '0') !== taxes)
    return told(itself, ['税额合计', 'taxes'], fen(order.taxAmount ?? '0'), taxes)
  if (own('doctorAmount') !== taxes + own('netAmount'))
    return told(itself, ['医生劳务费', 'doctor fees'], own('doctorAmount'), taxes + own('netAmount'))
  const total = own('doctorAmount') + own('platformAmount')
  if (fen(order.totalAmount ?? '0') !== total)
    return told(itself, ['结算总额', 'total'], fen(order.totalAmount ?? '0'), total)
  return null
}
