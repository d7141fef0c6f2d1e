import { is } from '../language/conditions/condition.ts'
import { resource } from '../language/resource.ts'
import { related } from '../language/section.ts'
import { twin } from '../language/twin.ts'
import { plan, planList } from './plan.ts'
import { planFacts } from './planForm.ts'

const columns = [
  'code',
  'name',
  'planType',
  'entrustedCompanyName',
  'baseEmployeeName',
  'invitationStartDate',
  'invitationEndDate',
  'planSearchNum',
  'finishNum',
  'budgetAmount',
  'planStatus',
  'planEndedMark',
] as const

/** 活动计划: all plans of every kind. Each is written as what it is: a meeting, a lecture, a case collection (domain §2.7). */
export const activityPlan = resource('activityPlan', {
  calls: ['blade-act/activityPlan'],
  title: ['活动计划', 'Activity plans'],
  name: 'name',
  overview: true,
  fields: plan,
  operations: ['view', 'export'],
  readers: {
    ops: 'export',
    finance: 'view',
    companyAdmin: 'export',
    employee: 'view',
    provider: 'view',
    auditor: 'export',
  },
  list: {
    ...planList,
    columns,
    search: [...planList.search, 'planType'],
    filters: [...planList.filters, 'budgetOrderId'],
  },
  lists: { pointList: { title: ['积分活动计划', 'Points plans'], where: [is('payType', 1)], answer: 'page' } },
  owner: { company: 'entrustedCompanyId' },
  where: { demo: 0 },
  unique: [['code']],
  sections: [planFacts({ what: ['planType'] }), related()],
  routes: {
    list: '/act/activityPlan',
    more: { '/act/activityPlanPoint': { screen: 'list', where: { payType: '1' } } },
  },
})

/** 演示活动计划: all plans of the demonstration. */
export const demoActivityPlan = twin(activityPlan, 'demoActivityPlan', {
  calls: ['blade-act/demo/activityPlan'],
  title: ['演示活动计划', 'Demo plans'],
  readers: { ops: 'export', auditor: 'view' },
  overview: true,
  variantOf: { resource: 'activityPlan', where: { demo: 1 } },
  sections: [planFacts({ what: ['planType'] }), related()],
  routes: { list: '/demo/activityPlan' },
})
