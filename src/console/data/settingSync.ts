import { settingOf } from '../../model/wire/settings/settings.ts'
import type { SettingAnswer, SettingChange, StoredSetting } from '../../model/wire/settings/settingsWire.ts'
import type { SettingStore } from './settingStore.ts'

/** Changes sent at once, and bytes of those sent while a page is left: browsers allow no more. */
const CHANGES_SENT_MAX = 100
const LEAVING_BYTES_MAX = 60_000
/** From a save that a busy or broken server did not take until the next try, ms. */
const RETRY_DELAY_MS = 15_000

/** Way to the server, and what the page says; replaced whole in tests. */
export interface SyncParts {
  read(keys: readonly string[] | null): Promise<Readonly<Record<string, StoredSetting>>>
  save(changes: readonly SettingChange[]): Promise<Readonly<Record<string, SettingAnswer>>>
  /** Sends without waiting for an answer: the page is being left. */
  leave(changes: readonly SettingChange[]): void
  /** Keys of refused values, as far as the server names them, with the sentence for people; null where the save failed otherwise. */
  refusal(error: unknown): { readonly keys: readonly string[]; readonly why: string } | null
  /** Shows why a value is not kept. */
  warn(why: string): void
}

/**
 * Carries the settings of one person between this window and the server. One question at a time, in their order, so that no answer is
 * older than what is known. Nothing of it is shown but a value that the server refuses: what was not sent waits.
 */
export class SettingSync {
  private readonly store: SettingStore
  private readonly parts: SyncParts
  private turn: Promise<void> = Promise.resolve()
  private timer: ReturnType<typeof setTimeout> | undefined
  /** When each changed key is to be sent, ms. */
  private readonly due = new Map<string, number>()
  private stopped = false
  /** A refusal named none of the changes sent: they go one by one until the one that it means is known. */
  private singly = false
  private readonly unlisten: () => void

  constructor(store: SettingStore, parts: SyncParts) {
    this.store = store
    this.parts = parts
    this.unlisten = store.onChange((key, here) => {
      if (here) this.await(key)
    })
  }

  /** Fetches all settings, and sends what was changed here meanwhile, or before this page. False where nothing came. */
  load(): Promise<boolean> {
    return this.next(async () => {
      const found = await this.parts.read(null)
      if (this.stopped) return
      for (const [key, stored] of Object.entries(found)) this.store.receive(key, stored)
      this.store.forgetOthers(found)
      this.sendLater()
    })
  }

  /** Keys have these versions on the server: those that are other ones here are fetched. */
  hear(versions: Readonly<Record<string, number>>): void {
    void this.next(async () => {
      const keys = Object.keys(versions).filter((key) => this.store.get(key).version !== versions[key])
      if (keys.length === 0) return
      const found = await this.parts.read(keys)
      if (this.stopped) return
      for (const key of keys) {
        const stored = found[key]
        if (stored) this.store.receive(key, stored)
      }
    })
  }

  /** Sends what waits, now. */
  flush(): Promise<boolean> {
    clearTimeout(this.timer)
    return this.next(() => this.send())
  }

  /** Sends what waits while the page is being left; what does not fit waits in the browser for the next page. */
  leave(): void {
    const fitting: SettingChange[] = []
    let bytes = 0
    for (const change of this.store.changes()) {
      const size = new TextEncoder().encode(JSON.stringify(change)).length
      if (bytes + size > LEAVING_BYTES_MAX) continue
      bytes += size
      fitting.push(change)
    }
    if (fitting.length > 0 && !this.stopped) this.parts.leave(fitting)
  }

  stop(): void {
    this.stopped = true
    clearTimeout(this.timer)
    this.unlisten()
  }

  /** Runs after what was begun before. Failures are answered, never thrown. */
  private next(run: () => Promise<void>): Promise<boolean> {
    const done = this.turn.then(async () => {
      if (this.stopped) return false
      try {
        await run()
        return true
      } catch {
        return false
      }
    })
    this.turn = done.then(() => {})
    return done
  }

  private await(key: string): void {
    this.due.set(key, Date.now() + (settingOf(key)?.setting.delayMs ?? 0))
    this.sendLater()
  }

  /** Sets the timer for what is to be sent first. */
  private sendLater(least = 0): void {
    if (this.stopped) return
    clearTimeout(this.timer)
    const now = Date.now()
    const waits = this.store.changes().map(({ key }) => (this.due.get(key) ?? now) - now)
    if (waits.length > 0) this.timer = setTimeout(() => void this.flush(), Math.max(least, Math.min(...waits)))
  }

  private async send(): Promise<void> {
    const waiting = this.store.changes()
    if (waiting.length === 0) this.singly = false
    const changes = waiting.slice(0, this.singly ? 1 : CHANGES_SENT_MAX)
    if (changes.length === 0) return
    try {
      const answers = await this.parts.save(changes)
      for (const change of changes) {
        const answer = answers[change.key]
        if (answer?.kept) this.store.sent(change, answer.version, answer.at)
        else if (answer) this.store.receive(change.key, answer)
        this.due.delete(change.key)
      }
      this.sendLater()
    } catch (error) {
      const refused = this.stopped ? null : this.parts.refusal(error)
      if (!refused) return this.sendLater(RETRY_DELAY_MS)
      const named = changes.filter(({ key }) => refused.keys.includes(key))
      if (named.length === 0 && changes.length > 1) {
        this.singly = true
        return this.sendLater()
      }
      for (const change of named.length > 0 ? named : changes) this.store.refuse(change)
      this.parts.warn(refused.why)
      this.sendLater()
    }
  }
}
