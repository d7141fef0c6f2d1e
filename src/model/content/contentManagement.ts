import { is } from '../language/conditions/condition.ts'
import { every, past } from '../language/every.ts'
import {
  choice,
  datetime,
  flag,
  html,
  image,
  integer,
  longText,
  readOnly,
  ref,
  refs,
  text,
} from '../language/fields/field.ts'
import { part } from '../language/form.ts'
import { lifecycle } from '../language/lifecycle.ts'
import { resource } from '../language/resource.ts'
import { children, facts, files, history, html as htmlSection } from '../language/section.ts'
import { states, statesOf } from '../language/states.ts'
import { rejection } from '../patterns/review.ts'

const count = (zh: string, en: string) => integer(zh, en, { initial: 0, min: 0, width: 80 })

/** 内容: what doctors read in their app (specification §3, domain §2.4). */
export const contentManagement = resource('contentManagement', {
  calls: ['blade-contentManagement', 'blade-contentManagement/contentManagement'],
  title: ['内容', 'Content'],
  name: 'title',
  replies: 'contentManagement',
  fields: {
    title: text('标题', 'Title', {
      length: 200,
      required: '请输入标题',
      requiredEn: 'Please enter the title',
      width: 300,
    }),
    content: html('正文', 'Text', { required: '请输入正文', requiredEn: 'Please enter the text' }),
    cover: image('封面', 'Cover'),
    contentType: choice(
      '内容类型',
      'Kind',
      { 1: ['文章', 'Article'], 2: ['视频', 'Video'], 3: ['问答', 'Questions'] },
      { width: 80, initial: 1 },
    ),
    readAuthority: choice(
      '阅读权限',
      'Read by',
      { 0: ['公开', 'Everybody'], 1: ['认证医生', 'Certified doctors'], 2: ['指定医生', 'Named doctors'] },
      { width: 100, initial: 0 },
    ),
    readerIds: refs('authenticationDoctor', '指定医生', 'Named doctors', {
      shows: 'readerNames',
      max: 500,
      help: ['阅读权限为指定医生时，只有所选医生可在医生端阅读', 'Where it is for named doctors, these alone read it'],
    }),
    isComment: flag('允许评论', 'Comments allowed', { initial: 1, width: 80 }),
    isRecommend: flag('推荐', 'Recommended', { initial: 0, width: 70 }),
    isTimedPublish: flag('定时发布', 'Timed', { initial: 0, width: 80 }),
    timedPublishTime: datetime('定时发布时间', 'To be published', { past: false, width: 150 }),
    interaction: flag('互动', 'Interaction', { initial: 1, width: 70 }),
    authorId: ref('authenticationDoctor', '作者医生', 'Written by', {
      shows: 'authorName',
      help: [
        '由医生撰写时选择；发布后按积分规则“发布内容”奖励作者',
        'Of what a doctor wrote; once it is published the author is awarded by the rule “Publish content”',
      ],
    }),
    ...readOnly({
      readerNames: text('指定医生', 'Named doctors', { length: 500, width: 200, means: 'person' }),
      authorName: text('作者医生', 'Written by', { length: 50, width: 100, means: 'person' }),
      viewCount: count('浏览量', 'Views'),
      likeCount: count('点赞量', 'Likes'),
      commentCount: count('评论量', 'Comments'),
      forwardCount: count('转发量', 'Forwards'),
    }),
    publisherId: ref('user', '发布人', 'Publisher', { shows: 'publisherName', readOnly: 'always' }),
    ...readOnly({
      publisherName: text('发布人', 'Publisher', { length: 50, width: 100 }),
      publishTime: datetime('发布时间', 'Published', { width: 150 }),
      machineResult: states(
        '机审结果',
        'Machine check',
        { clean: [1, '合规', 'Clean', 'good'], doubtful: [2, '疑似', 'Doubtful', 'bad'] },
        { width: 90 },
      ),
      machineHits: text('机审命中', 'Words found', { length: 500, width: 160 }),
      status: states(
        '状态',
        'Status',
        {
          draft: [0, '草稿', 'Draft', 'off'],
          pending: [1, '待审核', 'Pending review', 'wait'],
          published: [2, '已发布', 'Published', 'good'],
          rejected: [3, '已驳回', 'Rejected', 'bad'],
          takenDown: [4, '已下架', 'Taken down', 'off'],
          scheduled: [5, '待定时发布', 'Scheduled', 'busy'],
        },
        { width: 100, initial: 'draft' },
      ),
    }),
  },
  operations: ['view', 'add', 'edit', 'delete', 'export'],
  readers: { content: 'manage', auditor: 'export' },
  editable: {
    edit: { status: ['draft', 'rejected', 'takenDown'] },
    delete: { status: ['draft', 'rejected', 'takenDown'] },
  },
  form: {
    parts: [
      part(['内容', 'Content'], ['title', 'contentType', 'readAuthority', 'readerIds', 'authorId', 'content', 'cover']),
      part(
        ['发布与互动', 'Publishing'],
        ['isComment', 'interaction', 'isRecommend', 'isTimedPublish', 'timedPublishTime'],
      ),
    ],
    where: { timedPublishTime: { isTimedPublish: 1 }, readerIds: { readAuthority: 2 } },
  },
  list: {
    columns: [
      'title',
      'contentType',
      'publisherName',
      'publishTime',
      'viewCount',
      'likeCount',
      'commentCount',
      'forwardCount',
      'isRecommend',
      'interaction',
      'status',
    ],
    search: ['title', 'status', 'publisherName', 'contentType'],
    filters: ['publisherId', 'timedPublishTime'],
    sort: 'createTime',
    sorts: ['viewCount'],
  },
  owner: 'platform',
  children: [
    { resource: 'contentAudit', by: 'contentId' },
    { resource: 'commenManagement', by: 'contentId' },
    { resource: 'contentEvent', by: 'contentId' },
  ],
  sections: [
    facts([
      'title',
      'contentType',
      'status',
      'authorName',
      'publisherName',
      'publishTime',
      'machineResult',
      'machineHits',
      'readAuthority',
      'readerNames',
    ]),
    htmlSection('content', ['正文', 'Text']),
    files(['cover'], ['封面', 'Cover']),
    children('contentAudit'),
    children('commenManagement'),
    children('contentEvent'),
    history(),
  ],
  routes: {
    list: '/content/contentManagement',
    detail: '/contentManagement/contentDetail/:id',
    add: '/contentManagement/contentCreate',
    edit: '/contentManagement/contentEdit/:id',
  },
})

const { status } = statesOf(contentManagement)

const editor = {
  permission: 'contentManagement_updateStatus',
  roles: ['content'],
  by: 'operator',
  select: 'one',
} as const

/** Lifecycle of content (3.25): submitted, checked by a machine, then by somebody other than who wrote it. */
export const contentManagementLifecycle = lifecycle(contentManagement, {
  publish: {
    label: ['提交审核', 'Submit'],
    from: { status: ['draft', 'rejected', 'takenDown'] },
    to: { status: 'pending' },
    by: 'operator',
    call: 'POST publish',
    permission: 'contentManagement_publish',
    roles: ['content'],
    select: 'one',
    key: 's',
    result: 'other',
  },
  'audit.pass': {
    label: ['通过', 'Approve'],
    from: { status: 'pending' },
    to: { status: 'published' },
    by: 'operator',
    call: 'POST audit',
    match: { auditStatus: 1 },
    permission: 'contentManagement_audit',
    roles: ['content'],
    select: 'many',
    batch: 'perRow',
    ask: { auditRemark: longText('审核意见', 'Remark', { length: 500 }) },
    makerChecker: true,
    key: 'a',
    result: 'pass',
  },
  'audit.schedule': {
    label: ['通过，定时发布', 'Approve, publish on time'],
    from: { status: 'pending' },
    to: { status: 'scheduled' },
    by: 'operator',
    call: 'POST audit',
    match: { auditStatus: 1, isTimedPublish: 1 },
    permission: 'contentManagement_audit',
    roles: ['content'],
    select: 'many',
    batch: 'perRow',
    ask: { auditRemark: longText('审核意见', 'Remark', { length: 500 }) },
    makerChecker: true,
    key: 't',
    result: 'pass',
  },
  'audit.reject': {
    label: ['驳回', 'Reject'],
    from: { status: 'pending' },
    to: { status: 'rejected' },
    by: 'operator',
    call: 'POST audit',
    match: { auditStatus: 2 },
    permission: 'contentManagement_audit',
    roles: ['content'],
    select: 'many',
    batch: 'perRow',
    ask: {
      auditRemark: rejection,
    },
    makerChecker: true,
    key: 'r',
    result: 'reject',
  },
  // an answer that comes when it is decided changes nothing
  checked: { label: ['机审完成', 'Checked by machine'], from: {}, to: {}, by: 'system' },
  unchecked: { label: ['机审无结果', 'Not checked by machine'], from: {}, to: {}, by: 'system' },
  appear: {
    label: ['定时发布', 'Published on time'],
    from: { status: 'scheduled' },
    to: { status: 'published' },
    by: 'system',
  },
  takeDown: {
    ...editor,
    label: ['下架', 'Take down'],
    from: { status: 'published' },
    to: { status: 'takenDown' },
    call: 'POST updateStatus',
    match: { status: 4 },
    key: 't',
    result: 'reject',
  },
  putBack: {
    ...editor,
    label: ['重新上架', 'Put back'],
    from: { status: 'takenDown' },
    to: { status: 'published' },
    call: 'POST updateStatus',
    match: { status: 2 },
    result: 'pass',
  },
})

/** Scheduled contents are published when their time comes. */
export const contentAppears = every('contentManagement.appear', {
  cron: '* * * * *',
  resource: 'contentManagement',
  where: [is('status', status.scheduled), past('timedPublishTime', 'now')],
  step: 'appear',
})
