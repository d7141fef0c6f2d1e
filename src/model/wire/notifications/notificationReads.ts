/** Addresses of the calls about one's own notifications, below /api. */
export const NOTIFICATIONS = {
  /** GET ?before&only&size → NotificationPage: newest first; `before`: the id of the last line that is there. */
  read: 'rounds/notifications',
  /** GET → Unread */
  unread: 'rounds/notifications/unread',
  /** POST {groups, upTo, read} → Unread: of the caller's own those of these groups up to that id; without groups all up to it. */
  mark: 'rounds/notifications/mark',
} as const

/** Beyond it the unread are not counted on. */
export const UNREAD_MAX = 99
