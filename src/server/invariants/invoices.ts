import { entrustedInvoice } from '../../model/invoices/entrustedInvoice.ts'
import { entrustedInvoiceDetail, entrustedInvoiceItem } from '../../model/invoices/entrustedInvoiceParts.ts'
import {
  summaryInvoice,
  summaryInvoiceDetail,
  summaryInvoiceDetailDoctor,
} from '../../model/invoices/summaryInvoice.ts'
import { summaryTaxCert, summaryTaxCertDetail } from '../../model/invoices/summaryTaxCert.ts'
import { summaryTaxReturns, summaryTaxReturnsDetail } from '../../model/invoices/summaryTaxReturns.ts'
import type { Label } from '../../model/kernel/label.ts'
import { orderDoctorSettlement } from '../../model/settlement/settlementLines.ts'
import { settlementOrder } from '../../model/settlement/settlementOrder.ts'
import type { AnyResource } from '../writes/rows.ts'
import { count, sum } from './form/aggregate.ts'
import { allSame, among, and, atLeast, atMost, differs, equal, minus, same, there } from './form/expression.ts'
import { one, total } from './form/relation.ts'
import { type Invariant, invariant } from './invariant.ts'

const summed = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, sum(name)]))

/** A document is the sum of its parts: field here, field there. */
const addsUp = (
  id: string,
  title: Label,
  { of, where }: { readonly of: AnyResource; readonly where?: ReturnType<typeof equal> },
  { of: part, by }: { readonly of: AnyResource; readonly by: string },
  pairs: Readonly<Record<string, string>>,
): Invariant =>
  invariant(
    id,
    title,
    {
      of,
      ...(where ? { where } : {}),
      with: { parts: total({ of: part }, { [by]: 'id' }, summed(Object.values(pairs))) },
    },
    allSame(Object.entries(pairs).map(([own, theirs]) => [own, `parts.${theirs}`])),
    { code: 'code', own: Object.keys(pairs)[0] ?? '', found: `parts.${Object.values(pairs)[0]}` },
  )

/** Invoices and tax returns: INV-28 to 34. */
export const invoiceInvariants: readonly Invariant[] = [
  invariant(
    'INV-28',
    ['申报单内的明细已付款，属于其财税公司和月份', 'A line in a return is paid, of its partner and month'],
    {
      of: orderDoctorSettlement,
      where: there('summaryTaxReturnsId'),
      with: { return: one(summaryTaxReturns, 'summaryTaxReturnsId') },
    },
    and(
      equal('return.isDeleted', 0),
      equal('settleStatus', 3),
      same('fiscalTaxId', 'return.fiscalTaxId'),
      same('taxMonth', 'return.taxMonth'),
    ),
    { code: 'code', found: 'return.code' },
  ),
  addsUp(
    'INV-29.details',
    ['申报单等于其明细之和', 'A return is the sum of its details'],
    { of: summaryTaxReturns },
    { of: summaryTaxReturnsDetail, by: 'summaryTaxReturnsId' },
    {
      grossAmount: 'grossAmount',
      vatAmount: 'vatAmount',
      surchargeAmount: 'surchargeAmount',
      iitAmount: 'iitAmount',
      overWithheld: 'overWithheld',
      lineCount: 'lineCount',
    },
  ),
  addsUp(
    'INV-29.certs',
    ['已申报的税款等于其完税证明之和', 'The taxes of a declared return are those of its certificates'],
    { of: summaryTaxReturns, where: among('returnsStatus', [2, 3]) },
    { of: summaryTaxCert, by: 'summaryTaxReturnsId' },
    { taxTotal: 'amount' },
  ),
  addsUp(
    'INV-30',
    ['已生效的完税证明等于其明细之和', 'A certificate in force is the sum of its details'],
    { of: summaryTaxCert, where: equal('certStatus', 2) },
    { of: summaryTaxCertDetail, by: 'summaryTaxCertId' },
    { amount: 'taxAmount' },
  ),
  addsUp(
    'INV-31.details',
    ['汇总发票等于其税目之和', 'A summary invoice is the sum of its tax items'],
    { of: summaryInvoice },
    { of: summaryInvoiceDetail, by: 'summaryInvoiceId' },
    { totalAmount: 'amount', vatAmount: 'vatAmount' },
  ),
  addsUp(
    'INV-31.doctors',
    ['汇总发票等于其医生之和', 'A summary invoice is the sum of its doctors'],
    { of: summaryInvoice },
    { of: summaryInvoiceDetailDoctor, by: 'summaryInvoiceId' },
    { totalAmount: 'amount', vatAmount: 'vatAmount' },
  ),
  invariant(
    'INV-31.lines',
    ['汇总发票等于其结算单已付明细之和', 'A summary invoice is the sum of the paid lines of its order'],
    {
      of: summaryInvoice,
      with: {
        lines: total(
          { of: orderDoctorSettlement, where: equal('settleStatus', 3) },
          { settlementOrderId: 'settlementOrderId' },
          summed(['grossAmount', 'vatAmount']),
        ),
      },
    },
    allSame([
      ['totalAmount', 'lines.grossAmount'],
      ['vatAmount', 'lines.vatAmount'],
    ]),
    { code: 'code', totalAmount: 'totalAmount', found: 'lines.grossAmount' },
  ),
  addsUp(
    'INV-32',
    ['开票金额等于其项目之和', 'An invoice is the sum of its items'],
    { of: entrustedInvoice },
    { of: entrustedInvoiceItem, by: 'entrustedInvoiceId' },
    { invoiceAmount: 'amount', amountExTax: 'amountExTax', taxAmount: 'taxAmount' },
  ),
  invariant(
    'INV-33',
    [
      '待复核和已开的发票等于其文件之和，文件均已查验通过',
      'An invoice that is reviewed or issued is the sum of its files, each of which was checked',
    ],
    {
      of: entrustedInvoice,
      where: among('invoiceStatus', [2, 3]),
      with: {
        files: total(
          { of: entrustedInvoiceDetail },
          { entrustedInvoiceId: 'id' },
          { all: count(), open: count(differs('checkStatus', 1)), amount: sum('amount') },
        ),
      },
    },
    and(atLeast('files.all', 1), equal('files.open', 0), equal('files.amount', 'invoiceAmount')),
    { code: 'code', invoiceAmount: 'invoiceAmount', found: 'files.amount' },
  ),
  invariant(
    'INV-34',
    ['有效发票不超过结算总额减退款', 'A live invoice is not above what was paid and not refunded'],
    {
      of: entrustedInvoice,
      where: differs('invoiceStatus', 9),
      with: { order: one(settlementOrder, 'settlementOrderId') },
    },
    and(
      atMost('invoiceAmount', minus('order.totalAmount', 'order.refundAmount')),
      equal('entrustedCompanyId', 'order.entrustedCompanyId'),
      same('sellerId', 'order.fiscalTaxId'),
    ),
    { code: 'code', invoiceAmount: 'invoiceAmount', found: 'order.totalAmount' },
  ),
]
