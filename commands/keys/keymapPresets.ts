import type { Label } from '../../src/model/values/label.ts'
import type { AnyCommand } from '../command.ts'
import { withoutCharacters } from './keymapLetters.ts'

export const PRESETS = ['default', 'vim', 'mouse'] as const
export type PresetName = (typeof PRESETS)[number]

/** Names of the presets and what each is for, in both languages. */
export const PRESET_WORDS: Readonly<Record<PresetName, { readonly title: Label; readonly about: Label }>> = {
  default: {
    title: ['默认', 'Default'],
    about: ['一个字母处理一条，按键即所见', 'One letter decides, as the buttons show'],
  },
  vim: {
    title: ['类 Vim', 'Vim-like'],
    about: [
      'h j k l 移动，g g 与 G 到首尾，u 撤回，y y 复制，: 命令',
      'h j k l move, g g and G go to the ends, u takes back, y y copies, : commands',
    ],
  },
  mouse: {
    title: ['鼠标优先', 'Mouse first'],
    about: [
      '没有单个字母会作出决定：处理须按 Alt 或 d 开头的序列',
      'No single letter decides: decisions take Alt or begin with d',
    ],
  },
}

export const isPreset = (name: unknown): name is PresetName => (PRESETS as readonly unknown[]).includes(name)

/** Keys by command id: those of vi where it has a word for it, the arrows and named keys beside them. */
const VIM: Readonly<Record<string, readonly string[]>> = {
  'grid.first': ['g g', 'home'],
  'grid.last': ['shift+g', 'end'],
  'grid.columnBefore': ['h', 'arrowleft'],
  'grid.columnAfter': ['l', 'arrowright'],
  'grid.pageDown': ['mod+d', 'pagedown'],
  'grid.pageUp': ['mod+u', 'pageup'],
  'grid.cells.fill': ['mod+shift+d'],
  'tree.close': ['h', 'arrowleft'],
  'tree.open': ['l', 'arrowright'],
  'cards.next': ['l', 'arrowright'],
  'cards.previous': ['h', 'arrowleft'],
  'cards.below': ['j', 'arrowdown'],
  'cards.above': ['k', 'arrowup'],
  'queue.hold': ['shift+h'],
  'record.trace': ['shift+l'],
  'decision.takeBack': ['u', 'z'],
  'grid.reload': ['shift+u'],
  'inbox.unread': ['shift+u'],
  'grid.copy': ['y y', 'c'],
  'grid.copyLink': ['y l', 'shift+c'],
  'tabs.next': ['g t', 'alt+j'],
  'tabs.previous': ['g shift+t', 'alt+k'],
  'palette.commands': [':', '>'],
}

/** Changes of a preset to commands before decisions look for free letters, and to all of them once they have theirs. */
export interface Preset {
  first(commands: readonly AnyCommand[]): readonly AnyCommand[]
  last(commands: readonly AnyCommand[]): readonly AnyCommand[]
}

const asTheyAre = (commands: readonly AnyCommand[]): readonly AnyCommand[] => commands

const PRESET: Readonly<Record<PresetName, Preset>> = {
  default: { first: asTheyAre, last: asTheyAre },
  vim: {
    first: (commands) => commands.map((c) => (VIM[c.id] ? { ...c, keys: VIM[c.id] } : c)),
    last: asTheyAre,
  },
  mouse: { first: asTheyAre, last: (commands) => withoutCharacters(commands, (c) => c.category === 'decision') },
}

export const presetOf = (name: PresetName): Preset => PRESET[name]
