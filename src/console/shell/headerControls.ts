import type { Label } from '../../model/values/label.ts'
import { preferences } from '../state/preferences.ts'

/** Controls of the top bar in the order of the specification (§2). Each is shown unless a person hid it. */
export const headerControls = {
  menuCollapse: ['折叠菜单', 'Fold menu'],
  topMenu: ['顶部菜单', 'Top menus'],
  feedback: ['意见反馈', 'Feedback'],
  search: ['搜索', 'Search'],
  colour: ['主题色', 'Main colour'],
  debugLog: ['错误日志', 'Error log'],
  lock: ['锁屏', 'Lock'],
  theme: ['主题', 'Theme'],
  fullScreen: ['全屏', 'Full screen'],
  user: ['用户菜单', 'User menu'],
  notice: ['消息', 'Notices'],
  language: ['语言', 'Language'],
} as const satisfies Readonly<Record<string, Label>>

export type HeaderControl = keyof typeof headerControls
export const HEADER_CONTROLS = Object.keys(headerControls) as HeaderControl[]

/** Shows or hides a control. Hidden ones stay reachable by the palette. */
export function showControl(control: HeaderControl, shown: boolean): void {
  const others = preferences.hiddenControls.filter((c) => c !== control)
  preferences.hiddenControls = shown ? others : [...others, control]
}
