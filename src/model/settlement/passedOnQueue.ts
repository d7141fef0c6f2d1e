import { oneOf } from '../kernel/condition.ts'
import type { Queue } from '../kernel/queue.ts'

/** Q21 (domain §6): the cashier passes taxes and fees of paid orders on, one by one. */
export const passedOnQueue: Queue = {
  code: 'passedOn',
  title: ['待付税费', 'Taxes and fees'],
  icon: 'receipt-text',
  views: [
    {
      code: 'taxes',
      title: ['待付税费', 'Taxes to pay'],
      resource: 'entrustedTaxPaymentOrder',
      where: [oneOf('taxPayStatus', [1, 4])],
      permission: 'entrustedTaxPaymentOrder_aloneHandle',
      decisions: ['aloneHandle'],
      sort: '+createTime',
    },
    {
      code: 'fees',
      title: ['待划服务费', 'Fees to transfer'],
      resource: 'platServiceFee',
      where: [oneOf('feeStatus', [0, 3])],
      permission: 'platServiceFee_transfer',
      decisions: ['transfer'],
      sort: '+createTime',
    },
  ],
}
