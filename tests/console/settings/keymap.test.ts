import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DEFAULT_KEYMAP, type Keymap } from '../../../commands/keys/keymap.ts'
import { printKeymap } from '../../../commands/keys/keymapJson.ts'
import { bindKeymap } from '../../../src/console/data/boundKeymap.ts'
import { personNow, session } from '../../../src/console/data/session.ts'
import { SettingStore } from '../../../src/console/data/settingStore.ts'
import { keymapState, saveKeymap } from '../../../src/console/state/keymap.ts'

const MINE: Keymap = { preset: 'vim', characters: true, bindings: { 'grid.reload': ['q'] } }
const OTHERS: Keymap = { preset: 'mouse', characters: false, bindings: {} }
const store = () => new SettingStore({ read: () => null, write: () => {}, keys: () => [] }, () => '2026-11-28 12:00:00')
/** Subscribers of valtio run after the present task. */
const notified = () => new Promise((done) => setTimeout(done))

let stop = () => {}
beforeEach(() => {
  localStorage.clear()
  Object.assign(session, { tenantId: '000000', userId: '7' })
})
afterEach(() => {
  stop()
  Object.assign(session, { tenantId: '', userId: '' })
})

describe('own keys as a setting', () => {
  it('that are changed here are sent, and the declared ones again are the default', async () => {
    const kept = store()
    stop = bindKeymap(kept)
    saveKeymap(MINE)
    await notified()
    expect(kept.changes()).toEqual([{ key: 'keymap', version: 0, value: MINE }])
    saveKeymap(DEFAULT_KEYMAP)
    await notified()
    expect(kept.changes()).toEqual([])
  })

  it('that were changed elsewhere are in force at once, and are not sent back', async () => {
    const kept = store()
    stop = bindKeymap(kept)
    kept.receive('keymap', { version: 3, value: MINE, at: '2026-11-28 12:00:00' })
    expect(keymapState.map).toEqual(MINE)
    await notified()
    expect(kept.changes()).toEqual([])
    kept.receive('keymap', { version: 4, value: null, at: '2026-11-28 12:01:00' })
    expect(keymapState.map).toEqual(DEFAULT_KEYMAP)
  })

  it('of this browser are taken over where the server has none, and give way field by field where it has', async () => {
    localStorage.setItem(`rounds.keymap.${personNow()}`, printKeymap(MINE))
    const kept = store()
    stop = bindKeymap(kept)
    expect(keymapState.map).toEqual(MINE)
    expect(kept.changes()).toEqual([{ key: 'keymap', version: 0, value: MINE }])
    kept.receive('keymap', { version: 1, value: OTHERS, at: '2026-11-28 12:00:00' })
    expect(keymapState.map).toMatchObject({ preset: 'mouse', characters: false })
  })

  it('with keys that cannot be read are in force as far as they can, and end with the session', () => {
    const kept = store()
    stop = bindKeymap(kept)
    const value = { preset: 'vim', characters: true, bindings: { 'grid.reload': ['no such key'], 'row.copy': ['q'] } }
    kept.receive('keymap', { version: 1, value, at: '2026-11-28 12:00:00' })
    expect(keymapState.map.bindings).toMatchObject({ 'row.copy': ['q'] })
    stop()
    expect(keymapState.map).toEqual(DEFAULT_KEYMAP)
    stop = () => {}
  })
})
