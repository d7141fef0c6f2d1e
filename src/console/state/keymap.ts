import { proxy, ref } from 'valtio'
import { DEFAULT_KEYMAP, type Keymap } from '../../../commands/keys/keymap.ts'
import { type JsonProblem, printKeymap, readKeymap } from '../../../commands/keys/keymapJson.ts'

/** A person's own keys in this browser, and what was wrong with them where they were kept. */
export const keymapState = proxy<{
  /** Replaced as a whole, never changed. */
  map: Keymap
  /** Problems of the kept text; it stays where it is until the person saves other keys. */
  problems: readonly JsonProblem[]
  /** The kept text that has problems, "" where it has none. */
  unread: string
}>({ map: ref(DEFAULT_KEYMAP), problems: [], unread: '' })

const keyOf = (who: string): string => `rounds.keymap.${who}`
/** Where a text with problems is kept once other keys take its place. */
const besideOf = (who: string): string => `${keyOf(who)}.unread`

/** Person whose keys are in force: tenant and user, "" for nobody. */
let owner = ''

/** Puts the kept keys of a person in force; the declared ones where there are none, or for nobody (""). */
export function loadKeymap(who: string): void {
  owner = who
  let text: string | null = null
  try {
    text = who ? localStorage.getItem(keyOf(who)) : null
  } catch {
    // Storage may be forbidden: the declared keys do.
  }
  const { keymap, problems } = text === null ? { keymap: DEFAULT_KEYMAP, problems: [] } : readKeymap(text)
  Object.assign(keymapState, {
    map: ref(keymap),
    problems: ref([...problems]),
    unread: problems.length > 0 ? text : '',
  })
}

/** Puts other keys in force and keeps them. A kept text that could not be read is put beside them, not thrown away. */
export function saveKeymap(map: Keymap): void {
  const { unread } = keymapState
  Object.assign(keymapState, { map: ref(map), problems: ref([]), unread: '' })
  try {
    if (!owner) return
    if (unread) localStorage.setItem(besideOf(owner), unread)
    localStorage.setItem(keyOf(owner), printKeymap(map))
  } catch {
    // Not kept, still in force for this page.
  }
}

/** Follows the other tabs of the browser. Returns how to stop. */
export function followKeymap(): () => void {
  const listen = (event: StorageEvent) => {
    if (owner && event.key === keyOf(owner)) loadKeymap(owner)
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}
