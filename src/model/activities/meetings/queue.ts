import { is } from '../../language/conditions/condition.ts'
import type { Queue } from '../../language/queue.ts'
import { statesOf } from '../../language/states.ts'
import { meeting } from './meeting.ts'

const { approvalStatus, confirmStatus, submitStatus } = statesOf(meeting)

/** Q8 and the lectures of Q9 (domain §6): meetings that were handed in, reviewed and rechecked; the content of lectures. */
export const meetingQueue: Queue = {
  code: 'meetings',
  title: ['会议与讲座审核', 'Meetings and lectures'],
  icon: 'calendar',
  views: [
    {
      code: 'audit',
      title: ['会议审核', 'Meeting review'],
      resource: 'meeting',
      where: [is('submitStatus', submitStatus.handedIn), is('approvalStatus', approvalStatus.pending)],
      permission: 'meeting_audit',
      decisions: ['audit.pass', 'audit.reject'],
      sort: '+createTime',
    },
    {
      code: 'recheck',
      title: ['会议复核', 'Meeting recheck'],
      resource: 'meeting',
      where: [
        is('submitStatus', submitStatus.handedIn),
        is('approvalStatus', approvalStatus.approved),
        is('confirmStatus', confirmStatus.pending),
      ],
      permission: 'meeting_confirm',
      decisions: ['confirm.pass', 'confirm.reject'],
      sort: '+createTime',
    },
    {
      code: 'lecture',
      title: ['讲座审核', 'Lecture review'],
      resource: 'lecture',
      where: [is('approvalStatus', approvalStatus.pending)],
      permission: 'lecture_audit',
      decisions: ['audit.pass', 'audit.reject'],
      sort: '+createTime',
    },
  ],
  columns: {
    meeting: [
      'code',
      'name',
      'entrustedCompanyName',
      'budgetAmount',
      'startTime',
      'attendNum',
      'meetingType',
      'createTime',
    ],
    lecture: ['code', 'name', 'entrustedCompanyName', 'budgetAmount', 'lectureType', 'startTime', 'createTime'],
  },
}
