import { lifecycle, type Transition } from '../language/lifecycle.ts'
import { rejection } from '../patterns/review.ts'
import { orderDoctorPayment, orderDoctorPaymentPoint } from './orderDoctorPayment.ts'

/** What finance decides about payments. */
const decided = <const Id extends string>(id: Id, action: 'auditPass' | 'auditReject' | 'thaw') =>
  ({
    by: 'operator',
    call: `POST ${action}`,
    permission: `${id}_${action}`,
    roles: ['finance'],
    select: 'many',
    batch: 'allOrNothing',
    money: true,
  }) as const satisfies Partial<Transition>

/** 3.15, as far as cash and points have it in common; `passed`: the state that a review leads to. */
const reviewedEdges = <const Id extends string, const Passed extends 1 | 4>(id: Id, passed: Passed) =>
  ({
    auditPass: {
      ...decided(id, 'auditPass'),
      // neither by whoever applied for the payment, nor by who thawed it
      makerChecker: true,
      label: ['审核通过', 'Approve'],
      from: { paymentStatus: 0 },
      to: { paymentStatus: passed },
      key: 'a',
      result: 'pass',
    },
    auditReject: {
      ...decided(id, 'auditReject'),
      label: ['审核驳回', 'Reject'],
      from: { paymentStatus: [0, 6] },
      to: { paymentStatus: 2 },
      ask: {
        reason: rejection,
      },
      key: 'r',
      result: 'reject',
    },
    thaw: {
      ...decided(id, 'thaw'),
      label: ['解冻', 'Thaw'],
      from: { paymentStatus: 6 },
      to: { paymentStatus: 0 },
      key: 't',
      result: 'other',
    },
  }) as const

/** 3.15: reviewed by finance, then handled by the cashier, then paid by the bank. */
export const orderDoctorPaymentLifecycle = lifecycle(orderDoctorPayment, {
  ...reviewedEdges('orderDoctorPayment', 1),
  freeze: { label: ['冻结', 'Frozen'], from: { paymentStatus: [0, 1] }, to: { paymentStatus: 6 }, by: 'system' },
  handle: { label: ['经办', 'Handled'], from: { paymentStatus: 1 }, to: { paymentStatus: 3 }, by: 'system' },
  pay: { label: ['付款成功', 'Paid'], from: { paymentStatus: 3 }, to: { paymentStatus: 4 }, by: 'system' },
  simulate: { label: ['模拟付款', 'Simulated'], from: { paymentStatus: 0 }, to: { paymentStatus: 4 }, by: 'system' },
  fail: { label: ['付款失败', 'Failed'], from: { paymentStatus: 3 }, to: { paymentStatus: 5 }, by: 'system' },
  resend: { label: ['重新付款', 'Sent again'], from: { paymentStatus: 5 }, to: { paymentStatus: 3 }, by: 'system' },
  takeBack: {
    label: ['退回审核', 'Back to review'],
    from: { paymentStatus: [1, 3] },
    to: { paymentStatus: 0 },
    by: 'system',
  },
  bounce: { label: ['退票', 'Bounced'], from: { paymentStatus: 4 }, to: { paymentStatus: 5 }, by: 'system' },
  close: { label: ['关闭', 'Closed'], from: { paymentStatus: 5 }, to: { paymentStatus: 9 }, by: 'system' },
})

/** 3.15 of points: what finance approves is paid at once, from the company's account to the doctor's. */
export const orderDoctorPaymentPointLifecycle = lifecycle(orderDoctorPaymentPoint, {
  ...reviewedEdges('orderDoctorPaymentPoint', 4),
  freeze: { label: ['冻结', 'Frozen'], from: { paymentStatus: 0 }, to: { paymentStatus: 6 }, by: 'system' },
  simulate: { label: ['模拟付款', 'Simulated'], from: { paymentStatus: 0 }, to: { paymentStatus: 4 }, by: 'system' },
})
