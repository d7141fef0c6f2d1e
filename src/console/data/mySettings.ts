import { wallClock } from '../../model/values/dates.ts'
import { takeOver } from './earlierSettings.ts'
import { personNow, session } from './session.ts'
import { SettingStore, type Shelf } from './settingStore.ts'

/** Beginning of the storage keys of one person's settings. */
const prefixOf = (person: string): string => `rounds.setting.${person}.`

/** Shelf of one person in this browser; where storage is full or forbidden, values are in force for this page alone. */
function shelfOf(person: string): Shelf {
  const prefix = prefixOf(person)
  return {
    read: (key) => {
      try {
        return localStorage.getItem(prefix + key)
      } catch {
        return null
      }
    },
    write: (key, text) => {
      try {
        if (text === null) localStorage.removeItem(prefix + key)
        else localStorage.setItem(prefix + key, text)
      } catch {
        // Not kept beyond this page; the server keeps it.
      }
    },
    keys: () => {
      try {
        return Object.keys(localStorage).flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []))
      } catch {
        return []
      }
    },
  }
}

let of = ''
let store: SettingStore | null = null
const openings = new Set<() => void>()

/** Settings of the signed-in person, from what this browser keeps of them; another person has another store. */
export function mySettings(): SettingStore {
  const who = personNow()
  if (store && of === who) return store
  of = who
  store = new SettingStore(shelfOf(who), () => wallClock(Date.now()))
  if (session.userId) takeOver(store, who)
  for (const run of [...openings]) run()
  return store
}

/** Forgets what is in memory: the next look reads the shelf anew. */
export function forgetSettings(): void {
  store = null
}

/** Called when the store of a person was opened. Returns how to stop. */
export function onOpened(run: () => void): () => void {
  openings.add(run)
  return () => openings.delete(run)
}

/** Watches what other windows of this browser change. Returns how to stop. */
export function followShelf(): () => void {
  const listen = ({ key, storageArea }: StorageEvent) => {
    const prefix = prefixOf(personNow())
    if (storageArea === localStorage && key?.startsWith(prefix)) mySettings().receiveShelved(key.slice(prefix.length))
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}
