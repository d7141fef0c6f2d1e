import { useEffect, useState } from 'react'
import type { BatchPreview } from '../../../model/wire/batchWire.ts'
import { useWords } from '../../i18n/index.ts'
import type { Subject } from '../subject.ts'
import '../base/words.ts'

/** Preview of a batch: undefined while loading, null where it failed or none is needed. */
export type Known = BatchPreview | null | undefined

/** The answer of a preview as it stands; null without one. */
export function useForeseen(preview: Promise<BatchPreview> | undefined): Known {
  const [known, setKnown] = useState<Known>(preview ? undefined : null)
  useEffect(() => {
    if (!preview) return
    let live = true
    preview.then(
      (found) => live && setKnown(found),
      () => live && setKnown(null),
    )
    return () => {
      live = false
    }
  }, [preview])
  return known
}

/** Selected records without those that the server would refuse. After a partial or failed preview an upper bound. */
export function decidedOf(meant: Subject, known: Known): Subject {
  if (!known) return meant
  const { total, looked, allowed, amount, gross, marks, names } = known
  const whole = looked === total
  return {
    count: total - (looked - allowed),
    amount: whole ? amount : meant.amount,
    gross: whole ? gross : null,
    marks,
    names,
    ...(!whole && { most: true }),
  }
}

/** How many of the records that are meant will not be decided, and why; what the server could not say. */
export function LeftOut(p: { readonly meant: Subject; readonly known: Known; readonly previewed: boolean }) {
  const { t } = useWords()
  const { meant, known } = p
  const { left = 0 } = meant
  const { looked = 0, total = 0, allowed = 0, refused = [] } = known ?? {}
  const others = looked - allowed - refused.reduce((n, r) => n + r.count, 0)
  const count = looked - allowed + left
  if (known === undefined || (count === 0 && looked === total && (known || !p.previewed))) return null
  return (
    <div className="foreseen" role="status" data-foreseen={known ? allowed : ''}>
      {!known && p.previewed && <p>{t('forms.notForeseen')}</p>}
      {count > 0 && <p className="left">{t('forms.leftOut', { count })}</p>}
      {count > 0 && (
        <ul>
          {refused.map((r) => (
            <li key={r.msg}>{t('forms.refused', { count: r.count, why: r.msg })}</li>
          ))}
          {others > 0 && <li>{t('forms.refusedElse', { count: others })}</li>}
          {left > 0 && <li>{t('forms.refused', { count: left, why: t('forms.wrongState') })}</li>}
        </ul>
      )}
      {looked < total && <p>{t('forms.lookedAt', { looked, total })}</p>}
    </div>
  )
}
