import { describe, expect, it } from 'vitest'
import { RENEW_AFTER } from '../../../src/console/api/session.ts'
import { Unreached } from '../../../src/console/api/transport.ts'
import { browser, pair, pause } from './fakes.ts'

describe('tokens of one browser', () => {
  it('20 calls refused at once cost one refresh', async () => {
    const { tabs, server, vault } = browser({ tabs: 1 })
    const got = await Promise.all(Array.from({ length: 20 }, () => tabs[0]?.core.renew('a1')))
    expect(new Set(got)).toEqual(new Set(['a2']))
    expect(server.refreshes).toBe(1)
    expect(vault.value?.access).toBe('a2')
    expect(tabs[0]?.ended).toBe(0)
  })

  it('three tabs with 20 calls each cost one refresh', async () => {
    const { tabs, server } = browser({ tabs: 3 })
    const got = await Promise.all(tabs.flatMap((tab) => Array.from({ length: 20 }, () => tab.core.renew('a1'))))
    expect(new Set(got)).toEqual(new Set(['a2']))
    expect(server.refreshes).toBe(1)
    expect(server.asked).toEqual(['a1'])
  })

  it('a call that comes back refused after the renewal gets the new token without another', async () => {
    const { tabs, server } = browser({ tabs: 1 })
    await tabs[0]?.core.renew('a1')
    expect(await tabs[0]?.core.renew('a1')).toBe('a2')
    expect(server.refreshes).toBe(1)
  })

  it('a refused refresh signs every tab out, each once', async () => {
    let asked = 0
    const { tabs, vault } = browser({
      tabs: 3,
      renewal: async () => {
        asked++
        return 'refused'
      },
    })
    const got = await Promise.all(tabs.flatMap((tab) => Array.from({ length: 20 }, () => tab.core.renew('a1'))))
    expect(new Set(got)).toEqual(new Set([null]))
    expect(asked).toBe(1)
    expect(vault.value).toBeNull()
    expect(tabs.map((t) => t.ended)).toEqual([1, 1, 1])
    await tabs[0]?.core.renew('a1')
    expect(tabs[0]?.ended).toBe(1)
  })

  it('reports the end of a session again after a new sign-in', async () => {
    const { tabs } = browser({ tabs: 1, renewal: async () => 'refused' })
    const tab = tabs[0] as NonNullable<(typeof tabs)[0]>
    await tab.core.renew('a1')
    tab.core.start(pair(5))
    await tab.core.renew('a5')
    expect(tab.ended).toBe(2)
  })

  it('an unreachable server ends nothing, and the next try asks again', async () => {
    let asked = 0
    const { tabs, vault } = browser({
      tabs: 1,
      renewal: async () => {
        if (++asked === 1) throw new Unreached('network')
        return pair(2)
      },
    })
    const tab = tabs[0] as NonNullable<(typeof tabs)[0]>
    await expect(tab.core.renew('a1')).rejects.toBeInstanceOf(Unreached)
    expect(vault.value?.access).toBe('a1')
    expect(tab.ended).toBe(0)
    expect(await tab.core.renew('a1')).toBe('a2')
  })

  it('a renewal that arrives after signing out is thrown away', async () => {
    const { tabs, vault } = browser({ tabs: 1 })
    const tab = tabs[0] as NonNullable<(typeof tabs)[0]>
    const pending = tab.core.renew('a1')
    await pause(1)
    tab.core.forget()
    expect(await pending).toBeNull()
    expect(vault.value).toBeNull()
    expect(tab.ended).toBe(0)
  })

  it('a token that expired while no page was open is renewed once, by the first call', async () => {
    const { tabs, server, vault } = browser({ tabs: 3 })
    expect(tabs[0]?.core.lapsed()).toBe(false)
    vault.write({ ...pair(1), access: '' })
    expect(tabs.map((t) => t.core.lapsed())).toEqual([true, true, true])
    const got = await Promise.all(tabs.flatMap((tab) => Array.from({ length: 20 }, () => tab.core.renew(''))))
    expect(new Set(got)).toEqual(new Set(['a2']))
    expect(server.refreshes).toBe(1)
    vault.write(null)
    expect(tabs[0]?.core.lapsed()).toBe(false)
  })

  it('does not renew again where the browser still answers with what was there before another tab renewed', async () => {
    const { tabs, server, vault } = browser({ tabs: 2 })
    const before = { ...pair(1), access: '' }
    vault.write(before)
    await tabs[0]?.core.renew('')
    vault.read = (sure) => (sure ? vault.value : before)
    expect(await tabs[1]?.core.renew('')).toBe('a2')
    expect(server.refreshes).toBe(1)
  })

  it('renews by itself after 3000 s, not before, in one of three tabs', async () => {
    let now = RENEW_AFTER - 1
    const { tabs, server } = browser({ tabs: 3, now: () => now })
    await Promise.all(tabs.map((t) => t.core.look()))
    expect(server.refreshes).toBe(0)
    now = RENEW_AFTER
    await Promise.all(tabs.map((t) => t.core.look()))
    expect(server.refreshes).toBe(1)
    await Promise.all(tabs.map((t) => t.core.look()))
    expect(server.refreshes).toBe(1)
  })
})
