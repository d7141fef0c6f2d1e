import { equal, plus } from '../../../../model/language/conditions/expression.ts'
import { resultOrder } from '../../../../model/settlement/results/resultOrder.ts'
import { resultOrderPoint } from '../../../../model/settlement/results/resultOrderPoint.ts'
import { settlementCycle } from '../../../../model/settlement/results/settlementCycle.ts'
import { settlementOrderTaxItem } from '../../../../model/settlement/settlementLines.ts'
import { settlementOrder } from '../../../../model/settlement/settlementOrder.ts'
import { settlementOrderPoint, settlementOrderTaxItemPoint } from '../../../../model/settlement/settlementOrderPoint.ts'
import { summaryInvoice } from '../../../../model/tax/summaryInvoice.ts'
import type { Label } from '../../../../model/values/label.ts'
import { type Invariant, invariant } from '../../../promises/invariant.ts'
import type { AnyResource } from '../../../writing/unitOfWork/rows.ts'

const BOTH = ['doctorAmount', 'platformAmount'] as const

/** An amount of a document is the sum of other amounts of it, which those it is made of are held against elsewhere. */
const adds = (
  id: string,
  title: Label,
  of: AnyResource,
  whole: string,
  terms: readonly [string, ...string[]],
): Invariant => invariant(id, title, { of }, equal(whole, plus(...terms)), { total: whole, found: plus(...terms) })

/** Totals of documents: what people pay, sign and read (INV-11, 12, 14, 15, 31). */
export const totalInvariants: readonly Invariant[] = [
  adds(
    'INV-11.total',
    ['结果单合计等于医生劳务费与平台服务费之和', 'The total of a result order is its doctor fees and platform fee'],
    resultOrder,
    'totalAmount',
    BOTH,
  ),
  adds(
    'INV-11.pointTotal',
    [
      '积分结果单合计等于积分成本与平台服务费之和',
      'The total of a points result order is its cost of points and platform fee',
    ],
    resultOrderPoint,
    'totalAmount',
    BOTH,
  ),
  adds(
    'INV-12.total',
    ['周期总额等于医生劳务费与平台服务费之和', 'The total of a cycle is its doctor fees and platform fee'],
    settlementCycle,
    'totalAmount',
    BOTH,
  ),
  adds(
    'INV-14.total',
    ['结算总额等于医生劳务费与平台服务费之和', 'The total of an order is its doctor fees and platform fee'],
    settlementOrder,
    'totalAmount',
    BOTH,
  ),
  adds(
    'INV-14.taxes',
    ['结算单税额合计等于各项税之和', 'The taxes of an order are its VAT, surcharge and income tax'],
    settlementOrder,
    'taxAmount',
    ['vatAmount', 'surchargeAmount', 'iitAmount'],
  ),
  adds(
    'INV-14.itemTotal',
    ['结算单税目合计等于税前金额与平台服务费之和', 'The total of a tax item is its fees and platform fee'],
    settlementOrderTaxItem,
    'totalAmount',
    ['grossAmount', 'platformFee'],
  ),
  adds(
    'INV-14.pointTotal',
    [
      '积分结算总额等于积分成本与平台服务费之和',
      'The total of an order in points is its cost of points and platform fee',
    ],
    settlementOrderPoint,
    'totalAmount',
    BOTH,
  ),
  adds(
    'INV-14.pointItemTotal',
    [
      '积分结算单税目合计等于积分成本与平台服务费之和',
      'The total of a tax item of points is its cost of points and platform fee',
    ],
    settlementOrderTaxItemPoint,
    'totalAmount',
    ['pointCost', 'platformFee'],
  ),
  adds(
    'INV-31.total',
    ['汇总发票价税合计等于不含税金额与增值税之和', 'The total of a summary invoice is its amount without tax and VAT'],
    summaryInvoice,
    'totalAmount',
    ['amountExTax', 'vatAmount'],
  ),
]
