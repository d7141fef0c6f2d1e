import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { online } from '../../../src/console/api/online.ts'
import { dropSettings, keepSettings, sendSettings } from '../../../src/console/data/keepSettings.ts'
import { mySettings } from '../../../src/console/data/mySettings.ts'
import { session, signOut } from '../../../src/console/data/session.ts'
import { preferences } from '../../../src/console/state/preferences.ts'
import { messages } from '../../../src/console/ui/messages/toast.ts'
import { settings } from '../../../src/model/wire/settings/settings.ts'
import { SETTINGS, type SettingChange, type StoredSetting } from '../../../src/model/wire/settings/settingsWire.ts'
import { Refusal } from '../server/envelope.ts'
import { server } from '../server/server.ts'

/** The server's settings of each test: as those of people on one. */
let stored: Record<string, StoredSetting> = {}
const put = (key: string, value: unknown, version = (stored[key]?.version ?? 0) + 1) => {
  stored[key] = { version, value, at: '2025-06-15 10:00:00' }
}
const sent = () => server.of(SETTINGS.save)
const tell = (...keys: string[]) =>
  server.tell({
    kind: 'settings',
    resource: '',
    settings: Object.fromEntries(keys.map((key) => [key, stored[key]?.version ?? 0])),
  })
const setup = (more: object) => ({ ...settings.columns.fallback, ...more })
const LIST = 'columns.settlementOrder'

function answers(): void {
  server.answer({
    [SETTINGS.read]: ({ keys }) => {
      const wanted = keys ? String(keys).split(',') : Object.keys(stored)
      return Object.fromEntries(wanted.flatMap((key) => (stored[key] ? [[key, stored[key]]] : [])))
    },
    [SETTINGS.save]: ({ changes }) =>
      Object.fromEntries(
        (changes as SettingChange[]).map(({ key, version, value }) => {
          const now = stored[key] ?? { version: 0, value: null, at: '' }
          if (now.version !== version) return [key, { kept: false, ...now }]
          put(key, value)
          return [key, { kept: true, version: version + 1, at: '2025-06-15 10:00:00' }]
        }),
      ),
    'blade-auth/oauth/logout': () => ({}),
  })
}

beforeEach(() => {
  dropSettings()
  localStorage.clear()
  sessionStorage.clear()
  stored = {}
  messages.list = []
  Object.assign(session, { tenantId: '000000', userId: '7' })
  Object.assign(preferences, { theme: 'system', language: 'zh', folded: false, favourites: [], closedGroups: [] })
  answers()
})
afterEach(() => {
  vi.useRealTimers()
  dropSettings()
})

/** The page is loaded anew: nothing is left but what the browser keeps. */
const reload = () => dropSettings()

describe('settings', () => {
  it('of the server are in force once they are here, and those of the browser before', async () => {
    put('theme', 'dark')
    put('folded', true)
    put(LIST, setup({ hidden: ['code'] }))
    await keepSettings()
    await Promise.resolve()
    expect([preferences.theme, preferences.folded]).toEqual(['dark', true])
    expect(mySettings().read(LIST, settings.columns).hidden).toEqual(['code'])
    reload()
    server.away = true
    onTestFinished(() => {
      server.away = false
    })
    preferences.folded = false
    const late = keepSettings()
    expect([preferences.theme, preferences.folded], 'before any answer').toEqual(['dark', true])
    expect(await late).toBe(false)
    expect(mySettings().read(LIST, settings.columns).hidden).toEqual(['code'])
  })

  it('are sent together a moment after the last change, and only what changed', async () => {
    await keepSettings()
    vi.useFakeTimers()
    preferences.folded = true
    preferences.favourites = ['/a']
    await vi.advanceTimersByTimeAsync(600)
    preferences.favourites = ['/a', '/b']
    await vi.advanceTimersByTimeAsync(900)
    expect(sent()).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1_500)
    expect(sent().map((a) => a.values.changes)).toEqual([
      [
        { key: 'folded', version: 0, value: true },
        { key: 'favourites', version: 0, value: ['/a', '/b'] },
      ],
    ])
    expect(stored.favourites?.value).toEqual(['/a', '/b'])
    mySettings().write('used.commands', { 'theme.dark': [1, 1000] })
    await vi.advanceTimersByTimeAsync(5_000)
    expect(sent()).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(6_000)
    expect(stored['used.commands']?.value).toEqual({ 'theme.dark': [1, 1000] })
  })

  it('that somebody changed meanwhile are merged and sent again, without a word', async () => {
    put(LIST, setup({ widths: { code: 100 } }))
    await keepSettings()
    mySettings().write(LIST, setup({ widths: { code: 100, cycleMonth: 90 } }))
    put(LIST, setup({ widths: { code: 100 }, hidden: ['remark'] }))
    await sendSettings()
    await vi.waitFor(() => expect(stored[LIST]?.version).toBe(3))
    expect(stored[LIST]?.value).toEqual(setup({ widths: { code: 100, cycleMonth: 90 }, hidden: ['remark'] }))
    expect(mySettings().read(LIST, settings.columns).hidden).toEqual(['remark'])
    expect(messages.list).toEqual([])
  })

  it('of another window or desk come by its event, and leave alone what is being changed here', async () => {
    await keepSettings()
    put('theme', 'light')
    put('favourites', ['/theirs'])
    preferences.favourites = ['/mine']
    await Promise.resolve()
    await tell('theme', 'favourites')
    expect(preferences.theme).toBe('light')
    expect([...preferences.favourites]).toEqual(['/mine', '/theirs'])
    await sendSettings()
    expect(stored.favourites?.value).toEqual(['/mine', '/theirs'])
    const asked = server.of(SETTINGS.read).length
    await tell('theme', 'favourites')
    expect(
      server
        .of(SETTINGS.read)
        .slice(asked)
        .map((a) => a.values),
      'what is known is not asked for',
    ).toEqual([])
    put('theme', null)
    await tell('theme')
    expect(preferences.theme).toBe('system')
  })

  it('wait without a network, in this page and in the next, and are sent once it is back', async () => {
    await keepSettings()
    server.away = true
    preferences.favourites = ['/a']
    await Promise.resolve()
    await sendSettings()
    reload()
    Object.assign(preferences, { favourites: [] })
    await keepSettings()
    expect([...preferences.favourites]).toEqual(['/a'])
    expect(messages.list).toEqual([])
    server.away = false
    put('favourites', ['/elsewhere'])
    online.back()
    await vi.waitFor(() => expect(stored.favourites?.value).toEqual(['/a', '/elsewhere']), 5_000)
  })

  it('that the server refuses are said by name, once, stay here and keep nothing else back', async () => {
    await keepSettings()
    server.answer({
      [SETTINGS.save]: ({ changes }) => {
        const all = changes as SettingChange[]
        if (all.some(({ key }) => key === 'favourites'))
          throw new Refusal(400, '设置“收藏的菜单”过大', { favourites: '过大' })
        return Object.fromEntries(all.map(({ key, version }) => [key, { kept: true, version: version + 1, at: '' }]))
      },
    })
    preferences.favourites = ['/a']
    preferences.folded = true
    await Promise.resolve()
    await sendSettings()
    await sendSettings()
    await sendSettings()
    expect(messages.list.map((m) => m.text)).toEqual(['设置“收藏的菜单”过大'])
    expect(mySettings().changes()).toEqual([])
    expect([...preferences.favourites]).toEqual(['/a'])
    expect(mySettings().get('folded').version).toBe(1)
  })

  it('are sent before a sign-out, and nobody else at this browser has them', async () => {
    await keepSettings()
    preferences.theme = 'dark'
    preferences.favourites = ['/mine']
    await Promise.resolve()
    await signOut()
    expect(stored.favourites?.value).toEqual(['/mine'])
    stored = {}
    Object.assign(session, { tenantId: '000000', userId: '8' })
    await keepSettings()
    expect([preferences.theme, [...preferences.favourites]]).toEqual(['system', []])
    expect(mySettings().keys()).toEqual([])
    await Promise.resolve()
    await sendSettings()
    expect(stored).toEqual({})
  })

  it('a theme chosen on the sign-in page is one of whoever signs in there', async () => {
    preferences.theme = 'dark'
    put('theme', 'light')
    await keepSettings()
    await sendSettings()
    expect([preferences.theme, stored.theme?.value]).toEqual(['dark', 'dark'])
  })

  it('of earlier versions in this browser are taken over once, and what the server has counts more', async () => {
    const mine = '000000.7'
    localStorage.setItem(
      'rounds.ui',
      JSON.stringify({ folded: true, favourites: ['/early'], previewWidth: 12, odd: 1 }),
    )
    localStorage.setItem(
      `rounds.columns.${mine}.${LIST.slice(8)}`,
      JSON.stringify({ hidden: ['code'], widths: { a: 90 } }),
    )
    localStorage.setItem(
      `rounds.held.${mine}.settlementOrder`,
      JSON.stringify([['12', { title: 'SO1', view: 'audit' }], 'x']),
    )
    localStorage.setItem(`rounds.palette.records.${mine}`, JSON.stringify({ 'settlementOrder.1': [2, 1000] }))
    localStorage.setItem(`rounds.palette.use.${mine}`, 'nonsense')
    localStorage.setItem('rounds.columns.000000.8.settlementOrder', JSON.stringify({ hidden: ['theirs'] }))
    put('favourites', ['/server'])
    put(LIST, setup({ widths: { a: 200 } }))
    await keepSettings()
    await sendSettings()
    expect(stored.folded?.value).toBe(true)
    expect(stored.favourites?.value).toEqual(['/server', '/early'])
    expect(stored[LIST]?.value).toEqual(setup({ hidden: ['code'], widths: { a: 200 } }))
    expect(stored['held.settlementOrder']?.value).toEqual({ 12: { title: 'SO1', view: 'audit', at: 0 } })
    expect(stored['used.records']?.value).toEqual({ 'settlementOrder.1': [2, 1000] })
    expect(Object.keys(localStorage).filter((k) => /^rounds\.(ui|held|palette|columns)/.test(k))).toEqual([
      'rounds.columns.000000.8.settlementOrder',
    ])
    stored = {}
    reload()
    expect(Object.keys(localStorage).some((k) => k.includes('rounds.ui'))).toBe(false)
  })

  it('that another window of this browser changed without a network are there at once', async () => {
    await keepSettings()
    preferences.favourites = ['/here']
    await Promise.resolve()
    const key = 'rounds.setting.000000.7.favourites'
    localStorage.setItem(key, JSON.stringify({ version: 0, stored: null, value: ['/there'], at: '' }))
    window.dispatchEvent(new StorageEvent('storage', { key, storageArea: localStorage }))
    expect([...preferences.favourites]).toEqual(['/here', '/there'])
  })

  it('leave with the page, by a request of its own that outlives it', async () => {
    await keepSettings()
    const fetched: { url: string; init: RequestInit }[] = []
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      fetched.push({ url, init })
      return new Response('{}')
    })
    onTestFinished(() => void vi.unstubAllGlobals())
    const { tokens } = await import('../../../src/console/api/tokens.ts')
    vi.spyOn(tokens, 'token').mockReturnValue('access')
    preferences.folded = true
    await Promise.resolve()
    window.dispatchEvent(new Event('pagehide'))
    expect(fetched.map(({ url, init }) => [url, init.keepalive, JSON.parse(String(init.body))])).toEqual([
      [`/api/${SETTINGS.save}`, true, { changes: [{ key: 'folded', version: 0, value: true }] }],
    ])
  })
})
