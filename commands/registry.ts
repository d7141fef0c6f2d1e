import type { AnyCommand } from './command.ts'
import { conflictsOf, type KeyConflict } from './keys/conflicts.ts'
import { parseKeys } from './keys/parse.ts'
import { type KeyTable, keyTable } from './keys/resolve.ts'

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
    conflicts: () => conflictsOf(commands),
  }
}
