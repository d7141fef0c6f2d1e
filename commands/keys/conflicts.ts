import type { AnyCommand } from '../command.ts'
import { keyCondition, overlap, statesExclude } from '../overlap.ts'
import { type Binding, keyTable } from './resolve.ts'

/** Two commands that one keystroke could mean at once. */
export interface KeyConflict {
  /** The longer of their keys. */
  readonly keys: string
  readonly a: string
  readonly b: string
  /** Prefix conflict: the shorter key would have to wait for the longer. */
  readonly prefix: boolean
}

/** Returns whether keys begin with all of others, which are no longer. */
const begins = (long: Binding, short: Binding): boolean => short.strokes.every((s, n) => long.strokes[n] === s)

/**
 * Pairs of commands that share a key or the beginning of one while both may be active: their conditions can hold at
 * once, and a row can stand before both. `of`: pairs with one of these alone. Pure.
 */
export function conflictsOf(commands: readonly AnyCommand[], of?: ReadonlySet<string>): readonly KeyConflict[] {
  const found: KeyConflict[] = []
  for (const bindings of keyTable(commands).values()) {
    for (const [at, a] of bindings.entries()) {
      for (const b of bindings.slice(at + 1)) {
        if (a.command === b.command || (of && !of.has(a.command.id) && !of.has(b.command.id))) continue
        const [short, long] = a.strokes.length <= b.strokes.length ? [a, b] : [b, a]
        if (!begins(long, short)) continue
        if (statesExclude(a.command.from, b.command.from)) continue
        if (!overlap(keyCondition(a.command), keyCondition(b.command))) continue
        const prefix = short.strokes.length < long.strokes.length
        found.push({ keys: long.keys, a: a.command.id, b: b.command.id, prefix })
      }
    }
  }
  return found
}

/** Ids of commands whose keys are others than before, or that were not there. Pure. */
export function changedKeys(before: readonly AnyCommand[], after: readonly AnyCommand[]): ReadonlySet<string> {
  const had = new Map(before.map((c) => [c.id, (c.keys ?? []).join('\n')]))
  return new Set(after.filter((c) => had.get(c.id) !== (c.keys ?? []).join('\n')).map((c) => c.id))
}
