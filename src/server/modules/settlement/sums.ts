import type { Label } from '../../../model/kernel/label.ts'
import { fen, readable, yuan } from '../../../model/kernel/money.ts'
import type { RowOf } from '../../../model/kernel/resource.ts'
import type { settlementOrder } from '../../../model/settlement/settlementOrder.ts'
import type { UnitOfWork } from '../../writes/unitOfWork.ts'

type Order = RowOf<typeof settlementOrder>

/** The amounts of an order and of each of its breakdowns, in fen, by the order's field names. */
export type Amounts = Readonly<
  Record<'doctorAmount' | 'vatAmount' | 'surchargeAmount' | 'iitAmount' | 'netAmount' | 'platformAmount', bigint>
>

const NAMES = [
  ['doctorAmount', 'gross_amount', ['医生劳务费', 'doctor fees']],
  ['vatAmount', 'vat_amount', ['增值税', 'VAT']],
  ['surchargeAmount', 'surcharge_amount', ['附加税', 'surcharge']],
  ['iitAmount', 'iit_amount', ['个人所得税', 'income tax']],
  ['netAmount', 'net_amount', ['税后金额', 'net']],
  ['platformAmount', 'platform_fee', ['平台服务费', 'platform fee']],
] as const

const PARTS = [
  ['order_doctor_settlement', ['明细', 'the lines'], ' and coalesce(settle_status, 0) <> 9'],
  ['settlement_order_doctor', ['医生', 'the doctors'], ''],
  ['settlement_order_tax_item', ['税目', 'the tax items'], ''],
] as const

/**
 * Σ over the live rows of each breakdown of an order, by table: one statement. Voided lines (9) do not count (INV-14).
 */
export async function amountsOf(work: UnitOfWork, orderId: string): Promise<ReadonlyMap<string, Amounts>> {
  const sums = NAMES.map(([, c]) => `coalesce(sum("${c}"), 0)::numeric(24,2)::text as "${c}"`).join(', ')
  const found = await work.query<Record<string, string>>(
    PARTS.map(
      ([table, , more]) =>
        `select '${table}' as part, ${sums} from "${table}" where tenant_id = $1 and settlement_order_id = $2 and is_deleted = 0${more}`,
    ).join(' union all '),
    [work.tx.tenantId, orderId],
  )
  return new Map(
    found.map((f) => [f.part ?? '', Object.fromEntries(NAMES.map(([name, c]) => [name, fen(f[c] ?? '0')])) as Amounts]),
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
  for (const [table, where] of PARTS) {
    for (const [name, , what] of NAMES) {
      const sum = parts.get(table)?.[name] ?? 0n
      if (own(name) !== sum) return told(where, what, own(name), sum)
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
