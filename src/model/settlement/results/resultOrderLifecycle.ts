import { longText, refs } from '../../language/fields/field.ts'
import { lifecycle } from '../../language/lifecycle.ts'
import { rejection, reviewEdges } from '../../patterns/review.ts'
import { resultOrder } from './resultOrder.ts'

const operator = { by: 'operator', select: 'many', batch: 'allOrNothing', money: true } as const
const audit = {
  ...operator,
  call: 'POST audit',
  permission: 'resultOrder_audit',
  roles: ['finance'],
  makerChecker: true,
  undo: 'recall.audit',
} as const
const confirm = {
  ...operator,
  call: { method: 'POST', paths: ['confirm'], key: 'resultOrderOrderId' },
  permission: 'resultOrder_confirm',
  roles: ['companyAdmin'],
} as const
const recall = {
  ...operator,
  select: 'one',
  call: 'POST recall',
  result: 'other',
} as const

/** Lifecycle 3.10, with the recalls that Rounds adds. */
export const resultOrderLifecycle = lifecycle(resultOrder, {
  create: {
    label: ['新建结果单', 'New result order'],
    from: 'new',
    to: { resultStatus: 'draft' },
    by: 'operator',
    call: 'POST create',
    permission: 'resultOrder_create',
    roles: ['ops'],
    ask: {
      entrustedCompanyId: resultOrder.fields.entrustedCompanyId,
      periodStart: resultOrder.fields.periodStart,
      periodEnd: resultOrder.fields.periodEnd,
      name: resultOrder.fields.name,
      orderDoctorIds: refs('orderDoctor', '医生订单', 'Doctor orders', {
        help: ['不选则包括该企业此期间待出结果的全部订单', 'All of the company in this period where none is chosen'],
      }),
    },
    money: true,
    result: 'other',
  },
  submit: {
    ...operator,
    label: ['提交审核', 'Submit'],
    from: { resultStatus: ['draft', 'rejected'] },
    to: { resultStatus: 'pending' },
    call: 'POST submit',
    permission: 'resultOrder_submit',
    roles: ['ops'],
    key: 's',
    result: 'other',
  },
  ...reviewEdges('resultStatus', 'remark', audit, { says: 'status', passed: 'toConfirm' }),
  'confirm.pass': {
    ...confirm,
    label: ['企业确认', 'Confirm'],
    from: { resultStatus: 'toConfirm' },
    to: { resultStatus: 'confirmed' },
    match: { status: 1 },
    byDefault: true,
    ask: { remark: longText('确认意见', 'Remark', { length: 500 }) },
    undo: 'recall.confirm',
    key: 'a',
    result: 'pass',
  },
  'confirm.reject': {
    ...confirm,
    label: ['企业驳回', 'Reject'],
    from: { resultStatus: 'toConfirm' },
    to: { resultStatus: 'rejected' },
    match: { status: 2 },
    ask: { remark: rejection },
    key: 'r',
    result: 'reject',
  },
  'recall.audit': {
    ...recall,
    label: ['撤回审核', 'Take back review'],
    from: { resultStatus: ['rejected', 'toConfirm'] },
    to: { resultStatus: 'pending' },
    permission: 'resultOrder_audit',
    roles: ['finance'],
    takesBack: ['audit.pass', 'audit.reject'],
    withinMinutes: 10,
  },
  'recall.confirm': {
    ...recall,
    label: ['撤回确认', 'Take back confirmation'],
    from: { resultStatus: 'confirmed' },
    to: { resultStatus: 'toConfirm' },
    permission: 'resultOrder_confirm',
    roles: ['companyAdmin'],
    takesBack: ['confirm.pass'],
    withinMinutes: 10,
  },
  createServiceManagerReport: {
    label: ['生成服务报告', 'Make service report'],
    from: { resultStatus: ['toConfirm', 'confirmed'] },
    to: {},
    by: 'operator',
    call: { method: 'POST', paths: ['createServiceManagerReport'], key: 'resultOrderId' },
    permission: 'resultOrder_createServiceManagerReport',
    roles: ['ops'],
    select: 'one',
    result: 'other',
  },
  report: {
    label: ['服务报告已生成', 'Service report made'],
    from: { resultStatus: ['toConfirm', 'confirmed'] },
    to: {},
    by: 'system',
  },
  remove: {
    ...operator,
    label: ['删除', 'Delete'],
    from: { resultStatus: ['draft', 'rejected'] },
    to: 'deleted',
    call: 'POST remove',
    permission: 'resultOrder_remove',
    roles: ['ops'],
    danger: true,
    result: 'other',
  },
  void: {
    label: ['作废', 'Voided'],
    from: { resultStatus: 'confirmed' },
    to: { resultStatus: 'voided' },
    by: 'system',
    danger: true,
  },
})
