import type { Outcome } from '../../../../commands/outcome.ts'
import { COMMENTS_SECTION } from '../../../model/wire/comments.ts'
import { type NotificationLine, notificationKind } from '../../../model/wire/notifications/notifications.ts'
import { type ExportState, ROUNDS } from '../../../model/wire/wire.ts'
import { ApiError, api } from '../../api/client.ts'
import { download } from '../../api/download.ts'
import { pageOf } from '../../data/records.ts'
import { t } from '../../i18n/index.ts'
import { go } from '../../state/url.ts'
import { toast } from '../../ui/messages/toast.ts'

/** Returns the address that a line leads to: its record, at the comments where it is about one; null for none. */
export function addressOfLine({ kind, resource, recordId, visible }: NotificationLine): string | null {
  const page = visible && resource !== '' ? pageOf(resource, { id: recordId }) : null
  if (page === null || notificationKind(kind)?.talk !== true) return page
  return `${page}${page.includes('?') ? '&' : '?'}section=${COMMENTS_SECTION}`
}

/** Fetches the file of an export, while it is kept. */
async function fetchExport(id: string): Promise<Outcome> {
  try {
    const { state, link, fileName } = await api.get<ExportState>(ROUNDS.exportState, { id }, { quiet: true })
    if (state !== 'done') return { is: 'nothing', why: t('inbox.noFile') }
    download(link, fileName)
    return { is: 'done' }
  } catch (error) {
    if (error instanceof ApiError && error.code === 404) return { is: 'nothing', why: t('inbox.noFile') }
    toast.error(error)
    return { is: 'cancelled' }
  }
}

/** Opens what a line is about: its record, or the file that was made. */
export async function openLine(line: NotificationLine): Promise<Outcome> {
  if (line.params.export && line.params.ending === 'done') return fetchExport(line.params.export)
  const address = addressOfLine(line)
  if (address === null) return { is: 'nothing', why: t(line.visible ? 'inbox.noPage' : 'inbox.gone') }
  go(address, 'push')
  return { is: 'done' }
}
