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
