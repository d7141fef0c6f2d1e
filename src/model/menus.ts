import type { Label } from './kernel/label.ts'
import type { Transition } from './kernel/lifecycle.ts'
import type { Leaf, TopMenu } from './kernel/menu.ts'
import { hasMasked, type Operation, type Resource, unmaskCode } from './kernel/resource.ts'

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
        leaves: [{ code: 'wel', title: ['首页', 'Home'], path: '/wel/index', icon: 'home' }],
      },
      {
        code: 'deskWork',
        title: ['待办', 'My work'],
        icon: 'inbox',
        leaves: [{ code: 'queueHub', title: ['审核工作台', 'Queue hub'], path: '/desk/queues', icon: 'inbox' }],
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
        leaves: [
          {
            code: 'entrustedCompany',
            title: ['委托企业', 'Client companies'],
            path: '/csc/entrustedCompany',
            icon: 'building',
            resource: 'entrustedCompany',
          },
          {
            code: 'thirdPlatform',
            title: ['第三方平台', 'Partners'],
            path: '/csc/thirdPlatform',
            icon: 'handshake',
            resource: 'thirdPlatform',
          },
        ],
      },
      {
        code: 'cscDoctor',
        title: ['医生', 'Doctors'],
        icon: 'stethoscope',
        leaves: [
          {
            code: 'authenticationDoctor',
            title: ['认证医生', 'Certified doctors'],
            path: '/csc/authenticationDoctor',
            icon: 'stethoscope',
            resource: 'authenticationDoctor',
          },
        ],
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
        leaves: [
          {
            code: 'orderDoctor',
            title: ['医生订单', 'Doctor orders'],
            path: '/svc/orderDoctor',
            icon: 'clipboard-list',
            resource: 'orderDoctor',
          },
        ],
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
          {
            code: 'settlementCycle',
            title: ['结算周期', 'Settlement cycles'],
            path: '/svc/settlementCycle',
            icon: 'refresh-cw',
            resource: 'settlementCycle',
          },
          {
            code: 'settlementOrder',
            title: ['结算单', 'Settlement orders'],
            path: '/svc/settlementOrder',
            icon: 'file-spreadsheet',
            resource: 'settlementOrder',
            with: ['settlementOrderTaxItem'],
          },
          {
            code: 'settlementOrderDoctor',
            title: ['结算单医生明细', 'Settlement doctors'],
            path: '/svc/settlementOrderDoctor',
            icon: 'users',
            resource: 'settlementOrderDoctor',
          },
          {
            code: 'servicePaymentOrder',
            title: ['服务费支付单', 'Service payment orders'],
            path: '/svc/servicePaymentOrder',
            icon: 'credit-card',
            resource: 'servicePaymentOrder',
          },
          {
            code: 'servicePaymentBill',
            title: ['服务费账单', 'Service bills'],
            path: '/svc/servicePaymentBill',
            icon: 'receipt',
            resource: 'servicePaymentBill',
          },
          {
            code: 'platServiceFee',
            title: ['平台服务费', 'Platform fees'],
            path: '/svc/platServiceFee',
            icon: 'percent',
            resource: 'platServiceFee',
          },
        ],
      },
      {
        code: 'svcDoctor',
        title: ['医生付款', 'Doctor payment'],
        icon: 'banknote',
        leaves: [
          {
            code: 'orderDoctorSettlement',
            title: ['医生结算', 'Doctor settlement lines'],
            path: '/svc/orderDoctorSettlement',
            icon: 'banknote',
            resource: 'orderDoctorSettlement',
          },
        ],
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
        leaves: [
          {
            code: 'entrustedTaxPaymentOrder',
            title: ['税费支付单', 'Tax payment orders'],
            path: '/svc/entrustedTaxPaymentOrder',
            icon: 'building-2',
            resource: 'entrustedTaxPaymentOrder',
          },
          {
            code: 'taxItemRate',
            title: ['税目税率', 'Tax items and rates'],
            path: '/base/taxItemRate',
            icon: 'percent',
            resource: 'taxItemRate',
          },
        ],
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
        leaves: [
          {
            code: 'quickReply',
            title: ['快捷回复', 'Quick replies'],
            path: '/sys/quickReply',
            icon: 'zap',
            resource: 'quickReply',
          },
        ],
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
          { code: 'user', title: ['用户', 'Users'], path: '/system/user', icon: 'user', resource: 'user' },
          { code: 'role', title: ['角色', 'Roles'], path: '/authority/role', icon: 'shield', resource: 'role' },
          { code: 'menu', title: ['菜单', 'Menus'], path: '/system/menu', icon: 'list-tree', resource: 'menu' },
          { code: 'dept', title: ['机构', 'Departments'], path: '/system/dept', icon: 'network', resource: 'dept' },
          {
            code: 'securityEvent',
            title: ['安全事件', 'Security events'],
            path: '/system/securityEvent',
            icon: 'alert-triangle',
            resource: 'securityEvent',
          },
        ],
      },
      {
        code: 'systemBase',
        title: ['基础', 'Base'],
        icon: 'book',
        leaves: [
          {
            code: 'dictBiz',
            title: ['业务字典', 'Business dictionaries'],
            path: '/dict-vertical/index',
            icon: 'book',
            resource: 'dictBiz',
          },
          {
            code: 'param',
            title: ['系统参数', 'System parameters'],
            path: '/system/param',
            icon: 'sliders',
            resource: 'param',
          },
          {
            code: 'changeRequest',
            title: ['配置变更申请', 'Change requests'],
            path: '/sys/changeRequest',
            icon: 'git-compare',
            resource: 'changeRequest',
          },
          {
            code: 'approvalHistory',
            title: ['审批记录', 'Approval history'],
            path: '/sys/approvalHistory',
            icon: 'history',
            resource: 'approvalHistory',
          },
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
    if (t.by === 'operator' && t.permission && !buttons.has(t.permission)) buttons.set(t.permission, t.label)
  return buttons
}

/** Every leaf with its top menu and group, in menu order. */
export function* leaves(): Generator<{ top: TopMenu; group: TopMenu['groups'][number]; leaf: Leaf }> {
  for (const top of menus) for (const group of top.groups) for (const leaf of group.leaves) yield { top, group, leaf }
}
