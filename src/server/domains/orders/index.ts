import { orderEntrusted, orderEntrustedLifecycle } from '../../../model/orders/orderEntrusted.ts'
import { rules } from '../../writing/rules.ts'
import { defineServerDomain } from '../serverDomain.ts'
import { companyOrderRules } from './companyOrder.ts'
import { orderInvariants } from './promises/orders.ts'
import { ordersTables } from './tables.ts'
import { orderViews } from './views.ts'

/** Orders of client companies. */
export default defineServerDomain({
  name: 'orders',
  tables: ordersTables,
  views: orderViews,
  rules: [rules(orderEntrusted, orderEntrustedLifecycle, companyOrderRules)],
  promises: [...orderInvariants],
})
