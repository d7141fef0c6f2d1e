import './words.ts'
import type { Outcome } from '../../../../commands/outcome.ts'
import { type ExportState, ROUNDS } from '../../../model/wire/wire.ts'
import { ApiError, api } from '../../api/client.ts'
import { download } from '../../api/download.ts'
import { t } from '../../i18n/index.ts'
import { toast } from '../../ui/messages/toast.ts'

/** Fetches the file of an export, while it is kept and its person may have it. */
export async function fetchExport(id: string): Promise<Outcome> {
  try {
    const { state, link, fileName } = await api.get<ExportState>(ROUNDS.exportState, { id }, { quiet: true })
    if (state !== 'done') return { is: 'nothing', why: t('viewSchedules.noFile') }
    download(link, fileName)
    return { is: 'done' }
  } catch (error) {
    if (error instanceof ApiError && (error.code === 404 || error.code === 403))
      return { is: 'nothing', why: t('viewSchedules.noFile') }
    toast.error(error)
    return { is: 'cancelled' }
  }
}
