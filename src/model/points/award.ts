import { choice, date, datetime, integer, points, readOnly, ref, text } from '../language/fields/field.ts'
import { lifecycle } from '../language/lifecycle.ts'
import { resource } from '../language/resource.ts'
import { facts, history } from '../language/section.ts'
import { states } from '../language/states.ts'
import { RULE_KINDS } from './kinds.ts'

/**
 * 积分奖励: what a doctor earns by one event under a rule of points, as the rule was then (domain 3.25, INV-39). The database
 * keeps one of each event, and one of each place within the limit of a day. Given by the clock, as far as the platform has points.
 */
export const doctorAward = resource('doctorAward', {
  calls: ['blade-points/award'],
  title: ['积分奖励', 'Points awards'],
  about: [
    '按积分规则产生，每分钟从平台积分账户发放；平台积分不足时在此等候，积分发行后自动发放',
    'Brought about by rules of points and given each minute out of the account of the platform; what it is short of waits here until points are issued',
  ],
  name: 'userName',
  fields: readOnly({
    userName: text('姓名', 'Name', { length: 50, width: 110, means: 'person' }),
    doctorId: ref('authenticationDoctor', '医生', 'Doctor', { shows: 'userName' }),
    type: choice('奖励类型', 'For', RULE_KINDS, { width: 110 }),
    points: points('积分', 'Points', { width: 90 }),
    awardStatus: states(
      '状态',
      'Status',
      { pending: [0, '待发放', 'To be given', 'wait'], given: [1, '已发放', 'Given', 'good'] },
      { width: 90, initial: 'pending' },
    ),
    eventDay: date('发生日期', 'Day of the event', { width: 110 }),
    nth: integer('当日第几次', 'Of the day', { min: 1, width: 90 }),
    dailyLimit: integer('当时每日上限', 'Most a day then', { width: 110 }),
    ruleId: ref('rule', '积分规则', 'Rule', {}),
    bizType: text('业务类型', 'Record type', { search: 'exact', length: 64, width: 140, resourceKey: true }),
    bizId: text('业务编号', 'Record id', { search: 'exact', length: 19, width: 170, idOfType: 'bizType' }),
    givenTime: datetime('发放时间', 'Given at', { width: 150 }),
  }),
  operations: ['view'],
  readers: { finance: 'view', content: 'view', auditor: 'view' },
  list: {
    columns: ['userName', 'type', 'points', 'awardStatus', 'eventDay', 'nth', 'dailyLimit', 'givenTime', 'createTime'],
    search: ['userName', 'type', 'awardStatus', 'eventDay'],
    filters: ['doctorId', 'ruleId'],
    sort: 'createTime',
    amount: 'points',
  },
  owner: 'platform',
  unique: [
    ['type', 'bizType', 'bizId', 'doctorId'],
    ['type', 'doctorId', 'eventDay', 'nth'],
  ],
  sections: [facts(), history()],
  routes: { list: '/points/award' },
})

/** An award is given once. */
export const doctorAwardLifecycle = lifecycle(doctorAward, {
  give: { label: ['发放', 'Given'], from: { awardStatus: 'pending' }, to: { awardStatus: 'given' }, by: 'system' },
})
