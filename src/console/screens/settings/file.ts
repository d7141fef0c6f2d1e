import { isFields, same } from '../../../model/wire/settings/same.ts'
import { SETTINGS_BYTES_MAX } from '../../../model/wire/settings/setting.ts'
import { settingOf } from '../../../model/wire/settings/settings.ts'

/** Mark of an exported file, and the form that it is written in. */
const KIND = 'rounds.settings'
const FORM = 1

/** Largest file that is read, bytes: indented, all settings of a user take twice of what they are. */
export const FILE_BYTES_MAX = 2 * SETTINGS_BYTES_MAX

/** Settings by key as the text of a file. Pure. */
export const fileOf = (values: Readonly<Record<string, unknown>>): string =>
  `${JSON.stringify({ kind: KIND, form: FORM, settings: values }, null, 2)}\n`

/** Entry of a file beside the value in force. */
export interface ImportEntry {
  readonly key: string
  readonly value: unknown
  /** `change`: another one than now. `unknown`, `malformed`: left out. */
  readonly is: 'change' | 'same' | 'unknown' | 'malformed'
}

/** Entries of a file in its order, compared with what is in force; null for a text that is no such file. Pure. */
export function entriesIn(text: string, now: (key: string) => unknown): readonly ImportEntry[] | null {
  let found: unknown
  try {
    found = JSON.parse(text)
  } catch {
    return null
  }
  if (!isFields(found) || found.kind !== KIND || found.form !== FORM || !isFields(found.settings)) return null
  return Object.entries(found.settings).map(([key, sent]): ImportEntry => {
    const of = settingOf(key)?.setting
    if (!of) return { key, value: null, is: 'unknown' }
    const good = of.check(sent)
    if (good === null) return { key, value: null, is: 'malformed' }
    const value = same(good, of.fallback) ? null : good
    return { key, value, is: same(value, now(key)) ? 'same' : 'change' }
  })
}
