import { DEFAULT_KEYMAP, FIXED, type Keymap } from './keymap.ts'
import { types } from './keymapLetters.ts'
import { isPreset, PRESETS } from './keymapPresets.ts'
import { parseKeys } from './parse.ts'
import { notToBind } from './reserved.ts'

/** Something in a text that is no keymap. `at`: where, as a path (`bindings.grid.down[0]`). */
export interface JsonProblem {
  readonly at: string
  readonly is: 'syntax' | 'shape' | 'preset' | 'characters' | 'list' | 'keys' | 'reserved' | 'types' | 'unknown'
  /** Text that stands there, or the parser's sentence about it. */
  readonly what: string
}

/** A keymap read from a text: what could be read, and what could not. */
export interface ReadKeymap {
  readonly keymap: Keymap
  readonly problems: readonly JsonProblem[]
}

/** Mark of the format, so that a file of something else is known as such. */
const FORMAT = 'rounds.keymap.1'
const KNOWN: ReadonlySet<string> = new Set(['format', 'preset', 'characters', 'bindings'])

/** A keymap as text that people read, compare and edit: names in order, two blanks. Pure. */
export function printKeymap({ preset, characters, bindings }: Keymap): string {
  const ordered = Object.fromEntries(Object.entries(bindings).sort(([a], [b]) => (a < b ? -1 : 1)))
  return `${JSON.stringify({ format: FORMAT, preset, characters, bindings: ordered }, null, 2)}\n`
}

const isObject = (x: unknown): x is Readonly<Record<string, unknown>> =>
  typeof x === 'object' && x !== null && !Array.isArray(x)

const shown = (x: unknown): string => JSON.stringify(x) ?? String(x)

/** Line and column of a place in a text, as an editor counts them. */
function placeOf(text: string, message: string): string {
  const position = Number(/position (\d+)/.exec(message)?.[1] ?? Number.NaN)
  if (Number.isNaN(position)) return ''
  const before = text.slice(0, position).split('\n')
  return `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`
}

/** Keys of one command as they may stand in a keymap; what is wrong is named with its place. */
function keysFrom(
  id: string,
  keys: unknown,
  at: string,
  problems: JsonProblem[],
  inText: boolean,
): readonly string[] | null {
  if (!Array.isArray(keys)) {
    problems.push({ at, is: 'list', what: shown(keys) })
    return null
  }
  const good: string[] = []
  for (const [n, one] of keys.entries()) {
    const here = `${at}[${n}]`
    try {
      if (typeof one !== 'string') throw new Error(shown(one))
      const strokes = parseKeys(one)
      const fixed = (FIXED[id] ?? []).includes(strokes.join(' '))
      const taken = fixed ? undefined : notToBind(strokes)
      if (taken) problems.push({ at: here, is: 'reserved', what: taken })
      else if (inText && !fixed && types(strokes[0] ?? ''))
        problems.push({ at: here, is: 'types', what: strokes.join(' ') })
      else good.push(strokes.join(' '))
    } catch (error) {
      problems.push({ at: here, is: 'keys', what: error instanceof Error ? error.message : String(error) })
    }
  }
  // all of them wrong is not the same as none: the declared ones stay in force
  return good.length > 0 || keys.length === 0 ? good : null
}

const NONE: ReadonlySet<string> = new Set()

/**
 * Reads a keymap from a text. What is wrong is named, the rest is taken as it is. `inText`: ids of the commands that work
 * in text fields, where a key must not type. Pure.
 */
export function readKeymap(text: string, inText = NONE): ReadKeymap {
  const problems: JsonProblem[] = []
  let found: unknown
  try {
    found = JSON.parse(text)
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error)
    return { keymap: DEFAULT_KEYMAP, problems: [{ at: placeOf(text, what), is: 'syntax', what }] }
  }
  if (!isObject(found))
    return { keymap: DEFAULT_KEYMAP, problems: [{ at: '', is: 'shape', what: shown(found).slice(0, 60) }] }
  for (const name of Object.keys(found)) if (!KNOWN.has(name)) problems.push({ at: name, is: 'unknown', what: name })
  const { preset = 'default', characters = true, bindings = {} } = found
  if (!isPreset(preset)) problems.push({ at: 'preset', is: 'preset', what: `${shown(preset)}: ${PRESETS.join(', ')}` })
  if (typeof characters !== 'boolean') problems.push({ at: 'characters', is: 'characters', what: shown(characters) })
  const good: [string, readonly string[]][] = []
  if (!isObject(bindings)) problems.push({ at: 'bindings', is: 'shape', what: shown(bindings).slice(0, 60) })
  else
    for (const [id, keys] of Object.entries(bindings)) {
      const own = keysFrom(id, keys, `bindings.${id}`, problems, inText.has(id))
      if (own) good.push([id, own])
    }
  return {
    keymap: {
      preset: isPreset(preset) ? preset : 'default',
      characters: typeof characters === 'boolean' ? characters : true,
      bindings: Object.fromEntries(good),
    },
    problems,
  }
}
