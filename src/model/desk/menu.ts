import { type GroupLeaves, leaf } from '../language/menu.ts'
import { approvalHistory } from './approvalHistory.ts'
import { cancellationRecord } from './cancellationRecord.ts'
import { changeRequest } from './changeRequest.ts'
import { FIRST_STEPS, firstStepsCall } from './firstSteps.ts'
import { notice } from './notice.ts'

/** Leaves of the menu tree that lead to screens of this domain. */
export const deskMenu: readonly GroupLeaves[] = [
  {
    group: 'deskHome',
    leaves: [
      {
        code: 'wel',
        title: ['首页', 'Home'],
        path: '/wel/index',
        icon: 'home',
        go: 'g h',
        words: 'dashboard, start, welcome, 主页, 首屏, 仪表盘',
      },
      {
        code: FIRST_STEPS.code,
        title: firstStepsCall.title,
        path: FIRST_STEPS.path,
        icon: 'list-checks',
        words: 'setup, set up, begin, onboarding, wizard, 初始化, 上线, 向导, 配置',
        buttons: { [FIRST_STEPS.permission]: ['查看', 'View'] },
        needs: FIRST_STEPS.permission,
      },
      {
        code: 'dashboard',
        title: ['数据看板', 'Dashboard'],
        path: '/wel/dashboard',
        icon: 'layout-dashboard',
        words: 'statistics, figures, 统计, 报表, 看板',
      },
      {
        code: 'info',
        title: ['个人信息', 'My profile'],
        path: '/info/index',
        icon: 'user',
        words: 'account, me, 账号, 我的',
      },
      leaf(notice, { icon: 'bell', words: 'news, announcement, 公告, 通知' }),
    ],
  },
  {
    group: 'deskWork',
    leaves: [
      {
        code: 'queueHub',
        title: ['审核工作台', 'Queue hub'],
        path: '/desk/queues',
        words: 'audit, inbox, todo, to do, task, approve, review, work, 待办, 审批, 待审, 任务, 干活',
        icon: 'inbox',
        go: 'g q',
        forQueues: true,
      },
    ],
  },
  {
    group: 'svcDoctor',
    leaves: [
      leaf(cancellationRecord, {
        title: ['作废审核', 'Cancellations'],
        icon: 'ban',
        words: 'void, cancel, 作废, 退款',
      }),
    ],
  },
  {
    group: 'systemBase',
    after: 'param',
    leaves: [leaf(changeRequest, { icon: 'git-compare', words: 'configuration change, four eyes, 复核, 双人' })],
  },
  {
    group: 'systemResource',
    after: 'intent',
    leaves: [
      leaf(approvalHistory, {
        icon: 'history',
        go: 'g a',
        words: 'audit, trail, log, 历史, 日志, 审核记录, 操作记录',
      }),
    ],
  },
]
