import '../base/words.ts'
import { useState } from 'react'
import { linkPath } from '../../../model/language/domain/sharedLink.ts'
import { api } from '../../api/client.ts'
import { useWords } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { copyText } from '../../ui/messages/clipboard.ts'
import type { PanelProps } from '../panels.ts'

interface Link {
  readonly url: string
  readonly expires: string
}

/** Makes a link to the public page of a record on request and copies it: the link opens the page for anybody. */
export function PublicLink({ of, row }: PanelProps) {
  const { t } = useWords()
  const [link, setLink] = useState<Link | null>(null)
  const [refused, setRefused] = useState('')
  const make = async (): Promise<void> => {
    try {
      const made = await api.get<Link>(linkPath(of), { id: row.id })
      const url = new URL(made.url, location.origin).href
      setLink({ ...made, url })
      setRefused('')
      await copyText(url)
    } catch (e) {
      setRefused(e instanceof Error ? e.message : String(e))
    }
  }
  return (
    <div>
      <Button onClick={() => void make()}>{t('recordPage.makeLink')}</Button>
      {link && (
        <p style={{ overflowWrap: 'anywhere' }}>
          {link.url} · {t('recordPage.linkUntil', { until: link.expires })}
        </p>
      )}
      {refused && <p role="alert">{refused}</p>}
    </div>
  )
}
