import { and, equal, not, plus, same, there, when } from '../../../../model/language/conditions/expression.ts'
import { statesOf } from '../../../../model/language/states.ts'
import { orderDoctorPayment } from '../../../../model/payment/orderDoctorPayment.ts'
import { authenticationDoctor } from '../../../../model/people/authenticationDoctor.ts'
import { userBlacklist } from '../../../../model/people/userBlacklist.ts'
import { count } from '../../../promises/form/aggregate.ts'
import { one, total } from '../../../promises/form/relation.ts'
import { type Invariant, invariant } from '../../../promises/invariant.ts'

const { blackStatus } = statesOf(userBlacklist)
const { paymentStatus } = statesOf(orderDoctorPayment)

/** An entry of the blacklist that is effective, and one that reaches one company only (3.8). */
const LISTED = equal('blackStatus', blackStatus.effective)

const ONE_COMPANY = equal('blackType', 2)

/** Promises of payments to blacklisted doctors: INV-47. */
export const blacklistInvariants: readonly Invariant[] = [
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
