import {
  choice,
  code,
  date,
  datetime,
  integer,
  longText,
  money,
  rate,
  readOnly,
  ref,
  text,
} from '../language/fields/field.ts'
import { lifecycle } from '../language/lifecycle.ts'
import { resource } from '../language/resource.ts'
import { children, facts, heldPanel, history, related } from '../language/section.ts'
import { states } from '../language/states.ts'
import { view } from '../language/view.ts'
import { company, product } from '../patterns/mixins.ts'
import { reviewEdges } from '../patterns/review.ts'
import { PLAN_TYPES } from './words.ts'

/** 预算单: what a company means to spend on activities in a period (domain §2.8, INV-45). */
export const budgetOrder = resource('budgetOrder', {
  calls: ['blade-svc/budgetOrder'],
  title: ['预算单', 'Budget orders'],
  about: ['企业在一段时间内计划用于活动的金额', 'What a company means to spend on activities in a period'],
  name: 'code',
  fields: {
    code: code('BO', '预算单号', 'Budget no.', { short: ['单号', 'No'] }),
    name: text('预算名称', 'Name', {
      length: 200,
      required: '请输入预算名称',
      requiredEn: 'Please enter the name of the budget',
      width: 200,
    }),
    ...company,
    ...product,
    periodStart: date('开始日期', 'From', {
      required: '请选择开始日期',
      requiredEn: 'Please choose the first day',
      width: 100,
    }),
    periodEnd: date('结束日期', 'To', {
      required: '请选择结束日期',
      requiredEn: 'Please choose the last day',
      notBefore: 'periodStart',
      width: 100,
    }),
    budgetAmount: money('预算金额', 'Budget', {
      required: '请输入预算金额',
      requiredEn: 'Please enter the amount',
      min: '0.01',
      width: 130,
      short: ['金额', 'Amount'],
    }),
    ...readOnly({
      plannedAmount: money('已计划金额', 'Planned', { width: 130, initial: '0.00' }),
      acceptedAmount: money('已验收金额', 'Accepted', { width: 130, initial: '0.00' }),
      settledAmount: money('已结算金额', 'Settled', { width: 130, initial: '0.00' }),
      budgetStatus: states(
        '预算状态',
        'Status',
        {
          draft: [0, '草稿', 'Draft', 'off'],
          pending: [1, '待审核', 'Pending review', 'wait'],
          active: [2, '执行中', 'Active', 'good'],
          rejected: [3, '驳回', 'Rejected', 'bad'],
          closed: [4, '已关闭', 'Closed', 'off'],
        },
        { short: ['状态', 'Status'], width: 90, initial: 'draft' },
      ),
      approvalOfficer: text('审核人', 'Reviewer', { length: 50, width: 90 }),
      approvalDate: datetime('审核时间', 'Reviewed at', { width: 150 }),
      approvalRemark: longText('审核意见', 'Review remark', { length: 500, width: 200 }),
    }),
  },
  operations: ['view', 'add', 'edit', 'delete', 'export'],
  readers: { finance: 'export', companyAdmin: 'manage', auditor: 'export' },
  editable: { edit: { budgetStatus: ['draft', 'rejected'] }, delete: { budgetStatus: ['draft', 'rejected'] } },
  list: {
    columns: [
      'code',
      'name',
      'entrustedCompanyName',
      'periodStart',
      'periodEnd',
      'budgetAmount',
      'plannedAmount',
      'settledAmount',
      'budgetStatus',
    ],
    search: ['code', 'name', 'entrustedCompanyId', 'entrustedCompanyName', 'budgetStatus'],
    sort: 'createTime',
    amount: 'budgetAmount',
  },
  owner: { company: 'entrustedCompanyId' },
  lockedLast: true,
  unique: [['code']],
  replies: 'public',
  children: [
    { resource: 'activityPlan', by: 'budgetOrderId' },
    { resource: 'budgetOrderActStatistics', by: 'budgetOrderId' },
  ],
  held: { amount: 'plannedAmount', documents: [{ resource: 'activityPlan', by: 'budgetOrderId' }] },
  sections: [
    facts({ first: ['code', 'name', 'budgetStatus'], last: ['createTime'] }),
    children('budgetOrderActStatistics', ['活动统计', 'By kind']),
    children('activityPlan', ['活动', 'Activities']),
    heldPanel(['占用与释放', 'Reserved and released']),
    history(),
    related(),
  ],
  routes: { list: '/svc/budgetOrder', detail: '/budgetorder/detail/:id' },
})

const audit = {
  by: 'operator',
  call: 'POST audit',
  permission: 'budgetOrder_audit',
  roles: ['finance'],
  select: 'many',
  batch: 'perRow',
  makerChecker: true,
} as const

/** Lifecycle 3.9. */
export const budgetOrderLifecycle = lifecycle(budgetOrder, {
  submit: {
    label: ['提交审核', 'Submit'],
    from: { budgetStatus: ['draft', 'rejected'] },
    to: { budgetStatus: 'pending' },
    by: 'operator',
    call: 'POST submitAudit',
    savedWith: { submitFlag: 1 },
    permission: 'budgetOrder_submit',
    roles: ['companyAdmin'],
    select: 'many',
    batch: 'perRow',
    key: 's',
    result: 'other',
  },
  ...reviewEdges('budgetStatus', 'remark', audit, { says: 'status', from: 'pending', passed: 'active' }),
  close: {
    label: ['关闭预算', 'Close'],
    from: { budgetStatus: 'active' },
    to: { budgetStatus: 'closed' },
    by: 'operator',
    call: 'POST close',
    permission: 'budgetOrder_close',
    roles: ['companyAdmin', 'finance'],
    select: 'one',
    danger: true,
    key: 'x',
    result: 'other',
  },
})

/** 预算活动统计: a budget by kind of activity, computed from its plans and their orders. */
export const budgetOrderActStatistics = view('budgetOrderActStatistics', {
  from: 'settlement.budgetKinds',
  calls: ['blade-svc/budgetOrderActStatistics'],
  title: ['预算活动统计', 'Budget by kind of activity'],
  name: 'planType',
  readers: { finance: 'view', companyAdmin: 'view', auditor: 'view' },
  fields: {
    budgetOrderId: ref('budgetOrder', '预算单', 'Budget order'),
    entrustedCompanyId: ref('entrustedCompany', '委托企业', 'Company', { short: ['公司', 'Company'] }),
    planType: choice('活动类型', 'Type', PLAN_TYPES, { width: 120 }),
    planCount: integer('活动数', 'Activities', { width: 80 }),
    budgetAmount: money('预算金额', 'Budget', { width: 130 }),
    acceptedAmount: money('已验收金额', 'Accepted', { width: 130 }),
    settledAmount: money('已结算金额', 'Settled', { width: 130 }),
    usedRate: rate('使用率', 'Used', { width: 90 }),
  },
  list: {
    columns: ['planType', 'planCount', 'budgetAmount', 'acceptedAmount', 'settledAmount', 'usedRate'],
    search: ['budgetOrderId', 'planType'],
    sort: '+planType',
    amount: 'budgetAmount',
  },
  lists: {
    getList: {
      title: ['预算活动统计', 'Budget by kind of activity'],
      by: { budgetOrderId: 'budgetOrderId' },
      answer: 'list',
    },
  },
  owner: { company: 'entrustedCompanyId' },
})
