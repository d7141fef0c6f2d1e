import { feedback } from '../content/feedback.ts'
import { FIRST_STEPS, firstStepsCall } from '../desk/firstSteps.ts'
import { notice } from '../desk/notice.ts'
import type { AnyCall } from '../language/call.ts'
import { isByPeople, type Transition } from '../language/lifecycle.ts'
import { type Leaf, leaf, type TopMenu } from '../language/menu.ts'
import { hasMasked, type Operation, othersCode, type Resource, unmaskCode } from '../language/resource.ts'
import type { Label } from '../values/label.ts'
import { activitiesMenu, demoMenu } from './activities.ts'
import { contentMenu, pointsMenu } from './contentAndPoints.ts'
import { customers } from './customers.ts'
import { fundsMenu } from './funds.ts'
import { settlementMenu } from './settlement.ts'
import { developMenu, systemMenu } from './system.ts'
import { taxMenu } from './tax.ts'
import { tenderMenu } from './tender.ts'
import { workLeaves } from './work.ts'

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
        code: 'deskWork',
        title: ['待办', 'My work'],
        icon: 'inbox',
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
          ...workLeaves,
        ],
      },
      {
        code: 'deskFeedback',
        title: ['意见反馈', 'Feedback'],
        icon: 'message',
        leaves: [leaf(feedback, { icon: 'message', words: 'suggestion, complaint, 建议, 投诉' })],
      },
    ],
  },
  activitiesMenu,
  customers,
  tenderMenu,
  settlementMenu,
  taxMenu,
  fundsMenu,
  pointsMenu,
  contentMenu,
  demoMenu,
  systemMenu,
  developMenu,
]

const OPERATION: Readonly<Record<Operation, Label>> = {
  view: ['查看', 'View'],
  add: ['新增', 'Add'],
  edit: ['修改', 'Edit'],
  delete: ['删除', 'Delete'],
  export: ['导出', 'Export'],
  import: ['导入', 'Import'],
}

/**
 * Permission codes of a resource with their words: its operations, its personal data, then what its lifecycle and its calls ask for.
 */
export function buttonsOfResource(
  r: Pick<Resource, 'id' | 'fields' | 'operations' | 'own'>,
  transitions: readonly Transition[],
  calls: readonly Pick<AnyCall, 'permission' | 'title'>[] = [],
): Map<string, Label> {
  const buttons = new Map<string, Label>()
  for (const o of r.operations) buttons.set(`${r.id}_${o}`, OPERATION[o])
  if (hasMasked(r) && r.operations.includes('view')) buttons.set(unmaskCode(r), ['查看敏感信息', 'See personal data'])
  if (r.own?.others) buttons.set(othersCode(r), ['查看全部', "See everybody's"])
  for (const t of transitions)
    if (isByPeople(t) && t.permission && !buttons.has(t.permission)) buttons.set(t.permission, t.label)
  for (const c of calls)
    if (c.permission?.startsWith(`${r.id}_`) && !buttons.has(c.permission)) buttons.set(c.permission, c.title)
  return buttons
}

/** Every leaf with its top menu and group, in menu order. */
export function* leaves(): Generator<{ top: TopMenu; group: TopMenu['groups'][number]; leaf: Leaf }> {
  for (const top of menus) for (const group of top.groups) for (const leaf of group.leaves) yield { top, group, leaf }
}
