import { isShownSecret } from '../../../model/language/fields/secrets.ts'
import { useWords } from '../../i18n/index.ts'
import { Box } from '../base/forms.styles.ts'
import { aria, type InputProps } from '../base/input.ts'
import '../base/words.ts'

/** A secret: what is set is never shown; typing puts another in its place, the button takes it away. */
export function SecretInput(p: InputProps) {
  const { t } = useWords()
  const set = isShownSecret(p.value)
  return (
    <Box data-invalid={p.invalid} data-off={p.locked !== ''}>
      <input
        {...aria(p)}
        type="password"
        // not the password of this site: nothing may be filled in or offered to be kept
        autoComplete="new-password"
        placeholder={t(set ? 'forms.secretSet' : 'forms.secretNone')}
        value={set ? '' : p.value}
        disabled={p.locked !== ''}
        onChange={(e) => p.onChange(e.target.value)}
        onBlur={() => p.onLeave?.()}
      />
      {set && p.locked === '' && (
        <button type="button" onClick={() => p.onChange('')}>
          {t('forms.secretClear')}
        </button>
      )}
    </Box>
  )
}
