import {
  allSame,
  among,
  and,
  atLeast,
  atMost,
  differs,
  equal,
  minus,
  same,
  there,
} from '../../../../model/language/conditions/expression.ts'
import { statesOf } from '../../../../model/language/states.ts'
import { orderDoctorSettlement } from '../../../../model/settlement/settlementLines.ts'
import { settlementOrder } from '../../../../model/settlement/settlementOrder.ts'
import { orderDoctorSettlementPoint, settlementOrderPoint } from '../../../../model/settlement/settlementOrderPoint.ts'
import { entrustedInvoice } from '../../../../model/tax/entrustedInvoice.ts'
import { entrustedInvoiceDetail, entrustedInvoiceItem } from '../../../../model/tax/entrustedInvoiceParts.ts'
import { entrustedInvoiceDetailPoint, entrustedInvoicePoint } from '../../../../model/tax/entrustedInvoicePoint.ts'
import {
  summaryInvoice,
  summaryInvoiceDetail,
  summaryInvoiceDetailDoctor,
} from '../../../../model/tax/summaryInvoice.ts'
import { summaryTaxCert, summaryTaxCertDetail } from '../../../../model/tax/summaryTaxCert.ts'
import { summaryTaxReturns, summaryTaxReturnsDetail } from '../../../../model/tax/summaryTaxReturns.ts'
import type { Label } from '../../../../model/values/label.ts'
import { count, distinct, sum } from '../../../promises/form/aggregate.ts'
import { one, total } from '../../../promises/form/relation.ts'
import { type Invariant, invariant } from '../../../promises/invariant.ts'
import type { AnyResource } from '../../../writing/unitOfWork/rows.ts'

const { checkStatus, invoiceStatus } = statesOf(entrustedInvoice)
const { settleStatus } = statesOf(orderDoctorSettlement)
const { returnsStatus } = statesOf(summaryTaxReturns)
const { certStatus } = statesOf(summaryTaxCert)

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

/** Promises of invoices in money (`points`: of orders in points): INV-32 to 34. */
const ofInvoices = (
  of: AnyResource,
  { file, order, itemBy, points }: { file: AnyResource; order: AnyResource; itemBy: string; points: boolean },
): readonly Invariant[] => {
  const id = (no: string) => (points ? `${no}.points` : no)
  const [zh, en] = points ? ['积分', ' in points'] : ['', '']
  return [
    addsUp(
      id('INV-32'),
      [`${zh}开票金额等于其项目之和`, `An invoice${en} is the sum of its items`],
      { of },
      { of: entrustedInvoiceItem, by: itemBy },
      { invoiceAmount: 'amount', amountExTax: 'amountExTax', taxAmount: 'taxAmount' },
    ),
    addsUp(
      id('INV-33.files'),
      [`${zh}开票单的文件合计等于其文件之和`, `What an invoice${en} says of its files is their sum`],
      { of },
      { of: file, by: 'entrustedInvoiceId' },
      { filesAmount: 'amount', filesExTax: 'amountExTax', filesTax: 'taxAmount' },
    ),
    invariant(
      id('INV-33'),
      [
        `待复核和已开的${zh}发票等于其文件之和，文件均已查验通过`,
        `An invoice${en} that is reviewed or issued is the sum of its files, each of which was checked`,
      ],
      {
        of,
        where: among('invoiceStatus', [invoiceStatus.pending, invoiceStatus.issued]),
        with: {
          files: total(
            { of: file },
            { entrustedInvoiceId: 'id' },
            { all: count(), open: count(differs('checkStatus', checkStatus.agrees)), amount: sum('amount') },
          ),
        },
      },
      and(atLeast('files.all', 1), equal('files.open', 0), equal('files.amount', 'invoiceAmount')),
      { code: 'code', invoiceAmount: 'invoiceAmount', found: 'files.amount' },
    ),
    invariant(
      id('INV-34'),
      [
        `有效${zh}发票不超过结算总额减退款，每张结算单最多一张`,
        `A live invoice${en} is not above what was paid and not refunded, and is the only one of its order`,
      ],
      {
        of,
        where: differs('invoiceStatus', invoiceStatus.voided),
        with: {
          order: one(order, 'settlementOrderId'),
          live: total(
            { of, where: differs('invoiceStatus', invoiceStatus.voided) },
            { settlementOrderId: 'settlementOrderId' },
            { all: count() },
          ),
        },
      },
      and(
        atMost('invoiceAmount', minus('order.totalAmount', 'order.refundAmount')),
        equal('live.all', 1),
        equal('entrustedCompanyId', 'order.entrustedCompanyId'),
        ...(points ? [] : [same('sellerId', 'order.fiscalTaxId')]),
      ),
      { code: 'code', invoiceAmount: 'invoiceAmount', found: 'order.totalAmount' },
    ),
  ]
}

/** Promise that no invoice of an order is on its way to the client while the void of a line of it waits (3.14). */
const noVoidWaits = (id: string, title: Label, of: AnyResource, lines: AnyResource): Invariant =>
  invariant(
    id,
    title,
    {
      of,
      where: among('invoiceStatus', [invoiceStatus.pending, invoiceStatus.issued]),
      with: {
        waiting: total(
          { of: lines, where: equal('settleStatus', settleStatus.voidRequested) },
          { settlementOrderId: 'settlementOrderId' },
          { all: count() },
        ),
      },
    },
    equal('waiting.all', 0),
    { code: 'code', found: 'waiting.all' },
  )

/** Invoices and tax returns: INV-28 to 34, 3.14. */
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
      equal('settleStatus', settleStatus.paid),
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
  invariant(
    'INV-29.doctors',
    ['申报单的医生数等于其明细的医生数', 'A return counts the doctors of its details'],
    {
      of: summaryTaxReturns,
      with: {
        // not of its lines: in larger demo data the copies of a line name the return that their original is in
        details: total(
          { of: summaryTaxReturnsDetail },
          { summaryTaxReturnsId: 'id' },
          { doctors: distinct('doctorId') },
        ),
      },
    },
    equal('doctorCount', 'details.doctors'),
    { code: 'code', doctorCount: 'doctorCount', found: 'details.doctors' },
  ),
  addsUp(
    'INV-29.certs',
    ['已申报的税款等于其完税证明之和', 'The taxes of a declared return are those of its certificates'],
    { of: summaryTaxReturns, where: among('returnsStatus', [returnsStatus.declared, returnsStatus.taxed]) },
    { of: summaryTaxCert, by: 'summaryTaxReturnsId' },
    { taxTotal: 'amount' },
  ),
  addsUp(
    'INV-30',
    ['已生效的完税证明等于其明细之和', 'A certificate in force is the sum of its details'],
    { of: summaryTaxCert, where: equal('certStatus', certStatus.effective) },
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
          { of: orderDoctorSettlement, where: equal('settleStatus', settleStatus.paid) },
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
  ...ofInvoices(entrustedInvoice, {
    file: entrustedInvoiceDetail,
    order: settlementOrder,
    itemBy: 'entrustedInvoiceId',
    points: false,
  }),
  ...ofInvoices(entrustedInvoicePoint, {
    file: entrustedInvoiceDetailPoint,
    order: settlementOrderPoint,
    itemBy: 'entrustedInvoicePointId',
    points: true,
  }),
  noVoidWaits(
    '3.14.invoiced',
    [
      '发票待复核或已开具的结算单没有待审核的作废',
      'No void waits of a line of an order whose invoice is reviewed or issued',
    ],
    entrustedInvoice,
    orderDoctorSettlement,
  ),
  noVoidWaits(
    '3.14.pointInvoiced',
    [
      '发票待复核或已开具的积分结算单没有待审核的作废',
      'No void waits of a line of a points order whose invoice is reviewed or issued',
    ],
    entrustedInvoicePoint,
    orderDoctorSettlementPoint,
  ),
]
