import { type GroupLeaves, type Leaf, leaf } from '../language/menu.ts'
import { flowManager, flowModel, start } from './definitions.ts'
import { leave } from './leave.ts'
import { claim, follow, work } from './work.ts'

/** A list of 我的事务. */
const own = (code: string, title: Leaf['title'], icon: string, words: string): Leaf => ({
  code,
  title,
  path: `/work/${code}`,
  icon,
  resource: work.id,
  words,
})

/** Leaves of the menu tree that lead to screens of this domain. */
export const workflowMenu: readonly GroupLeaves[] = [
  {
    group: 'deskWork',
    leaves: [
      own('todo', ['待办事务', 'To do'], 'check-square', 'task, approve, 审批, 任务'),
      leaf(claim, { icon: 'hand', words: 'task, take, 签收' }),
      leaf(start, { icon: 'play', words: 'leave, holiday, new, 请假, 申请, 流程' }),
      own('send', ['我的请求', 'Started by me'], 'send', 'leave, request, 请假, 申请'),
      own('done', ['已办事务', 'Done'], 'check-check', 'task, 审批, 任务'),
    ],
  },
  {
    group: 'flowProcess',
    leaves: [
      leaf(flowModel, { title: ['模型管理', 'Process models'], icon: 'layers', words: 'bpmn, process, 流程' }),
      {
        code: 'deploy',
        title: ['流程部署', 'Deployment'],
        path: '/flow/deploy',
        icon: 'upload',
        resource: flowModel.id,
        words: 'bpmn, process, 流程, 发布',
      },
      leaf(flowManager, { title: ['流程管理', 'Processes'], icon: 'list', words: 'bpmn, process, definition' }),
      leaf(follow, { icon: 'history', words: 'process, instance, running, 实例' }),
      leaf(leave, { icon: 'calendar', words: 'holiday, absence, 假期, 休假' }),
    ],
  },
]
