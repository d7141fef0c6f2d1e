import './words.ts'
import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { useWords } from '../../i18n/index.ts'
import { status } from '../../state/status.ts'
import { Waiting } from '../../ui/messages/Waiting.tsx'

/**
 * The place of what belongs to a record. While it holds what is of another record (`is`), the place keeps its size and
 * shows nothing of it: what stands under a header is always of the record in it.
 */
export function Held({ is, children }: { readonly is: boolean; readonly children: ReactNode }) {
  return (
    <div className="held" aria-busy={is || undefined}>
      {is && <Awaited />}
      <div className="of-record" {...(is ? { inert: true, 'aria-hidden': true, 'data-other': '' } : {})}>
        {children}
      </div>
    </div>
  )
}

/** Stands where something of a record is still to come; without a line it says that it does not come now. */
export function Awaited() {
  const { t } = useWords()
  const { online } = useSnapshot(status)
  return online ? <Waiting /> : <p className="waiting">{t('recordPage.notLoaded')}</p>
}
