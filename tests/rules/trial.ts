import { choice, code, date, longText, money, ref, text } from '../../src/model/language/fields/field.ts'
import { lifecycle, type RulesOf } from '../../src/model/language/lifecycle.ts'
import { resource } from '../../src/model/language/resource.ts'
import { statesOf } from '../../src/model/language/states.ts'
import { company } from '../../src/model/patterns/mixins.ts'
import { servicePaymentOrder } from '../../src/model/payment/payments.ts'
import type { Rules } from '../../src/server/writing/rules.ts'
import type { UnitOfWork } from '../../src/server/writing/unitOfWork/unitOfWork.ts'
import type { Family } from '../server/declared.ts'

const { payStatus } = statesOf(servicePaymentOrder)

const amount = money('金额', 'Amount', {
  required: '请输入金额',
  requiredEn: 'Please enter the amount',
  min: '0.01',
  max: '1000000',
})

// Declarations that several families share.
const operations = ['view', 'add', 'edit', 'delete'] as const
const what = text('内容', 'What')
const draftStatus = choice(
  '状态',
  'State',
  { 0: ['草稿', 'Draft'], 1: ['确认', 'Confirmed'] },
  { readOnly: 'always', initial: 0 },
)

/** A payment that one user applies for and another reviews: created by a submit and by a transition. */
const trial = resource('trialPayment', {
  calls: ['blade-trial/trialPayment'],
  title: ['试付款', 'Trial payments'],
  name: 'code',
  fields: {
    code: code('TR', '单号', 'No'),
    ...company,
    amount,
    account: text('账户', 'Account', { dualControl: true }),
    bankSerialNo: text('流水号', 'Serial no.', { search: 'code', length: 32 }),
    payWay: choice('方式', 'Way', { 1: ['线下', 'Offline'], 2: ['线上', 'Online'] }, { initial: 1 }),
    openedBy: text('开单人', 'Opened by', { readOnly: 'edit' }),
    confirmed: text('确认人', 'Confirmed by', { readOnly: 'always' }),
    payStatus: choice(
      '付款状态',
      'State',
      { 0: ['待审核', 'Pending'], 1: ['已通过', 'Passed'], 2: ['已驳回', 'Rejected'] },
      { readOnly: 'always', initial: 0 },
    ),
  },
  operations,
  editable: { edit: { payStatus: [payStatus.toPay, payStatus.paid] }, delete: { payStatus: payStatus.paid } },
  list: { columns: ['code'], search: ['payStatus'], sort: 'createTime' },
  owner: { company: 'entrustedCompanyId' },
  unique: [['code'], ['bankSerialNo']],
})

const operator = { by: 'operator', select: 'many', result: 'other' } as const
const step = { ...operator, from: { payStatus: payStatus.toPay }, to: { payStatus: payStatus.toCheck } } as const

const trialLifecycle = lifecycle(trial, {
  apply: {
    ...operator,
    label: ['申请', 'Apply'],
    from: 'new',
    to: { payStatus: payStatus.toPay },
    call: 'POST apply',
    permission: 'trialPayment_apply',
    money: true,
    ask: {
      entrustedCompanyId: company.entrustedCompanyId,
      // declared more loosely than the record's own fields, which decide what it may hold
      amount: text('金额', 'Amount'),
      bankSerialNo: text('流水号', 'Serial no.'),
      payWay: text('方式', 'Way'),
      payStatus: text('状态', 'State'),
      remark: longText('说明', 'Remark'),
    },
  },
  'review.pass': {
    ...step,
    label: ['通过', 'Pass'],
    call: 'POST review',
    match: { status: 1 },
    permission: 'trialPayment_review',
    makerChecker: true,
    money: true,
    undo: 'recall.review',
  },
  'review.reject': {
    ...step,
    label: ['驳回', 'Reject'],
    to: { payStatus: payStatus.paid },
    call: 'POST review',
    match: { status: 2 },
    permission: 'trialPayment_review',
    makerChecker: true,
    undo: 'recall.forgotten',
  },
  resubmit: {
    ...step,
    label: ['重提', 'Resubmit'],
    from: { payStatus: payStatus.paid },
    to: { payStatus: payStatus.toPay },
    call: 'POST resubmit',
    permission: 'trialPayment_resubmit',
  },
  // open, because its rule is `none`
  plain: {
    ...step,
    label: ['搁置', 'Park'],
    to: { payStatus: payStatus.paid },
    call: 'POST plain',
    permission: 'trialPayment_plain',
  },
  // closed: it has no rule
  forgotten: { ...step, label: ['忘记', 'Forgotten'], call: 'POST forgotten', permission: 'trialPayment_forgotten' },
  'recall.forgotten': {
    ...operator,
    label: ['撤回', 'Take back'],
    from: { payStatus: payStatus.paid },
    to: { payStatus: payStatus.toPay },
    call: 'POST recallForgotten',
    permission: 'trialPayment_review',
    takesBack: ['review.reject'],
  },
  // closed: `none` where money moves or a second person decides
  bareMoney: {
    ...step,
    label: ['裸款', 'Bare money'],
    call: 'POST bareMoney',
    permission: 'trialPayment_bareMoney',
    money: true,
  },
  bareCheck: {
    ...step,
    label: ['裸审', 'Bare check'],
    call: 'POST bareCheck',
    permission: 'trialPayment_bareCheck',
    makerChecker: true,
  },
  'recall.review': {
    ...operator,
    label: ['撤回审核', 'Take back review'],
    from: { payStatus: payStatus.toCheck },
    to: { payStatus: payStatus.toPay },
    call: 'POST recall',
    permission: 'trialPayment_review',
    takesBack: ['review.pass'],
  },
})

const said: Pick<
  RulesOf<typeof trial, typeof trialLifecycle, UnitOfWork>,
  'apply' | 'review.pass' | 'review.reject' | 'resubmit' | 'plain' | 'recall.review'
> = {
  apply: {
    guard: (draft) => (draft.amount === '13.00' ? ['不吉利', 'Unlucky'] : null),
    set: (draft, _ask, work) => ({ openedBy: `${work.actor.name}/${draft.entrustedCompanyName}` }),
  },
  'review.pass': { set: (_row, _ask, work) => ({ confirmed: work.actor.name }) },
  'review.reject': {},
  resubmit: 'none',
  plain: 'none',
  'recall.review': 'none',
}

/**
 * A slip that a transition deletes; the generic operation beside it is a contradiction that the server has to survive.
 */
const slip = resource('trialSlip', {
  calls: ['blade-trial/trialSlip'],
  title: ['试单', 'Trial slips'],
  name: 'what',
  fields: {
    what,
    parentId: ref('trialSlip', '上级', 'Above'),
    slipStatus: draftStatus,
    firstDay: date('首日', 'First day'),
    lastDay: date('末日', 'Last day', { notBefore: 'firstDay' }),
  },
  operations,
  owner: 'open',
  editable: { edit: {}, delete: {} },
  list: { columns: ['what'], search: ['parentId'], sort: 'createTime' },
})

const slipLifecycle = lifecycle(slip, {
  scrap: {
    ...operator,
    label: ['废弃', 'Scrap'],
    from: { slipStatus: 1 },
    to: 'deleted',
    call: 'POST scrap',
    permission: 'trialSlip_scrap',
  },
  extend: {
    ...operator,
    label: ['延长', 'Extend'],
    from: { slipStatus: 1 },
    to: { slipStatus: 0 },
    call: 'POST extend',
    permission: 'trialSlip_extend',
    ask: { until: date('延长至', 'Until') },
  },
})

/** Lines below a slip, which prevent its deletion. */
const trialLine = resource('trialLine', {
  calls: ['blade-trial/trialLine'],
  title: ['试明细', 'Trial lines'],
  name: 'what',
  fields: { what, trialSlipId: ref('trialSlip', '试单', 'Slip') },
  operations,
  owner: 'open',
  list: { columns: ['what'], search: ['trialSlipId'], sort: 'createTime' },
})

/** A family with a lifecycle without rules and without declared states of editing. */
const bare = resource('trialBare', {
  calls: ['blade-trial/trialBare'],
  title: ['裸单', 'Bare'],
  name: 'what',
  fields: {
    what,
    bareStatus: draftStatus,
  },
  operations,
  owner: 'open',
  list: { columns: ['what'], search: [], sort: 'createTime' },
})

const bareLifecycle = lifecycle(bare, {
  open: {
    ...operator,
    label: ['开', 'Open'],
    from: 'new',
    to: { bareStatus: 0 },
    call: 'POST open',
    permission: 'trialBare_open',
    money: true,
  },
  confirm: {
    ...operator,
    label: ['确认', 'Confirm'],
    from: { bareStatus: 0 },
    to: { bareStatus: 1 },
    call: 'POST confirm',
    permission: 'trialBare_confirm',
    makerChecker: true,
    money: true,
  },
})

export const trialFamilies: readonly Family[] = [
  {
    resource: trial,
    lifecycle: trialLifecycle,
    rules: { ...said, bareMoney: 'none', bareCheck: 'none' } as Rules,
  },
  {
    resource: slip,
    lifecycle: slipLifecycle,
    rules: {
      scrap: 'none',
      extend: { set: (_slip, ask) => ({ lastDay: ask.until as string | null }) },
    },
  },
  { resource: trialLine },
  { resource: bare, lifecycle: bareLifecycle },
]
export { bare as trialBare, slip as trialSlip, trial, trialLifecycle, trialLine }
