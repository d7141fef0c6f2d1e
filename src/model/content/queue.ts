import { is } from '../language/conditions/condition.ts'
import type { Queue } from '../language/queue.ts'
import { statesOf } from '../language/states.ts'
import { contentManagement } from './contentManagement.ts'
import { feedback } from './feedback.ts'

const { status } = statesOf(contentManagement)
const { handleStatus } = statesOf(feedback)

/** Q10, Q25: content to be let pass, feedback to be answered. */
export const contentQueue: Queue = {
  code: 'content',
  title: ['内容审核', 'Content to review'],
  icon: 'newspaper',
  views: [
    {
      code: 'audit',
      title: ['待审内容', 'Content'],
      resource: 'contentManagement',
      where: [is('status', status.pending)],
      permission: 'contentManagement_audit',
      decisions: ['audit.pass', 'audit.schedule', 'audit.reject'],
      sort: '+createTime',
    },
    {
      code: 'feedback',
      title: ['意见反馈', 'Feedback'],
      resource: 'feedback',
      where: [is('handleStatus', handleStatus.pending)],
      permission: 'feedback_submit',
      decisions: ['reply'],
      sort: '+createTime',
    },
  ],
  columns: {
    contentManagement: ['title', 'contentType', 'machineResult', 'machineHits', 'publisherName', 'createTime'],
    feedback: ['title', 'feedbackType', 'content', 'submitUserName', 'createTime'],
  },
}
