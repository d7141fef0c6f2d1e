import type { AnyCommand } from '../command.ts'
import { conflictsOf, type KeyConflict } from './conflicts.ts'
import { FIXED, type Keymap } from './keymap.ts'
import { FAMILY } from './keymapFamilies.ts'
import { isCharacter, types } from './keymapLetters.ts'
import { parseKeys } from './parse.ts'
import { notToBind } from './reserved.ts'

/** Why keys cannot be a command's. */
export type KeysProblem =
  /** No keys at all: `why` is the sentence of the parser. */
  | { readonly is: 'unreadable'; readonly why: string }
  /** A stroke of the browser's or the system's. */
  | { readonly is: 'reserved'; readonly stroke: string }
  /** The command works in text fields, where this key types something. */
  | { readonly is: 'types' }
  /** Single characters are switched off. */
  | { readonly is: 'character' }

/** Problem of keys that are to be those of a command, or of a family of commands; null for none. Pure. */
export function problemOfKeys(
  command: Pick<AnyCommand, 'id' | 'global'>,
  keys: string,
  { characters }: Pick<Keymap, 'characters'>,
): KeysProblem | null {
  let strokes: readonly string[]
  try {
    strokes = parseKeys(keys)
  } catch (error) {
    return { is: 'unreadable', why: error instanceof Error ? error.message : String(error) }
  }
  const fixed = FIXED[command.id] ?? []
  if (fixed.includes(strokes.join(' '))) return null
  const taken = notToBind(strokes)
  if (taken) return { is: 'reserved', stroke: taken }
  if (command.global && types(strokes[0] ?? '')) return { is: 'types' }
  return !characters && isCharacter(keys) ? { is: 'character' } : null
}

/** Conflict of a change with the titles of both commands. */
export interface Clash extends KeyConflict {
  /** The command that would get the key. */
  readonly mine: AnyCommand
  /** The one that has it already. */
  readonly other: AnyCommand
}

/** Conflicts that commands have after a change of keys: those of the commands that changed, by what was there before. Pure. */
export function clashesOf(after: readonly AnyCommand[], changed: ReadonlySet<string>): readonly Clash[] {
  const byId = new Map(after.map((c) => [c.id, c]))
  return conflictsOf(after, changed).flatMap((conflict) => {
    const [a, b] = [byId.get(conflict.a), byId.get(conflict.b)]
    if (!a || !b) return []
    return [changed.has(a.id) ? { ...conflict, mine: a, other: b } : { ...conflict, mine: b, other: a }]
  })
}

/** Clashes of one command with another or with many alike, as a person reads them: once for each pair of titles. Pure. */
export function namedClashes(clashes: readonly Clash[]): readonly Clash[] {
  const seen = new Set<string>()
  return clashes.filter(({ mine, other, keys }) => {
    const name = `${mine.title}\n${other.title}\n${keys}`
    return !seen.has(name) && seen.add(name)
  })
}

/**
 * A keymap in which the others give up the keys that clash: a family as a whole where several of it do. `families`: by
 * command id. Pure.
 */
export function withOthersFreed(
  keymap: Keymap,
  clashes: readonly Clash[],
  families: ReadonlyMap<string, string>,
): Keymap {
  const bindings: Record<string, readonly string[]> = { ...keymap.bindings }
  const times = new Map<string, number>()
  const ids = new Set(clashes.map(({ other }) => other.id))
  for (const id of ids) {
    const family = families.get(id)
    if (family) times.set(family, (times.get(family) ?? 0) + 1)
  }
  for (const { mine, other } of clashes) {
    const family = families.get(other.id) ?? ''
    const id = (times.get(family) ?? 0) > 1 && family.startsWith(FAMILY) ? family : other.id
    const kept = (other.keys ?? []).filter((keys) => !(mine.keys ?? []).some((own) => clash(own, keys)))
    bindings[id] = kept
  }
  return { ...keymap, bindings }
}

/** Returns whether one of two keys is the beginning of the other, or both are the same. */
function clash(a: string, b: string): boolean {
  const [one, two] = [parseKeys(a), parseKeys(b)]
  return one.slice(0, two.length).every((s, n) => s === two[n])
}
