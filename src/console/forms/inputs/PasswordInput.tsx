import { Box } from '../forms.styles.ts'
import { aria, type InputProps } from './input.ts'

/** A password as it is typed, unseen. Password keepers are told whether it is the one in force. */
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
