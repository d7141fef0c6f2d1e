import '../base/words.ts'
import { CHANGE_WAITS, REVIEWERS, type WaitingChange } from '../../../model/language/derived/dualControl.ts'
import { fieldOf, type Resource } from '../../../model/language/resource.ts'
import { label } from '../../../model/values/label.ts'
import type { WireRow } from '../../../model/wire/wire.ts'
import { useWords } from '../../i18n/index.ts'
import { Notice } from '../base/record.styles.ts'

/**
 * Note that a change of the record waits for a second person: request, requester, time, fields and possible reviewers.
 * On the request itself the reviewers alone.
 */
export function ChangeNote({ of, row }: { readonly of: Resource; readonly row: WireRow }) {
  const { t, language } = useWords()
  const waits = row[CHANGE_WAITS] as WaitingChange | undefined
  const reviewers = waits?.reviewers ?? (typeof row[REVIEWERS] === 'string' ? row[REVIEWERS] : '')
  if (!waits && !reviewers) return null
  const { code = '', by = '', at = '', fields: names = [] } = waits ?? {}
  const named = names.map((name) => {
    const f = fieldOf(of, name)
    return f ? label(f.label, language) : name
  })
  const fields = named.join(language === 'en' ? ', ' : '、')
  return (
    <Notice role="status" data-change-waits="">
      <div>
        {waits && <p>{t(fields ? 'recordPage.changeWaits' : 'recordPage.deletionWaits', { code, by, at, fields })}</p>}
        {reviewers && <p data-reviewers="">{reviewers}</p>}
      </div>
    </Notice>
  )
}
