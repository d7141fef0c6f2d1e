import { afterEach, describe, expect, it, vi } from 'vitest'
import { SettingStore } from '../../../src/console/data/settingStore.ts'
import { SettingSync } from '../../../src/console/data/settingSync.ts'
import type { SettingAnswer, SettingChange, StoredSetting } from '../../../src/model/wire/settings/settingsWire.ts'

const store = () => new SettingStore({ read: () => null, write: () => {}, keys: () => [] }, () => '2026-11-28 12:00:00')

/** Server that cannot read bodies with one key, and says of none which it is. */
function server(bad: string) {
  const saves: string[][] = []
  const warnings: string[] = []
  const parts = {
    read: async (): Promise<Readonly<Record<string, StoredSetting>>> => ({}),
    save: async (changes: readonly SettingChange[]): Promise<Readonly<Record<string, SettingAnswer>>> => {
      saves.push(changes.map((c) => c.key))
      if (changes.some((c) => c.key === bad)) throw new Error('400')
      return Object.fromEntries(
        changes.map((c) => [c.key, { kept: true, version: 1, at: '2026-11-28 12:00:01' } as const]),
      )
    },
    leave: () => {},
    refusal: () => ({ keys: ['changes'], why: 'no text' }),
    warn: (why: string) => void warnings.push(why),
  }
  return { parts, saves, warnings }
}

describe('a value that the server refuses without naming it', () => {
  afterEach(() => vi.useRealTimers())

  it('is found one by one, named to the person once and sent no more, and keeps nothing else back', async () => {
    vi.useFakeTimers()
    const { parts, saves, warnings } = server('favourites')
    const kept = store()
    const sync = new SettingSync(kept, parts)
    kept.write('theme', 'dark')
    kept.write('favourites', ['/svc/settlementOrder'])
    kept.write('folded', true)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(saves).toEqual([['theme', 'favourites', 'folded'], ['theme'], ['favourites'], ['folded']])
    expect(warnings).toEqual(['no text'])
    expect(kept.changes()).toEqual([])
    kept.write('language', 'en')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(saves.slice(4)).toEqual([['language']])
    sync.stop()
  })
})

describe('settings that the server has lost', () => {
  it('are sent anew, whole, with what is changed', async () => {
    const kept = store()
    kept.receive('favourites', { version: 5, value: ['/a', '/b'], at: '2026-11-28 11:00:00' })
    kept.forgetOthers({})
    kept.write('favourites', ['/a', '/b', '/c'])
    expect(kept.changes()).toEqual([{ key: 'favourites', version: 0, value: ['/a', '/b', '/c'] }])
    kept.receive('favourites', { version: 0, value: null, at: '' })
    expect(kept.get('favourites').value).toEqual(['/a', '/b', '/c'])
  })
})
