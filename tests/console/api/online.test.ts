import { describe, expect, it, onTestFinished } from 'vitest'
import { createOnline } from '../../../src/console/api/online.ts'
import { pause } from './fakes.ts'

describe('online', () => {
  it('asks until the server answers, says each change once, and wakes who waits', async () => {
    let up = false
    let asked = 0
    const said: boolean[] = []
    let woken = 0
    const online = createOnline({
      probe: async () => {
        asked++
        return up
      },
      sleep: () => pause(1),
      set: (is) => said.push(is),
    })
    online.onBack(() => woken++)
    online.lost()
    online.lost()
    await pause(10)
    expect(asked).toBeGreaterThan(1)
    expect(said).toEqual([false])
    up = true
    await pause(10)
    expect(said).toEqual([false, true])
    expect(woken).toBe(1)
    const before = asked
    await pause(10)
    expect(asked).toBe(before)
  })

  it('a doubt asks once, and the server is gone only when it does not answer', async () => {
    let up = true
    let asked = 0
    const said: boolean[] = []
    const online = createOnline({
      probe: async () => {
        asked++
        return up
      },
      sleep: () => pause(1),
      set: (is) => said.push(is),
    })
    await Promise.all([online.doubt(), online.doubt()])
    expect([asked, said]).toEqual([1, []])
    up = false
    await online.doubt()
    expect(said).toEqual([false])
    up = true
    await pause(10)
    expect(said).toEqual([false, true])
  })

  it('any answer is enough', () => {
    const said: boolean[] = []
    const online = createOnline({
      probe: () => new Promise(() => {}),
      sleep: () => pause(1),
      set: (is) => said.push(is),
    })
    online.lost()
    online.back()
    online.back()
    expect(said).toEqual([false, true])
    expect(online.isOnline()).toBe(true)
  })

  it('is not called back by the answer to a call from before the loss', () => {
    const said: boolean[] = []
    const online = createOnline({
      probe: () => new Promise(() => {}),
      sleep: () => pause(1),
      set: (is) => said.push(is),
    })
    const early = online.losses()
    online.lost()
    online.back(early)
    expect(said).toEqual([false])
    online.back(online.losses())
    expect(said).toEqual([false, true])
    online.back(early)
    online.lost()
    expect(online.losses()).toBe(2)
  })
})

describe('tests without a network', () => {
  it('a request that nobody answers is a failure that names the test, and takes nothing offline', async () => {
    const network = await import('../server/network.ts')
    const { fetch } = globalThis
    onTestFinished(() => {
      globalThis.fetch = fetch
    })
    network.closeNetwork()
    await expect(globalThis.fetch('/api/health')).rejects.toThrow(TypeError)
    expect(() => network.allAnswered()).toThrow(/fetch \/api\/health was asked in: .*names the test/)
    const { axiosTransport } = await network.transportModule(() => import('../../../src/console/api/transport.ts'))
    const asked = axiosTransport({ method: 'GET', path: 'rounds/rows', headers: {} })
    await expect(asked).rejects.toMatchObject({ why: 'cancelled' })
    expect(() => network.allAnswered()).toThrow(/GET rounds\/rows was asked in/)
    network.allAnswered()
  })
})
