import { choice, readOnly, ref, text } from '../language/fields/field.ts'
import { resource } from '../language/resource.ts'
import { RULE_KINDS } from '../points/kinds.ts'

const { 3: commented, 4: browsed, 5: shared, 6: liked } = RULE_KINDS

/** Actions of a reader on content, numbered as the points rules for them. */
export const READER_EVENTS = { 3: commented, 4: browsed, 5: shared, 6: liked } as const

/** 内容互动: what a doctor did with a content, as the doctors' app sends it (domain §13, 3.25). Only ever added to. */
export const contentEvent = resource('contentEvent', {
  calls: ['blade-contentManagement/event'],
  title: ['内容互动', 'Readers of content'],
  about: [
    '医生端应用经合作方接口报来的浏览、点赞、分享与评论，计入内容的各项计数',
    'What the doctors’ app sends by the partner API: each is counted at its content',
  ],
  name: 'contentTitle',
  appendOnly: true,
  fields: readOnly({
    contentId: ref('contentManagement', '内容', 'Content', { shows: 'contentTitle', width: 280 }),
    contentTitle: text('内容标题', 'Title', { length: 200, width: 280 }),
    doctorId: ref('authenticationDoctor', '医生', 'Doctor', { shows: 'doctorName' }),
    doctorName: text('医生', 'Doctor', { length: 50, width: 100, means: 'person' }),
    eventType: choice('互动', 'Did', READER_EVENTS, { width: 100 }),
    commentId: ref('commenManagement', '评论', 'Comment', {}),
  }),
  operations: ['view'],
  readers: { content: 'view' },
  list: {
    columns: ['contentTitle', 'doctorName', 'eventType', 'createTime'],
    search: ['contentTitle', 'doctorName', 'eventType', 'createTime'],
    filters: ['contentId', 'doctorId'],
    sort: 'createTime',
  },
  owner: 'platform',
  routes: { list: '/content/contentEvent' },
})
