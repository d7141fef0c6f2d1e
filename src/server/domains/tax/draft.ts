import { statesOf } from '../../../model/language/states.ts'
import { entrustedCompany } from '../../../model/people/entrustedCompany.ts'
import { entrustedInvoice } from '../../../model/tax/entrustedInvoice.ts'
import { entrustedInvoiceItem } from '../../../model/tax/entrustedInvoiceParts.ts'
import { hold, holds } from '../../writing/save/held.ts'
import { LocksMoved } from '../../writing/unitOfWork/locksMoved.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import type { SettlementOrder } from '../settlement/settlement.ts'
import { idsOf } from './held.ts'
import { type Item, totalsOf } from './invoiceItems.ts'
import type { Invoice, Invoicing } from './invoicing.ts'

const { invoiceStatus } = statesOf(entrustedInvoice)

/** The buyer as the company has it, and who issues. */
async function headOf(work: UnitOfWork, invoicing: Invoicing, order: SettlementOrder) {
  const company = await work.row(entrustedCompany, order.entrustedCompanyId)
  const joined = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' ') || null
  const invoiceType: 3 | 4 = company?.taxpayerType === 1 ? 3 : 4
  return {
    entrustedCompanyId: order.entrustedCompanyId,
    entrustedCompanyName: order.entrustedCompanyName,
    socialCreditCode: order.socialCreditCode,
    ...invoicing.sellerOf(order),
    invoiceType,
    invoiceTitle: company?.invoiceTitle || order.entrustedCompanyName || '',
    taxNo: company?.invoiceTaxNo || order.socialCreditCode || '',
    addressPhone: joined(company?.invoiceAddress || company?.address, company?.invoicePhone),
    bankAccountInfo: joined(company?.bankName, company?.bankAccount),
    email: company?.email ?? null,
  }
}

/** 3.20: the draft of the invoice of a settlement order, with its items. */
export async function draftInvoice(work: UnitOfWork, invoicing: Invoicing, order: SettlementOrder): Promise<Invoice> {
  const items = await invoicing.itemsOf(work, order)
  const head = await headOf(work, invoicing, order)
  const invoice = await work.insert(invoicing.invoice, {
    code: await work.code(invoicing.invoice),
    settlementOrderId: order.id,
    settlementOrderCode: order.code,
    ...head,
    ...totalsOf(items),
  })
  await addItems(work, invoicing, invoice, items)
  return invoice
}

/** The items of an invoice, which say themselves whose they are and which invoice they are of. */
async function addItems(
  work: UnitOfWork,
  invoicing: Invoicing,
  invoice: Invoice,
  items: readonly Item[],
): Promise<void> {
  const { entrustedCompanyId, entrustedCompanyName, socialCreditCode, sellerId, sellerName } = invoice
  const own = { entrustedCompanyId, entrustedCompanyName, socialCreditCode, sellerId, sellerName }
  await work.insertAll(
    entrustedInvoiceItem,
    items.map((item) => ({ ...item, ...own, ...invoicing.ofInvoice(invoice) })),
  )
}

/** Invoices of an order that nobody has issued yet. */
const draftsOf = (work: UnitOfWork, { invoice }: Invoicing, settlementOrderId: string): Promise<readonly Invoice[]> =>
  work.rows(invoice, {
    settlementOrderId,
    invoiceStatus: [invoiceStatus.draft, invoiceStatus.requested, invoiceStatus.rejected],
  })

/** Locks of `redraft`, by resource: for `lock` of rules. */
export async function locksOfDrafts(
  work: UnitOfWork,
  invoicing: Invoicing,
  orderId: string,
): Promise<Record<string, string[]>> {
  const drafts = [...hold(work, idsOf(await draftsOf(work, invoicing, orderId)))]
  const items = drafts.length > 0 ? await work.rows(entrustedInvoiceItem, { [invoicing.itemBy]: drafts }) : []
  return { [invoicing.invoice.id]: drafts, [entrustedInvoiceItem.id]: idsOf(items) }
}

/** Redraft of an order's invoices that nobody has issued yet, after its items changed (3.14, INV-34). */
export async function redraft(work: UnitOfWork, invoicing: Invoicing, orderId: string): Promise<void> {
  const drafts = await draftsOf(work, invoicing, orderId)
  if (drafts.length === 0) return
  if (!holds(work, idsOf(drafts))) throw new LocksMoved('an invoice was drafted meanwhile')
  const order = await work.row(invoicing.order, orderId)
  if (!order) throw new Error(`no settlement order ${orderId}`)
  const items = await invoicing.itemsOf(work, order)
  for (const invoice of drafts) {
    const old = await work.rows(entrustedInvoiceItem, { [invoicing.itemBy]: invoice.id })
    await work.remove(entrustedInvoiceItem, idsOf(old))
    await work.update(invoicing.invoice, invoice.id, totalsOf(items))
    await addItems(work, invoicing, invoice, items)
  }
}
