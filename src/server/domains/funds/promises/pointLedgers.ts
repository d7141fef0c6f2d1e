import { integralAccount, integralDetail } from '../../../../model/funds/integral.ts'
import {
  allSame,
  and,
  atLeast,
  differs,
  equal,
  minus,
  or,
  plus,
  there,
} from '../../../../model/language/conditions/expression.ts'
import { statesOf } from '../../../../model/language/states.ts'
import { pointsAccount, yuanbaoDetail } from '../../../../model/points/account.ts'
import { orderDoctorSettlement } from '../../../../model/settlement/settlementLines.ts'
import { settlementOrder } from '../../../../model/settlement/settlementOrder.ts'
import {
  orderDoctorSettlementPoint,
  settlementOrderDoctorPoint,
  settlementOrderPoint,
} from '../../../../model/settlement/settlementOrderPoint.ts'
import { count, sum } from '../../../promises/form/aggregate.ts'
import { groups, total } from '../../../promises/form/relation.ts'
import { type Invariant, invariant } from '../../../promises/invariant.ts'
import { once } from './once.ts'

const { settleStatus } = statesOf(orderDoctorSettlement)
const { settlementStatus } = statesOf(settlementOrder)

const comes = equal('direction', 1)

const goes = equal('direction', 2)

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

/** Promises of the ledgers of points: INV-35 to 37. */
export const pointLedgerInvariants: readonly Invariant[] = [
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
]
