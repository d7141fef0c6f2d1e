import { longText } from '../language/fields/field.ts'
import { lifecycle } from '../language/lifecycle.ts'
import { rejection } from '../patterns/review.ts'
import { entrustedInvoice } from './entrustedInvoice.ts'

const operator = { by: 'operator', select: 'one' } as const
const submitted = { ...operator, call: 'POST invoiceSubmit' } as const
const requested = { ...submitted, permission: 'entrustedInvoice_invoiceSubmit', roles: ['companyAdmin'] } as const
const reviewed = {
  ...operator,
  call: 'POST submitReview',
  select: 'many',
  batch: 'allOrNothing',
  permission: 'entrustedInvoice_submitReview',
  roles: ['finance'],
  makerChecker: true,
  late: ['审核超时请稍后重试', 'The review has timed out: try again later'],
} as const

/** Lifecycle 3.20: the company asks, tax staff upload and hand over, finance reviews. */
export const entrustedInvoiceLifecycle = lifecycle(entrustedInvoice, {
  request: {
    ...requested,
    label: ['申请开票', 'Request'],
    from: { invoiceStatus: ['draft', 'rejected'] },
    to: { invoiceStatus: 'requested' },
    match: { status: 1 },
    undo: 'withdraw',
    key: 's',
    result: 'pass',
  },
  withdraw: {
    ...requested,
    label: ['撤回申请', 'Withdraw'],
    from: { invoiceStatus: 'requested' },
    to: { invoiceStatus: 'draft' },
    match: { status: 0 },
    takesBack: ['request'],
    result: 'other',
  },
  issue: {
    ...submitted,
    label: ['提交复核', 'Hand over for review'],
    from: { invoiceStatus: ['requested', 'rejected'] },
    to: { invoiceStatus: 'pending' },
    match: { status: 2 },
    permission: 'entrustedInvoice_issue',
    roles: ['tax', 'fiscalTax'],
    key: 'p',
    result: 'pass',
  },
  'submitReview.pass': {
    ...reviewed,
    label: ['复核通过', 'Approve'],
    from: { invoiceStatus: 'pending' },
    to: { invoiceStatus: 'issued' },
    match: { status: 1 },
    ask: { remark: longText('复核意见', 'Remark', { length: 500 }) },
    key: 'a',
    result: 'pass',
  },
  'submitReview.reject': {
    ...reviewed,
    label: ['复核驳回', 'Reject'],
    from: { invoiceStatus: 'pending' },
    to: { invoiceStatus: 'rejected' },
    match: { status: 2 },
    ask: {
      remark: rejection,
    },
    key: 'r',
    result: 'reject',
  },
  invoiceCheck: {
    ...operator,
    label: ['查验发票', 'Check with the tax bureau'],
    from: { invoiceStatus: ['requested', 'pending', 'rejected'] },
    to: {},
    call: 'POST invoiceCheck',
    permission: 'entrustedInvoice_invoiceCheck',
    roles: ['tax'],
    key: 'c',
    result: 'other',
  },
  void: {
    ...submitted,
    label: ['红冲作废', 'Reverse'],
    from: { invoiceStatus: 'issued' },
    to: { invoiceStatus: 'voided' },
    match: { status: 9 },
    permission: 'entrustedInvoice_void',
    roles: ['finance'],
    ask: {
      reason: longText('作废原因', 'Reason', {
        length: 500,
        required: '请输入作废原因',
      }),
    },
    danger: true,
    result: 'reject',
  },
  remove: {
    ...operator,
    label: ['删除', 'Delete'],
    from: { invoiceStatus: 'draft' },
    to: 'deleted',
    call: 'POST remove',
    permission: 'entrustedInvoice_remove',
    roles: ['companyAdmin', 'finance'],
    danger: true,
    result: 'other',
  },
})
