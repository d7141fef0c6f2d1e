import { answer } from '../language/domain/answer.ts'
import { call } from '../language/domain/call.ts'
import { choice, dict, integer, longText, text } from '../language/fields/field.ts'
import { resource } from '../language/resource.ts'

/** 快捷回复: reasons for decisions, picked by digit, by a piece or by how they are read. `public` fits every module. */
export const quickReply = resource('quickReply', {
  calls: ['blade-sys/quickReply'],
  title: ['快捷回复', 'Quick replies'],
  name: 'content',
  open: true,
  fields: {
    moduleCode: dict('quick_reply_module', '所属模块', 'Module', {
      required: '请选择所属模块',
      requiredEn: 'Please choose a module',
      width: 160,
      initial: 'public',
    }),
    content: longText('回复内容', 'Reply', {
      length: 500,
      required: '请输入回复内容',
      requiredEn: 'Please enter the reply',
      width: 420,
    }),
    resultType: choice(
      '适用结果',
      'For',
      { 0: ['通用', 'Any'], 1: ['通过', 'Approval'], 2: ['驳回', 'Rejection'] },
      { width: 90, initial: 0 },
    ),
    sort: integer('排序', 'Order', { width: 70, initial: 0 }),
  },
  operations: ['view', 'add', 'edit', 'delete'],
  readers: { ops: 'manage', finance: 'manage', content: 'manage', auditor: 'view' },
  list: {
    columns: ['moduleCode', 'content', 'resultType', 'sort', 'updateTime'],
    search: ['moduleCode', 'content', 'resultType'],
    sort: '+sort',
  },
  frame: true,
  // open: companies decide too (Q11, Q13) and pick from the same reasons; they hold no permission to write them
  owner: 'open',
  routes: { list: '/sys/quickReply' },
})

export const quickReplyList = call('quickReply.list', {
  method: 'GET',
  paths: ['blade-sys/quickReply/quickReplyList'],
  title: ['模块快捷回复', 'Quick replies of a module'],
  open: 'session',
  safe: true,
  query: { moduleCode: text('所属模块', 'Module', { length: 64, required: '请选择所属模块' }) },
  answer: answer.listWith('quickReply', {
    readings: text('读音', 'Readings', {
      help: ['全拼，多种读法以 | 分隔', 'Syllables; several readings are joined by |'],
    }),
  }),
})
