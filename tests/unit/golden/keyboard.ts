import { fileURLToPath } from 'node:url'
import { buildRegistry } from '../../../commands/catalog/build.ts'
import { keyboardDocument } from '../../../commands/keys/document.ts'
import { DEFAULT_KEYMAP } from '../../../commands/keys/keymap.ts'
import type { PresetName } from '../../../commands/keys/keymapPresets.ts'
import { admin } from '../commands/catalogue.ts'

/** Where the document of keys lies. */
export const KEYBOARD = fileURLToPath(new URL('../../../docs/keyboard.md', import.meta.url))

/** Its text as the declarations have it now. */
export function keyboardText(): string {
  const en = admin('en')
  const preset = (name: PresetName) => buildRegistry(en, 'en', { ...DEFAULT_KEYMAP, preset: name })
  return keyboardDocument({
    zh: buildRegistry(admin('zh'), 'zh'),
    en: buildRegistry(en, 'en'),
    presets: { default: preset('default'), vim: preset('vim'), mouse: preset('mouse') },
  })
}
