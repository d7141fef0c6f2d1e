import { handleApply } from '../../../../model/funds/handle.ts'
import { handleApplyInfo } from '../../../../model/funds/handleInfo.ts'
import { reconciliationInfo } from '../../../../model/funds/reconciliation.ts'
import { dmanInternalTransfer, dmanInternalTransferPoint, transferAccount } from '../../../../model/funds/transfers.ts'
import { tradingManagerInfo } from '../../../../model/funds/units.ts'
import {
  agree,
  allSame,
  among,
  and,
  atLeast,
  differs,
  equal,
  month,
  not,
  or,
  plus,
  same,
  there,
  when,
  word,
} from '../../../../model/language/conditions/expression.ts'
import { statesOf } from '../../../../model/language/states.ts'
import { orderDoctor } from '../../../../model/orders/orderDoctor.ts'
import { orderDoctorPayment } from '../../../../model/payment/orderDoctorPayment.ts'
import { orderDoctorSettlement } from '../../../../model/settlement/settlementLines.ts'
import type { Label } from '../../../../model/values/label.ts'
import { count, sum } from '../../../promises/form/aggregate.ts'
import { one, total } from '../../../promises/form/relation.ts'
import { type Invariant, invariant } from '../../../promises/invariant.ts'
import type { AnyResource } from '../../../writing/unitOfWork/rows.ts'
import { PAID_BY } from './transferStates.ts'

const { paymentStatus } = statesOf(orderDoctorPayment)
const { settleStatus } = statesOf(orderDoctorSettlement)
const { orderStatus } = statesOf(orderDoctor)
const { againStatus, transferStatus } = statesOf(transferAccount)
const { infoStatus } = statesOf(handleApplyInfo)
const { handleStatus } = statesOf(handleApply)
const { reconStatus } = statesOf(reconciliationInfo)

/** Fees that the platform has got by transfers of a kind. */
const transferred = (of: AnyResource) =>
  total({ of, where: equal('transferStatus', transferStatus.succeeded) }, {}, { amount: sum('amount') })

/** A fee has one transfer at most that succeeded. */
const transferredOnce = (id: string, title: Label, of: AnyResource): Invariant =>
  invariant(
    id,
    title,
    {
      of,
      where: equal('transferStatus', transferStatus.succeeded),
      with: {
        again: total(
          { of },
          { platServiceFeeId: 'platServiceFeeId' },
          { done: count(equal('transferStatus', transferStatus.succeeded)) },
        ),
      },
    },
    equal('again.done', 1),
    { code: 'code', found: 'again.done' },
  )

/** Payments, what the bank made of them, and what the platform has of them (INV-17, 19, 23, 28, 48). */
export const paymentInvariants: readonly Invariant[] = [
  invariant(
    'INV-17',
    ['已付款的付款单，其明细已付款', 'The line of a payment that was made is paid, by it alone'],
    {
      of: orderDoctorPayment,
      where: equal('paymentStatus', paymentStatus.paid),
      with: {
        line: one(orderDoctorSettlement, 'orderDoctorSettlementId'),
        again: total(
          { of: orderDoctorPayment, where: equal('paymentStatus', paymentStatus.paid) },
          { orderDoctorSettlementId: 'orderDoctorSettlementId' },
          { done: count() },
        ),
      },
    },
    and(equal('line.settleStatus', settleStatus.paid), equal('line.netAmount', 'netAmount'), equal('again.done', 1)),
    { code: 'code', netAmount: 'netAmount', found: 'line.settleStatus' },
  ),
  invariant(
    'INV-17.names',
    [
      '已付款的明细记有其付款单，付款时间相同',
      'A line that was paid names its payment, and was paid when that was made',
    ],
    {
      of: orderDoctorPayment,
      where: equal('paymentStatus', paymentStatus.paid),
      with: {
        line: one(orderDoctorSettlement, 'orderDoctorSettlementId'),
        named: total({ of: orderDoctorSettlement }, { paymentId: 'id' }, { all: count() }),
      },
    },
    and(equal('named.all', 1), same('line.payTime', 'payTime')),
    { code: 'code', payTime: 'payTime', found: 'line.payTime' },
  ),
  invariant(
    'INV-17.orders',
    ['已付款的付款单恰被一张医生订单记为其付款', 'A payment that was made is named by one doctor order'],
    {
      of: orderDoctorPayment,
      where: equal('paymentStatus', paymentStatus.paid),
      with: { named: total({ of: orderDoctor }, { paymentId: 'id' }, { all: count() }) },
    },
    equal('named.all', 1),
    { code: 'code', found: 'named.all' },
  ),
  invariant(
    'INV-17.paidOrders',
    [
      '已付款的医生订单记有其付款，未付款的没有',
      'A doctor order that was paid names its payment, one that was not has none',
    ],
    { of: orderDoctor, where: differs('orderStatus', orderStatus.voided) },
    or(
      and(among('orderStatus', [orderStatus.paid, orderStatus.taxed]), there('paymentId')),
      and(
        among('orderStatus', [orderStatus.open, orderStatus.collected, orderStatus.settling]),
        not(there('paymentId')),
      ),
    ),
    { code: 'code', found: 'orderStatus' },
  ),
  invariant(
    'INV-28.month',
    [
      '已核定税款的明细，税款所属月为其付款单审核通过的月份',
      'Taxes that are fixed are of the month in which their payment was approved',
    ],
    {
      of: orderDoctorPayment,
      where: and(
        among('paymentStatus', [
          paymentStatus.approved,
          paymentStatus.paying,
          paymentStatus.paid,
          paymentStatus.failed,
        ]),
        there('approvalDate'),
      ),
      with: { line: one(orderDoctorSettlement, 'orderDoctorSettlementId') },
    },
    or(differs('line.taxFinal', 1), same('line.taxMonth', month('approvalDate'))),
    { code: 'code', approvalDate: 'approvalDate', found: 'line.taxMonth' },
  ),
  invariant(
    'INV-17.lines',
    ['已付款的明细恰有一张已付款的付款单', 'A paid line has one payment that was made'],
    {
      of: orderDoctorSettlement,
      with: {
        payments: total(
          { of: orderDoctorPayment, where: equal('paymentStatus', paymentStatus.paid) },
          { orderDoctorSettlementId: 'id' },
          { done: count() },
        ),
      },
    },
    equal('payments.done', when(equal('settleStatus', settleStatus.paid), 1, 0)),
    { code: 'code', settleStatus: 'settleStatus', found: 'payments.done' },
  ),
  invariant(
    'INV-17.transfer',
    [
      '已付款的付款单恰有一笔成功的转账，或一笔待重付、已挂账的退票，金额相同',
      'A payment that was made has one transfer that succeeded, or one that came back late and is to be paid again or in suspense, of its amount',
    ],
    {
      of: orderDoctorPayment,
      where: equal('channel', 1),
      with: {
        transfers: total(
          {
            of: transferAccount,
            where: and(equal('bizType', word('orderDoctorPayment')), PAID_BY),
          },
          { bizId: 'id' },
          { done: count(), amount: sum('amount') },
        ),
      },
    },
    and(
      equal('transfers.done', when(equal('paymentStatus', paymentStatus.paid), 1, 0)),
      or(differs('paymentStatus', paymentStatus.paid), equal('transfers.amount', 'netAmount')),
    ),
    { code: 'code', paymentStatus: 'paymentStatus', found: 'transfers.done' },
  ),
  invariant(
    'INV-17.again',
    [
      '待重付的退票恰有一笔在途的重付转账；已重付的恰有一笔成功（或又退票）的，金额相同',
      'Money that is paid again is so by one transfer of its amount: on its way, or made and perhaps come back as well',
    ],
    {
      of: transferAccount,
      with: {
        again: total(
          { of: transferAccount, where: and(there('againOfId'), differs('transferStatus', transferStatus.failed)) },
          { againOfId: 'id' },
          {
            all: count(),
            open: count(among('transferStatus', [transferStatus.accepted, transferStatus.processing])),
            amount: sum('amount'),
          },
        ),
      },
    },
    and(
      equal('again.all', when(among('againStatus', [againStatus.onItsWay, againStatus.paid]), 1, 0)),
      equal('again.open', when(equal('againStatus', againStatus.onItsWay), 1, 0)),
      or(equal('again.all', 0), and(equal('transferStatus', transferStatus.bounced), equal('again.amount', 'amount'))),
    ),
    { yurRef: 'yurRef', againStatus: 'againStatus', found: 'again.all' },
  ),
  invariant(
    'INV-19',
    ['经办申请的笔数与金额等于其明细', 'A batch counts and amounts to its instructions'],
    {
      of: handleApply,
      with: {
        infos: total(
          { of: handleApplyInfo },
          { handleApplyId: 'id' },
          {
            all: count(differs('infoStatus', infoStatus.resent)),
            amount: sum('amount', differs('infoStatus', infoStatus.resent)),
            done: count(equal('infoStatus', infoStatus.succeeded)),
            doneAmount: sum('amount', equal('infoStatus', infoStatus.succeeded)),
            failed: count(equal('infoStatus', infoStatus.failed)),
            failedAmount: sum('amount', equal('infoStatus', infoStatus.failed)),
            open: count(among('infoStatus', [infoStatus.pending, infoStatus.processing, infoStatus.failed])),
          },
        ),
      },
    },
    and(
      allSame([
        ['totalCount', 'infos.all'],
        ['totalAmount', 'infos.amount'],
        ['successCount', 'infos.done'],
        ['successAmount', 'infos.doneAmount'],
        ['failCount', 'infos.failed'],
        ['failAmount', 'infos.failedAmount'],
      ]),
      agree(equal('handleStatus', handleStatus.succeeded), and(atLeast('infos.done', 1), equal('infos.open', 0))),
    ),
    { code: 'code', totalAmount: 'totalAmount', found: 'infos.amount' },
  ),
  invariant(
    'INV-23.unit',
    ['平台子单元余额等于划入之和', 'The units of the platform have what was transferred to it'],
    {
      // fees go to the unit that is in use, and nothing leaves one again
      of: tradingManagerInfo,
      where: equal('holderType', 2),
      with: {
        units: total({ of: tradingManagerInfo, where: equal('holderType', 2) }, {}, { amount: sum('balance') }),
        fees: transferred(dmanInternalTransfer),
        pointFees: transferred(dmanInternalTransferPoint),
      },
    },
    equal('units.amount', plus('fees.amount', 'pointFees.amount')),
    { unitNo: 'unitNo', balance: 'units.amount', found: plus('fees.amount', 'pointFees.amount') },
  ),
  transferredOnce(
    'INV-23',
    ['一笔平台服务费最多划转成功一次', 'A platform fee is transferred once'],
    dmanInternalTransfer,
  ),
  transferredOnce(
    'INV-23.points',
    ['一笔积分平台服务费最多划转成功一次', 'A platform fee for points is transferred once'],
    dmanInternalTransferPoint,
  ),
  invariant(
    'INV-48',
    [
      '对账：相符加差异等于我方笔数，已平即无差异',
      'Reconciliation: matched and differing are ours; balanced means no difference',
    ],
    { of: reconciliationInfo },
    and(
      equal(plus('matchedCount', 'diffCount'), plus('ourCount', 'bankOnlyCount')),
      or(
        not(among('reconStatus', [reconStatus.balanced, reconStatus.differs, reconStatus.resolved])),
        agree(equal('reconStatus', reconStatus.balanced), equal('diffCount', 0)),
      ),
    ),
    { taskid: 'taskid', diffCount: 'diffCount' },
  ),
]
