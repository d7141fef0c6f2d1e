import { subscribe } from 'valtio'
import { same } from '../../model/wire/settings/same.ts'
import { chosenUnbound, freshPreferences, type Preferences, preferences, WORN, wearFor } from '../state/preferences.ts'
import { personNow } from './session.ts'
import type { SettingStore } from './settingStore.ts'

type Name = keyof Preferences

const NAMES = [
  'theme',
  'design',
  'colour',
  'hiddenControls',
  'language',
  'folded',
  'closedGroups',
  'favourites',
  'previewWidth',
  'previewOpen',
] as const satisfies readonly Name[]
const isWorn = (name: Name): boolean => (WORN as readonly Name[]).includes(name)

const isName = (key: string): key is Name => (NAMES as readonly string[]).includes(key)

/** Value of a preference as a setting: a width is of whole pixels. */
const settingFrom = (name: Name): unknown => {
  const value = preferences[name]
  return typeof value === 'number' ? Math.round(value) : Array.isArray(value) ? [...value] : value
}

/** Puts a setting in force as the preference of its name. */
function apply(name: Name, value: unknown): void {
  if (same(settingFrom(name), value)) return
  Object.assign(preferences, { [name]: Array.isArray(value) ? [...value] : value })
}

/**
 * Ties the preferences of the page to the settings of the person: each change of one is a change of the other. `settle`: the
 * settings of the server are here, and what they do not name is the default.
 */
export function bindPreferences(store: SettingStore): { settle(): void; stop(): void } {
  const chosen = chosenUnbound()
  const ofAnother = wearFor(personNow())
  const fresh = freshPreferences()
  const inForce = (name: Name): unknown => store.get(name).value ?? fresh[name]
  const put = (name: Name): void => {
    if (!isWorn(name) || store.get(name).value !== null) apply(name, inForce(name))
  }
  // the theme or language that somebody chose on the sign-in page is a choice of whoever signed in there
  for (const name of chosen) store.write(name, settingFrom(name))
  for (const name of NAMES) put(name)
  const last = Object.fromEntries(NAMES.map((name) => [name, settingFrom(name)])) as Record<Name, unknown>
  const unlisten = store.onChange((key) => {
    if (!isName(key)) return
    apply(key, inForce(key))
    last[key] = settingFrom(key)
  })
  const unsubscribe = subscribe(preferences, () => {
    for (const name of NAMES) {
      const now = settingFrom(name)
      if (same(now, last[name])) continue
      last[name] = now
      store.write(name, now)
    }
  })
  return {
    settle: () => {
      if (!ofAnother) return
      for (const name of WORN)
        if (store.get(name).value === null) {
          apply(name, fresh[name])
          last[name] = fresh[name]
        }
    },
    stop: () => {
      unlisten()
      unsubscribe()
      wearFor('')
    },
  }
}
