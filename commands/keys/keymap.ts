import type { AnyCommand } from '../command.ts'
import { familiesOf } from './keymapFamilies.ts'
import { types, withoutCharacters } from './keymapLetters.ts'
import { type PresetName, presetOf } from './keymapPresets.ts'
import { parseKeys, splitStroke, stroke } from './parse.ts'

/**
 * A person's own keys over the declared ones. `bindings`: keys by the id of a command, or of a family of commands that
 * share a key (`*.a`, `*.add`); an empty list takes all keys away.
 */
export interface Keymap {
  readonly preset: PresetName
  /** False: no single letter, digit or sign does anything (WCAG 2.1.4); Alt or a sequence takes its place. */
  readonly characters: boolean
  readonly bindings: Readonly<Record<string, readonly string[]>>
}

export const DEFAULT_KEYMAP: Keymap = { preset: 'default', characters: true, bindings: {} }

/** Keys that stay whatever a person binds: the way back and the way to everything. */
export const FIXED: Readonly<Record<string, readonly string[]>> = {
  'palette.open': ['mod+k'],
  'page.stepBack': ['escape'],
}

/** Returns whether keys can be read at all; a keymap of another version may hold others, which are passed over. */
const isReadable = (keys: string): boolean => {
  try {
    return parseKeys(keys).length > 0
  } catch {
    return false
  }
}

const spelt = (keys: string): string => parseKeys(keys).join(' ')

/** Keys for all ticked rows that belong to keys for one: Shift with the last letter; those without a letter have none. */
export const batchKeys = (keys: readonly string[]): readonly string[] =>
  keys.flatMap((one) => {
    const strokes = [...parseKeys(one)]
    const last = splitStroke(strokes.pop() ?? '')
    if (!/^[a-z]$/.test(last.key) || last.modifiers.includes('shift')) return []
    return [[...strokes, stroke([...last.modifiers, 'shift'], last.key)].join(' ')]
  })

/** Id of the command for one row that a command for ticked rows belongs to; its own id where it is none. */
export const singleOf = (id: string): string => id.replace(/\.batch(?=$|\.primary$)/, '')

const same = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((k, n) => k === b[n])

/** The same command with other keys; itself where they are the same. */
export const rekeyed = (c: AnyCommand, keys: readonly string[]): AnyCommand =>
  same(keys, c.keys ?? []) ? c : { ...c, keys: keys.length > 0 ? keys : undefined }

/** Own keys that a command may have; undefined where none of them is one: the declared ones stay. */
function fitting(c: AnyCommand, own: readonly string[] | undefined): readonly string[] | undefined {
  if (!c.global || !own) return own
  const good = own.filter((keys) => (FIXED[c.id] ?? []).includes(keys) || !types(parseKeys(keys)[0] ?? ''))
  return good.length > 0 || own.length === 0 ? good : undefined
}

/**
 * Commands with a person's keys: what they bound, for one command or its family, else what the preset and the
 * declaration say. The command for ticked rows follows the one for a single row. Keys that type are passed over where
 * the command works in text fields, wherever the keymap came from. Order and everything else stay. Pure.
 */
export function withKeymap(commands: readonly AnyCommand[], keymap: Keymap): readonly AnyCommand[] {
  const { bindings } = keymap
  const families = familiesOf(commands)
  const preset = new Map(
    presetOf(keymap.preset)
      .last(commands)
      .map((c) => [c.id, c.keys ?? []]),
  )
  const bound = (id: string): readonly string[] | undefined =>
    Object.hasOwn(bindings, id) ? bindings[id]?.filter(isReadable).map(spelt) : undefined
  const family = (id: string) => bound(families.get(id) ?? '')
  /** Keys that the person bound for a command, be it by its family or by the command for a single row. */
  const ownOf = (c: AnyCommand): readonly string[] | undefined => {
    const own = fitting(c, bound(c.id))
    if (own) return [...new Set([...(FIXED[c.id] ?? []), ...own])]
    const single = singleOf(c.id)
    const changed = single === c.id ? undefined : (bound(single) ?? family(single))
    if (changed && (c.keys?.length ?? 0) > 0) return batchKeys(changed)
    return family(c.id)
  }
  const made = commands.map((c) => {
    const own = ownOf(c)
    return own ? { ...rekeyed(c, own), ownKeys: true as const } : rekeyed(c, preset.get(c.id) ?? [])
  })
  return keymap.characters ? made : withoutCharacters(made, () => true)
}

/** A keymap with other keys for a command or family; `null` takes the person's own away again. Pure. */
export function bind(keymap: Keymap, id: string, keys: readonly string[] | null): Keymap {
  const { [id]: _before, ...others } = keymap.bindings
  return { ...keymap, bindings: keys === null ? others : { ...others, [id]: keys } }
}
