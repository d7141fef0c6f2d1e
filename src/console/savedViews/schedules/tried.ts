import './words.ts'
import { ApiError } from '../../api/error.ts'
import { reloadSchedules } from '../../data/savedViews.ts'
import { t } from '../../i18n/index.ts'
import { toast } from '../../ui/messages/toast.ts'

/**
 * A change of a schedule; where somebody was faster, what is kept now is read. Null where it was refused. `failed`: shows other
 * refusals in place of a message.
 */
export async function tried<T>(work: () => Promise<T>, failed?: (error: unknown) => void): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    const code = error instanceof ApiError ? error.code : 0
    if (code === 409 || code === 404) void reloadSchedules()
    if (code === 409) toast.info(() => t('viewSchedules.scheduleStale'))
    else if (failed) failed(error)
    else toast.error(error)
    return null
  }
}
