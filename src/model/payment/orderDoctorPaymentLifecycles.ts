import { lifecycle, type Transition } from '../language/lifecycle.ts'
import { rejection } from '../patterns/review.ts'
import { orderDoctorPayment, orderDoctorPaymentPoint } from './orderDoctorPayment.ts'

/** Decisions of finance on payments. */
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
const reviewedEdges = <const Id extends string, const Passed extends 'approved' | 'paid'>(id: Id, passed: Passed) =>
  ({
    auditPass: {
      ...decided(id, 'auditPass'),
      // neither by whoever applied for the payment, nor by who thawed it
      makerChecker: true,
      label: ['审核通过', 'Approve'],
      from: { paymentStatus: 'pending' },
      to: { paymentStatus: passed },
      key: 'a',
      result: 'pass',
    },
    auditReject: {
      ...decided(id, 'auditReject'),
      label: ['审核驳回', 'Reject'],
      from: { paymentStatus: ['pending', 'frozen'] },
      to: { paymentStatus: 'rejected' },
      ask: {
        reason: rejection,
      },
      key: 'r',
      result: 'reject',
    },
    thaw: {
      ...decided(id, 'thaw'),
      label: ['解冻', 'Thaw'],
      from: { paymentStatus: 'frozen' },
      to: { paymentStatus: 'pending' },
      key: 't',
      result: 'other',
    },
  }) as const

/** 3.15: reviewed by finance, then handled by the cashier, then paid by the bank. */
export const orderDoctorPaymentLifecycle = lifecycle(orderDoctorPayment, {
  ...reviewedEdges('orderDoctorPayment', 'approved'),
  freeze: {
    label: ['冻结', 'Frozen'],
    from: { paymentStatus: ['pending', 'approved'] },
    to: { paymentStatus: 'frozen' },
    by: 'system',
  },
  handle: {
    label: ['经办', 'Handled'],
    from: { paymentStatus: 'approved' },
    to: { paymentStatus: 'paying' },
    by: 'system',
  },
  pay: { label: ['付款成功', 'Paid'], from: { paymentStatus: 'paying' }, to: { paymentStatus: 'paid' }, by: 'system' },
  simulate: {
    label: ['模拟付款', 'Simulated'],
    from: { paymentStatus: 'pending' },
    to: { paymentStatus: 'paid' },
    by: 'system',
  },
  fail: {
    label: ['付款失败', 'Failed'],
    from: { paymentStatus: 'paying' },
    to: { paymentStatus: 'failed' },
    by: 'system',
  },
  resend: {
    label: ['重新付款', 'Sent again'],
    from: { paymentStatus: 'failed' },
    to: { paymentStatus: 'paying' },
    by: 'system',
  },
  takeBack: {
    label: ['退回审核', 'Back to review'],
    from: { paymentStatus: ['approved', 'paying'] },
    to: { paymentStatus: 'pending' },
    by: 'system',
  },
  bounce: {
    label: ['退票', 'Bounced'],
    from: { paymentStatus: 'paid' },
    to: { paymentStatus: 'failed' },
    by: 'system',
  },
  close: {
    label: ['关闭', 'Closed'],
    from: { paymentStatus: 'failed' },
    to: { paymentStatus: 'closed' },
    by: 'system',
  },
})

/** 3.15 of points: what finance approves is paid at once, from the company's account to the doctor's. */
export const orderDoctorPaymentPointLifecycle = lifecycle(orderDoctorPaymentPoint, {
  ...reviewedEdges('orderDoctorPaymentPoint', 'paid'),
  freeze: {
    label: ['冻结', 'Frozen'],
    from: { paymentStatus: 'pending' },
    to: { paymentStatus: 'frozen' },
    by: 'system',
  },
  simulate: {
    label: ['模拟付款', 'Simulated'],
    from: { paymentStatus: 'pending' },
    to: { paymentStatus: 'paid' },
    by: 'system',
  },
})
