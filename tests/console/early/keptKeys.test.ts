import { afterEach, expect, test, vi } from 'vitest'
import type { EarlyKeys, KeptKey } from '../../../src/console/early/keys.ts'
import { keepForNextPage, replayKeptKeys } from '../../../src/console/host/keptKeys.ts'
import { paletteState } from '../../../src/console/state/palette.ts'

afterEach(() => {
  vi.useRealTimers()
  Object.assign(window, { roundsKeys: undefined })
  paletteState.open = false
})

test('a page that goes plays nothing, whatever it is told meanwhile, and plays it when it stays', async () => {
  vi.useFakeTimers()
  const kept: KeptKey[] = [{ key: 'k', code: 'KeyK', shift: false, opens: true }]
  const roundsKeys: EarlyKeys = {
    watch: () => {},
    onKept: (run) => run(),
    next: () => kept.shift() ?? null,
    stop: () => void kept.splice(0),
  }
  Object.assign(window, { roundsKeys })
  const end = keepForNextPage()
  window.dispatchEvent(new Event('beforeunload'))
  // the answer about the catalogue comes while the next page is asked for
  replayKeptKeys()
  await vi.advanceTimersByTimeAsync(1_000)
  expect([kept.length, paletteState.open]).toEqual([1, false])
  await vi.advanceTimersByTimeAsync(10_000)
  expect([kept.length, paletteState.open]).toEqual([0, true])
  end()
})

test('a sequence goes to the page key by key, whatever has the focus by now, and not into an open palette', async () => {
  const { keydowns, end } = (() => {
    const keydowns: string[] = []
    const hear = (event: KeyboardEvent) => void keydowns.push(`${event.key} on ${(event.target as Element).tagName}`)
    window.addEventListener('keydown', hear)
    return { keydowns, end: () => window.removeEventListener('keydown', hear) }
  })()
  const box = document.body.appendChild(document.createElement('input'))
  box.focus()
  const sequence = (): KeptKey[] =>
    ['g', 'n'].map((key) => ({ key, code: `Key${key.toUpperCase()}`, shift: false, opens: false, ofSequence: true }))
  const kept = sequence()
  const roundsKeys: EarlyKeys = {
    watch: () => {},
    onKept: (run) => run(),
    next: () => kept.shift() ?? null,
    stop: () => void kept.splice(0),
  }
  Object.assign(window, { roundsKeys })
  await vi.waitFor(() => {
    // not while keys of the page before are played
    replayKeptKeys()
    expect(keydowns).toEqual(['g on BODY', 'n on BODY'])
  })
  await new Promise((done) => setTimeout(done, 0))
  paletteState.open = true
  paletteState.ready = true
  kept.push(...sequence())
  await vi.waitFor(() => {
    replayKeptKeys()
    expect(kept).toEqual([])
  })
  expect(keydowns).toHaveLength(2)
  paletteState.ready = false
  box.remove()
  end()
})
