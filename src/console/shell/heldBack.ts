import { queueRoute } from '../../../commands/catalog/navigation.ts'
import { OPEN } from '../../model/values/routes.ts'
import { online } from '../api/online.ts'
import { watchHeldRows } from '../data/heldRows.ts'
import { keepSettings } from '../data/keepSettings.ts'
import { t } from '../i18n/index.ts'
import { go } from '../state/url.ts'
import { toast } from '../ui/messages/toast.ts'

/**
 * Names each row that comes back from hold, with the way to it. Begins once the settings of the server are here: a hold that was
 * made longer at another desk is not over. Returns how to stop.
 */
export function showHeldBack(): () => void {
  let stop: (() => void) | null = null
  let ended = false
  const start = () => {
    if (ended || stop) return
    stop = watchHeldRows((queue, id, { title, view, reason }) =>
      toast.info(() => t(reason ? 'queue.heldBackWhy' : 'queue.heldBack', { title, reason }), {
        label: () => t('queue.heldOpen'),
        run: () => go(`${queueRoute(queue, view)}&${OPEN}=${id}`),
      }),
    )
  }
  const unwatch = online.onBack(() => void keepSettings().then(start))
  void keepSettings().then((come) => {
    if (come) start()
  })
  return () => {
    ended = true
    unwatch()
    stop?.()
  }
}
