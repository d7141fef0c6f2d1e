import { is } from '../language/condition.ts'
import type { Queue } from '../language/queue.ts'

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
      where: [is('status', 1)],
      permission: 'contentManagement_audit',
      decisions: ['audit.pass', 'audit.schedule', 'audit.reject'],
      sort: '+createTime',
    },
    {
      code: 'feedback',
      title: ['意见反馈', 'Feedback'],
      resource: 'feedback',
      where: [is('handleStatus', 0)],
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
