import { parseFrecency } from '../../../commands/search/frecency.ts'
import { isFields } from '../../model/wire/settings/same.ts'
import { settingOf } from '../../model/wire/settings/settings.ts'
import { HELD_ROWS_MAX, HELD_TITLE_LENGTH_MAX, type Held } from '../../model/wire/settings/shapes.ts'
import type { SettingStore } from './settingStore.ts'

/** Entry of earlier versions in storage, and the settings that its text stands for, by key. */
interface Earlier {
  readonly name: string
  read(text: string): Readonly<Record<string, unknown>>
}

/** Interface state of earlier versions: of the browser and nobody's by name, so that the first person has it. */
const UI = 'rounds.ui'

const fieldsIn = (text: string): Readonly<Record<string, unknown>> => {
  const found: unknown = JSON.parse(text)
  return isFields(found) ? found : {}
}

/** Held rows were a list of `[id, row]` in their order. */
function heldIn(text: string): Readonly<Record<string, Held>> {
  const found: unknown = JSON.parse(text)
  const rows = (Array.isArray(found) ? found : []).slice(-HELD_ROWS_MAX)
  return Object.fromEntries(
    rows.flatMap((row, at) => {
      const [id, held] = Array.isArray(row) ? row : []
      if (typeof id !== 'string' || !isFields(held)) return []
      const { title, view } = held
      if (typeof title !== 'string' || typeof view !== 'string') return []
      return [[id, { title: title.slice(0, HELD_TITLE_LENGTH_MAX), view, at }]]
    }),
  )
}

/** Entries of one person, and those of nobody by name. */
function earlierOf(person: string, name: string): Earlier | null {
  const behind = (beginning: string) => (name.startsWith(beginning) ? name.slice(beginning.length) : '')
  const columns = behind(`rounds.columns.${person}.`)
  if (columns) return { name, read: (text) => ({ [`columns.${columns}`]: JSON.parse(text) }) }
  const held = behind(`rounds.held.${person}.`)
  if (held) return { name, read: (text) => ({ [`held.${held}`]: heldIn(text) }) }
  if (name === `rounds.palette.use.${person}`)
    return { name, read: (text) => ({ 'used.commands': parseFrecency(text) }) }
  if (name === `rounds.palette.records.${person}`)
    return { name, read: (text) => ({ 'used.records': parseFrecency(text) }) }
  return name === UI ? { name, read: fieldsIn } : null
}

/**
 * Takes over, once, what earlier versions kept in this browser of a person: their entries become changes that the server does not
 * know yet. What is malformed is left out; each entry is removed when it was read.
 */
export function takeOver(store: SettingStore, person: string): void {
  try {
    for (const name of Object.keys(localStorage)) {
      const earlier = earlierOf(person, name)
      if (!earlier) continue
      try {
        for (const [key, value] of Object.entries(earlier.read(localStorage.getItem(name) ?? '{}')))
          if (settingOf(key)) store.writeEarly(key, value)
      } catch {
        // Unreadable: it counts as never set.
      }
      localStorage.removeItem(name)
    }
  } catch {
    // Storage is forbidden: nothing was kept.
  }
}
