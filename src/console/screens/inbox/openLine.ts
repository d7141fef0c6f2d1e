import type { Outcome } from '../../../../commands/outcome.ts'
import { COMMENTS_SECTION } from '../../../model/wire/comments.ts'
import { type NotificationLine, notificationKind } from '../../../model/wire/notifications/notifications.ts'
import { pageOf } from '../../data/records.ts'
import { whileHere } from '../../data/session.ts'
import { deadUntil } from '../../host/deadUntil.ts'
import { t } from '../../i18n/index.ts'
import { fetchExport } from '../../savedViews/schedules/fetchExport.ts'
import { go } from '../../state/url.ts'

/** Returns the address that a line leads to: its record, at the comments where it is about one; null for none. */
export function addressOfLine({ kind, resource, recordId, visible }: NotificationLine): string | null {
  const page = visible && resource !== '' ? pageOf(resource, { id: recordId }) : null
  if (page === null || notificationKind(kind)?.talk !== true) return page
  return `${page}${page.includes('?') ? '&' : '?'}section=${COMMENTS_SECTION}`
}

/** Opens what a line is about: its record, or the file that was made. */
export async function openLine(line: NotificationLine): Promise<Outcome> {
  if (line.params.export && line.params.ending !== 'failed') return fetchExport(line.params.export)
  if (line.params.schedule) {
    const here = await whileHere(deadUntil(import('../../savedViews/schedules/ScheduleDialog.tsx')))
    return here ? here.askSchedules(null) : { is: 'cancelled' }
  }
  const address = addressOfLine(line)
  if (address === null) return { is: 'nothing', why: t(line.visible ? 'inbox.noPage' : 'inbox.gone') }
  go(address, 'push')
  return { is: 'done' }
}
