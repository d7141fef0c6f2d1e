import type { AnyCommand } from '../command.ts'
import { type ContextKeys, holds } from '../context.ts'

/** The key that a command is shown with where somebody stands: the first it has, "" where no key of it does anything there. */
export const keyAt = (c: Pick<AnyCommand, 'keys' | 'when' | 'keysWhen'>, context: ContextKeys): string =>
  c.keys?.[0] && holds(c.when, context) && (c.keysWhen === undefined || holds(c.keysWhen, context)) ? c.keys[0] : ''
