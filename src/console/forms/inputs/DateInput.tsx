import { useRef } from 'react'
import { instantOf } from '../../../model/values/dates.ts'
import { useWords } from '../../i18n/index.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Box } from '../base/forms.styles.ts'
import { aria, type InputProps } from '../base/input.ts'
import { wireOf } from '../base/values.ts'
import '../base/words.ts'

/**
 * Dates and times are typed (20240605, 6-5, 昨天 9:30) and written out in full when the field is left; the browser's own
 * picker is there for the mouse. The picker's input is out of the tab order: the typed one is the field.
 */
export function DateInput({ time = false, ...p }: InputProps & { readonly time?: boolean }) {
  const { t } = useWords()
  const picker = useRef<HTMLInputElement>(null)
  const meant = String(wireOf(p.field, p.value) ?? '')
  const read = instantOf(meant) === null ? '' : meant
  const leave = () => {
    if (read !== '' && read !== p.value) p.onChange(read)
    p.onLeave?.()
  }
  const open = () => {
    try {
      picker.current?.showPicker()
    } catch {
      picker.current?.focus() // a browser without showPicker: the native field itself
    }
  }
  return (
    <Box data-invalid={p.invalid} data-off={p.locked !== ''}>
      <input
        {...aria(p)}
        type="text"
        autoComplete="off"
        inputMode="numeric"
        placeholder={time ? 'yyyy-MM-dd HH:mm:ss' : 'yyyy-MM-dd'}
        value={p.value}
        disabled={p.locked !== ''}
        onChange={(e) => p.onChange(e.target.value)}
        onBlur={leave}
      />
      <button
        type="button"
        tabIndex={-1}
        disabled={p.locked !== ''}
        aria-label={t('forms.pickDate')}
        title={t('forms.pickDate')}
        onClick={open}
      >
        <Icon name="calendar" />
      </button>
      <input
        ref={picker}
        className="picker"
        type={time ? 'datetime-local' : 'date'}
        step={time ? 1 : undefined}
        tabIndex={-1}
        aria-hidden="true"
        value={read.replace(' ', 'T')}
        onChange={(e) => {
          const [day = '', hour] = e.target.value.split('T')
          p.onChange(time && hour ? `${day} ${hour.length === 5 ? `${hour}:00` : hour}` : day)
        }}
      />
    </Box>
  )
}
