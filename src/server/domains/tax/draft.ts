import type { RowOf } from '../../../model/language/resource.ts'
import { statesOf } from '../../../model/language/states.ts'
import { entrustedCompany } from '../../../model/people/entrustedCompany.ts'
import { settlementOrder } from '../../../model/settlement/settlementOrder.ts'
import { orderDoctorSettlementPoint, settlementOrderPoint } from '../../../model/settlement/settlementOrderPoint.ts'
import { entrustedInvoice } from '../../../model/tax/entrustedInvoice.ts'
import { entrustedInvoiceItem } from '../../../model/tax/entrustedInvoiceParts.ts'
import { entrustedInvoicePoint } from '../../../model/tax/entrustedInvoicePoint.ts'
import { fen, sum, yuan } from '../../../model/values/money.ts'
import { withoutTax } from '../../../model/values/tax.ts'
import { hold, holds } from '../../writing/save/held.ts'
import { LocksMoved } from '../../writing/unitOfWork/locksMoved.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { CASH, type Families, POINTS } from '../settlement/families.ts'
import { feesBy, openLines } from '../settlement/requote.ts'
import { ratesIn } from '../settlement/taxRates.ts'
import { idsOf } from './held.ts'

const { invoiceStatus } = statesOf(entrustedInvoice)

type Order = RowOf<typeof settlementOrder>
type PointOrder = RowOf<typeof settlementOrderPoint>
type Invoice = RowOf<typeof entrustedInvoice>

/** VAT of the platform's own service. */
const PLATFORM_RATE = '0.060000'

interface Item {
  readonly itemName: string
  readonly taxItemCode: string | null
  readonly taxRate: string
  readonly amountExTax: string
  readonly taxAmount: string
  readonly amount: string
}

const itemOf = (itemName: string, taxItemCode: string | null, taxRate: string, amount: bigint): Item => {
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

/** With the platform's fee: what the items leave of an order after what was paid back. */
function withPlatform(order: Pick<Order, 'totalAmount' | 'refundAmount'>, items: readonly Item[]): Item[] {
  const all = fen(order.totalAmount ?? '0') - fen(order.refundAmount ?? '0')
  const platform = all - fen(sum(items.map((item) => item.amount)))
  return [...items, ...(platform > 0n ? [itemOf('平台服务费', null, PLATFORM_RATE, platform)] : [])]
}

/** Items of an order's invoices: fees by tax item and the platform's, less what was paid back (INV-34). */
async function itemsOf(work: UnitOfWork, order: Order): Promise<Item[]> {
  const lines = await openLines(work, order.id)
  const names = new Map(lines.map((l) => [l.taxItemCode ?? '', l.taxItemName ?? '']))
  const rates = await ratesIn(work, order)
  const fees = [...feesBy(lines, (l) => l.taxItemCode ?? '')].map(([code, fee]) => {
    const rate = rates.get(code)
    const name = rate?.invoiceItemName || names.get(code) || code
    return itemOf(name, code, rate?.invoiceTaxRate ?? PLATFORM_RATE, fen(fee.grossAmount))
  })
  return withPlatform(order, fees)
}

/** The same of an order in points: what the points of each tax item cost that were not voided, and the platform's fee. */
async function pointItemsOf(work: UnitOfWork, order: PointOrder): Promise<Item[]> {
  const lines = await work.rows(orderDoctorSettlementPoint, { settlementOrderId: order.id, settleStatus: { not: 9 } })
  const costs = [...new Set(lines.map((l) => l.taxItemCode))].map((code) => {
    const those = lines.filter((l) => l.taxItemCode === code)
    const cost = those.reduce((total, l) => total + fen(l.pointCost ?? '0'), 0n)
    return itemOf(those[0]?.taxItemName ?? code ?? '', code, PLATFORM_RATE, cost)
  })
  return withPlatform(order, costs)
}

/** The buyer as the company has it, and who issues. */
async function headOf(
  work: UnitOfWork,
  order: Pick<Order, 'entrustedCompanyId' | 'entrustedCompanyName' | 'socialCreditCode'>,
  seller: { readonly sellerId: string | null; readonly sellerName: string | null },
) {
  const company = await work.row(entrustedCompany, order.entrustedCompanyId)
  const joined = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' ') || null
  const buyer = {
    entrustedCompanyId: order.entrustedCompanyId,
    entrustedCompanyName: order.entrustedCompanyName,
    socialCreditCode: order.socialCreditCode,
    ...seller,
  }
  const invoiceType: 3 | 4 = company?.taxpayerType === 1 ? 3 : 4
  const head = {
    ...buyer,
    invoiceType,
    invoiceTitle: company?.invoiceTitle || order.entrustedCompanyName || '',
    taxNo: company?.invoiceTaxNo || order.socialCreditCode || '',
    addressPhone: joined(company?.invoiceAddress || company?.address, company?.invoicePhone),
    bankAccountInfo: joined(company?.bankName, company?.bankAccount),
    email: company?.email ?? null,
  }
  return { buyer, head }
}

const totalsOf = (items: readonly Item[]) => ({
  amountExTax: sum(items.map((i) => i.amountExTax)),
  taxAmount: sum(items.map((i) => i.taxAmount)),
  invoiceAmount: sum(items.map((i) => i.amount)),
})

/** 3.20: the draft of the invoice of a settlement order, with its items. */
export async function draftInvoice(work: UnitOfWork, order: Order): Promise<Invoice> {
  const items = await itemsOf(work, order)
  const seller = { sellerId: order.fiscalTaxId, sellerName: order.fiscalTaxName }
  const { head } = await headOf(work, order, seller)
  const invoice = await work.insert(entrustedInvoice, {
    code: await work.code(entrustedInvoice),
    settlementOrderId: order.id,
    settlementOrderCode: order.code,
    ...head,
    ...totalsOf(items),
  })
  await addItems(work, invoice, items)
  return invoice
}

type AnyInvoice = Pick<
  Invoice,
  'id' | 'code' | 'entrustedCompanyId' | 'entrustedCompanyName' | 'socialCreditCode' | 'sellerId' | 'sellerName'
>

/** The items of an invoice, which say themselves whose they are and which invoice they are of. */
async function addItems(
  work: UnitOfWork,
  invoice: AnyInvoice,
  items: readonly Item[],
  f: Families = CASH,
): Promise<void> {
  const { entrustedCompanyId, entrustedCompanyName, socialCreditCode, sellerId, sellerName } = invoice
  const own = { entrustedCompanyId, entrustedCompanyName, socialCreditCode, sellerId, sellerName }
  const of =
    f === POINTS
      ? { pointFlag: 1 as const, entrustedInvoicePointId: invoice.id, entrustedInvoicePointCode: invoice.code }
      : { entrustedInvoiceId: invoice.id, entrustedInvoiceCode: invoice.code }
  await work.insertAll(
    entrustedInvoiceItem,
    items.map((item) => ({ ...item, ...own, ...of })),
  )
}

/** The same in points: the platform itself issues it. */
export async function draftPointInvoice(
  work: UnitOfWork,
  order: PointOrder,
): Promise<RowOf<typeof entrustedInvoicePoint>> {
  const items = await pointItemsOf(work, order)
  const { head } = await headOf(work, order, { sellerId: null, sellerName: '平台' })
  const invoice = await work.insert(entrustedInvoicePoint, {
    code: await work.code(entrustedInvoicePoint),
    settlementOrderId: order.id,
    settlementOrderCode: order.code,
    ...head,
    ...totalsOf(items),
  })
  await addItems(work, invoice, items, POINTS)
  return invoice
}

/** The invoices of a settlement in money or in points, and the field of their items that names them. */
const invoicesOf = (f: Families) =>
  f === POINTS
    ? ({ of: entrustedInvoicePoint, by: 'entrustedInvoicePointId' } as const)
    : ({ of: entrustedInvoice, by: 'entrustedInvoiceId' } as const)

/** Invoices of an order that nobody has issued yet. */
const draftsOf = (work: UnitOfWork, settlementOrderId: string, f: Families): Promise<readonly AnyInvoice[]> =>
  work.rows(invoicesOf(f).of, {
    settlementOrderId,
    invoiceStatus: [invoiceStatus.draft, invoiceStatus.requested, invoiceStatus.rejected],
  })

/** Locks of `redraft`, by resource: for `lock` of rules. */
export async function locksOfDrafts(
  work: UnitOfWork,
  orderId: string,
  f: Families = CASH,
): Promise<Record<string, string[]>> {
  const { of, by } = invoicesOf(f)
  const drafts = [...hold(work, idsOf(await draftsOf(work, orderId, f)))]
  const items = drafts.length > 0 ? await work.rows(entrustedInvoiceItem, { [by]: drafts }) : []
  return { [of.id]: drafts, [entrustedInvoiceItem.id]: idsOf(items) }
}

/**
 * Redraft of an order's invoices that nobody has issued yet after its items changed: its invoices that nobody has
 * issued yet are made up anew (3.14, INV-34).
 */
export async function redraft(work: UnitOfWork, orderId: string, f: Families = CASH): Promise<void> {
  const { of, by } = invoicesOf(f)
  const drafts = await draftsOf(work, orderId, f)
  if (drafts.length === 0) return
  if (!holds(work, idsOf(drafts))) throw new LocksMoved('an invoice was drafted meanwhile')
  const items = await invoicedFor(work, orderId, f)
  for (const invoice of drafts) {
    await work.remove(entrustedInvoiceItem, idsOf(await work.rows(entrustedInvoiceItem, { [by]: invoice.id })))
    await work.update(of, invoice.id, totalsOf(items))
    await addItems(work, invoice, items, f)
  }
}

/** Invoice items of an existing order. */
async function invoicedFor(work: UnitOfWork, orderId: string, f: Families): Promise<Item[]> {
  const [order, pointOrder] =
    f === POINTS
      ? [null, await work.row(settlementOrderPoint, orderId)]
      : [await work.row(settlementOrder, orderId), null]
  if (pointOrder) return pointItemsOf(work, pointOrder)
  if (!order) throw new Error(`no settlement order ${orderId}`)
  return itemsOf(work, order)
}
