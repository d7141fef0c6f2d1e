import { orderEntrusted, orderEntrustedLifecycle } from '../../../model/orders/orderEntrusted.ts'
import { defineServerDomain } from '../../records/serverDomain.ts'
import { rules } from '../../writing/rules.ts'
import { companyOrderRules } from './companyOrder.ts'

/** Orders of client companies. */
export default defineServerDomain({
  name: 'orders',
  rules: [rules(orderEntrusted, orderEntrustedLifecycle, companyOrderRules)],
})
