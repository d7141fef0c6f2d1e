import type { Label } from '../../values/label.ts'
import type { Setting, SettingGroup, Shape } from './setting.ts'
import {
  bookShape,
  columnsShape,
  heldShape,
  keymapShape,
  macrosShape,
  notificationsShape,
  patterned,
  quietShape,
  tabsShape,
  texts,
  whole,
  word,
  yesNo,
} from './shapes.ts'

/** From a change until it is sent, ms; longer for what changes with every page that is opened. */
const SOON_MS = 1_000
const LATER_MS = 10_000

interface Facts {
  readonly keyed?: boolean
  readonly delayMs?: number
}

const setting = <T>(
  key: string,
  title: Label,
  group: SettingGroup,
  shape: Shape<T>,
  { keyed = false, delayMs = SOON_MS }: Facts = {},
): Setting<T> => ({ key, keyed, title, group, delayMs, ...shape })

/** Records and commands that are remembered as used lately; the lightest go first. */
export const RECORDS_KEPT = 36
export const COMMANDS_KEPT = 200
/** Commands whose key was shown after a click; the oldest go first. */
export const KEYS_TAUGHT_KEPT = 200
/** Answers given in the palette that are offered first. */
export const ARGUMENTS_KEPT = 200

/** Rows of a page that a list offers besides as many as fit (specification §2). */
export const PAGE_SIZES = [10, 30, 50, 100, 200] as const

/** Everything that a person sets for themselves, each declared once. */
export const settings = {
  theme: setting('theme', ['主题', 'Theme'], 'appearance', word('system', 'light', 'dark', 'system')),
  // the console knows the names; one that it does not know is the default's
  design: setting('design', ['界面风格', 'Design'], 'appearance', patterned('default', /^[a-z]\w{0,19}$/)),
  colour: setting('colour', ['主题色', 'Main colour'], 'appearance', patterned('', /^#[0-9a-f]{6}$/i)),
  hiddenControls: setting(
    'hiddenControls',
    ['隐藏的顶栏按钮', 'Hidden controls of the top bar'],
    'appearance',
    texts(50, 50),
  ),
  language: setting('language', ['语言', 'Language'], 'appearance', word('zh', 'zh', 'en')),
  keymap: setting('keymap', ['自定义快捷键', 'Own keys'], 'palette', keymapShape),
  macros: setting('macros', ['宏', 'Macros'], 'palette', macrosShape),
  teachKeys: setting('teachKeys', ['点击后提示快捷键', 'Show the key after a click'], 'palette', yesNo(true)),
  taughtKeys: setting(
    'taughtKeys',
    ['已提示的快捷键', 'Keys shown after a click'],
    'palette',
    bookShape(KEYS_TAUGHT_KEPT),
    { delayMs: LATER_MS },
  ),
  usedArguments: setting('used.arguments', ['常用的填写内容', 'Answers in use'], 'palette', bookShape(ARGUMENTS_KEPT), {
    delayMs: LATER_MS,
  }),
  folded: setting('folded', ['侧边栏折叠', 'Folded sidebar'], 'sidebar', yesNo(false)),
  closedGroups: setting('closedGroups', ['收起的菜单组', 'Closed menu groups'], 'sidebar', texts(300, 100)),
  favourites: setting('favourites', ['收藏的菜单', 'Favourite menus'], 'sidebar', texts(100, 255)),
  tabs: setting('tabs', ['打开的页签', 'Open tabs'], 'sidebar', tabsShape, { delayMs: LATER_MS }),
  previewOpen: setting('previewOpen', ['显示记录栏', 'Record pane shown'], 'lists', yesNo(true)),
  previewWidth: setting('previewWidth', ['记录栏宽度', 'Width of the record pane'], 'lists', whole(280, 1600)),
  pageSize: setting(
    'pageSize',
    ['每页条数', 'Rows a page'],
    'lists',
    word<string>('auto', 'auto', ...PAGE_SIZES.map(String)),
  ),
  columns: setting('columns', ['列设置', 'Columns'], 'lists', columnsShape, { keyed: true }),
  held: setting('held', ['搁置的记录', 'Records on hold'], 'queues', heldShape, { keyed: true }),
  notifications: setting('notifications', ['提醒方式', 'What I am notified of'], 'notifications', notificationsShape),
  quiet: setting('quiet', ['免打扰时段', 'Quiet hours'], 'notifications', quietShape),
  usedCommands: setting('used.commands', ['常用命令', 'Commands in use'], 'palette', bookShape(COMMANDS_KEPT), {
    delayMs: LATER_MS,
  }),
  usedRecords: setting('used.records', ['最近的记录', 'Recent records'], 'palette', bookShape(RECORDS_KEPT), {
    delayMs: LATER_MS,
  }),
} as const

/** Value of a declared setting. */
export type SettingValue<S> = S extends Setting<infer T> ? T : never

/** All of them, in the order in which a person reads them. */
export const allSettings: readonly Setting[] = Object.values(settings) as readonly Setting[]

/** Name of a list or queue behind the point of a key. */
const NAME = /^[A-Za-z0-9][\w.-]{0,99}$/

/** Returns the declaration of a key, and of a keyed one the name behind it; null for a key that nobody declares. Pure. */
export function settingOf(key: string): { readonly setting: Setting; readonly name: string } | null {
  const exact = allSettings.find((s) => !s.keyed && s.key === key)
  if (exact) return { setting: exact, name: '' }
  const point = key.indexOf('.')
  const keyed = allSettings.find((s) => s.keyed && s.key === key.slice(0, point))
  const name = key.slice(point + 1)
  return point > 0 && keyed && NAME.test(name) ? { setting: keyed, name } : null
}
