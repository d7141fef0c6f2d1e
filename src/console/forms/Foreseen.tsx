import { useEffect, useState } from 'react'
import type { BatchPreview } from '../../model/kernel/wire.ts'
import { useWords } from '../i18n/index.ts'

/**
 * How many records of a batch will be decided, and why the others will be refused, as the server says. Nothing where it
 * could not be asked: the batch itself tells.
 */
export function Foreseen({ preview }: { readonly preview: Promise<BatchPreview> }) {
  const { t } = useWords()
  const [found, setFound] = useState<BatchPreview | null | undefined>(undefined)
  useEffect(() => {
    let live = true
    preview.then(
      (known) => live && setFound(known),
      () => live && setFound(null),
    )
    return () => {
      live = false
    }
  }, [preview])
  if (found === null) return null
  const { looked = 0, total = 0, allowed = 0, refused = [] } = found ?? {}
  const others = looked - allowed - refused.reduce((n, r) => n + r.count, 0)
  return (
    <div className="foreseen" role="status" data-foreseen={found ? allowed : ''}>
      {!found && t('forms.foreseeing')}
      {found && <p>{allowed === looked ? t('forms.allAllowed') : t('forms.allowed', { allowed, looked })}</p>}
      {refused.map((r) => (
        <p key={r.msg} className="refused">
          {t('forms.refused', { count: r.count, why: r.msg })}
        </p>
      ))}
      {others > 0 && <p className="refused">{t('forms.refusedElse', { count: others })}</p>}
      {looked < total && <p>{t('forms.lookedAt', { looked, total })}</p>}
    </div>
  )
}
