import { instantOf } from '../../model/values/dates.ts'
import type { Conflict, RoundsEvent, WireRow } from '../../model/wire/wire.ts'
import { t } from '../i18n/index.ts'
import { conflictAction } from './named.ts'

/** Changes kept, at most: those of rows that somebody may still have before them. */
const CHANGES_MAX = 2_000

/** The newest decision heard of each record, the oldest first. */
const newest = new Map<string, RoundsEvent>()
const keyOf = (resource: string, id: string): string => `${resource} ${id}`

/** Remembers who decided a record. */
export function hearDecision(event: RoundsEvent): void {
  if (event.kind !== 'changed') return
  const key = keyOf(event.resource, event.recordId)
  newest.delete(key)
  if (event.transition === '') return
  newest.set(key, event)
  const [oldest] = newest.keys()
  if (newest.size > CHANGES_MAX && oldest !== undefined) newest.delete(oldest)
}

export const forgetChanges = (): void => newest.clear()

/** Line of a conflict: one line. */
export const conflictLine = (resource: string, c: Pick<Conflict, 'by' | 'at' | 'transition' | 'action'>): string =>
  c.by
    ? t('queue.conflictLine', {
        by: c.by,
        at: instantOf(c.at) === null ? c.at : c.at.slice(5, 16),
        action: conflictAction(resource, c),
      })
    : t('queue.conflictUnknown')

/** Line about the decision that brought a row to its state; "" where none was heard. */
export function changeLineOf(resource: string, row: WireRow): string {
  const event = newest.get(keyOf(resource, row.id))
  return event && event.version === row.version ? conflictLine(resource, { ...event, action: '' }) : ''
}
