import { orderEntrusted, orderEntrustedLifecycle } from '../../../model/orders/orderEntrusted.ts'
import { rules } from '../../writing/rules.ts'
import { defineServerDomain } from '../serverDomain.ts'
import { companyOrderRules } from './companyOrder.ts'
import { orderInvariants } from './promises/orders.ts'
import { ordersTables } from './tables.ts'

/** Orders of client companies. */
export default defineServerDomain({
  name: 'orders',
  tables: ordersTables,
  rules: [rules(orderEntrusted, orderEntrustedLifecycle, companyOrderRules)],
  promises: [...orderInvariants],
})
