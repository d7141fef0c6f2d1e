import { is } from '../language/conditions/condition.ts'
import type { Queue, QueueView } from '../language/queue.ts'

const taxes = (taxPayStatus: 1 | 4): Omit<QueueView, 'code' | 'title'> => ({
  resource: 'entrustedTaxPaymentOrder',
  where: [is('taxPayStatus', taxPayStatus)],
  permission: 'entrustedTaxPaymentOrder_aloneHandle',
  decisions: ['aloneHandle'],
  sort: '+createTime',
})

const fees = (resource: string, feeStatus: 0 | 3): Omit<QueueView, 'code' | 'title'> => ({
  resource,
  where: [is('feeStatus', feeStatus)],
  permission: `${resource}_transfer`,
  decisions: ['transfer'],
  sort: '+createTime',
})

/** Q21 (domain §6): the cashier passes taxes and fees of paid orders on, one by one; of orders in points there are fees. */
export const passedOnQueue: Queue = {
  code: 'passedOn',
  title: ['待付税费', 'Taxes and fees'],
  icon: 'receipt-text',
  views: [
    { code: 'taxes', title: ['待付税费', 'Taxes to pay'], ...taxes(1) },
    { code: 'taxesAgain', title: ['税费付款失败', 'Failed taxes'], ...taxes(4) },
    { code: 'fees', title: ['待划服务费', 'Fees to transfer'], ...fees('platServiceFee', 0) },
    { code: 'feesAgain', title: ['划转失败', 'Failed fees'], ...fees('platServiceFee', 3) },
    { code: 'feesPoint', title: ['积分待划服务费', 'Points fees to transfer'], ...fees('platServiceFeePoint', 0) },
    { code: 'feesAgainPoint', title: ['积分划转失败', 'Failed points fees'], ...fees('platServiceFeePoint', 3) },
  ],
}
