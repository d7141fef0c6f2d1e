import { lengthOf } from '../../../model/kernel/validate.ts'
import { Box } from '../forms.styles.ts'
import { aria, type InputProps } from './input.ts'

const NUMBERS = new Set(['money', 'rate', 'integer', 'points', 'epochSeconds', 'epochMillis'])

/** One line: texts, numbers, amounts (grouped when left), rates in percent, phone and identity numbers. */
export function LineInput(p: InputProps) {
  const number = NUMBERS.has(p.field.kind)
  const unit = p.field.kind === 'rate' ? '%' : p.field.facts.unit
  return (
    <Box data-invalid={p.invalid} data-off={p.locked !== ''}>
      <input
        {...aria(p)}
        type="text"
        autoComplete="off"
        spellCheck={false}
        inputMode={
          p.field.kind === 'phone'
            ? 'tel'
            : p.field.kind === 'money' || p.field.kind === 'rate'
              ? 'decimal'
              : number
                ? 'numeric'
                : undefined
        }
        className={number ? 'number' : undefined}
        // A little room beyond the limit, so that pasting too much is seen and named instead of cut off silently.
        maxLength={number || p.field.kind === 'dict' ? undefined : (lengthOf(p.field) ?? 0) + 200 || undefined}
        value={p.value}
        disabled={p.locked !== ''}
        onChange={(e) => p.onChange(e.target.value)}
        onBlur={() => p.onLeave?.()}
      />
      {unit && <span className="unit">{unit}</span>}
    </Box>
  )
}
