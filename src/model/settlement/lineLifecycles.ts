import { every } from '../language/every.ts'
import { longText } from '../language/fields/field.ts'
import { lifecycle } from '../language/lifecycle.ts'
import { BEING_SIGNED, NOT_BEING_SIGNED, refusedEdge, signEdges, signedEdge } from '../people/signFlow.ts'
import { orderDoctorSettlement, settlementOrderDoctor } from './settlementLines.ts'

/** A confirmation that was generated and not signed. */
const GENERATED = { fileStatus: 'generated' } as const
const DRAWN = { fileStatus: ['none', 'generated'], signStatus: NOT_BEING_SIGNED } as const

/** The confirmation of a doctor (3.12): written by the platform, sent to be signed, signed by the doctor. */
export const settlementOrderDoctorLifecycle = lifecycle(settlementOrderDoctor, {
  createSettlementOrderFile: {
    label: ['生成确认书', 'Make confirmation'],
    from: DRAWN,
    to: {},
    by: 'operator',
    call: 'GET createSettlementOrderFile',
    permission: 'settlementOrderDoctor_createSettlementOrderFile',
    roles: ['finance', 'ops'],
    select: 'one',
    result: 'other',
  },
  generate: { label: ['已生成', 'Generated'], from: DRAWN, to: GENERATED, by: 'system' },
  ...signEdges(GENERATED),
  sign: { ...signedEdge(GENERATED, { fileStatus: 'signed' }), label: ['签署', 'Signed'], result: 'pass' },
  refuse: { ...refusedEdge(GENERATED, {}), label: ['拒签', 'Refused'], result: 'reject' },
})

/** Whoever has a confirmation to sign is asked about until it is signed, refused or over. */
export const pollConfirmations = every('settlementOrderDoctor.poll', {
  cron: '* * * * *',
  resource: settlementOrderDoctor.id,
  where: BEING_SIGNED,
  step: 'flow.poll',
})

const requested = {
  by: 'operator',
  select: 'many',
  batch: 'allOrNothing',
  money: true,
} as const
const caused = { by: 'system', money: true } as const

/** Lifecycle 3.14. What the system does is caused by the settlement order, the payment and the bank. */
export const orderDoctorSettlementLifecycle = lifecycle(orderDoctorSettlement, {
  applyForPayment: {
    ...requested,
    label: ['申请付款', 'Apply for payment'],
    from: { settleStatus: ['payable', 'failed'] },
    to: { settleStatus: 'paying' },
    call: 'POST applyForPayment',
    permission: 'orderDoctorSettlement_applyForPayment',
    roles: ['finance', 'ops'],
    key: 'p',
    result: 'pass',
  },
  simulatedPayment: {
    ...requested,
    label: ['模拟付款', 'Simulate payment'],
    from: { settleStatus: ['payable', 'failed'] },
    to: { settleStatus: 'paid' },
    call: 'POST simulatedPayment',
    permission: 'orderDoctorSettlement_simulatedPayment',
    roles: [],
    danger: true,
    result: 'other',
  },
  applyForVoid: {
    ...requested,
    // nothing is moved yet: each line is asked for by itself
    batch: 'perRow',
    label: ['申请作废', 'Apply for void'],
    from: { settleStatus: ['unsettled', 'payable', 'failed'] },
    to: { settleStatus: 'voidRequested' },
    call: 'POST applyForVoid',
    permission: 'orderDoctorSettlement_applyForVoid',
    roles: ['finance', 'ops'],
    ask: {
      reason: longText('作废原因', 'Reason', {
        length: 500,
        required: '请输入作废原因',
      }),
    },
    danger: true,
    // not x, which ticks rows
    key: 'w',
    result: 'reject',
  },
  open: {
    ...caused,
    label: ['可付款', 'Payable'],
    from: { settleStatus: 'unsettled' },
    to: { settleStatus: 'payable' },
  },
  pay: { ...caused, label: ['付款完成', 'Paid'], from: { settleStatus: 'paying' }, to: { settleStatus: 'paid' } },
  fail: { ...caused, label: ['付款失败', 'Failed'], from: { settleStatus: 'paying' }, to: { settleStatus: 'failed' } },
  refuse: {
    ...caused,
    label: ['付款驳回', 'Payment refused'],
    from: { settleStatus: 'paying' },
    to: { settleStatus: 'payable' },
  },
  bounce: { ...caused, label: ['退票', 'Bounced'], from: { settleStatus: 'paid' }, to: { settleStatus: 'failed' } },
  void: {
    ...caused,
    label: ['作废', 'Voided'],
    from: { settleStatus: 'voidRequested' },
    to: { settleStatus: 'voided' },
  },
  keep: {
    ...caused,
    label: ['作废驳回', 'Void refused'],
    from: { settleStatus: 'voidRequested' },
    to: { settleStatus: 'previous' },
  },
})
