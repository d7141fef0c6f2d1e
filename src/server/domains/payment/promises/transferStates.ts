import { transferAccount } from '../../../../model/funds/transfers.ts'
import { among, and, equal, or } from '../../../../model/language/conditions/expression.ts'
import { statesOf } from '../../../../model/language/states.ts'

const { transferStatus, againStatus } = statesOf(transferAccount)

/** A transfer that came back late (退票) and is in suspense, or cleared from there: its unit has it no more. */
export const CLEARED = and(
  equal('transferStatus', transferStatus.bounced),
  among('againStatus', [againStatus.inSuspense, againStatus.cleared]),
)

/** A transfer that came back late (退票) and is not paid again yet. */
export const TO_BE_PAID_AGAIN = and(
  equal('transferStatus', transferStatus.bounced),
  among('againStatus', [againStatus.toPay, againStatus.onItsWay]),
)

/** Transfer of a payment that was made: a transfer that succeeded, or one that came back late. */
export const PAID_BY = or(equal('transferStatus', transferStatus.succeeded), TO_BE_PAID_AGAIN, CLEARED)
