import { writeFileSync } from 'node:fs'
import { KEYBOARD, keyboardText } from './keyboard.ts'

// Writes docs/keyboard.md anew: `npm run keys`, after keys, titles or presets were changed.
writeFileSync(KEYBOARD, keyboardText())
console.info(`written: ${KEYBOARD}`)
