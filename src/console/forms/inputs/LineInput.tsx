import { lengthOf } from '../../../model/language/fields/field.ts'
import { Box } from '../base/forms.styles.ts'
import { aria, type InputProps } from '../base/input.ts'

/** Single-line input: texts, numbers, amounts (grouped when left), rates in percent, phone and identity numbers. */
export function LineInput(
  p: InputProps & {
    /** Digits, at the right: with or without a decimal point. */
    readonly number?: 'numeric' | 'decimal'
    /** The keyboard of a touch screen, where it is not that of a number. */
    readonly keyboard?: 'tel'
    /** Shown behind the value, in place of the field's own. */
    readonly unit?: string
  },
) {
  const unit = p.unit ?? p.field.facts.unit
  return (
    <Box data-invalid={p.invalid} data-off={p.locked !== ''}>
      <input
        {...aria(p)}
        type="text"
        autoComplete="off"
        spellCheck={false}
        inputMode={p.number ?? p.keyboard}
        className={p.number ? 'number' : undefined}
        // A little room beyond the limit, so that pasting too much is seen and named instead of cut off silently.
        maxLength={p.number ? undefined : (lengthOf(p.field) ?? 0) + 200 || undefined}
        value={p.value}
        disabled={p.locked !== ''}
        onChange={(e) => p.onChange(e.target.value)}
        onBlur={() => p.onLeave?.()}
      />
      {unit && <span className="unit">{unit}</span>}
    </Box>
  )
}
