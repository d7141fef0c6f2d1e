import { is } from '../kernel/condition.ts'
import type { Queue, QueueView } from '../kernel/queue.ts'

const taxes = (taxPayStatus: 1 | 4): Omit<QueueView, 'code' | 'title'> => ({
  resource: 'entrustedTaxPaymentOrder',
  where: [is('taxPayStatus', taxPayStatus)],
  permission: 'entrustedTaxPaymentOrder_aloneHandle',
  decisions: ['aloneHandle'],
  sort: '+createTime',
})

const fees = (feeStatus: 0 | 3): Omit<QueueView, 'code' | 'title'> => ({
  resource: 'platServiceFee',
  where: [is('feeStatus', feeStatus)],
  permission: 'platServiceFee_transfer',
  decisions: ['transfer'],
  sort: '+createTime',
})

/** Q21 (domain §6): the cashier passes taxes and fees of paid orders on, one by one. */
export const passedOnQueue: Queue = {
  code: 'passedOn',
  title: ['待付税费', 'Taxes and fees'],
  icon: 'receipt-text',
  views: [
    { code: 'taxes', title: ['待付税费', 'Taxes to pay'], ...taxes(1) },
    { code: 'taxesAgain', title: ['税费付款失败', 'Failed taxes'], ...taxes(4) },
    { code: 'fees', title: ['待划服务费', 'Fees to transfer'], ...fees(0) },
    { code: 'feesAgain', title: ['划转失败', 'Failed fees'], ...fees(3) },
  ],
}
