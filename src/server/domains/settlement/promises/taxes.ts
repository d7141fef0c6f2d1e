import {
  and,
  atLeast,
  atMost,
  differs,
  equal,
  field,
  less,
  minus,
  month,
  more,
  not,
  or,
  plus,
  there,
} from '../../../../model/language/conditions/expression.ts'
import { statesOf } from '../../../../model/language/states.ts'
import { entrustedTaxPaymentOrder } from '../../../../model/payment/payments.ts'
import { orderDoctorSettlement } from '../../../../model/settlement/settlementLines.ts'
import { taxItemRate } from '../../../../model/settlement/taxItemRate.ts'
import { count, least, some, sum } from '../../../promises/form/aggregate.ts'
import { groups, last, total } from '../../../promises/form/relation.ts'
import { type Invariant, invariant } from '../../../promises/invariant.ts'
import { share, vat, withheld } from './taxRule.ts'

const { settleStatus } = statesOf(orderDoctorSettlement)
const { taxPayStatus } = statesOf(entrustedTaxPaymentOrder)

/** Key within which taxes are cumulative. */
const KEY = ['doctorId', 'fiscalTaxId', 'taxItemCode', 'taxMonth'] as const
const LIVE_LINE = differs('settleStatus', settleStatus.voided)
const TAXABLE = minus('grossAmount', 'vatAmount')

/** The rate of a line: the one in force in its month (rules: domains/settlement/taxRates.ts). */
const rate = last(taxItemRate, { fiscalTaxId: 'fiscalTaxId', taxItemCode: 'taxItemCode' }, ['effectiveFrom', 'id'], {
  where: equal('enableStatus', 1),
  only: and(
    or(not(there('effectiveFrom')), atMost(month('effectiveFrom'), 'up.taxMonth')),
    or(not(there('effectiveTo')), atLeast(month('effectiveTo'), 'up.taxMonth')),
  ),
})

/**
 * Lines by key, with their rates. A rate is final once taxes are fixed by it; quotes made before an edit are not
 * checked against it.
 */
const byKey = (taxFinal: 0 | 1, more: readonly string[] = []) =>
  groups(
    {
      of: orderDoctorSettlement,
      with: { rate },
      where: and(
        equal('taxFinal', taxFinal),
        LIVE_LINE,
        taxFinal === 1 ? there('rate.id') : atMost('rate.updateTime', 'updateTime'),
      ),
    },
    [...KEY, ...more],
    {
      gross: sum('grossAmount'),
      vat: sum('vatAmount'),
      iit: sum('iitAmount'),
      taxable: sum(TAXABLE),
      fixed: sum(share(TAXABLE, 'rate.iitFixedRate')),
      method: least('rate.iitMethod'),
      vatRate: least('rate.vatRate'),
      threshold: least('rate.vatMonthThreshold'),
      capped: some(equal('vatAmount', 'grossAmount')),
    },
  )

/**
 * Lines whose taxes were released from a key: cumulative taxes of other lines rest on amounts that are gone (INV-26).
 */
const released = total(
  { of: orderDoctorSettlement, deleted: true },
  { doctorId: 'doctorId', fiscalTaxId: 'fiscalTaxId', taxItemCode: 'taxItemCode', releasedMonth: 'taxMonth' },
  { all: count() },
)

/** A key's taxes are those of its sums: V(ΣG) and W(Σ(G − vat)), or the fixed rate line by line. */
const right = and(
  or(field('capped'), equal('vat', vat('gross', 'vatRate', 'threshold'))),
  or(differs('method', 1), equal('iit', withheld('taxable'))),
  or(differs('method', 2), equal('iit', 'fixed')),
)
const shown = { gross: 'gross', vat: 'vat', iit: 'iit', taxable: 'taxable' }

/** Taxes: INV-24, 25, 27. */
export const taxInvariants: readonly Invariant[] = [
  invariant(
    'INV-24',
    [
      '明细的税不为负，税前金额等于税与实付之和，已核定的实付为正',
      'Taxes of a line are not negative, add up with the net, and leave something once fixed',
    ],
    { of: orderDoctorSettlement },
    and(
      atLeast('vatAmount', 0),
      atLeast('surchargeAmount', 0),
      atLeast('iitAmount', 0),
      or(differs('taxFinal', 1), more('netAmount', 0)),
      equal('grossAmount', plus('vatAmount', 'surchargeAmount', 'iitAmount', 'netAmount')),
    ),
    { code: 'code', grossAmount: 'grossAmount', netAmount: 'netAmount' },
  ),
  invariant(
    'INV-25.fixed',
    [
      '已核定税款按医生、财税公司、税目、所属月累计计算',
      'Fixed taxes are cumulative by doctor, partner, tax item and month',
    ],
    // keys that lost a line after it was fixed catch up with the next one (INV-26)
    { of: byKey(1), with: { released }, where: equal('released.all', 0) },
    right,
    shown,
  ),
  invariant(
    'INV-25.quoted',
    ['测算税款在结算单内按同一规则累计', 'Quoted taxes are cumulative within their order by the same rule'],
    {
      of: byKey(0, ['settlementOrderId']),
      // only keys without fixed lines: quotes go on from those as they stood on the day
      with: {
        fixed: total(
          { of: orderDoctorSettlement, where: equal('taxFinal', 1) },
          Object.fromEntries(KEY.map((name) => [name, name])),
          { all: count() },
        ),
        released,
      },
      where: and(equal('fixed.all', 0), equal('released.all', 0)),
    },
    right,
    shown,
  ),
  invariant(
    'INV-25.rates',
    [
      '同一财税公司同一税目每月至多一条启用的税率',
      'At most one rate of a tax item is in force in a month at a partner',
    ],
    {
      of: taxItemRate,
      with: {
        others: total(
          { of: taxItemRate, where: equal('enableStatus', 1) },
          { fiscalTaxId: 'fiscalTaxId', taxItemCode: 'taxItemCode' },
          { all: count() },
          and(
            differs('id', 'up.id'),
            or(not(there('effectiveFrom')), not(there('up.effectiveTo')), atMost('effectiveFrom', 'up.effectiveTo')),
            or(not(there('effectiveTo')), not(there('up.effectiveFrom')), atLeast('effectiveTo', 'up.effectiveFrom')),
          ),
        ),
      },
      where: equal('enableStatus', 1),
    },
    equal('others.all', 0),
    { code: 'taxItemCode', others: 'others.all' },
  ),
  invariant(
    'INV-27',
    [
      '税费支付单金额核定前等于有效明细的测算税款，核定后等于已付款明细的税款且无未完结明细',
      'A tax payment is what is quoted of all lines, then the taxes of the paid ones: fixed when no line is open',
    ],
    {
      of: entrustedTaxPaymentOrder,
      with: {
        lines: total(
          { of: orderDoctorSettlement, where: LIVE_LINE },
          { settlementOrderId: 'settlementOrderId' },
          {
            taxes: sum(plus('vatAmount', 'surchargeAmount', 'iitAmount'), equal('settleStatus', settleStatus.paid)),
            quoted: sum(plus('vatAmount', 'surchargeAmount', 'iitAmount')),
            open: count(differs('settleStatus', settleStatus.paid)),
          },
        ),
      },
    },
    and(
      equal('amount', plus('vatAmount', 'surchargeAmount', 'iitAmount')),
      or(atLeast('taxPayStatus', taxPayStatus.toPay), equal('lines.quoted', 'amount')),
      or(less('taxPayStatus', taxPayStatus.toPay), and(equal('lines.open', 0), equal('lines.taxes', 'amount'))),
    ),
    { code: 'code', amount: 'amount', found: 'lines.taxes' },
  ),
]
