import { is } from '../language/conditions/condition.ts'
import { code, datetime, longText, points, readOnly, text } from '../language/fields/field.ts'
import { lifecycle } from '../language/lifecycle.ts'
import type { Queue } from '../language/queue.ts'
import { resource } from '../language/resource.ts'
import { facts, history } from '../language/section.ts'
import { states, statesOf } from '../language/states.ts'
import { reviewEdges } from '../patterns/review.ts'

/** 积分发行: points that the platform is issued, out of which its awards are given (domain §2.8 integralDetail 发行, INV-35). */
export const integralIssue = resource('integralIssue', {
  calls: ['blade-pay/integralIssue'],
  title: ['积分发行单', 'Issues of points'],
  about: [
    '向平台积分账户发行积分，由另一名财务复核后入账；按积分规则产生的奖励从该账户发放',
    'Issues points to the account of the platform once another person of finance approves; awards by rules of points are given out of it',
  ],
  name: 'code',
  fields: {
    code: code('FX', '发行单号', 'Issue no.', { short: ['单号', 'No'] }),
    points: points('发行积分', 'Points', {
      min: 1,
      max: 1_000_000_000,
      moves: 'money',
      required: '请输入发行积分',
      requiredEn: 'Please enter the points',
      width: 110,
    }),
    reason: longText('发行原因', 'Reason', {
      length: 500,
      required: '请输入发行原因',
      requiredEn: 'Please enter the reason',
      width: 260,
    }),
    ...readOnly({
      issueStatus: states(
        '状态',
        'Status',
        {
          pending: [0, '待复核', 'To be checked', 'wait'],
          issued: [1, '已发行', 'Issued', 'good'],
          rejected: [2, '已驳回', 'Rejected', 'bad'],
        },
        { width: 90, initial: 'pending' },
      ),
      reviewUserName: text('复核人', 'Checked by', { length: 50, width: 90 }),
      reviewTime: datetime('复核时间', 'Checked at', { width: 150 }),
      reviewRemark: longText('复核意见', 'Check remark', { length: 500, width: 200 }),
    }),
  },
  operations: ['view', 'add', 'edit', 'delete', 'export'],
  readers: { finance: 'manage', cashier: 'export', auditor: 'export' },
  editable: { edit: { issueStatus: ['pending'] }, delete: { issueStatus: ['pending', 'rejected'] } },
  list: {
    columns: ['code', 'points', 'reason', 'issueStatus', 'reviewUserName', 'reviewTime', 'createTime'],
    search: ['code', 'issueStatus'],
    sort: 'createTime',
    amount: 'points',
  },
  owner: 'platform',
  unique: [['code']],
  sections: [facts(), history()],
  routes: { list: '/pay/integralIssue' },
})

const { issueStatus } = statesOf(integralIssue)

/** Lifecycle of an issue of points: the requester may not check it. */
export const integralIssueLifecycle = lifecycle(
  integralIssue,
  reviewEdges(
    'issueStatus',
    'reviewRemark',
    {
      by: 'operator',
      call: 'POST audit',
      permission: 'integralIssue_audit',
      roles: ['finance'],
      select: 'many',
      batch: 'perRow',
      makerChecker: true,
      money: true,
    } as const,
    { passed: 'issued' },
  ),
)

/** Finance checks issues of points. */
export const integralIssueQueue: Queue = {
  code: 'integralIssue',
  title: ['积分发行复核', 'Issues of points to check'],
  icon: 'coins',
  views: [
    {
      code: 'audit',
      title: ['积分发行复核', 'Issues of points to check'],
      resource: 'integralIssue',
      where: [is('issueStatus', issueStatus.pending)],
      permission: 'integralIssue_audit',
      decisions: ['audit.pass', 'audit.reject'],
      sort: '+createTime',
    },
  ],
}
