import { proxy } from 'valtio'

/** Whether the inbox stands open over the page, and which lines it shows. */
export const inboxState = proxy<{ open: boolean; only: '' | 'unread' | 'mentions' }>({ open: false, only: '' })
