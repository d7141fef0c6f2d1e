import type { Outcome } from '../../../commands/outcome.ts'
import type { WireRow } from '../../model/wire/wire.ts'
import { fetchFile } from '../api/fetchFile.ts'
import { upload } from '../api/upload.ts'
import { callNow } from '../data/domains.ts'
import { BATCH_ROWS_MAX } from '../decisions/matching.ts'
import { t } from '../i18n/index.ts'
import { toast } from '../ui/messages/toast.ts'

/** Lets the person choose one workbook; null where none was chosen. */
const chosen = (): Promise<File | null> =>
  new Promise((done) => {
    const input = document.createElement('input')
    input.type = 'file'
    input.accept = '.xlsx,.csv'
    input.addEventListener('change', () => done(input.files?.[0] ?? null))
    input.addEventListener('cancel', () => done(null))
    input.click()
  })

/** Ending of the name of an archive whose rows come from an uploaded list. */
const OF_LIST = /OfList$/

/**
 * Downloads the archive that a call of a resource makes (`Call.archiveOf`): of the selected rows, of the rows named by
 * a chosen workbook, or of none. `rows`: the selected rows, null where they are too many. Refusals of the server are
 * shown unchanged.
 */
export async function archive(
  resource: string,
  name: string,
  rows: () => Promise<readonly WireRow[] | null>,
): Promise<Outcome> {
  const call = callNow(`${resource}.${name.replace(OF_LIST, '')}`)
  const [path] = call?.paths ?? []
  if (!call || !path) return { is: 'nothing', why: t('shell.loading') }
  try {
    if (OF_LIST.test(name)) {
      const file = await chosen()
      if (!file) return { is: 'cancelled' }
      const { attachId } = await upload(file, 'file', () => undefined, new AbortController().signal)
      await fetchFile(path, {}, { fileUrl: attachId })
      return { is: 'done' }
    }
    if (!call.body?.ids) await fetchFile(path, {})
    else {
      const meant = await rows()
      if (!meant) return { is: 'nothing', why: t('table.tooMany', { n: BATCH_ROWS_MAX }) }
      if (meant.length === 0) return { is: 'nothing', why: t('table.noRow') }
      await fetchFile(path, {}, { ids: meant.map((row) => row.id).join(',') })
    }
  } catch (error) {
    toast.error(error)
  }
  return { is: 'done' }
}
