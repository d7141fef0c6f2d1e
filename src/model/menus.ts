import { dept, menu, role } from './access/role.ts'
import { securityEvent } from './access/securityEvent.ts'
import { user } from './access/user.ts'
import { quickReply } from './content/quickReply.ts'
import { approvalHistory } from './desk/approvalHistory.ts'
import { changeRequest } from './desk/changeRequest.ts'
import { attach } from './files/attach.ts'
import type { Label } from './kernel/label.ts'
import { isByPeople, type Transition } from './kernel/lifecycle.ts'
import { type Leaf, leaf, type TopMenu } from './kernel/menu.ts'
import { hasMasked, type Operation, type Resource, unmaskCode } from './kernel/resource.ts'
import { orderDoctor } from './orders/orderDoctor.ts'
import { authenticationDoctor } from './people/authenticationDoctor.ts'
import { entrustedCompany } from './people/entrustedCompany.ts'
import { thirdPlatform } from './people/thirdPlatform.ts'
import {
  entrustedTaxPaymentOrder,
  platServiceFee,
  servicePaymentBill,
  servicePaymentOrder,
} from './settlement/payments.ts'
import { settlementCycle } from './settlement/settlementCycle.ts'
import { orderDoctorSettlement, settlementOrderDoctor } from './settlement/settlementLines.ts'
import { settlementOrder } from './settlement/settlementOrder.ts'
import { taxItemRate } from './settlement/taxItemRate.ts'
import { apiMessagePool } from './system/apiMessagePool.ts'
import { dictBiz } from './system/dictBiz.ts'
import { intent } from './system/intent.ts'
import { param } from './system/param.ts'

/** The menu tree (domain §1): only leaves whose screens exist. Top menu → group → leaf → buttons. */
export const menus: readonly TopMenu[] = [
  {
    code: 'desk',
    title: ['工作台', 'Workbench'],
    icon: 'layout-dashboard',
    groups: [
      {
        code: 'deskHome',
        title: ['首页', 'Home'],
        icon: 'home',
        leaves: [{ code: 'wel', title: ['首页', 'Home'], path: '/wel/index', icon: 'home', go: 'g h' }],
      },
      {
        code: 'deskWork',
        title: ['待办', 'My work'],
        icon: 'inbox',
        leaves: [
          {
            code: 'queueHub',
            title: ['审核工作台', 'Queue hub'],
            path: '/desk/queues',
            icon: 'inbox',
            go: 'g q',
            forQueues: true,
          },
        ],
      },
    ],
  },
  {
    code: 'csc',
    title: ['客户与医生', 'Customers'],
    icon: 'users',
    groups: [
      {
        code: 'cscCompany',
        title: ['企业', 'Companies'],
        icon: 'building',
        leaves: [leaf(entrustedCompany, { icon: 'building', go: 'g c' }), leaf(thirdPlatform, { icon: 'handshake' })],
      },
      {
        code: 'cscDoctor',
        title: ['医生', 'Doctors'],
        icon: 'stethoscope',
        leaves: [leaf(authenticationDoctor, { icon: 'stethoscope', go: 'g d' })],
      },
    ],
  },
  {
    code: 'ts',
    title: ['招募与协议', 'Tender & protocols'],
    icon: 'file-signature',
    groups: [
      {
        code: 'tsOrders',
        title: ['订单', 'Orders'],
        icon: 'clipboard-list',
        leaves: [leaf(orderDoctor, { icon: 'clipboard-list' })],
      },
    ],
  },
  {
    code: 'svc',
    title: ['结算管理', 'Settlement'],
    icon: 'calculator',
    groups: [
      {
        code: 'svcSettle',
        title: ['结算', 'Settlement'],
        icon: 'calculator',
        leaves: [
          leaf(settlementCycle, { icon: 'refresh-cw', go: 'g y', with: ['settlementCycleTaxItem'] }),
          leaf(settlementOrder, { icon: 'file-spreadsheet', go: 'g o', with: ['settlementOrderTaxItem'] }),
          leaf(settlementOrderDoctor, { icon: 'users' }),
          leaf(servicePaymentOrder, { icon: 'credit-card', go: 'g p' }),
          leaf(servicePaymentBill, { icon: 'receipt' }),
          leaf(platServiceFee, { icon: 'percent' }),
        ],
      },
      {
        code: 'svcDoctor',
        title: ['医生付款', 'Doctor payment'],
        icon: 'banknote',
        leaves: [leaf(orderDoctorSettlement, { icon: 'banknote', go: 'g l' })],
      },
    ],
  },
  {
    code: 'tax',
    title: ['票税管理', 'Invoices & tax'],
    icon: 'receipt-text',
    groups: [
      {
        code: 'taxReturns',
        title: ['完税', 'Taxes'],
        icon: 'landmark',
        leaves: [leaf(entrustedTaxPaymentOrder, { icon: 'building-2' }), leaf(taxItemRate, { icon: 'percent' })],
      },
    ],
  },
  {
    code: 'content',
    title: ['内容运营', 'Content'],
    icon: 'newspaper',
    groups: [
      {
        code: 'contentOps',
        title: ['运营', 'Operations'],
        icon: 'zap',
        leaves: [leaf(quickReply, { icon: 'zap', go: 'g k' })],
      },
    ],
  },
  {
    code: 'system',
    title: ['系统管理', 'System'],
    icon: 'settings',
    groups: [
      {
        code: 'systemAccess',
        title: ['权限', 'Access'],
        icon: 'shield',
        leaves: [
          leaf(user, { icon: 'user', go: 'g u' }),
          leaf(role, { icon: 'shield', go: 'g r' }),
          leaf(menu, { icon: 'list-tree' }),
          leaf(dept, { icon: 'network' }),
          leaf(securityEvent, { icon: 'alert-triangle' }),
        ],
      },
      {
        code: 'systemBase',
        title: ['基础', 'Base'],
        icon: 'book',
        leaves: [
          leaf(dictBiz, { icon: 'book' }),
          leaf(param, { icon: 'sliders' }),
          leaf(changeRequest, { icon: 'git-compare' }),
          leaf(attach, { icon: 'paperclip' }),
          leaf(approvalHistory, { icon: 'history', go: 'g a' }),
          leaf(apiMessagePool, { icon: 'inbox' }),
          leaf(intent, { icon: 'send' }),
        ],
      },
    ],
  },
]

const OPERATION: Readonly<Record<Operation, Label>> = {
  view: ['查看', 'View'],
  add: ['新增', 'Add'],
  edit: ['修改', 'Edit'],
  delete: ['删除', 'Delete'],
  export: ['导出', 'Export'],
}

/**
 * Permission codes of a resource with their words: its operations, its personal data, then what its lifecycle asks for.
 */
export function buttonsOfResource(
  r: Pick<Resource, 'id' | 'fields' | 'operations'>,
  transitions: readonly Transition[],
): Map<string, Label> {
  const buttons = new Map<string, Label>()
  for (const o of r.operations) buttons.set(`${r.id}_${o}`, OPERATION[o])
  if (hasMasked(r) && r.operations.includes('view')) buttons.set(unmaskCode(r), ['查看敏感信息', 'See personal data'])
  for (const t of transitions)
    if (isByPeople(t) && t.permission && !buttons.has(t.permission)) buttons.set(t.permission, t.label)
  return buttons
}

/** Every leaf with its top menu and group, in menu order. */
export function* leaves(): Generator<{ top: TopMenu; group: TopMenu['groups'][number]; leaf: Leaf }> {
  for (const top of menus) for (const group of top.groups) for (const leaf of group.leaves) yield { top, group, leaf }
}
