import { Box } from '../base/forms.styles.ts'
import { aria, type InputProps } from '../base/input.ts'

/** Hidden password input. `autocomplete` tells password managers whether it is the current one. */
export const PasswordInput = (p: InputProps) => (
  <Box data-invalid={p.invalid}>
    <input
      {...aria(p)}
      type="password"
      autoComplete={p.name.startsWith('new') ? 'new-password' : 'current-password'}
      value={p.value}
      onChange={(e) => p.onChange(e.target.value)}
    />
  </Box>
)
