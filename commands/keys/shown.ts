import type { AnyCommand } from '../command.ts'
import { type ContextKeys, holds } from '../context.ts'

/** Key that is shown for a command in a context: its first one, "" where no key of it works there. */
export const keyAt = (c: Pick<AnyCommand, 'keys' | 'when' | 'keysWhen'>, context: ContextKeys): string =>
  c.keys?.[0] && holds(c.when, context) && (c.keysWhen === undefined || holds(c.keysWhen, context)) ? c.keys[0] : ''
