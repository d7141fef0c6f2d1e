import '../base/words.ts'
import { useState } from 'react'
import { keyOf } from '../../../model/language/address.ts'
import type { AnyCall } from '../../../model/language/domain/call.ts'
import { isInState } from '../../../model/language/lifecycle.ts'
import { label } from '../../../model/values/label.ts'
import { fetchFile } from '../../api/fetchFile.ts'
import { downloadsNow } from '../../data/domains.ts'
import { useWords } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import type { PanelProps } from '../panels.ts'

/** The files that are made of a record when they are asked for; of those that wait for a state, the buttons are dead. */
export function Downloads({ of, row }: PanelProps) {
  const { t, language } = useWords()
  const [fetching, setFetching] = useState('')
  const [refused, setRefused] = useState('')
  const fetched = async (c: AnyCall): Promise<void> => {
    if (fetching !== '') return
    setFetching(c.id)
    setRefused('')
    try {
      await fetchFile(c.paths[0] ?? '', { [keyOf(c.key)?.name ?? 'id']: row.id })
    } catch (e) {
      setRefused(e instanceof Error ? e.message : String(e))
    } finally {
      setFetching('')
    }
  }
  return (
    <div className="downloads">
      {downloadsNow(of.id).map((c) => {
        const there = isInState(c.from ?? {}, row)
        return (
          <Button
            key={c.id}
            disabled={!there}
            // a button that is disabled under the keyboard loses it
            aria-disabled={fetching !== '' || undefined}
            title={there ? undefined : t('recordPage.notYet')}
            onClick={() => void fetched(c)}
          >
            {label(c.title, language)}
          </Button>
        )
      })}
      {refused && <p role="alert">{refused}</p>}
    </div>
  )
}
