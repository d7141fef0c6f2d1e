import { Box } from '../base/forms.styles.ts'
import { aria, type InputProps } from '../base/input.ts'

/** A one-time code: digits, offered by the device where it knows them, and kept by nobody. */
export const CodeInput = (p: InputProps) => (
  <Box data-invalid={p.invalid}>
    <input
      {...aria(p)}
      inputMode="numeric"
      autoComplete="one-time-code"
      value={p.value}
      onChange={(e) => p.onChange(e.target.value)}
    />
  </Box>
)
