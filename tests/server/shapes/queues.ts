import { is, isNot, oneOf } from '../../../src/model/language/conditions/condition.ts'
import { declare } from './declare.ts'
import './meetings.ts'

/** Shape: one queue over two families, each view with its own resource, conditions, decisions and columns. */
export default declare('shapeQueues', {
  queues: [
    {
      code: 'shapeDay',
      title: ['当日事项', 'Of the day'],
      icon: 'inbox',
      views: [
        {
          code: 'meetings',
          title: ['待结束会议', 'Meetings to close'],
          resource: 'shapeMeeting',
          where: [oneOf('meetingStatus', [0, 2])],
          permission: 'shapeMeeting_hold',
          decisions: ['hold'],
        },
        {
          code: 'agenda',
          title: ['待讲议题', 'Topics to come'],
          resource: 'shapeAgenda',
          where: [isNot('agendaStatus', 1)],
          permission: 'shapeAgenda_hold',
          decisions: ['hold'],
          sort: '+createTime',
        },
        {
          code: 'done',
          title: ['已讲议题', 'Topics held'],
          resource: 'shapeAgenda',
          where: [is('agendaStatus', 1)],
          permission: 'shapeAgenda_view',
          decisions: [],
        },
      ],
      columns: { shapeAgenda: ['topic', 'agendaStatus'] },
    },
  ],
})
