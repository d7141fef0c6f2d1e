import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { recordAddress } from '../../model/values/routes.ts'
import { resourceIn, useCatalogue } from '../data/catalogue.ts'
import { onLeave } from '../data/session.ts'
import { useWords } from '../i18n/index.ts'
import { RecordPane } from '../record/RecordPane.tsx'
import { beside } from '../state/beside.ts'
import { go } from '../state/url.ts'
import { IconButton } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'

const close = (): void => {
  beside.record = null
}
onLeave(close)

/** The record that was put beside: whole, to be read; keys and buttons are about the one in hand. */
export function Beside() {
  const { t } = useWords()
  const { record } = useSnapshot(beside)
  const catalogue = useCatalogue()
  const entry = resourceIn(catalogue, record?.resource ?? '')
  // a right that was taken away takes the record with it
  useEffect(() => {
    if (record && catalogue && !entry) close()
  }, [record, catalogue, entry])
  if (!record || !entry) return null
  const route = recordAddress(entry.routes, record)
  return (
    <aside className="preview" aria-label={t('shell.beside')} data-beside-record={record.id}>
      <RecordPane
        key={`${record.resource}/${record.id}`}
        resource={record.resource}
        id={record.id}
        compact
        quiet
        lead={
          <IconButton aria-label={t('shell.closeBeside')} title={t('shell.closeBeside')} onClick={close}>
            <Icon name="x" />
          </IconButton>
        }
        {...(route ? { onOpen: () => go(route) } : {})}
      />
    </aside>
  )
}
