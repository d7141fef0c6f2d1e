import type { Label } from '../../src/model/kernel/label.ts'

/** Chinese, English, and other names people ask by, separated by `, `: whole words are found, shown are none of them. */
export type Said = Label | readonly [zh: string, en: string, words: string]

/**
 * The commands' own titles and reasons, in both languages. What the model names (menus, resources, transitions) comes
 * from the catalogue. After adding a title: `node --import tsx commands/search/readings.gen.mjs`.
 */
export const WORDS = {
  // parts of composed titles
  add: ['新增', 'Add', 'create, new, insert, 新建, 添加, 增加, 录入, 创建'],
  edit: ['修改', 'Edit', 'change, update, modify, 编辑, 更改, 变更'],
  remove: ['删除', 'Delete', 'remove, erase, 移除, 去掉'],
  export: ['导出', 'Export', 'download, excel, xlsx, csv, 下载, 导出表格'],
  asCsv: ['（CSV）', '(CSV)'],
  list: ['列表', 'list'],
  withRemark: ['附意见', 'with a remark'],
  batch: ['批量', 'All ticked:', 'bulk, mass, 一起, 多条'],
  // kinds of decisions, by what comes of them: their titles are the model's
  pass: ['通过', 'Approve', 'audit, review, agree, accept, ok, yes, allow, 审批, 同意, 批准, 审核'],
  reject: ['驳回', 'Reject', 'deny, refuse, decline, return, send back, no, 退回, 打回, 拒绝, 不同意, 否决'],
  // what is done with something that was found
  openPlace: ['打开', 'Open', 'go, show, view, 查看, 前往, 详情'],
  openAside: ['在新标签页打开', 'Open in a new tab', 'new window, 新窗口, 新页签'],
  copyLink: ['复制链接', 'Copy link', 'share, url, address, 分享, 网址, 地址'],
  copyNumber: ['复制单号', 'Copy number', 'code, id, 编号, 编码'],
  copyName: ['复制名称', 'Copy name', 'title, 标题, 名字'],
  showHistory: ['查看历史', 'Show history', 'log, trail, audit, 审批记录, 操作记录, 日志'],
  runCommand: ['执行', 'Run', 'do, start, 运行'],
  showKey: ['查看快捷键', 'Show its key', 'shortcut, hotkey, 热键, 按键'],
  // palette and help
  palette: ['命令面板', 'Command palette'],
  paletteCommands: ['查找命令', 'Find a command', 'command, commands, action, 操作, 功能'],
  paletteMenus: ['查找菜单', 'Find a menu', 'menu, page, go to, 跳转, 页面'],
  paletteRecords: ['查找单据', 'Find a record', 'search, find, document, 搜索, 查询, 查单'],
  palettePeople: ['查找人员或企业', 'Find a person or company', 'who, person, people, company, contact, 找人, 联系人'],
  keys: [
    '快捷键一览',
    'Keyboard shortcuts',
    'help, shortcut, hotkey, keys, cheat sheet, manual, 帮助, 热键, 按键, 怎么用',
  ],
  messages: ['消息记录', 'Messages', 'notification, log, toast, 通知, 提示, 提醒'],
  // session
  signOut: [
    '退出登录',
    'Sign out',
    'logout, log out, logoff, exit, quit, switch user, leave, 注销, 登出, 切换账号, 换账号, 下班',
  ],
  password: [
    '修改密码',
    'Change password',
    'password, passwd, pwd, reset password, security, 密码, 改密, 改密码, 口令, 重置密码',
  ],
  toEnglish: ['切换到英文', 'Switch to English', 'language, locale, translate, 语言, 英语, english, 翻译'],
  toChinese: ['切换到中文', 'Switch to Chinese', 'language, locale, translate, 语言, 汉语, 中文, chinese'],
  clearCache: ['清除缓存', 'Clear cache', 'reset, cache, 重置, 清理, 缓存'],
  // appearance
  light: ['浅色主题', 'Light theme', 'theme, day, white, bright, 外观, 白色, 日间, 换肤'],
  dark: ['深色主题', 'Dark theme', 'theme, night, black, settings, preferences, 外观, 黑色, 夜间, 护眼, 换肤'],
  system: ['主题跟随系统', 'System theme', 'theme, auto, settings, preferences, 外观, 自动, 换肤'],
  sidebar: ['收起或展开侧栏', 'Toggle sidebar', 'menu, navigation, panel, collapse, 导航, 左侧, 折叠'],
  fullScreen: ['全屏', 'Full screen', 'maximize, f11, 最大化, 大屏'],
  // tabs
  closeTab: ['关闭标签页', 'Close tab', 'close, 关掉, 关页'],
  closeOthers: ['关闭其他标签页', 'Close other tabs', 'close, 只留, 只看这个'],
  closeAll: ['关闭全部标签页', 'Close all tabs', 'close, 清空'],
  nextTab: ['下一个标签页', 'Next tab', 'switch tab, 切换, 右边'],
  previousTab: ['上一个标签页', 'Previous tab', 'switch tab, 切换, 左边'],
  back: ['返回', 'Back', 'return, previous, 回去, 后退, 上一页'],
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
  order: ['排序…', 'Order by…', 'sort, order, ascending, descending, 排序, 升序, 降序, 顺序'],
  copyCell: ['复制单元格或编号', 'Copy cell or number', 'copy, clipboard, 复制, 拷贝, 单号'],
  peek: ['快速查看', 'Peek at the record', 'quick look, preview, 预览, 速览, 看一眼'],
  columnBefore: ['上一列', 'Column before'],
  columnAfter: ['下一列', 'Column after'],
  columns: ['选择列', 'Choose columns', 'columns, fields, show, 列, 列设置, 显示列, 字段'],
  'column.wider': ['列加宽', 'Wider column', 'width, resize, 列宽'],
  'column.narrower': ['列变窄', 'Narrower column', 'width, resize, 列宽'],
  'column.left': ['列左移', 'Move column left', 'reorder, 列顺序'],
  'column.right': ['列右移', 'Move column right', 'reorder, 列顺序'],
  'column.hide': ['隐藏列', 'Hide column', 'column, 不显示'],
  'column.reset': ['恢复默认列', 'Columns as they were', 'reset, default, 重置, 列宽'],
  toggleRow: ['勾选当前行', 'Tick row', 'select, check, mark, 选中, 打勾, 选择'],
  selectAll: ['选择全部符合条件的行', 'Select all matching', 'all, everything, check all, 全选, 全部'],
  clearSelection: ['清除勾选', 'Clear selection', 'unselect, deselect, uncheck, 取消选择, 反选, 不选'],
  filter: ['筛选', 'Filter', 'search, where, query, condition, 查询, 条件, 过滤, 搜索'],
  open: ['打开当前行', 'Open row', 'view, detail, show, look, 查看, 详情, 明细, 看'],
  reload: ['刷新', 'Reload', 'refresh, sync, update, f5, 重新加载, 更新'],
  escape: ['退一步', 'Step back', 'cancel, escape, 取消, 退出'],
  // trees
  unfold: ['展开', 'Open what is below', 'expand, children, 下级, 子级'],
  fold: ['收起', 'Close what is below', 'collapse, 折叠'],
  moveUp: ['上移', 'Move up', 'order, sort, 排序, 调整顺序'],
  moveDown: ['下移', 'Move down', 'order, sort, 排序, 调整顺序'],
  moveIn: ['移入上一行之下', 'Move below the row before'],
  moveOut: ['移出一级', 'Move one level out'],
  // queue
  hold: ['搁置', 'Hold', 'skip, later, snooze, park, 跳过, 稍后, 暂缓, 挂起, 以后再说'],
  stay: ['处理后停留在当前行', 'Stay on the row after deciding', 'auto advance, 自动下一条, 停留'],
  preview: ['显示或隐藏预览', 'Toggle preview', 'pane, side, split, 预览, 右侧, 分栏'],
  nextSection: ['记录的下一栏', 'Next section of the record', 'section, 下一页签, 栏目'],
  previousSection: ['记录的上一栏', 'Previous section of the record', 'section, 上一页签'],
  nextRecord: ['下一条记录', 'Next record', 'next, 下一个, 下一单, 下一条'],
  previousRecord: ['上一条记录', 'Previous record', 'previous, back, 上一个, 上一单, 上一条'],
  section: ['记录的栏目', 'Section of the record', 'section, 页签'],
  nextView: ['下一个视图', 'Next view', 'view, switch view, 切换视图'],
  previousView: ['上一个视图', 'Previous view', 'view, switch view, 切换视图'],
  takeBack: [
    '撤回上一个决定',
    'Take back the last decision',
    'undo, revert, withdraw, ctrl+z, recall, 撤销, 反悔, 恢复, 后悔, 撤回',
  ],
  retryFailed: ['重试失败的行', 'Retry failed rows', 'again, retry, repeat, 再试, 重来, 失败'],
  showFailed: ['查看失败与冲突', 'Show what failed', 'error, errors, conflict, result, 冲突, 结果, 失败'],
  cancelBatch: ['停止批量处理', 'Stop the batch', 'stop, abort, halt, 中止, 停止, 取消批量'],
  // reasons
  nothingToTakeBack: ['没有可撤回的决定', 'There is no decision to take back'],
  noRow: ['没有选中的行', 'No row is selected'],
  oneOnly: ['一次只能处理一条', 'One record at a time'],
  final: ['不可撤回', 'Cannot be taken back'],
  nothingTicked: ['请先勾选行（x）', 'Tick rows first (x)'],
  wrongState: ['当前状态不允许该操作', 'Not possible in the current state'],
  anotherDecides: ['，须由他人办理', ': somebody else has to decide'],
  someWrongState: ['有的勾选行当前状态不允许该操作', 'Not possible in the current state of some ticked rows'],
  noRowStands: ['勾选的行都不在可处理的状态', 'None of the ticked rows is in a state for this'],
  exportClosed: ['导出尚未开放', 'Export is not open yet'],
  offline: ['已离线', 'Offline'],
} as const satisfies Readonly<Record<string, Said>>

export type Word = keyof typeof WORDS
