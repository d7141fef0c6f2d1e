import {
  agree,
  allSame,
  among,
  and,
  atLeast,
  differs,
  type Expression,
  equal,
  not,
  or,
  same,
  there,
  when,
} from '../../../../model/language/conditions/expression.ts'
import { statesOf } from '../../../../model/language/states.ts'
import { orderDoctor } from '../../../../model/orders/orderDoctor.ts'
import { entrustedTaxPaymentOrder, platServiceFee, servicePaymentOrder } from '../../../../model/payment/payments.ts'
import { platServiceFeePoint } from '../../../../model/payment/platServiceFeePoint.ts'
import { settlementCycle } from '../../../../model/settlement/results/settlementCycle.ts'
import {
  orderDoctorSettlement,
  settlementOrderDoctor,
  settlementOrderTaxItem,
} from '../../../../model/settlement/settlementLines.ts'
import { settlementOrder } from '../../../../model/settlement/settlementOrder.ts'
import {
  orderDoctorSettlementPoint,
  settlementOrderDoctorPoint,
  settlementOrderPoint,
  settlementOrderTaxItemPoint,
} from '../../../../model/settlement/settlementOrderPoint.ts'
import type { Label } from '../../../../model/values/label.ts'
import { count } from '../../../promises/form/aggregate.ts'
import { groups, one, total } from '../../../promises/form/relation.ts'
import { type Invariant, invariant } from '../../../promises/invariant.ts'
import type { AnyResource } from '../../../writing/unitOfWork/rows.ts'

const { settleStatus } = statesOf(orderDoctorSettlement)
const { payStatus, settlementOrderType } = statesOf(servicePaymentOrder)
const { feeStatus } = statesOf(platServiceFee)
const { taxPayStatus } = statesOf(entrustedTaxPaymentOrder)
const { settlementStatus } = statesOf(settlementOrder)
const { cycleStatus } = statesOf(settlementCycle)
const { orderStatus } = statesOf(orderDoctor)

/** Live rows have no two with the same values. */
const once = (id: string, title: Label, of: AnyResource, by: readonly string[], where?: Expression): Invariant =>
  invariant(id, title, { of: groups({ of, ...(where ? { where } : {}) }, by, { found: count() }) }, equal('found', 1), {
    found: 'found',
  })

/** A document is of the company, and of the partner, of its settlement order. */
const belongs = (
  id: string,
  title: Label,
  of: AnyResource,
  {
    order = settlementOrder,
    partner = order === settlementOrder,
    where,
  }: { readonly order?: AnyResource; readonly partner?: boolean; readonly where?: Expression } = {},
): Invariant =>
  invariant(
    id,
    title,
    { of, ...(where ? { where } : {}), with: { order: one(order, 'settlementOrderId') } },
    and(
      there('order.id'),
      equal('entrustedCompanyId', 'order.entrustedCompanyId'),
      ...(partner ? [same('fiscalTaxId', 'order.fiscalTaxId')] : []),
    ),
  )
/** Orders in points have no partner. */
const OF_POINTS = { order: settlementOrderPoint }

const LIVE_LINE = differs('settleStatus', settleStatus.voided)
const byOrder = { settlementOrderId: 'id' }

/** An order with how many live documents it has. */
const withDocuments = {
  of: settlementOrder,
  with: {
    payments: total({ of: servicePaymentOrder, where: differs('payStatus', payStatus.voided) }, byOrder, {
      all: count(),
      done: count(equal('payStatus', payStatus.paid)),
    }),
    fees: total({ of: platServiceFee }, byOrder, {
      all: count(),
      done: count(equal('feeStatus', feeStatus.transferred)),
    }),
    taxes: total({ of: entrustedTaxPaymentOrder }, byOrder, {
      all: count(),
      done: count(equal('taxPayStatus', taxPayStatus.paid)),
    }),
  },
}
const documentCounts = (n: number) => and(equal('payments.all', n), equal('fees.all', n), equal('taxes.all', n))
const shownCounts = { payments: 'payments.all', fees: 'fees.all', taxes: 'taxes.all', status: 'settlementStatus' }

/** Which records go together: INV-10, 16, 20, 43, and what the lifecycles 3.11 and 3.12 promise of their documents. */
export const documentInvariants: readonly Invariant[] = [
  once(
    'INV-10',
    ['一个医生订单最多有一条有效结算明细', 'A doctor order has at most one live line'],
    orderDoctorSettlement,
    ['orderDoctorId'],
    LIVE_LINE,
  ),
  invariant(
    'INV-10.order',
    ['医生订单所指的结算单有它的明细', 'A doctor order names the settlement order that has its line'],
    { of: orderDoctorSettlement, where: LIVE_LINE, with: { order: one(orderDoctor, 'orderDoctorId') } },
    and(
      equal('order.isDeleted', 0),
      allSame([
        ['order.settlementOrderId', 'settlementOrderId'],
        ['order.feeAmount', 'grossAmount'],
        ['order.platformFee', 'platformFee'],
        ['order.doctorId', 'doctorId'],
      ]),
    ),
    { code: 'code', found: 'order.settlementOrderId' },
  ),
  once(
    'uniq.order',
    ['每个周期与财税公司只有一张有效结算单', 'One live order per cycle and fiscal-tax company'],
    settlementOrder,
    ['settlementCycleId', 'fiscalTaxId'],
    differs('settlementStatus', settlementStatus.voided),
  ),
  once('uniq.doctor', ['结算单内每位医生一条', 'One row per order and doctor'], settlementOrderDoctor, [
    'settlementOrderId',
    'doctorId',
  ]),
  once('uniq.item', ['结算单内每个税目一条', 'One row per order and tax item'], settlementOrderTaxItem, [
    'settlementOrderId',
    'taxItemCode',
  ]),
  once(
    'INV-16',
    ['一张结算单最多一张未作废的支付单', 'An order has at most one payment order that is not void'],
    servicePaymentOrder,
    ['settlementOrderId', 'settlementOrderPointId'],
    differs('payStatus', payStatus.voided),
  ),
  invariant(
    'INV-20',
    ['只有已付款结算单的明细可付款', 'Only lines of a paid order are payable or paid'],
    {
      of: orderDoctorSettlement,
      where: among('settleStatus', [settleStatus.payable, settleStatus.paying, settleStatus.paid, settleStatus.failed]),
      with: { order: one(settlementOrder, 'settlementOrderId') },
    },
    among('order.settlementStatus', [settlementStatus.paid, settlementStatus.settled]),
    { code: 'code', found: 'order.settlementStatus' },
  ),
  belongs(
    'INV-43.lines',
    ['明细与结算单同属一家企业和财税公司', 'A line belongs to the company and partner of its order'],
    orderDoctorSettlement,
  ),
  belongs(
    'INV-43.doctors',
    ['结算单医生与结算单同属', 'A doctor row belongs to the company and partner of its order'],
    settlementOrderDoctor,
  ),
  belongs(
    'INV-43.items',
    ['结算单税目与结算单同属', 'A tax item belongs to the company and partner of its order'],
    settlementOrderTaxItem,
  ),
  belongs(
    'INV-43.payments',
    ['支付单与结算单同属一家企业', 'A payment order belongs to the company of its order'],
    servicePaymentOrder,
    { partner: false, where: equal('settlementOrderType', settlementOrderType.cash) },
  ),
  belongs(
    'INV-43.fees',
    ['平台服务费与结算单同属一家企业', 'A platform fee belongs to the company of its order'],
    platServiceFee,
    { partner: false },
  ),
  belongs(
    'INV-43.taxes',
    ['税费支付单与结算单同属', 'A tax payment belongs to the company and partner of its order'],
    entrustedTaxPaymentOrder,
  ),
  belongs(
    'INV-43.pointLines',
    ['积分明细与结算单同属一家企业', 'A line in points belongs to the company of its order'],
    orderDoctorSettlementPoint,
    OF_POINTS,
  ),
  belongs(
    'INV-43.pointDoctors',
    ['积分结算单医生与结算单同属一家企业', 'A doctor row of points belongs to the company of its order'],
    settlementOrderDoctorPoint,
    OF_POINTS,
  ),
  belongs(
    'INV-43.pointItems',
    ['积分结算单税目与结算单同属一家企业', 'A tax item of points belongs to the company of its order'],
    settlementOrderTaxItemPoint,
    OF_POINTS,
  ),
  belongs(
    'INV-43.pointFees',
    ['积分平台服务费与结算单同属一家企业', 'A platform fee for points belongs to the company of its order'],
    platServiceFeePoint,
    OF_POINTS,
  ),
  invariant(
    'INV-43.orders',
    ['结算单与周期同属一家企业和月份', 'An order belongs to the company and month of its cycle'],
    { of: settlementOrder, with: { cycle: one(settlementCycle, 'settlementCycleId') } },
    and(
      equal('cycle.isDeleted', 0),
      equal('entrustedCompanyId', 'cycle.entrustedCompanyId'),
      same('cycleMonth', 'cycle.cycleMonth'),
    ),
    { code: 'code' },
  ),
  invariant(
    '3.11.orders',
    [
      '未确认的周期没有结算单，已结清的周期全部结清',
      'An unconfirmed cycle has no orders, a settled one only settled orders',
    ],
    {
      of: settlementOrder,
      with: { cycle: one(settlementCycle, 'settlementCycleId') },
      where: equal('cycle.isDeleted', 0),
    },
    and(
      or(
        not(among('cycle.cycleStatus', [cycleStatus.open, cycleStatus.toConfirm])),
        equal('settlementStatus', settlementStatus.voided),
      ),
      or(
        differs('cycle.cycleStatus', cycleStatus.settled),
        among('settlementStatus', [settlementStatus.settled, settlementStatus.voided]),
      ),
    ),
    { code: 'code', cycleStatus: 'cycle.cycleStatus', found: 'settlementStatus' },
  ),
  invariant(
    '3.12.documents',
    [
      '转结算后恰有支付单、服务费和税费单，之前没有',
      'From settling on an order has its three documents, before it none',
    ],
    withDocuments,
    or(
      and(
        among('settlementStatus', [settlementStatus.toPay, settlementStatus.paid, settlementStatus.settled]),
        documentCounts(1),
      ),
      and(
        not(among('settlementStatus', [settlementStatus.toPay, settlementStatus.paid, settlementStatus.settled])),
        documentCounts(0),
      ),
    ),
    shownCounts,
  ),
  invariant(
    '3.12.paid',
    [
      '结算单已付款当且仅当支付单已付款；结清需服务费与税费完成',
      'An order is paid when its payment is, and settled when fee and taxes are done',
    ],
    withDocuments,
    and(
      agree(among('settlementStatus', [settlementStatus.paid, settlementStatus.settled]), atLeast('payments.done', 1)),
      or(differs('settlementStatus', settlementStatus.settled), and(equal('fees.done', 1), equal('taxes.done', 1))),
    ),
    shownCounts,
  ),
  invariant(
    '3.12.void',
    ['作废的结算单没有有效明细', 'A void order has no live lines'],
    {
      of: settlementOrder,
      where: equal('settlementStatus', settlementStatus.voided),
      with: { lines: total({ of: orderDoctorSettlement }, byOrder, { all: count() }) },
    },
    equal('lines.all', 0),
    { code: 'code', found: 'lines.all' },
  ),
  invariant(
    '3.12.doctorOrders',
    ['医生订单的状态与其结算一致', 'A doctor order stands where its settlement does'],
    {
      of: orderDoctorSettlement,
      where: and(LIVE_LINE, there('order.id'), there('doctor.id')),
      with: { order: one(settlementOrder, 'settlementOrderId'), doctor: one(orderDoctor, 'orderDoctorId') },
    },
    or(
      and(equal('settleStatus', settleStatus.paid), among('doctor.orderStatus', [orderStatus.paid, orderStatus.taxed])),
      and(
        differs('settleStatus', settleStatus.paid),
        equal(
          'doctor.orderStatus',
          when(
            among('order.settlementStatus', [settlementStatus.toPay, settlementStatus.paid, settlementStatus.settled]),
            2,
            1,
          ),
        ),
      ),
    ),
    { code: 'code', orderStatus: 'doctor.orderStatus', found: 'order.settlementStatus' },
  ),
]
