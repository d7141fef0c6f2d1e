import type { TopMenuFrame } from '../language/menu.ts'

/** Top menus and their groups in their order (domain §1). */
export const tree: readonly TopMenuFrame[] = [
  {
    code: 'desk',
    title: ['工作台', 'Workbench'],
    icon: 'layout-dashboard',
    groups: [
      { code: 'deskHome', title: ['首页', 'Home'], icon: 'home' },
      { code: 'deskWork', title: ['待办', 'My work'], icon: 'inbox' },
      { code: 'deskFeedback', title: ['意见反馈', 'Feedback'], icon: 'message' },
    ],
  },
  {
    code: 'act',
    title: ['活动管理', 'Activities'],
    icon: 'calendar',
    groups: [
      { code: 'actPlans', title: ['计划', 'Plans'], icon: 'calendar' },
      { code: 'actMeetings', title: ['会议', 'Meetings'], icon: 'users' },
      { code: 'actLectures', title: ['讲座', 'Lectures'], icon: 'book' },
      { code: 'actCases', title: ['病例征集', 'Cases'], icon: 'stethoscope' },
      { code: 'actResearch', title: ['临床调研', 'Research'], icon: 'search' },
      { code: 'actReview', title: ['专业评审', 'Review'], icon: 'check-circle' },
      { code: 'actMedication', title: ['用药反馈', 'Medication'], icon: 'list-checks' },
      { code: 'actEducation', title: ['患教与创作', 'Education'], icon: 'book' },
    ],
  },
  {
    code: 'csc',
    title: ['客户与医生', 'Customers'],
    icon: 'users',
    groups: [
      { code: 'cscCompany', title: ['委托企业', 'Companies'], icon: 'building' },
      { code: 'cscDoctor', title: ['医生', 'Doctors'], icon: 'stethoscope' },
      { code: 'cscCertification', title: ['认证', 'Certification'], icon: 'badge-check' },
    ],
  },
  {
    code: 'ts',
    title: ['招募与协议', 'Tender & protocols'],
    icon: 'file-signature',
    groups: [
      { code: 'tsProtocols', title: ['协议', 'Protocols'], icon: 'file-signature' },
      { code: 'tsTender', title: ['招募', 'Tender'], icon: 'users' },
      { code: 'tsOrders', title: ['订单', 'Orders'], icon: 'clipboard-list' },
    ],
  },
  {
    code: 'svc',
    title: ['结算管理', 'Settlement'],
    icon: 'calculator',
    groups: [
      { code: 'svcResults', title: ['预算与结果', 'Budgets & results'], icon: 'landmark' },
      { code: 'svcSettle', title: ['结算', 'Settlement'], icon: 'calculator' },
      { code: 'svcDoctor', title: ['医生付款', 'Doctor payment'], icon: 'banknote' },
    ],
  },
  {
    code: 'tax',
    title: ['票税管理', 'Invoices & tax'],
    icon: 'receipt-text',
    groups: [
      { code: 'taxInvoices', title: ['发票', 'Invoices'], icon: 'receipt' },
      { code: 'taxReturns', title: ['完税', 'Taxes'], icon: 'landmark' },
    ],
  },
  {
    code: 'pay',
    title: ['资金管理', 'Funds'],
    icon: 'landmark',
    groups: [
      { code: 'payPrepaid', title: ['预存账户', 'Prepaid'], icon: 'coins' },
      { code: 'payBank', title: ['银行', 'Bank'], icon: 'landmark' },
      { code: 'payReconcile', title: ['对账', 'Reconciliation'], icon: 'git-compare' },
    ],
  },
  {
    code: 'point',
    title: ['积分', 'Points'],
    icon: 'coins',
    groups: [
      { code: 'pointSettle', title: ['积分结算', 'Points settlement'], icon: 'clipboard-list' },
      { code: 'pointAccounts', title: ['积分账户', 'Points accounts'], icon: 'coins' },
    ],
  },
  {
    code: 'content',
    title: ['内容运营', 'Content'],
    icon: 'newspaper',
    groups: [
      { code: 'contentText', title: ['内容', 'Content'], icon: 'newspaper' },
      { code: 'contentOps', title: ['运营', 'Operations'], icon: 'zap' },
    ],
  },
  {
    code: 'demo',
    title: ['演示环境', 'Demo set'],
    icon: 'eye',
    groups: [
      { code: 'demoPlans', title: ['演示计划', 'Demo plans'], icon: 'calendar' },
      { code: 'demoReports', title: ['演示成果', 'Demo reports'], icon: 'clipboard-list' },
    ],
  },
  {
    code: 'system',
    title: ['系统管理', 'System'],
    icon: 'settings',
    groups: [
      { code: 'systemAccess', title: ['权限', 'Access'], icon: 'shield' },
      { code: 'systemOrg', title: ['组织', 'Organisation'], icon: 'network' },
      { code: 'systemBase', title: ['基础', 'Base'], icon: 'book' },
      { code: 'systemResource', title: ['资源', 'Resources'], icon: 'paperclip' },
    ],
  },
  {
    code: 'flow',
    title: ['流程与研发', 'Workflow & dev'],
    icon: 'git-branch',
    groups: [
      { code: 'flowProcess', title: ['流程', 'Flow'], icon: 'git-branch' },
      { code: 'flowMonitor', title: ['监控', 'Monitor'], icon: 'monitor' },
      { code: 'flowDevelop', title: ['研发', 'Develop'], icon: 'command' },
    ],
  },
]
