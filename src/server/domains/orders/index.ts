import { orderEntrusted, orderEntrustedLifecycle } from '../../../model/orders/orderEntrusted.ts'
import { defineServerDomain } from '../../records/serverDomain.ts'
import { rules } from '../../writing/rules.ts'
import { companyOrderRules } from './companyOrder.ts'

/** The server half of orders. */
export default defineServerDomain({
  name: 'orders',
  rules: [rules(orderEntrusted, orderEntrustedLifecycle, companyOrderRules)],
})
