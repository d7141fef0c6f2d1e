import { Box } from '../base/forms.styles.ts'
import { aria, type InputProps } from '../base/input.ts'

/** Several lines: long texts, JSON, markup. The counter is below (FieldRow). */
export function LongInput(
  p: InputProps & {
    readonly rows?: number
    readonly code?: boolean
    onKeyDown?(e: React.KeyboardEvent<HTMLTextAreaElement>): void
  },
) {
  return (
    <Box data-invalid={p.invalid} data-off={p.locked !== ''}>
      <textarea
        {...aria(p)}
        rows={p.rows ?? 3}
        spellCheck={false}
        style={p.code ? { fontFamily: 'var(--font-num)' } : undefined}
        value={p.value}
        disabled={p.locked !== ''}
        onChange={(e) => p.onChange(e.target.value)}
        onBlur={() => p.onLeave?.()}
        onKeyDown={p.onKeyDown}
      />
    </Box>
  )
}
