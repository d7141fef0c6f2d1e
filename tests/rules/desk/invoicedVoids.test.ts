import { beforeEach, describe, expect, it } from 'vitest'
import type { RowOf } from '../../../src/model/language/resource.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { entrustedCompany } from '../../../src/model/people/entrustedCompany.ts'
import { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'
import { entrustedInvoice } from '../../../src/model/tax/entrustedInvoice.ts'
import { entrustedInvoiceDetail } from '../../../src/model/tax/entrustedInvoiceParts.ts'
import { draftInvoice } from '../../../src/server/domains/tax/draft.ts'
import { moneyInvoicing } from '../../../src/server/domains/tax/moneyInvoicing.ts'
import { loader } from '../people.ts'
import { denied, TENANT, World } from '../world.ts'
import { Voids } from './voids.ts'

const { invoiceStatus } = statesOf(entrustedInvoice)

// Lines are void while their order is invoiced (3.14, 3.16): one of both is done.

const INVOICED = '待复核或已开具，请先作废发票'

let w: World
let voids: Voids
beforeEach(async () => {
  w = await World.made()
  voids = new Voids(w)
  await w.write(entrustedCompany, w.g.companyId, { invoiceTaxNo: '91330100MA27XW1234' })
})
/** The invoice of an order, as it is drafted. */
const drafted = (order: string): Promise<RowOf<typeof entrustedInvoice>> =>
  w.as(loader(TENANT)).load(async (work) => {
    const of = await work.row(settlementOrder, order)
    if (!of) throw new Error(`there is no order ${order}`)
    return draftInvoice(work, moneyInvoicing, of)
  })
const stands = (invoice: string, status: 0 | 1 | 2 | 3) => w.write(entrustedInvoice, invoice, { invoiceStatus: status })

describe('a line of a paid order', () => {
  it('is not void while the order is invoiced; a draft is made up anew', async () => {
    const { fin } = w.people
    const { id, lines } = await w.paid(['1000.00', '2000.00'])
    const { id: invoice } = await drafted(id)
    await stands(invoice, invoiceStatus.issued)
    expect(await denied(voids.wants(lines[0] ?? ''))).toContain(INVOICED)
    await stands(invoice, invoiceStatus.draft)
    const record = await voids.wanted(lines[0])
    await stands(invoice, invoiceStatus.pending)
    expect(await denied(voids.agrees(fin, record))).toContain(INVOICED)
    await stands(invoice, invoiceStatus.draft)
    await voids.agrees(fin, record)
    expect(w.row(entrustedInvoice, invoice)).toMatchObject({ invoiceAmount: '2120.00' })
    expect(w.broken()).toEqual([])
  })

  it('keeps the invoice of its order from being handed over and issued while its void waits, and says which line', async () => {
    const { fin, fin2, tax, client } = w.people
    const { id, lines } = await w.paid(['1000.00', '2000.00'])
    const [one = ''] = lines
    const { id: invoice, invoiceAmount } = await drafted(id)
    await w.decide(client, entrustedInvoice, 'request', invoice)
    const amount = invoiceAmount ?? ''
    const file = await w.put(entrustedInvoiceDetail, {
      entrustedInvoiceId: invoice,
      invoiceNo: invoice.slice(-12),
      invoiceDate: '2024-06-10',
      amountExTax: amount,
      taxAmount: '0.00',
      amount,
    })
    // the tax bureau agrees
    await w.happens(async (work) => {
      await work.step(entrustedInvoiceDetail, file, 'check')
      await work.step(entrustedInvoiceDetail, file, 'agree')
    })
    await w.write(entrustedInvoice, invoice, { filesAmount: amount, filesExTax: amount })
    const record = await voids.wanted(one)
    const { bizCode } = voids.record(record)
    const handsOver = () => w.decide(tax, entrustedInvoice, 'issue', invoice)
    const passes = () => w.decide(fin2, entrustedInvoice, 'submitReview.pass', invoice)
    const waits = `结算明细 ${bizCode} 的作废待审核，请先审核该作废记录`
    expect(await denied(handsOver())).toBe(waits)
    // an invoice that was handed over behind the back of the application is not issued either
    await stands(invoice, invoiceStatus.pending)
    expect(await denied(passes())).toBe(waits)
    expect(w.broken()).toContain('3.14.invoiced')
    await stands(invoice, invoiceStatus.requested)
    await voids.refuses(fin, record)
    await handsOver()
    expect(await denied(voids.wants(one))).toContain(INVOICED)
    await passes()
    expect(w.row(entrustedInvoice, invoice).invoiceStatus).toBe(invoiceStatus.issued)
    expect(w.broken()).toEqual([])
  })
})
