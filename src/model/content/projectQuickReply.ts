import { dict, longText, ref, text } from '../language/fields/field.ts'
import { resource } from '../language/resource.ts'

/** 项目快捷回复: reasons for decisions on what one service project delivers (domain §2.4). */
export const projectQuickReply = resource('projectQuickReply', {
  calls: ['blade-sys/projectQuickReply'],
  title: ['项目快捷回复', 'Project quick replies'],
  notInForce: {
    instead: [
      '办理时提供的是“快捷回复”中的内容，不读取项目的快捷回复',
      'the replies offered when deciding are those of “Quick replies”; those of projects are not read',
    ],
  },
  name: 'content',
  fields: {
    projectId: ref('activityServiceProject', '服务项目', 'Service project', {
      shows: 'projectName',
      required: '请选择服务项目',
      requiredEn: 'Please choose the project',
    }),
    projectName: text('服务项目', 'Service project', { length: 200, readOnly: 'always', width: 200 }),
    moduleCode: dict('quick_reply_module', '所属模块', 'Module', {
      required: '请选择所属模块',
      requiredEn: 'Please choose a module',
      width: 160,
      initial: 'public',
    }),
    quickReplyId: ref('quickReply', '快捷回复', 'Quick reply', {}),
    content: longText('回复内容', 'Reply', {
      length: 500,
      required: '请输入回复内容',
      requiredEn: 'Please enter the reply',
      width: 420,
    }),
  },
  operations: ['view', 'add', 'edit', 'delete'],
  readers: { ops: 'manage', content: 'view', auditor: 'view' },
  list: {
    columns: ['projectName', 'moduleCode', 'content', 'updateTime'],
    search: ['projectId', 'moduleCode', 'content'],
    sort: 'createTime',
  },
  frame: true,
  owner: 'platform',
  routes: { list: '/sys/projectQuickReply' },
})
