import type { Label } from '../../values/label.ts'

/** Longest value of one setting, bytes of its JSON in UTF-8: five hundred held rows with their names. */
export const SETTING_BYTES_MAX = 128 * 1024
/** Settings of one user: a few of each list and each queue there is. */
export const SETTINGS_PER_USER_MAX = 1_000
/** All settings of one user together, bytes as the database writes them. */
export const SETTINGS_BYTES_MAX = 1024 * 1024

/** Groups of settings, in the order in which a person reads them. */
export const SETTING_GROUPS = {
  appearance: ['外观与语言', 'Appearance and language'],
  sidebar: ['侧边栏与页签', 'Sidebar and tabs'],
  lists: ['列表', 'Lists'],
  queues: ['审核队列', 'Queues'],
  palette: ['命令面板', 'Palette'],
  notifications: ['消息提醒', 'Notifications'],
} as const satisfies Readonly<Record<string, Label>>
export type SettingGroup = keyof typeof SETTING_GROUPS

/** Form of a value: how it is checked, how two changes become one, and how it is kept within its limits. */
export interface Shape<T> {
  /** Value where nothing was set. */
  readonly fallback: T
  /** Returns the value, in this form and with nothing besides; null for anything malformed. Pure. */
  check(value: unknown): T | null
  /**
   * Returns the value of one field that both sides changed, when the sides differ. Default: mine.
   */
  readonly heavier?: (mine: unknown, theirs: unknown) => unknown
  /** Returns the value without its oldest or lightest parts beyond the limit: what two sides add can exceed it. */
  trim?(value: T): T
}

/** Something that a person sets for themselves. */
export interface Setting<T = unknown> extends Shape<T> {
  /** Key, or of one that there is of each list and queue the part before the point: `columns` of `columns.settlementOrder`. */
  readonly key: string
  /** There is one of each list or queue: the key goes on with a point and its name. */
  readonly keyed: boolean
  readonly title: Label
  readonly group: SettingGroup
  /** From a change until it is sent, ms: what changes with every page waits longer. */
  readonly delayMs: number
}
