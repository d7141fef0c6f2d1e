import { isFields } from '../../model/wire/settings/same.ts'
import { SETTINGS, type SettingAnswer, type StoredSetting } from '../../model/wire/settings/settingsWire.ts'
import { ApiError, api, warn } from '../api/client.ts'
import { onEvent, onGap } from '../api/events.ts'
import { sendLeaving } from '../api/leaving.ts'
import { online } from '../api/online.ts'
import { tokens } from '../api/tokens.ts'
import { bindKeymap } from './boundKeymap.ts'
import { bindPreferences } from './boundPreferences.ts'
import { followShelf, forgetSettings, mySettings } from './mySettings.ts'
import { beforeSignOut, onLeave, session } from './session.ts'
import { SettingSync, type SyncParts } from './settingSync.ts'

/** Keys named in one address, most; of more, everything is fetched. */
const KEYS_NAMED_MAX = 50

/** Codes of answers that come again however often the same is sent: malformed, too large. */
const REFUSED: ReadonlySet<number> = new Set([400, 413, 422])

/** `away`: nothing more is sent for this person, whoever signs in next. */
const partsWith = (away: AbortSignal): SyncParts => ({
  read: (keys) =>
    api.get<Readonly<Record<string, StoredSetting>>>(
      SETTINGS.read,
      keys && keys.length <= KEYS_NAMED_MAX ? { keys: keys.join(',') } : undefined,
      { signal: away, quiet: true },
    ),
  save: (changes) =>
    api.post<Readonly<Record<string, SettingAnswer>>>(SETTINGS.save, { changes }, { signal: away, quiet: true }),
  leave: (changes) => sendLeaving(SETTINGS.save, { changes }, tokens.token()),
  refusal: (error) =>
    error instanceof ApiError && REFUSED.has(error.code)
      ? { keys: isFields(error.data) ? Object.keys(error.data) : [], why: error.message }
      : null,
  warn,
})

interface Kept {
  readonly sync: SettingSync
  /** The settings of the server are here, or do not come now. */
  readonly loaded: Promise<boolean>
  stop(): void
}

let kept: Kept | null = null

function begin(): Kept {
  const away = new AbortController()
  const store = mySettings()
  const sync = new SettingSync(store, partsWith(away.signal))
  const bound = bindPreferences(store)
  const unbindKeymap = bindKeymap(store)
  const hidden = () => {
    if (document.visibilityState === 'hidden') void sync.flush()
  }
  const leaving = () => sync.leave()
  window.addEventListener('pagehide', leaving)
  document.addEventListener('visibilitychange', hidden)
  const stops = [
    () => window.removeEventListener('pagehide', leaving),
    () => document.removeEventListener('visibilitychange', hidden),
    onEvent((event) => {
      if (event.kind === 'settings' && event.settings) sync.hear(event.settings)
    }),
    onGap(() => void sync.load()),
    online.onBack(() => void sync.load()),
    beforeSignOut(() => sync.flush()),
    followShelf(),
    bound.stop,
    unbindKeymap,
    () => sync.stop(),
    () => away.abort(),
  ]
  return {
    sync,
    loaded: sync.load().then((come) => {
      if (come) bound.settle()
      return come
    }),
    stop: () => {
      for (const stop of stops) stop()
    },
  }
}

/**
 * Keeps the settings of the signed-in person on the server from now on: begins with what this browser remembers, and fetches theirs
 * beside the catalogue. Called again it does nothing. Resolves when they are here, or do not come now.
 */
export function keepSettings(): Promise<boolean> {
  if (!session.userId) return Promise.resolve(false)
  kept ??= begin()
  return kept.loaded
}

/** Sends what waits, now; for whoever wants to know that it is kept. */
export const sendSettings = (): Promise<boolean> => kept?.sync.flush() ?? Promise.resolve(false)

/** Nothing more is sent, and nothing is remembered in memory. */
export function dropSettings(): void {
  kept?.stop()
  kept = null
  forgetSettings()
}

onLeave(dropSettings)
