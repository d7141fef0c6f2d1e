import type { Entry } from '../decisions/decision.ts'
import { pendingDecisions } from '../decisions/outbox/pendingDecisions.ts'

/** Decisions about records of a resource that were overtaken or refused, in the order they were made. */
export const troubleOf = (
  resource: string,
  entries: ReadonlyMap<string, Entry> = pendingDecisions().snapshot(),
): Entry[] =>
  [...entries.values()].filter((e) => e.resource === resource && (e.phase === 'conflict' || e.phase === 'failed'))

/** The person has read what went wrong. */
export function dismissTrouble(resource: string): void {
  for (const e of troubleOf(resource)) pendingDecisions().dismiss(e.id)
}
