import { entrustedAccount, entrustedAccountRecord } from '../../../../model/funds/accounts.ts'
import { integralAccount, integralDetail } from '../../../../model/funds/integral.ts'
import { entrustedAccountPrepay } from '../../../../model/funds/prepay.ts'
import {
  allSame,
  among,
  and,
  atLeast,
  differs,
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
import { servicePaymentOrder } from '../../../../model/payment/payments.ts'
import { servicePaymentOrderDetail } from '../../../../model/payment/servicePayment.ts'
import { count, sum } from '../../../promises/form/aggregate.ts'
import { one, total } from '../../../promises/form/relation.ts'
import { type Invariant, invariant } from '../../../promises/invariant.ts'

const { payMode, payStatus } = statesOf(servicePaymentOrder)
const { confirmStatus } = statesOf(entrustedAccountPrepay)
const { accountStatus } = statesOf(entrustedAccount)

const byAccount = { accountId: 'id' }
const comes = equal('direction', 1)
const goes = equal('direction', 2)

/** Postings of a document, counted and summed by kind: kind → name. */
const postings = (type: string, kinds: Readonly<Record<string, number>>) =>
  total(
    { of: entrustedAccountRecord, where: equal('bizType', word(type)) },
    { bizId: 'id' },
    Object.fromEntries(
      Object.entries(kinds).flatMap(([name, kind]) => [
        [name, count(equal('recordType', kind))],
        [`${name}Amount`, sum('amount', equal('recordType', kind))],
      ]),
    ),
  )

/** Accounts, prepaid and of points, and what is posted on them (INV-1, 2, 4, 6, 7, 8, 36). */
export const accountInvariants: readonly Invariant[] = [
  invariant(
    'INV-1',
    ['预存账户余额等于其流水', 'A prepaid balance is what its records say'],
    {
      of: entrustedAccount,
      with: {
        records: total({ of: entrustedAccountRecord }, byAccount, {
          in: sum('amount', comes),
          out: sum('amount', goes),
        }),
      },
    },
    allSame([
      ['totalIn', 'records.in'],
      ['totalOut', 'records.out'],
      ['balance', minus('records.in', 'records.out')],
    ]),
    { accountNo: 'accountNo', balance: 'balance', found: minus('records.in', 'records.out') },
  ),
  invariant(
    'INV-2',
    ['流水的余额首尾相接', 'Each record begins with the balance that the one before left'],
    {
      of: entrustedAccountRecord,
      previous: { by: ['accountId'], order: ['recordTime', 'id'], fields: ['balanceAfter'] },
    },
    and(
      or(
        same('balanceBefore', 'previous.balanceAfter'),
        and(not(atLeast('previous.balanceAfter', 0)), equal('balanceBefore', 0)),
      ),
      equal('balanceAfter', when(comes, plus('balanceBefore', 'amount'), minus('balanceBefore', 'amount'))),
    ),
    { recordNo: 'recordNo', balanceBefore: 'balanceBefore', found: 'previous.balanceAfter' },
  ),
  invariant(
    'INV-2.chain',
    ['每条流水记有上一条的指纹', 'Each record has the fingerprint of the one before it'],
    {
      of: entrustedAccountRecord,
      previous: { by: ['accountId'], order: ['recordTime', 'id'], fields: ['recordHash'] },
    },
    and(there('recordHash'), or(same('previousHash', 'previous.recordHash'), not(there('previous.recordHash')))),
    { recordNo: 'recordNo', previousHash: 'previousHash', found: 'previous.recordHash' },
  ),
  invariant(
    'INV-2.last',
    ['账户指向其最新流水', 'An account names its latest record'],
    {
      of: entrustedAccount,
      with: { last: one(entrustedAccountRecord, 'lastRecordId') },
    },
    or(and(not(there('lastRecordId')), equal('totalIn', 0)), equal('balance', 'last.balanceAfter')),
    { accountNo: 'accountNo', balance: 'balance', found: 'last.balanceAfter' },
  ),
  invariant(
    'INV-4',
    ['冻结金额等于待复核的支付与待确认的支出', 'What is frozen waits for a payment or a withdrawal to be checked'],
    {
      of: entrustedAccount,
      with: {
        payments: total(
          {
            of: servicePaymentOrder,
            where: and(equal('payStatus', payStatus.toCheck), equal('payMode', payMode.prepaid)),
          },
          { entrustedCompanyId: 'entrustedCompanyId' },
          { amount: sum('amount') },
        ),
        expenses: total(
          {
            of: entrustedAccountPrepay,
            where: and(equal('chargeType', 2), equal('confirmStatus', confirmStatus.pending)),
          },
          { entrustedCompanyId: 'entrustedCompanyId' },
          { amount: sum('recordAmount') },
        ),
      },
    },
    equal(
      'frozenAmount',
      when(equal('accountStatus', accountStatus.closed), 0, plus('payments.amount', 'expenses.amount')),
    ),
    { accountNo: 'accountNo', frozenAmount: 'frozenAmount', found: plus('payments.amount', 'expenses.amount') },
  ),
  invariant(
    '3.23.alert',
    [
      '未销户且可用余额低于预警额的账户被提示',
      'An account is told of exactly where it is open and less is available than its alert amount',
    ],
    { of: entrustedAccount },
    equal(
      'alertStatus',
      when(or(equal('accountStatus', accountStatus.closed), atLeast('availableAmount', 'alertAmount')), 1, 2),
    ),
    { accountNo: 'accountNo', availableAmount: 'availableAmount', found: 'alertStatus' },
  ),
  invariant(
    'INV-4.payments',
    [
      '支付单的冻结金额在预存支付待复核时等于其金额，否则为零',
      'A payment order that waits to be checked has its amount frozen where the account pays it, any other nothing',
    ],
    { of: servicePaymentOrder },
    equal(
      'frozenAmount',
      when(and(equal('payStatus', payStatus.toCheck), equal('payMode', payMode.prepaid)), 'amount', 0),
    ),
    { code: 'code', amount: 'amount', found: 'frozenAmount' },
  ),
  invariant(
    'INV-6',
    ['已确认的预付款单恰有一条流水', 'A confirmed prepayment is posted once, no other one is'],
    {
      of: entrustedAccountPrepay,
      with: { posted: postings('entrustedAccountPrepay', { income: 1, expense: 4 }) },
    },
    and(
      equal('posted.income', when(and(equal('confirmStatus', confirmStatus.confirmed), equal('chargeType', 1)), 1, 0)),
      equal('posted.expense', when(and(equal('confirmStatus', confirmStatus.confirmed), equal('chargeType', 2)), 1, 0)),
      or(
        differs('confirmStatus', confirmStatus.confirmed),
        equal('recordAmount', plus('posted.incomeAmount', 'posted.expenseAmount')),
      ),
    ),
    { code: 'code', confirmStatus: 'confirmStatus' },
  ),
  invariant(
    'INV-7',
    [
      '服务费支付的流水属于已付款的支付单，金额相同',
      'What is posted for a service payment is of a paid order, of its amount',
    ],
    {
      of: entrustedAccountRecord,
      where: and(equal('bizType', word('servicePaymentOrder')), among('recordType', [2, 5])),
      with: { order: one(servicePaymentOrder, 'bizId') },
    },
    and(
      equal('order.payStatus', payStatus.paid),
      equal('amount', 'order.amount'),
      or(equal('recordType', 2), differs('order.payMode', payMode.prepaid)),
    ),
    { recordNo: 'recordNo', amount: 'amount', found: 'order.amount' },
  ),
  invariant(
    'INV-7.paid',
    [
      '已付款的支付单恰有一条支付流水，线下转账另有一条收款流水',
      'A paid order is posted once, and once more as received where it was transferred',
    ],
    {
      of: servicePaymentOrder,
      with: { posted: postings('servicePaymentOrder', { paid: 2, received: 5 }) },
    },
    and(
      equal('posted.paid', when(equal('payStatus', payStatus.paid), 1, 0)),
      equal('posted.received', when(and(equal('payStatus', payStatus.paid), equal('payMode', payMode.transfer)), 1, 0)),
      or(differs('payStatus', payStatus.paid), equal('amount', 'posted.paidAmount')),
      or(differs('posted.received', 1), equal('amount', 'posted.receivedAmount')),
    ),
    { code: 'code', amount: 'amount', found: 'posted.paidAmount' },
  ),
  invariant(
    'INV-8',
    ['银行流水号在预付款单与付款凭证中唯一', 'A receipt of the bank is one prepayment or one voucher'],
    {
      of: servicePaymentOrderDetail,
      with: { prepaid: total({ of: entrustedAccountPrepay }, { bankSerialNo: 'bankSerialNo' }, { all: count() }) },
    },
    equal('prepaid.all', 0),
    { bankSerialNo: 'bankSerialNo', found: 'prepaid.all' },
  ),
  invariant(
    'INV-8.dead',
    [
      '付款凭证属于待付、待复核、驳回或线下已付的支付单',
      'A voucher is of a payment order that is open, refused or paid by it: none of one that came to nothing',
    ],
    { of: servicePaymentOrderDetail, with: { order: one(servicePaymentOrder, 'servicePaymentOrderId') } },
    or(
      among('order.payStatus', [payStatus.toPay, payStatus.toCheck, payStatus.refused]),
      and(equal('order.payStatus', payStatus.paid), equal('order.payMode', payMode.transfer)),
    ),
    { bankSerialNo: 'bankSerialNo', found: 'order.payStatus' },
  ),
  invariant(
    'INV-36',
    ['积分账户余额等于其明细', 'A points balance is what its records say'],
    {
      of: integralAccount,
      with: {
        records: total({ of: integralDetail }, byAccount, { in: sum('points', comes), out: sum('points', goes) }),
      },
    },
    allSame([
      ['totalIn', 'records.in'],
      ['totalOut', 'records.out'],
      ['balance', minus('records.in', 'records.out')],
    ]),
    { accountNo: 'accountNo', balance: 'balance', found: minus('records.in', 'records.out') },
  ),
]
