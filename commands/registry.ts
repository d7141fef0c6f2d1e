import type { AnyCommand } from './command.ts'
import { parseKeys } from './keys/parse.ts'
import { type KeyTable, keyTable } from './keys/resolve.ts'
import { keyCondition, overlap, statesExclude } from './overlap.ts'

/** Two commands that one keystroke could mean at once. */
export interface KeyConflict {
  readonly keys: string
  readonly a: string
  readonly b: string
  /** Prefix conflict: the shorter key would have to wait for the longer. */
  readonly prefix: boolean
}

/** Every command there is for this person, in one order. Immutable: a new catalogue or language makes a new one. */
export interface Registry {
  readonly commands: readonly AnyCommand[]
  readonly keys: KeyTable
  get(id: string): AnyCommand | undefined
  /** Commands bound to exactly this key or sequence. */
  byKey(keys: string): readonly AnyCommand[]
  conflicts(): readonly KeyConflict[]
}

/**
 * Ties lists of commands together. An id used twice is a programming error and throws; so does a key that cannot be
 * parsed.
 */
export function createRegistry(...lists: readonly (readonly AnyCommand[])[]): Registry {
  const commands = lists.flat()
  const byId = new Map<string, AnyCommand>()
  for (const c of commands) {
    if (byId.has(c.id)) throw new Error(`two commands are called ${c.id}`)
    byId.set(c.id, c)
  }
  const keys = keyTable(commands)
  return {
    commands,
    keys,
    get: (id) => byId.get(id),
    byKey: (text) => {
      const wanted = parseKeys(text).join(' ')
      return commands.filter((c) => c.keys?.some((k) => parseKeys(k).join(' ') === wanted))
    },
    conflicts: () => conflicts(keys),
  }
}

/** Pairs of commands that share a key or the beginning of one while both may be active. */
function conflicts(table: KeyTable): readonly KeyConflict[] {
  const found: KeyConflict[] = []
  for (const bindings of table.values()) {
    for (const [at, a] of bindings.entries()) {
      for (const b of bindings.slice(at + 1)) {
        if (a.command === b.command) continue
        const [short, long] = a.strokes.length <= b.strokes.length ? [a, b] : [b, a]
        if (!short.strokes.every((s, n) => long.strokes[n] === s)) continue
        if (statesExclude(a.command.from, b.command.from)) continue
        if (!overlap(keyCondition(a.command), keyCondition(b.command))) continue
        found.push({
          keys: long.keys,
          a: a.command.id,
          b: b.command.id,
          prefix: short.strokes.length < long.strokes.length,
        })
      }
    }
  }
  return found
}
