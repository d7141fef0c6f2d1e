import type { ExportFormat } from '../../../commands/command.ts'
import type { Outcome } from '../../../commands/outcome.ts'
import { type ExportState, ROUNDS } from '../../model/wire/wire.ts'
import { api } from '../api/client.ts'
import { download } from '../api/download.ts'
import { t } from '../i18n/index.ts'
import { toast } from '../ui/messages/toast.ts'
import type { ListQuery } from './rows/listQuery.ts'

/** How often a long export is asked how far it is, ms. */
const EVERY = 1_000
/** Said again when so much more of it is there. */
const STEP = 0.25

const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

/** Exports the current list to a file, with its columns, filters and order. The progress of a long export is shown. */
export async function exportRows(query: ListQuery, columns: readonly string[], format: ExportFormat): Promise<Outcome> {
  try {
    let state = await api.post<ExportState>(ROUNDS.export, {
      resource: query.resource,
      format,
      sort: query.sort,
      columns: columns.join(','),
      conditions: query.conditions,
    })
    let shown = 0
    while (state.state === 'running') {
      const part = state.total === 0 ? 0 : state.done / state.total
      if (shown === 0 || part >= shown + STEP) {
        shown = Math.max(part, 0.001)
        toast.info(() => t('table.exporting', { done: state.done, total: state.total }))
      }
      await wait(EVERY)
      state = await api.get<ExportState>(ROUNDS.exportState, { id: state.id }, { quiet: true })
    }
    if (state.state === 'failed') return { is: 'refused', code: 500, message: t('table.exportFailed') }
    download(state.link, state.fileName)
    toast.good(() => t('table.exported', { count: state.total, name: state.fileName }))
    return { is: 'done' }
  } catch (error) {
    toast.error(error)
    return { is: 'done' }
  }
}
