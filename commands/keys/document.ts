import type { AnyCommand, Category } from '../command.ts'
import { all, always, type ContextKeys, is } from '../context.ts'
import { keyCondition, satisfiable } from '../overlap.ts'
import type { Registry } from '../registry.ts'
import { formatKeys } from './format.ts'
import { keystrokes } from './jobs.ts'
import { familiesOf } from './keymapFamilies.ts'
import { PRESET_WORDS, PRESETS, type PresetName } from './keymapPresets.ts'

const GROUPS: readonly (readonly [Category, string])[] = [
  ['decision', 'Deciding'],
  ['queue', 'The record in hand'],
  ['table', 'Lists'],
  ['selection', 'Ticking'],
  ['record', 'Records'],
  ['navigation', 'Going to places'],
  ['search', 'Finding'],
  ['help', 'Help'],
  ['tabs', 'Tabs'],
  ['appearance', 'Appearance'],
  ['session', 'Session'],
]
const SCREENS: readonly ContextKeys['screen'][] = [
  'home',
  'queueHub',
  'steps',
  'inbox',
  'queue',
  'table',
  'detail',
  'form',
  'other',
]

const PLAIN = { mac: false }
const cell = (text: string): string => text.replaceAll('|', '\\|')
const code = (keys: string): string => {
  const text = formatKeys(keys, PLAIN)
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${cell(text)}\``
}
const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`
const table = (head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] => [
  row(...head),
  row(...head.map(() => '---')),
  ...rows.map((cells) => row(...cells)),
]

/** Screens where the keys of a command work. */
function placesOf(c: AnyCommand): string {
  const at = SCREENS.filter((s) => satisfiable(all(keyCondition(c), is('screen', s))))
  const everywhere = SCREENS.filter((s) => satisfiable(all(always, is('screen', s))))
  return at.length >= everywhere.length ? 'everywhere' : at.join(', ')
}

/** The key of a command in each preset, where it is not that of the default one. */
const inPreset = (c: AnyCommand, of: Registry): string => {
  const keys = of.get(c.id)?.keys ?? []
  return keys.join(' ') === (c.keys ?? []).join(' ') ? '' : keys.map(code).join(' ') || 'none'
}

export interface Documented {
  readonly zh: Registry
  readonly en: Registry
  /** The registry of each preset, in English. */
  readonly presets: Readonly<Record<PresetName, Registry>>
}

/** Text of docs/keyboard.md, from the declarations: every command with a key that an administrator has. Pure. */
export function keyboardDocument({ zh, en, presets }: Documented): string {
  const families = familiesOf(en.commands)
  const keyed = en.commands.filter(
    (c) => c.keys && !families.has(c.id) && !/\.(batch|primary|detailed)(\.|$)/.test(c.id),
  )
  const others = PRESETS.filter((name) => name !== 'default')
  const heads = ['keys', 'English', '中文', 'where', ...others.map((name) => PRESET_WORDS[name].title[1])]
  const members = new Map<string, AnyCommand[]>()
  for (const c of en.commands) {
    const family = families.get(c.id)
    if (family) members.set(family, [...(members.get(family) ?? []), c])
  }
  const titles = (of: readonly AnyCommand[], registry: Registry): string =>
    [...new Set(of.map((c) => registry.get(c.id)?.title ?? ''))].sort().join(', ')
  const family = ([name, of]: readonly [string, readonly AnyCommand[]]): readonly string[] => {
    const [first] = of
    const single = of[0]?.category === 'record'
    const what = single ? `${of.length} kinds of records` : titles(of, en)
    const chinese = single ? `${of.length} 类记录` : titles(of, zh).replaceAll(', ', '、')
    return [(first?.keys ?? []).map(code).join(' '), `\`${name}\``, cell(what), cell(chinese)]
  }
  const groups = GROUPS.flatMap(([category, title]) => {
    const of = keyed.filter((c) => c.category === category)
    if (of.length === 0) return []
    const lines = of.map((c) => [
      (c.keys ?? []).map(code).join(' '),
      cell(c.title),
      cell(zh.get(c.id)?.title ?? ''),
      placesOf(c),
      ...others.map((name) => inPreset(c, presets[name])),
    ])
    const text = table(heads, lines)
    // of several sorts of records that have the same
    return [`### ${title}`, '', ...text.filter((line, n) => text.indexOf(line) === n), '']
  })
  return [
    ...INTRODUCTION,
    '## Keys of many commands',
    '',
    'One letter means the same of every sort of record. With Shift it is for all ticked rows. A person binds them together (the name in the second column) or one by one.',
    '',
    ...table(
      ['key', 'name', 'English', '中文'],
      [...members].sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1)).map(family),
    ),
    '',
    '## Every other key',
    '',
    'As an administrator has them on Windows and Linux; on a Mac Ctrl is ⌘ and Alt is ⌥. A preset that says nothing has the same keys.',
    '',
    ...groups,
    '## Keystrokes',
    '',
    'Keystrokes of common jobs, counted from the keys above, beside those that operators needed in November 2026.',
    '',
    ...table(
      ['area', 'job', 'before', 'now'],
      keystrokes(en).map(({ area, what, before, now }) => [
        area,
        what,
        before === null ? 'not possible' : String(before),
        String(now),
      ]),
    ),
  ]
    .join('\n')
    .trimEnd()
    .concat('\n')
}

const INTRODUCTION: readonly string[] = [
  '# Keys',
  '',
  '<!-- Written by `npm run keys` from the declarations in commands/: change those, not this. -->',
  '',
  'Everything that a button does a key does, too. <kbd>?</kbd> shows the keys of the page, <kbd>Ctrl+K</kbd> finds anything by name, and <kbd>Alt+/</kbd>',
  '(为什么没反应, Why did a key do nothing) says of the keys pressed last which command ran, or why none did.',
  '',
  '## Own keys',
  '',
  '自定义快捷键 (Customise keys; `/info/keys`) has every command with its keys: found by name, pinyin or by pressing the keys, changed by pressing',
  '(<kbd>Enter</kbd> accepts, <kbd>Esc</kbd> cancels, a second stroke within a second makes a sequence) or with the mouse. A command has several keys or',
  'none. Before anything is saved, commands that would answer to the same keys at once, or wait for each other, are named; keys of the browser or the',
  'system (<kbd>Ctrl+W</kbd>, <kbd>Ctrl+T</kbd>, <kbd>Ctrl+N</kbd>, <kbd>F5</kbd> …) are refused with the reason. <kbd>Ctrl+K</kbd> and <kbd>Esc</kbd> always stay.',
  '',
  'Keys are kept by tenant and user. Export and import are JSON: `preset`, `characters`, and `bindings` from the name of a command or family to a list of keys.',
  'What cannot be read of it is named with its place, and nothing is lost.',
  '',
  ...PRESETS.map(
    (name) => `- **${PRESET_WORDS[name].title[1]}** (${PRESET_WORDS[name].title[0]}): ${PRESET_WORDS[name].about[1]}.`,
  ),
  '- **Single characters off** (单字符键, WCAG 2.1.4): no letter, digit or sign does anything by itself, with any preset. Who has another key keeps that one; letters',
  '  move to Alt where Alt means nothing yet, all others to a sequence that begins with <kbd>d</kbd> (do).',
  '',
  '## Sequences',
  '',
  'Who stops within a sequence (<kbd>g</kbd> …) for 400 ms is shown how it goes on here; the next key, <kbd>Esc</kbd> or a click takes that away. It delays nothing:',
  'keys that come sooner never see it. A sequence that nobody looks at is forgotten after three seconds.',
  '',
  '## Numbers',
  '',
  '`5j`, `12k` and `3 Shift+J` move or tick that many rows. Digits are sections of the record, too, and stay so:',
  '',
  '- in the record itself (where a digit or <kbd>]</kbd> leads) and on its own page a digit is its section at once;',
  '- in a list a digit that names a section waits 400 ms for a move, and then is that section; any other key is preceded by it, so that <kbd>3</kbd> <kbd>a</kbd> still',
  '  shows the third section and approves;',
  '- a digit that names no section, and a second digit, can only be a number; <kbd>Esc</kbd> gives it up.',
  '',
  '## Again',
  '',
  '<kbd>.</kbd> takes the last decision again, of the record in hand and with the same answers, where that decision is possible there; else it says why not. What is',
  'confirmed (money, deletions) is confirmed again with those answers filled in, and files are chosen again. With ticked rows it does nothing: they are decided by their',
  'own keys, with a preview. <kbd>Ctrl+Y</kbd> takes a decision again that was taken back, where the record is as the take-back left it; <kbd>Alt+U</kbd> lists the',
  'decisions of today: <kbd>j</kbd> and <kbd>k</kbd> walk, <kbd>/</kbd> filters, <kbd>Enter</kbd> takes back or again, <kbd>Ctrl+Enter</kbd> opens the record.',
  '',
  '## Arguments',
  '',
  'A command chosen in the palette that asks something asks in the palette: one answer after the other, quick replies and choices by <kbd>Alt</kbd> with a digit, records',
  'and replies by pinyin, days in words. <kbd>Backspace</kbd> in an empty line goes back, a click on an answer changes it. Money, deletions and what is final are still',
  'confirmed by their form, with the figures and the answers filled in; so are forms of more than four answers, and those with files. What was chosen lately comes first.',
  'Text behind the name of a command is its first answer: <kbd>Ctrl+K</kbd>, `驳回 材料不全` (or `bh 材料不全`), <kbd>Enter</kbd>; <kbd>Enter</kbd> once more runs it. Letters alone stand in the line first: they may be the pinyin of a quick reply.',
  '',
  '## Macros',
  '',
  'A macro is a text: one decision a line by its name or id, with an answer (`审核驳回: 材料不全`) or several (`way=1; date=今天`), notes behind `#`. <kbd>Alt+Q</kbd> records',
  'the decisions of one record. It runs on the ticked rows, or the row in hand, each by itself: what the server would refuse is left out and named before anything is',
  'done, money is confirmed with number and total, and the first refusal stops it; the rest can be run afterwards. Its keys are own keys (`macro.<id>`), it is exported',
  'with the settings, and no macro runs a macro.',
  '',
  '## Keys that several commands have',
  '',
  'What a person bound comes before what is declared; the other command shows its next key that reaches it, or none. Where several commands of one key are left and one',
  'of them decides or deletes, none is run and the key says so; of all others the first in the order of the registry is run.',
  '',
  '## Layouts and input methods',
  '',
  'Letters are those that the layout produces; on layouts without Latin letters (and on a Mac with ⌥) the key at that place of a US keyboard counts. Signs are the',
  'character produced, full-width ones included. An input method that is on disturbs no key outside of text fields; in them keys that it composes with are its own.',
  '',
]
