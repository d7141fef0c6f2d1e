import { answer } from '../language/domain/answer.ts'
import { call } from '../language/domain/call.ts'
import { flag, integer, longText, readOnly, ref, text, tree } from '../language/fields/field.ts'
import { lifecycle } from '../language/lifecycle.ts'
import { resource } from '../language/resource.ts'
import { states } from '../language/states.ts'

/** 评论: what readers say about content, and their answers (specification §3; its name is spelt as it spells it). */
export const commenManagement = resource('commenManagement', {
  calls: ['blade-commenManagement', 'blade-commenManagement/commenManagement'],
  title: ['评论', 'Comments'],
  name: 'content',
  fields: {
    ...readOnly({
      content: longText('评论内容', 'Comment', { length: 1000, width: 320 }),
      parentId: tree('commenManagement', '上级评论', 'Answers to', {}),
      contentId: ref('contentManagement', '所属内容', 'Content', { shows: 'contentTitle', width: 240 }),
      contentTitle: text('内容标题', 'Content', { length: 200, width: 240 }),
      likeNum: integer('点赞数', 'Likes', { initial: 0, width: 80 }),
      commentNum: integer('回复数', 'Answers', { initial: 0, width: 80 }),
      commenterName: text('评论人', 'By', { length: 50, width: 100 }),
      interaction: flag('互动', 'Interaction', { initial: 1, width: 70 }),
      status: states(
        '状态',
        'Status',
        { visible: [0, '显示', 'Visible', 'good'], hidden: [1, '屏蔽', 'Hidden', 'off'] },
        { width: 80, initial: 'visible' },
      ),
    }),
  },
  operations: ['view', 'delete'],
  readers: { content: 'manage', auditor: 'view' },
  editable: { delete: {} },
  list: {
    columns: ['content', 'contentId', 'likeNum', 'commentNum', 'commenterName', 'interaction', 'status', 'createTime'],
    search: ['content', 'contentTitle', 'commenterName', 'status'],
    filters: ['contentId', 'parentId'],
    sort: 'createTime',
  },
  owner: 'platform',
  routes: { list: '/content/commenManagement' },
})

const moderating = {
  by: 'operator',
  call: 'POST updateStatus',
  permission: 'commenManagement_updateStatus',
  roles: ['content'],
  select: 'many',
  batch: 'perRow',
} as const

/** 3.25: hidden, and shown again. */
export const commenManagementLifecycle = lifecycle(commenManagement, {
  hide: {
    ...moderating,
    label: ['屏蔽', 'Hide'],
    from: { status: 'visible' },
    to: { status: 'hidden' },
    match: { status: 1 },
    key: 'i',
    result: 'reject',
  },
  show: {
    ...moderating,
    label: ['显示', 'Show'],
    from: { status: 'hidden' },
    to: { status: 'visible' },
    match: { status: 0 },
    result: 'pass',
  },
})

/** `treeById?id`: a comment with everything below it. */
export const commentTree = call('commenManagement.treeById', {
  method: 'GET',
  paths: ['blade-commenManagement/treeById', 'blade-commenManagement/commenManagement/treeById'],
  title: ['评论树', 'With its answers'],
  permission: 'commenManagement_view',
  on: commenManagement,
  safe: true,
  answer: answer.typed<readonly object[]>('list'),
})
