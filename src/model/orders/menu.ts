import { type GroupLeaves, leaf } from '../language/menu.ts'
import { orderDoctor } from './orderDoctor.ts'
import { orderEntrusted } from './orderEntrusted.ts'
import { traceability } from './traceability.ts'

/** Leaves of the menu tree that lead to screens of this domain. */
export const ordersMenu: readonly GroupLeaves[] = [
  {
    group: 'tsOrders',
    leaves: [
      leaf(orderEntrusted, { icon: 'building-2', with: ['orderEntrustedRel'], words: 'client order, 客户订单' }),
      leaf(orderDoctor, { icon: 'clipboard-list', words: 'order, task, 订单, 任务, 接单' }),
      leaf(traceability, { icon: 'git-branch', words: 'trace, chain, 链路, 追溯' }),
    ],
  },
]
