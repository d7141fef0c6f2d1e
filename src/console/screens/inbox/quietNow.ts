import { wallClock } from '../../../model/values/dates.ts'
import {
  NOTIFICATION_KINDS,
  type NotificationChoice,
  type NotificationKindName,
  type NotificationLine,
} from '../../../model/wire/notifications/notifications.ts'
import { isQuiet, type QuietHours } from '../../../model/wire/settings/shapes.ts'

/** Choice of a person for a kind, else the kind's own. Pure. */
export const choiceOf = (
  chosen: Readonly<Partial<Record<NotificationKindName, NotificationChoice>>>,
  kind: NotificationKindName,
): NotificationChoice => chosen[kind] ?? NOTIFICATION_KINDS[kind].initial

/** Lines that pop up at a time, at most, and how old one may be, ms: whoever was away reads the inbox. */
const AT_ONCE = 3
const FRESH_MS = 5 * 60_000

/**
 * Lines of the newest unread that pop up now: those behind the last one that did, fresh, of kinds that the person chose for it;
 * none in quiet hours. `now`: epoch milliseconds. Pure.
 */
export function poppingUp(
  lines: readonly NotificationLine[],
  of: {
    readonly last: string
    readonly now: number
    readonly chosen: Readonly<Partial<Record<NotificationKindName, NotificationChoice>>>
    readonly quiet: QuietHours
  },
): NotificationLine[] {
  if (isQuiet(of.quiet, wallClock(of.now).slice(11, 16))) return []
  const since = wallClock(of.now - FRESH_MS)
  return lines
    .filter(
      (line) =>
        line.visible &&
        !line.read &&
        BigInt(line.id) > BigInt(of.last || '0') &&
        line.at >= since &&
        choiceOf(of.chosen, line.kind) === 'browser',
    )
    .slice(0, AT_ONCE)
}
