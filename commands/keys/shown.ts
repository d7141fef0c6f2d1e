import { isInState } from '../../src/model/language/lifecycle.ts'
import type { AnyCommand } from '../command.ts'
import { type ContextKeys, holds } from '../context.ts'
import { parseKeys } from './parse.ts'
import { type Binding, type KeyTable, plainId, startsWith } from './resolve.ts'

type Shown = Pick<AnyCommand, 'keys' | 'when' | 'keysWhen'> & Partial<Pick<AnyCommand, 'id' | 'ownKeys'>>

/** What else a press could mean where a key is shown: the bindings in force, and the row in hand. */
export interface Rivals {
  readonly keys: KeyTable
  readonly row: Readonly<Record<string, unknown>> | null
}

const works = (c: Pick<AnyCommand, 'when' | 'keysWhen'>, context: ContextKeys): boolean =>
  holds(c.when, context) && (c.keysWhen === undefined || holds(c.keysWhen, context))

/** Returns whether a key that the person bound to another command comes first here. */
function isTaken(c: Shown, keys: string, context: ContextKeys, { keys: table, row }: Rivals): boolean {
  const strokes = parseKeys(keys)
  const takes = ({ command, strokes: other }: Binding): boolean =>
    command.ownKeys === true &&
    plainId(command.id) !== plainId(c.id ?? '') &&
    startsWith(strokes, other) &&
    works(command, context) &&
    (!command.from || (row !== null && isInState(command.from, row)))
  return (table.get(strokes[0] ?? '') ?? []).some(takes)
}

/**
 * Key that is shown for a command in a context: its first one that reaches it, "" where none works there. A declared key that the
 * person bound to another command of this place (`rivals`) reaches that one and is not shown. Pure.
 */
export function keyAt(c: Shown, context: ContextKeys, rivals?: Rivals): string {
  if (!c.keys?.[0] || !works(c, context)) return ''
  if (!rivals || c.ownKeys) return c.keys[0]
  return c.keys.find((keys) => !isTaken(c, keys, context, rivals)) ?? ''
}
