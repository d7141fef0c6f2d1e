import { subscribe } from 'valtio'
import { DEFAULT_KEYMAP, type Keymap } from '../../../commands/keys/keymap.ts'
import { readKeymap } from '../../../commands/keys/keymapJson.ts'
import { same } from '../../model/wire/settings/same.ts'
import { settings } from '../../model/wire/settings/settings.ts'
import { keymapState, loadKeymap, saveKeymap } from '../state/keymap.ts'
import { personNow } from './session.ts'
import type { SettingStore } from './settingStore.ts'

const KEY = settings.keymap.key

/**
 * Ties a person's own keys to their setting: each change of one is a change of the other. Keys that this browser kept before they
 * were a setting are taken over where there is none. Returns how to stop, after which the declared keys are in force.
 */
export function bindKeymap(store: SettingStore): () => void {
  loadKeymap(personNow())
  /** Keys that were put in force by the setting: no change of the person, also where some could not be read. */
  let applied: Keymap | null = null
  const put = () => {
    const value = store.get(KEY).value ?? DEFAULT_KEYMAP
    // keys of another version that cannot be read are passed over
    if (same(value, keymapState.map)) return
    applied = readKeymap(JSON.stringify(value)).keymap
    saveKeymap(applied)
  }
  if (store.get(KEY).value !== null) put()
  else if (!same(keymapState.map, DEFAULT_KEYMAP)) store.writeEarly(KEY, keymapState.map)
  const unlisten = store.onChange((key) => {
    if (key === KEY) put()
  })
  const unsubscribe = subscribe(keymapState, () => {
    if (keymapState.unread === '' && !same(keymapState.map, applied)) store.write(KEY, keymapState.map)
  })
  return () => {
    unlisten()
    unsubscribe()
    loadKeymap('')
  }
}
