import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { KEYBOARD, keyboardText } from './keyboard.ts'

test('docs/keyboard.md says what is declared: `npm run keys` writes it anew', () => {
  expect(readFileSync(KEYBOARD, 'utf8')).toBe(keyboardText())
})
