import { lifecycle } from '../language/lifecycle.ts'
import { entrustedTaxPaymentOrder, platServiceFee } from './payments.ts'

/** 3.18: transferred between sub-units (`dmanInternalTransfer`). */
export const platServiceFeeLifecycle = lifecycle(platServiceFee, {
  transfer: {
    label: ['划转', 'Transfer'],
    from: { feeStatus: ['pending', 'failed'] },
    to: { feeStatus: 'transferring' },
    by: 'operator',
    call: { method: 'POST', paths: ['/blade-cmb/dmanInternalTransfer/transfer'], key: 'platServiceFeeId' },
    permission: 'platServiceFee_transfer',
    roles: ['cashier'],
    select: 'one',
    money: true,
    key: 't',
    result: 'pass',
  },
  succeed: {
    label: ['已划转', 'Transferred'],
    from: { feeStatus: 'transferring' },
    to: { feeStatus: 'transferred' },
    by: 'system',
  },
  nothing: {
    label: ['无服务费', 'Nothing to transfer'],
    from: { feeStatus: ['pending', 'failed'] },
    to: { feeStatus: 'transferred' },
    by: 'system',
  },
  fail: {
    label: ['划转失败', 'Failed'],
    from: { feeStatus: 'transferring' },
    to: { feeStatus: 'failed' },
    by: 'system',
  },
})

/** 3.17: fixed when every line of the order has ended, then paid to the fiscal-tax company. */
export const entrustedTaxPaymentOrderLifecycle = lifecycle(entrustedTaxPaymentOrder, {
  aloneHandle: {
    label: ['支付税费', 'Pay the taxes'],
    from: { taxPayStatus: ['toPay', 'failed'] },
    to: { taxPayStatus: 'paying' },
    by: 'operator',
    call: {
      method: 'POST',
      paths: ['/blade-cmb/transferAccount/aloneHandle'],
      key: 'entrustedTaxPaymentOrderId',
    },
    permission: 'entrustedTaxPaymentOrder_aloneHandle',
    roles: ['cashier'],
    select: 'one',
    money: true,
    key: 'p',
    result: 'pass',
  },
  fix: { label: ['核定', 'Fixed'], from: { taxPayStatus: 'toFix' }, to: { taxPayStatus: 'toPay' }, by: 'system' },
  fixNothing: {
    label: ['无税费', 'Nothing to pay'],
    from: { taxPayStatus: 'toFix' },
    to: { taxPayStatus: 'paid' },
    by: 'system',
  },
  reopen: {
    label: ['待重新核定', 'To be fixed again'],
    from: { taxPayStatus: 'toPay' },
    to: { taxPayStatus: 'toFix' },
    by: 'system',
  },
  succeed: { label: ['已支付', 'Paid'], from: { taxPayStatus: 'paying' }, to: { taxPayStatus: 'paid' }, by: 'system' },
  fail: {
    label: ['支付失败', 'Failed'],
    from: { taxPayStatus: 'paying' },
    to: { taxPayStatus: 'failed' },
    by: 'system',
  },
})
