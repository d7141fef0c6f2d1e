import type { Label } from '../../src/model/kernel/label.ts'

/**
 * The commands' own titles and reasons, in both languages. What the model names (menus, resources, transitions) comes
 * from the catalogue. After adding a title: `node --import tsx commands/search/readings.gen.mjs`.
 */
export const WORDS = {
  // parts of composed titles
  add: ['新增', 'Add'],
  edit: ['修改', 'Edit'],
  remove: ['删除', 'Delete'],
  export: ['导出', 'Export'],
  list: ['列表', 'list'],
  withRemark: ['附意见', 'with a remark'],
  batch: ['批量', 'All ticked:'],
  // palette and help
  palette: ['命令面板', 'Command palette'],
  paletteCommands: ['查找命令', 'Find a command'],
  paletteMenus: ['查找菜单', 'Find a menu'],
  paletteRecords: ['查找单据', 'Find a record'],
  palettePeople: ['查找人员或企业', 'Find a person or company'],
  keys: ['快捷键一览', 'Keyboard shortcuts'],
  messages: ['消息记录', 'Messages'],
  // session
  signOut: ['退出登录', 'Sign out'],
  toEnglish: ['切换到英文', 'Switch to English'],
  toChinese: ['切换到中文', 'Switch to Chinese'],
  clearCache: ['清除缓存', 'Clear cache'],
  // appearance
  light: ['浅色主题', 'Light theme'],
  dark: ['深色主题', 'Dark theme'],
  system: ['主题跟随系统', 'System theme'],
  sidebar: ['收起或展开侧栏', 'Toggle sidebar'],
  fullScreen: ['全屏', 'Full screen'],
  // tabs
  closeTab: ['关闭标签页', 'Close tab'],
  closeOthers: ['关闭其他标签页', 'Close other tabs'],
  closeAll: ['关闭全部标签页', 'Close all tabs'],
  nextTab: ['下一个标签页', 'Next tab'],
  previousTab: ['上一个标签页', 'Previous tab'],
  back: ['返回', 'Back'],
  // table
  down: ['下一行', 'Next row'],
  up: ['上一行', 'Previous row'],
  pageDown: ['下一屏', 'Page down'],
  pageUp: ['上一屏', 'Page up'],
  first: ['第一行', 'First row'],
  last: ['最后一行', 'Last row'],
  extendDown: ['向下扩选', 'Extend selection down'],
  extendUp: ['向上扩选', 'Extend selection up'],
  extendPageDown: ['向下扩选一屏', 'Extend selection a page down'],
  extendPageUp: ['向上扩选一屏', 'Extend selection a page up'],
  extendFirst: ['扩选到第一行', 'Extend selection to the first row'],
  extendLast: ['扩选到最后一行', 'Extend selection to the last row'],
  columnsLeft: ['向左滚动列', 'Scroll columns left'],
  columnsRight: ['向右滚动列', 'Scroll columns right'],
  toggleRow: ['勾选当前行', 'Tick row'],
  selectAll: ['选择全部符合条件的行', 'Select all matching'],
  clearSelection: ['清除勾选', 'Clear selection'],
  filter: ['筛选', 'Filter'],
  open: ['打开当前行', 'Open row'],
  reload: ['刷新', 'Reload'],
  escape: ['退一步', 'Step back'],
  // trees
  unfold: ['展开', 'Open what is below'],
  fold: ['收起', 'Close what is below'],
  moveUp: ['上移', 'Move up'],
  moveDown: ['下移', 'Move down'],
  moveIn: ['移入上一行之下', 'Move below the row before'],
  moveOut: ['移出一级', 'Move one level out'],
  // queue
  hold: ['搁置', 'Hold'],
  stay: ['处理后停留在当前行', 'Stay on the row after deciding'],
  preview: ['显示或隐藏预览', 'Toggle preview'],
  nextSection: ['预览的下一栏', 'Next section of the preview'],
  previousSection: ['预览的上一栏', 'Previous section of the preview'],
  nextView: ['下一个视图', 'Next view'],
  previousView: ['上一个视图', 'Previous view'],
  takeBack: ['撤回上一个决定', 'Take back the last decision'],
  retryFailed: ['重试失败的行', 'Retry failed rows'],
  // reasons
  nothingToTakeBack: ['没有可撤回的决定', 'There is no decision to take back'],
  noRow: ['没有选中的行', 'No row is selected'],
  oneOnly: ['一次只能处理一条', 'One record at a time'],
  nothingTicked: ['请先勾选行（x）', 'Tick rows first (x)'],
  wrongState: ['当前状态不允许该操作', 'Not possible in the current state'],
  someWrongState: ['有的勾选行当前状态不允许该操作', 'Not possible in the current state of some ticked rows'],
  noRowStands: ['勾选的行都不在可处理的状态', 'None of the ticked rows is in a state for this'],
  exportClosed: ['导出尚未开放', 'Export is not open yet'],
  offline: ['已离线', 'Offline'],
} as const satisfies Readonly<Record<string, Label>>

export type Word = keyof typeof WORDS
