import type { handleApply } from '../../../../model/funds/handle.ts'
import type { handleApplyInfo } from '../../../../model/funds/handleInfo.ts'
import type { transferAccount } from '../../../../model/funds/transfers.ts'
import type { RowOf } from '../../../../model/language/resource.ts'
import { statesOf } from '../../../../model/language/states.ts'
import type { orderDoctorPayment } from '../../../../model/payment/orderDoctorPayment.ts'
import { orderDoctorSettlement } from '../../../../model/settlement/settlementLines.ts'
import type { settlementOrder } from '../../../../model/settlement/settlementOrder.ts'

const { settleStatus } = statesOf(orderDoctorSettlement)

export type Line = RowOf<typeof orderDoctorSettlement>
export type Order = RowOf<typeof settlementOrder>
export type Apply = RowOf<typeof handleApply>

/** Result of the payments of one doctor in one order. */
export type Outcome =
  | 'paid'
  | 'review'
  | 'handle'
  | 'bank'
  | 'sent'
  | 'failed'
  | 'partly'
  | 'returned'
  | 'frozen'
  | 'rejected'
  | 'closed'
  | 'bounced'
  | 'payable'

/** Results of the payments of one doctor after another. */
export const OUTCOMES: readonly Outcome[] = [
  'review',
  'handle',
  'payable',
  'bank',
  'sent',
  'review',
  'failed',
  'returned',
  'payable',
  'frozen',
  'rejected',
  'closed',
  'bounced',
  'review',
]

/** States of payment, batch, instruction, transfer and line by what became of them. */
export const ENDS: Readonly<
  Record<
    Exclude<Outcome, 'payable'>,
    {
      readonly payment: RowOf<typeof orderDoctorPayment>['paymentStatus']
      readonly apply?: Apply['handleStatus']
      readonly info?: RowOf<typeof handleApplyInfo>['infoStatus']
      readonly transfer?: RowOf<typeof transferAccount>['transferStatus']
      readonly line?: Line['settleStatus']
      readonly fixed?: true
    }
  >
> = {
  paid: { payment: 4, apply: 3, info: 2, transfer: 2 },
  review: { payment: 0, line: 2 },
  handle: { payment: 1, apply: 0, info: 0, line: 2, fixed: true },
  bank: { payment: 3, apply: 1, info: 0, line: 2, fixed: true },
  sent: { payment: 3, apply: 2, info: 1, transfer: 1, line: 2, fixed: true },
  failed: { payment: 5, apply: 5, info: 3, transfer: 3, line: 2, fixed: true },
  // the first of several lines was paid
  partly: { payment: 5, apply: 4, info: 3, transfer: 3, line: 2, fixed: true },
  returned: { payment: 0, apply: 6, info: 4, line: 2 },
  frozen: { payment: 6, line: 2 },
  rejected: { payment: 2 },
  // reviewed, and released when the bank refused or the money came back
  closed: { payment: 9, apply: 6, info: 4, transfer: 3, line: 4, fixed: true },
  bounced: { payment: 9, apply: 3, info: 2, transfer: 4, line: 4, fixed: true },
}

type Step = 'auditPass' | 'auditReject' | 'freeze' | 'handle' | 'pay' | 'fail' | 'takeBack' | 'bounce' | 'close'

/** The steps of a payment, by what became of it, each with when it was taken. */
export const STEPS: Readonly<
  Record<keyof typeof ENDS, readonly (readonly [step: Step, at: 'reviewed' | 'handled' | 'ended'])[]>
> = {
  paid: [
    ['auditPass', 'reviewed'],
    ['handle', 'handled'],
    ['pay', 'ended'],
  ],
  review: [],
  handle: [['auditPass', 'reviewed']],
  bank: [
    ['auditPass', 'reviewed'],
    ['handle', 'handled'],
  ],
  sent: [
    ['auditPass', 'reviewed'],
    ['handle', 'handled'],
  ],
  failed: [
    ['auditPass', 'reviewed'],
    ['handle', 'handled'],
    ['fail', 'ended'],
  ],
  partly: [
    ['auditPass', 'reviewed'],
    ['handle', 'handled'],
    ['fail', 'ended'],
  ],
  returned: [
    ['auditPass', 'reviewed'],
    ['takeBack', 'handled'],
  ],
  frozen: [['freeze', 'reviewed']],
  rejected: [['auditReject', 'reviewed']],
  closed: [
    ['auditPass', 'reviewed'],
    ['handle', 'handled'],
    ['fail', 'ended'],
    ['close', 'ended'],
  ],
  bounced: [
    ['auditPass', 'reviewed'],
    ['handle', 'handled'],
    ['pay', 'handled'],
    ['bounce', 'ended'],
    ['close', 'ended'],
  ],
}

/** Of those that were paid in part: was this line? */
export const outcomeOf = (outcome: keyof typeof ENDS, line: Line): keyof typeof ENDS =>
  outcome === 'partly' && line.settleStatus === settleStatus.paid ? 'paid' : outcome

/** Result of a line: of those that were paid in part, its own state says it. */
export const endOf = (outcome: keyof typeof ENDS, line: Line) => ENDS[outcomeOf(outcome, line)]

/** The states of a batch after it was sent, by what became of it. */
export const WAY: Readonly<Record<string, readonly (3 | 4 | 5 | 6)[]>> = {
  paid: [3],
  bounced: [3],
  failed: [5],
  partly: [4],
  closed: [5, 6],
  sent: [],
  bank: [],
}
