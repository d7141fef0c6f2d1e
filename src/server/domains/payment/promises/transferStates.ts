import { among, and, equal, or } from '../../../promises/form/expression.ts'

/** A transfer that came back late (退票) and is in suspense, or cleared from there: its unit has it no more. */
export const CLEARED = and(equal('transferStatus', 4), among('againStatus', [4, 5]))

/** A transfer that came back late (退票) and is not paid again yet. */
export const TO_BE_PAID_AGAIN = and(equal('transferStatus', 4), among('againStatus', [1, 2]))

/** What a payment that was made has: a transfer that succeeded, or one that came back late. */
export const PAID_BY = or(equal('transferStatus', 2), TO_BE_PAID_AGAIN, CLEARED)
