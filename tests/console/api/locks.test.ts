import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { leaseLocks } from '../../../src/console/api/locks.ts'
import { pause } from './fakes.ts'

const times = { lease: 60, look: 2, settle: 2 }
const box = () => {
  const map = new Map<string, string>()
  return {
    getItem: (k: string) => map.get(k) ?? null,
    setItem: (k: string, v: string) => void map.set(k, v),
    removeItem: (k: string) => void map.delete(k),
  }
}

/** Lets the test's own time pass until the work is done: leases are exact, however busy the machine is. */
const inTime = async <T>(work: Promise<T>): Promise<T> => {
  let over = false
  work.then(
    () => (over = true),
    () => (over = true),
  )
  while (!over) await vi.advanceTimersByTimeAsync(1)
  return work
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('locks without Web Locks', () => {
  it('has one holder at a time, and every waiting tab gets it', async () => {
    const storage = box()
    let inside = 0
    let most = 0
    let turns = 0
    await inTime(
      Promise.all(
        Array.from({ length: 5 }, () =>
          leaseLocks(storage, times).request('x', undefined, async () => {
            most = Math.max(most, ++inside)
            await pause(3)
            inside--
            turns++
          }),
        ),
      ),
    )
    expect([most, turns]).toEqual([1, 5])
  })

  it('a lease that is not renewed runs out; one that is held does not', async () => {
    const storage = box()
    storage.setItem('rounds.lock.x', JSON.stringify({ owner: 'a closed tab', until: Date.now() + 30 }))
    const started = Date.now()
    let over = false
    const long = leaseLocks(storage, times).request('x', undefined, async () => {
      await pause(150)
      over = true
    })
    await inTime(pause(60))
    expect(Date.now() - started).toBeGreaterThanOrEqual(30)
    await inTime(leaseLocks(storage, times).request('x', undefined, async () => expect(over).toBe(true)))
    await inTime(long)
  })

  it('waiting can be called off; damaged records count as free', async () => {
    const storage = box()
    const off = new AbortController()
    storage.setItem('rounds.lock.x', JSON.stringify({ owner: 'other', until: Date.now() + 10_000 }))
    const waiting = leaseLocks(storage, times).request('x', off.signal, async () => 1)
    off.abort(new Error('off'))
    await expect(waiting).rejects.toThrow('off')
    storage.setItem('rounds.lock.x', '{damaged')
    expect(await inTime(leaseLocks(storage, times).request('x', undefined, async () => 2))).toBe(2)
  })
})
