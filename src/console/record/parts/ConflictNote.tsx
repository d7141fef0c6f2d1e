import '../base/words.ts'
import { fieldOf, type Resource } from '../../../model/language/resource.ts'
import { label } from '../../../model/values/label.ts'
import type { Conflict } from '../../../model/wire/wire.ts'
import { conflictAction } from '../../decisions/named.ts'
import { cellText } from '../../fields/cell.ts'
import { useWords } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Key } from '../../ui/Key.tsx'
import { Notice } from '../base/record.styles.ts'

export interface ConflictNoteProps {
  readonly of: Resource
  readonly conflict: Conflict
  onDismiss?(): void
}

/** Shows that another user changed the record first: who, when, what they did, and which fields differ now. */
export function ConflictNote({ of, conflict, onDismiss }: ConflictNoteProps) {
  const { t, language } = useWords()
  const what = conflictAction(of.id, conflict)
  return (
    <Notice role="alert" data-conflict>
      <div>
        <p>
          {t(conflict.reason === 'illegal' ? 'recordPage.conflictIllegal' : 'recordPage.conflictStale', {
            by: conflict.by,
            at: conflict.at,
            what,
          })}
        </p>
        {conflict.fields.map((change) => {
          const field = fieldOf(of, change.field)
          const shown = (value: unknown) => (field ? cellText(field, value, language) : String(value ?? '')) || '—'
          return (
            <p key={change.field}>
              {field ? label(field.label, language) : change.field}: {shown(change.from)} → {shown(change.to)}
            </p>
          )
        })}
      </div>
      <span className="room" />
      {onDismiss && (
        <Button $tone="quiet" onClick={onDismiss}>
          {t('recordPage.dismiss')} <Key aria-hidden>Esc</Key>
        </Button>
      )}
    </Notice>
  )
}
