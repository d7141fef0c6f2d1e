import { useSnapshot } from 'valtio'
import { useWords } from '../../i18n/index.ts'
import { status } from '../../state/status.ts'

/**
 * Stands where something is being fetched, and names it only when that takes longer than a glance (`waiting`, theme/global.ts). Without a
 * connection it says that it goes on by itself.
 */
export function Waiting() {
  const { t } = useWords()
  const { online } = useSnapshot(status)
  return (
    <p className="waiting" aria-busy="true">
      {t(online ? 'shell.loading' : 'shell.loadsLater')}
    </p>
  )
}
