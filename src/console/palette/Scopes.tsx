import { PREFIX, type Scope } from '../../../commands/search/fold.ts'
import { useWords } from '../i18n/index.ts'
import { capital } from './rows.ts'
import { SCOPES } from './useResults.ts'

interface ScopesProps {
  readonly scope: Scope
  /** Query behind the scope's prefix. */
  readonly query: string
  onText(text: string): void
}

/** The scopes as chips with their prefixes: pressed again, one is left. */
export function Scopes({ scope, query, onText }: ScopesProps) {
  const { t } = useWords()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of buttons, no fieldset
    <div className="chips" role="group" aria-label={t('palette.scopes')}>
      {SCOPES.map((s) => (
        <button
          key={s}
          type="button"
          tabIndex={-1}
          aria-pressed={s === scope}
          onMouseDown={(e) => e.preventDefault()}
          onClick={() => onText(s === scope ? query : `${PREFIX[s]}${query}`)}
        >
          <i aria-hidden="true">{PREFIX[s]}</i>
          {s === 'help' ? t('palette.help') : t(`palette.scope${capital(s)}`)}
        </button>
      ))}
    </div>
  )
}
