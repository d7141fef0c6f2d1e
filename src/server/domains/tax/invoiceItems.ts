import { fen, sum, yuan } from '../../../model/values/money.ts'
import { withoutTax } from '../../../model/values/tax.ts'
import type { SettlementOrder } from '../settlement/settlement.ts'

/** VAT of the platform's own service. */
export const PLATFORM_RATE = '0.060000'

/** An item of an invoice, with its tax. */
export interface Item {
  readonly itemName: string
  readonly taxItemCode: string | null
  readonly taxRate: string
  readonly amountExTax: string
  readonly taxAmount: string
  readonly amount: string
}

/** An item from its amount with tax (fen). Pure. */
export const itemOf = (itemName: string, taxItemCode: string | null, taxRate: string, amount: bigint): Item => {
  const bare = withoutTax(amount, taxRate)
  return {
    itemName,
    taxItemCode,
    taxRate,
    amountExTax: yuan(bare),
    taxAmount: yuan(amount - bare),
    amount: yuan(amount),
  }
}

/** With the platform's fee: what the items leave of an order after what was paid back. Pure. */
export function withPlatform(
  order: Pick<SettlementOrder, 'totalAmount' | 'refundAmount'>,
  items: readonly Item[],
): Item[] {
  const all = fen(order.totalAmount ?? '0') - fen(order.refundAmount ?? '0')
  const platform = all - fen(sum(items.map((item) => item.amount)))
  return [...items, ...(platform > 0n ? [itemOf('平台服务费', null, PLATFORM_RATE, platform)] : [])]
}

/** Amounts of an invoice of these items. Pure. */
export const totalsOf = (items: readonly Item[]) => ({
  amountExTax: sum(items.map((i) => i.amountExTax)),
  taxAmount: sum(items.map((i) => i.taxAmount)),
  invoiceAmount: sum(items.map((i) => i.amount)),
})
