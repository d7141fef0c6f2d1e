import { entrustedAccount, entrustedAccountRecord } from '../../../../model/funds/accounts.ts'
import { handleApplyInfo } from '../../../../model/funds/handleInfo.ts'
import { integralAccount, integralDetail } from '../../../../model/funds/integral.ts'
import { entrustedAccountPrepay } from '../../../../model/funds/prepay.ts'
import { dmanInternalTransfer, dmanInternalTransferPoint, transferAccount } from '../../../../model/funds/transfers.ts'
import { tradingManagerInfo } from '../../../../model/funds/units.ts'
import {
  allSame,
  among,
  and,
  atLeast,
  atMost,
  differs,
  type Expression,
  equal,
  minus,
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
import { entrustedTaxPaymentOrder, platServiceFee } from '../../../../model/payment/payments.ts'
import { platServiceFeePoint } from '../../../../model/payment/platServiceFeePoint.ts'
import { servicePaymentOrderDetail } from '../../../../model/payment/servicePayment.ts'
import { authenticationDoctor } from '../../../../model/people/authenticationDoctor.ts'
import { userBlacklist } from '../../../../model/people/userBlacklist.ts'
import { pointsAccount, yuanbaoDetail } from '../../../../model/points/account.ts'
import { orderDoctorSettlement } from '../../../../model/settlement/settlementLines.ts'
import { settlementOrder } from '../../../../model/settlement/settlementOrder.ts'
import {
  orderDoctorSettlementPoint,
  settlementOrderDoctorPoint,
  settlementOrderPoint,
} from '../../../../model/settlement/settlementOrderPoint.ts'
import type { Label } from '../../../../model/values/label.ts'
import { count, sum } from '../../../promises/form/aggregate.ts'
import { groups, one, total } from '../../../promises/form/relation.ts'
import { type Invariant, invariant } from '../../../promises/invariant.ts'
import type { AnyResource } from '../../../writing/unitOfWork/rows.ts'
import { TO_BE_PAID_AGAIN } from '../../payment/promises/transferStates.ts'

const { blackStatus } = statesOf(userBlacklist)
const { paymentStatus } = statesOf(orderDoctorPayment)
const { settleStatus } = statesOf(orderDoctorSettlement)
const { unitStatus } = statesOf(tradingManagerInfo)
const { settlementStatus } = statesOf(settlementOrder)
const { taxPayStatus } = statesOf(entrustedTaxPaymentOrder)
const { feeStatus } = statesOf(platServiceFee)

/** Live rows that have these values at all have them once. */
export const once = (
  id: string,
  title: Label,
  of: AnyResource,
  by: readonly string[],
  where: Expression = and(...by.map(there)),
): Invariant =>
  invariant(id, title, { of: groups({ of, where }, by, { found: count() }) }, equal('found', 1), {
    found: 'found',
  })

const referred = (of: AnyResource) => total({ of }, { yurRef: 'yurRef' }, { all: count() })

/** The bank's reference of an internal transfer is of no other one, to units or to accounts. */
const ownReference = (id: string, title: Label, of: AnyResource): Invariant =>
  invariant(
    id,
    title,
    {
      of,
      where: there('yurRef'),
      with: {
        transfers: referred(transferAccount),
        internal: referred(dmanInternalTransfer),
        points: referred(dmanInternalTransferPoint),
      },
    },
    equal(plus('transfers.all', 'internal.all', 'points.all'), 1),
    { code: 'code', yurRef: 'yurRef' },
  )

const comes = equal('direction', 1)
const goes = equal('direction', 2)

/** Balance of a company's unit. */
const LEFT = minus(
  plus('accounts.amount', 'orders.amount', 'pointOrders.amount', 'payouts.amount', 'passedOn.amount'),
  'taxes.amount',
  'fees.amount',
  'pointFees.amount',
)

/** An entry of the blacklist that is effective, and one that reaches one company only (3.8). */
const LISTED = equal('blackStatus', blackStatus.effective)
const ONE_COMPANY = equal('blackType', 2)

/** Late returns of a kind of document that still counts as paid: its unit has it until it is paid again. */
const cameBack = (of: AnyResource, paid: Expression) =>
  total(
    {
      of,
      where: paid,
      with: {
        back: total(
          { of: transferAccount, where: and(equal('bizType', word(of.id)), TO_BE_PAID_AGAIN) },
          { bizId: 'id' },
          { amount: sum('amount') },
        ),
      },
    },
    { entrustedCompanyId: 'holderId' },
    { amount: sum('back.amount') },
  )

/** Debits and credits of a transaction of points, of parties and of doctors. */
const pointsMoved = {
  of: groups({ of: integralDetail }, ['txNo'], {
    out: sum('points', goes),
    in: sum('points', comes),
    rows: count(),
    doctors: count(equal('counterpartType', 3)),
  }),
  with: {
    doctor: total(
      { of: yuanbaoDetail },
      { txNo: 'txNo' },
      {
        in: sum('points', comes),
        out: sum('points', goes),
        rows: count(),
      },
    ),
  },
} as const

/** Promises of ledgers and their documents besides balances: INV-3, 5, 8, 9, 18, 35 to 38, 47. */
export const ledgerInvariants: readonly Invariant[] = [
  invariant(
    'INV-3',
    ['冻结金额不为负且不超过余额', 'What is frozen of a prepaid balance is a part of it'],
    { of: entrustedAccount },
    and(
      atLeast('frozenAmount', 0),
      atMost('frozenAmount', 'balance'),
      equal('availableAmount', minus('balance', 'frozenAmount')),
    ),
    { accountNo: 'accountNo', balance: 'balance', frozenAmount: 'frozenAmount' },
  ),
  once('INV-5', ['同一业务同一类型只记一条流水', 'A document is posted once of each kind'], entrustedAccountRecord, [
    'bizType',
    'bizId',
    'recordType',
  ]),
  once(
    'INV-8.prepay',
    ['预付款的银行流水号不重复', 'A bank serial number stands for one prepayment'],
    entrustedAccountPrepay,
    ['bankSerialNo'],
  ),
  once(
    'INV-8.vouchers',
    ['支付凭证的银行流水号不重复', 'A bank serial number stands for one voucher'],
    servicePaymentOrderDetail,
    ['bankSerialNo'],
  ),
  once('INV-9', ['同一来源每位医生只有一张订单', 'A deliverable has one order a doctor'], orderDoctor, [
    'bizType',
    'bizId',
    'doctorId',
  ]),
  once(
    'INV-18',
    ['同一结算明细最多一张未结束的付款单', 'A line has at most one payment that is not over'],
    orderDoctorPayment,
    ['orderDoctorSettlementId'],
    among('paymentStatus', [
      paymentStatus.pending,
      paymentStatus.approved,
      paymentStatus.paying,
      paymentStatus.paid,
      paymentStatus.failed,
      paymentStatus.frozen,
    ]),
  ),
  invariant(
    'INV-18.line',
    ['未结束的付款单，其结算明细在付款中', 'The line of a payment that is not over is being paid'],
    {
      of: orderDoctorPayment,
      where: among('paymentStatus', [
        paymentStatus.pending,
        paymentStatus.approved,
        paymentStatus.paying,
        paymentStatus.failed,
        paymentStatus.frozen,
      ]),
      with: { line: one(orderDoctorSettlement, 'orderDoctorSettlementId') },
    },
    equal('line.settleStatus', settleStatus.paying),
    { code: 'code', paymentStatus: 'paymentStatus', found: 'line.settleStatus' },
  ),
  once('INV-18.transfers', ['转账的业务参考号不重复', 'A bank reference stands for one transfer'], transferAccount, [
    'yurRef',
  ]),
  once('INV-18.infos', ['经办明细的业务参考号不重复', 'A bank reference stands for one instruction'], handleApplyInfo, [
    'yurRef',
  ]),
  ownReference(
    'INV-18.internal',
    ['内部转账不使用其他转账的业务参考号', 'No internal transfer has the bank reference of another one'],
    dmanInternalTransfer,
  ),
  ownReference(
    'INV-18.internalPoints',
    ['积分内部转账不使用其他转账的业务参考号', 'No internal transfer of points has the bank reference of another one'],
    dmanInternalTransferPoint,
  ),
  invariant(
    'INV-22.owing',
    ['子单元余额不为负', 'No sub-unit owes'],
    { of: tradingManagerInfo },
    atLeast('balance', 0),
    { unitNo: 'unitNo', balance: 'balance' },
  ),
  invariant(
    'INV-22',
    [
      '企业子单元余额等于预存余额加上已付款而未付出的金额',
      'A unit has what is prepaid, and what was paid for and not yet passed on',
    ],
    {
      of: tradingManagerInfo,
      // a unit that is closed, or being closed, is an earlier one of its company
      where: and(equal('holderType', 1), there('holderId'), equal('unitStatus', unitStatus.normal)),
      with: {
        accounts: total({ of: entrustedAccount }, { entrustedCompanyId: 'holderId' }, { amount: sum('balance') }),
        orders: total(
          { of: settlementOrder, where: among('settlementStatus', [settlementStatus.paid, settlementStatus.settled]) },
          { entrustedCompanyId: 'holderId' },
          { amount: sum(minus('totalAmount', 'refundAmount', 'paidNetAmount')) },
        ),
        pointOrders: total(
          {
            of: settlementOrderPoint,
            where: among('settlementStatus', [settlementStatus.paid, settlementStatus.settled]),
          },
          { entrustedCompanyId: 'holderId' },
          { amount: sum(minus('totalAmount', 'refundAmount')) },
        ),
        taxes: total(
          { of: entrustedTaxPaymentOrder, where: equal('taxPayStatus', taxPayStatus.paid) },
          { entrustedCompanyId: 'holderId' },
          { amount: sum('amount') },
        ),
        fees: total(
          { of: platServiceFee, where: equal('feeStatus', feeStatus.transferred) },
          { entrustedCompanyId: 'holderId' },
          { amount: sum('feeAmount') },
        ),
        pointFees: total(
          { of: platServiceFeePoint, where: equal('feeStatus', feeStatus.transferred) },
          { entrustedCompanyId: 'holderId' },
          { amount: sum('feeAmount') },
        ),
        payouts: cameBack(orderDoctorPayment, equal('paymentStatus', paymentStatus.paid)),
        passedOn: cameBack(entrustedTaxPaymentOrder, equal('taxPayStatus', taxPayStatus.paid)),
      },
    },
    equal('balance', LEFT),
    { unitNo: 'unitNo', balance: 'balance', found: LEFT },
  ),
  invariant(
    'INV-35',
    ['所有积分账户之和为零', 'All points that anybody has are owed by the account that issued them'],
    {
      of: integralAccount,
      where: equal('holderType', 0),
      with: {
        parties: total({ of: integralAccount }, {}, { points: sum('balance') }),
        doctors: total({ of: pointsAccount }, {}, { points: sum('points') }),
      },
    },
    equal(plus('parties.points', 'doctors.points'), 0),
    { accountNo: 'accountNo', balance: 'balance', found: plus('parties.points', 'doctors.points') },
  ),
  invariant(
    'INV-35.owing',
    ['只有发行账户可以为负', 'Only the account that points are issued from may owe'],
    { of: integralAccount, where: differs('holderType', 0) },
    atLeast('balance', 0),
    { accountNo: 'accountNo', balance: 'balance' },
  ),
  invariant(
    'INV-36.pairs',
    ['每个交易号恰有一出一进，积分相等', 'A transaction takes points from one and gives as many to another'],
    pointsMoved,
    and(
      equal(plus('rows', 'doctor.rows'), 2),
      equal(plus('out', 'doctor.out'), plus('in', 'doctor.in')),
      equal('doctors', 'doctor.rows'),
    ),
    { txNo: 'txNo', out: 'out', found: 'in' },
  ),
  invariant(
    'INV-36.doctors',
    ['医生积分余额等于其明细', 'A balance of a doctor is what its records say'],
    {
      of: pointsAccount,
      with: {
        records: total(
          { of: yuanbaoDetail },
          { accountId: 'id' },
          { in: sum('points', comes), out: sum('points', goes) },
        ),
      },
    },
    equal('points', minus('records.in', 'records.out')),
    { userName: 'userName', points: 'points', found: minus('records.in', 'records.out') },
  ),
  once(
    'INV-35.issuer',
    ['积分只有一个发行账户', 'Points are issued from one account'],
    integralAccount,
    ['holderType'],
    equal('holderType', 0),
  ),
  invariant(
    'INV-37',
    ['积分结算单的积分等于其明细之和', 'A points order amounts to its lines'],
    {
      of: settlementOrderPoint,
      where: differs('settlementStatus', settlementStatus.voided),
      with: {
        lines: total(
          // lines voided after payment are refunded, and the order keeps its points
          {
            of: orderDoctorSettlementPoint,
            where: or(differs('settleStatus', settleStatus.voided), there('refundRecordId')),
          },
          { settlementOrderId: 'id' },
          {
            points: sum('pointAmount'),
            cost: sum('pointCost'),
            fee: sum('platformFee'),
            paid: sum('pointAmount', equal('settleStatus', settleStatus.paid)),
          },
        ),
        doctors: total({ of: settlementOrderDoctorPoint }, { settlementOrderId: 'id' }, { points: sum('pointAmount') }),
      },
    },
    allSame([
      ['pointAmount', 'lines.points'],
      ['pointAmount', 'doctors.points'],
      ['paidPoints', 'lines.paid'],
      ['doctorAmount', 'lines.cost'],
      ['platformAmount', 'lines.fee'],
    ]),
    { code: 'code', pointAmount: 'pointAmount', found: 'lines.points' },
  ),
  invariant(
    'INV-47',
    ['黑名单医生没有待经办的付款单', 'No payment to a blacklisted doctor waits to be handled'],
    {
      of: orderDoctorPayment,
      where: equal('paymentStatus', paymentStatus.approved),
      with: { doctor: one(authenticationDoctor, 'doctorId') },
    },
    not(same('doctor.blackStatus', when(there('doctor.id'), 1, 0))),
    { code: 'code', doctorName: 'doctorName' },
  ),
  invariant(
    'INV-47.entries',
    [
      '待经办的付款单，其医生没有全平台或该企业的生效黑名单',
      'No payment that waits to be handled is to a doctor on the blacklist, everywhere or for its company',
    ],
    {
      of: orderDoctorPayment,
      where: equal('paymentStatus', paymentStatus.approved),
      with: {
        everywhere: total(
          { of: userBlacklist, where: and(LISTED, not(ONE_COMPANY)) },
          { doctorId: 'doctorId' },
          { all: count() },
        ),
        company: total(
          { of: userBlacklist, where: and(LISTED, ONE_COMPANY) },
          { doctorId: 'doctorId', entrustedCompanyId: 'entrustedCompanyId' },
          { all: count() },
        ),
      },
    },
    equal(plus('everywhere.all', 'company.all'), 0),
    { code: 'code', doctorName: 'doctorName', found: 'company.all' },
  ),
]
