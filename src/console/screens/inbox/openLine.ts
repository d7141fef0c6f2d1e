import type { Outcome } from '../../../../commands/outcome.ts'
import { COMMENTS_SECTION } from '../../../model/wire/comments.ts'
import { type NotificationLine, notificationKind } from '../../../model/wire/notifications.ts'
import { pageOf } from '../../data/records.ts'
import { t } from '../../i18n/index.ts'
import { go } from '../../state/url.ts'

/** Returns the address that a line leads to: its record, at the comments where it is about one; null for none. */
export function addressOfLine({ kind, resource, recordId, visible }: NotificationLine): string | null {
  const page = visible && resource !== '' ? pageOf(resource, { id: recordId }) : null
  if (page === null || notificationKind(kind)?.talk !== true) return page
  return `${page}${page.includes('?') ? '&' : '?'}section=${COMMENTS_SECTION}`
}

/** Opens what a line is about. */
export function openLine(line: NotificationLine): Outcome {
  const address = addressOfLine(line)
  if (address === null) return { is: 'nothing', why: t(line.visible ? 'inbox.noPage' : 'inbox.gone') }
  go(address, 'push')
  return { is: 'done' }
}
