import { choice, datetime, html, text } from '../language/fields/field.ts'
import { resource } from '../language/resource.ts'
import { everybody } from '../language/role.ts'

/** 通知公告: what everybody of the tenant should read (domain §2.3). */
export const notice = resource('notice', {
  calls: ['blade-desk/notice'],
  title: ['通知公告', 'Notices'],
  about: [
    '到发布时间后，通知出现在本租户每位用户的收件箱中',
    'From its release on, a notice stands in the inbox of everybody of the tenant',
  ],
  name: 'title',
  fields: {
    title: text('通知标题', 'Title', {
      length: 200,
      required: '请输入通知标题',
      requiredEn: 'Please enter the title',
      width: 320,
    }),
    category: choice(
      '通知类型',
      'Kind',
      { 1: ['通知', 'Notice'], 2: ['公告', 'Announcement'] },
      { width: 90, initial: 1 },
    ),
    releaseTime: datetime('发布时间', 'Released', {
      required: '请选择发布时间',
      requiredEn: 'Please choose when it is released',
      past: false,
      width: 150,
    }),
    content: html('通知内容', 'Content', { required: '请输入通知内容', requiredEn: 'Please enter the content' }),
  },
  operations: ['view', 'add', 'edit', 'delete'],
  readers: everybody('view'),
  list: {
    columns: ['title', 'category', 'releaseTime'],
    search: ['title', 'category', 'releaseTime'],
    sort: 'releaseTime',
  },
  frame: true,
  // open: everybody reads them, whomever they work for
  owner: 'open',
  routes: { list: '/desk/notice' },
})
