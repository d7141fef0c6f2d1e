import { answer } from '../language/domain/answer.ts'
import { call } from '../language/domain/call.ts'
import { integer, json, text } from '../language/fields/field.ts'
import { NOTIFICATIONS } from '../wire/notifications/notificationReads.ts'
import type { NotificationPage, Unread } from '../wire/notifications/notifications.ts'

// a session is all they ask for: everybody has notifications, and reaches none but their own
const own = { open: 'session' } as const

/** `rounds/notifications`: the caller's own, newest first. */
export const readNotifications = call('notification.read', {
  ...own,
  method: 'GET',
  paths: [NOTIFICATIONS.read],
  title: ['收件箱', 'Inbox'],
  query: {
    before: text('早于', 'Before', { length: 19 }),
    only: text('只看（unread、mentions）', 'Only (unread, mentions)', { length: 10 }),
    size: integer('条数', 'Rows', { initial: 50 }),
  },
  safe: true,
  answer: answer.typed<NotificationPage>('one'),
})

/** How many of the caller's own are unread. */
export const readUnread = call('notification.unread', {
  ...own,
  method: 'GET',
  paths: [NOTIFICATIONS.unread],
  title: ['未读数', 'Unread'],
  safe: true,
  answer: answer.typed<Unread>('one'),
})

/** Marks notifications of the caller's own as read or unread. */
export const markNotifications = call('notification.mark', {
  ...own,
  method: 'POST',
  paths: [NOTIFICATIONS.mark],
  title: ['标记已读', 'Mark as read'],
  body: {
    groups: json('分组', 'Groups'),
    upTo: text('直至（含）', 'Up to and with', { length: 19, required: '请输入直至哪一条' }),
    read: integer('已读', 'Read', { required: '请选择已读或未读' }),
  },
  safe: false,
  answer: answer.typed<Unread>('one'),
})

export const notificationCalls = [readNotifications, readUnread, markNotifications] as const
