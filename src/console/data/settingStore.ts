import { mergeSetting } from '../../model/wire/settings/merge.ts'
import { same } from '../../model/wire/settings/same.ts'
import type { Setting } from '../../model/wire/settings/setting.ts'
import { settingOf } from '../../model/wire/settings/settings.ts'
import type { SettingChange, StoredSetting } from '../../model/wire/settings/settingsWire.ts'

/** A setting as this window knows it. null: the default. */
export interface Known {
  /** Version and value that the server keeps, as far as it answered; the base of merges. */
  readonly version: number
  readonly stored: unknown
  /** In force here. */
  readonly value: unknown
  /** When it was changed: by the server, or here where the server does not know of it. */
  readonly at: string
}

const NOTHING: Known = { version: 0, stored: null, value: null, at: '' }

/** Where values are kept between visits: localStorage in the browser. */
export interface Shelf {
  read(key: string): string | null
  write(key: string, text: string | null): void
  keys(): readonly string[]
}

/** Values of tabs stay in the memory of the page: they are addresses with what was looked for, and every window has its own. */
const isShelved = (key: string): boolean => key !== 'tabs'

const declared = (key: string): Setting => {
  const of = settingOf(key)
  if (!of) throw new Error(`the setting ${key} is not declared`)
  return of.setting
}

/** Setting as it was kept; null for anything unreadable or malformed. */
function parsed(key: string, text: string | null): Known | null {
  try {
    const found = JSON.parse(text ?? 'null') as Partial<Known> | null
    const of = settingOf(key)?.setting
    if (!of || typeof found !== 'object' || found === null) return null
    const good = (value: unknown) => (value === undefined || value === null ? null : of.check(value))
    const stored = good(found.stored)
    return {
      version: Number.isInteger(found.version) ? (found.version as number) : 0,
      stored,
      value: 'value' in found ? good(found.value) : stored,
      at: typeof found.at === 'string' ? found.at : '',
    }
  } catch {
    return null
  }
}

const text = ({ version, stored, value, at }: Known): string | null => {
  if (version === 0 && value === null) return null
  return JSON.stringify({ version, stored, at, ...(same(stored, value) ? {} : { value }) })
}

/**
 * The settings of one person in this window: values in force, and beside each what the server keeps, so that a change which was
 * not sent yet is known as one, in this page and in the next. Knows neither network nor clock of its own.
 */
export class SettingStore {
  private readonly known = new Map<string, Known>()
  private readonly listeners = new Set<(key: string, here: boolean) => void>()
  private readonly watchers = new Set<() => void>()
  /** Counts what became known: another number, another state. */
  revision = 0
  /** Keys that were taken over from an earlier version: where the server has another value, that one counts. */
  private readonly early = new Set<string>()
  /** Values that the server refused: not sent again before they are changed. */
  private readonly refused = new Map<string, unknown>()
  private readonly shelf: Shelf
  private readonly now: () => string

  constructor(shelf: Shelf, now: () => string) {
    this.shelf = shelf
    this.now = now
    for (const key of shelf.keys()) {
      const found = parsed(key, shelf.read(key))
      if (found) this.known.set(key, found)
    }
  }

  get(key: string): Known {
    return this.known.get(key) ?? NOTHING
  }

  /** Keys with a value of their own. */
  keys(): string[] {
    return [...this.known].filter(([, k]) => k.value !== null).map(([key]) => key)
  }

  /** Value in force. */
  read<T>(key: string, of: Setting<T>): T {
    return (this.get(key).value as T | null) ?? of.fallback
  }

  /** Changes a setting here. null, and what equals the default: the default again. False where the value is malformed. */
  write(key: string, value: unknown): boolean {
    const of = declared(key)
    const good = value === null ? null : of.check(value)
    if (good === null && value !== null) return false
    const next = same(good, of.fallback) ? null : good
    const was = this.get(key)
    if (same(was.value, next)) return true
    this.put(key, { ...was, value: next, at: this.now() }, true)
    return true
  }

  /** The same of a value that an earlier version kept in this browser: no newer than any that the server has. */
  writeEarly(key: string, value: unknown): void {
    if (this.get(key).value === null && this.write(key, value)) this.early.add(key)
  }

  /** Changes that the server does not know yet. */
  changes(): SettingChange[] {
    return [...this.known].flatMap(([key, { version, stored, value }]) =>
      same(stored, value) || (this.refused.has(key) && same(this.refused.get(key), value))
        ? []
        : [{ key, version, value }],
    )
  }

  /** The server keeps what was sent, under a new version; what was changed since goes on waiting. */
  sent({ key, value }: SettingChange, version: number, at: string): void {
    this.early.delete(key)
    const was = this.get(key)
    this.put(key, { ...was, version, stored: value, ...(same(was.value, value) ? { at } : {}) }, false)
  }

  /** The server refused a value: it stays here and is sent no more. */
  refuse({ key, value }: SettingChange): void {
    this.refused.set(key, value)
  }

  /** The server keeps this: it is in force, merged with what was changed here and not sent. Unknown keys of later versions are left alone. */
  receive(key: string, theirs: StoredSetting): void {
    const of = settingOf(key)?.setting
    if (!of) return
    const was = this.get(key)
    const stored = theirs.value === null ? null : of.check(theirs.value)
    const [mine, other] = this.early.delete(key) ? [stored, was.value] : [was.value, stored]
    const value = same(was.value, was.stored) ? stored : mergeSetting(of, was.stored, mine, other)
    this.put(key, { version: theirs.version, stored, value, at: same(value, stored) ? theirs.at : this.now() }, false)
  }

  /** Settings that the server has never had, as after an empty database: what is in force here is a change to send. */
  forgetOthers(found: Readonly<Record<string, unknown>>): void {
    for (const [key, was] of [...this.known])
      if (was.version > 0 && !Object.hasOwn(found, key)) this.put(key, { ...was, version: 0, stored: null }, false)
  }

  /** Another window of this browser changed what is on the shelf. */
  receiveShelved(key: string): void {
    const found = parsed(key, this.shelf.read(key)) ?? NOTHING
    const was = this.get(key)
    const of = settingOf(key)?.setting
    if (!of) return
    const value = same(was.value, was.stored) ? found.value : mergeSetting(of, was.stored, was.value, found.value)
    this.learn(key, { ...found, value }, false)
  }

  /** Called with each key whose value changed; `here`: by this window. Returns how to stop. */
  onChange(run: (key: string, here: boolean) => void): () => void {
    this.listeners.add(run)
    return () => this.listeners.delete(run)
  }

  /** Called whenever anything becomes known, of values or of what the server keeps. Returns how to stop. */
  onKnown(run: () => void): () => void {
    this.watchers.add(run)
    return () => this.watchers.delete(run)
  }

  private put(key: string, next: Known, here: boolean): void {
    if (isShelved(key)) this.shelf.write(key, text(next))
    this.learn(key, next, here)
  }

  private learn(key: string, next: Known, here: boolean): void {
    const was = this.get(key)
    this.known.set(key, next)
    this.revision += 1
    for (const run of [...this.watchers]) run()
    if (!same(was.value, next.value)) for (const run of [...this.listeners]) run(key, here)
  }
}
