import { onlineManager } from '@tanstack/react-query'
import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, vi } from 'vitest'
import { actsEnded, outsideActs } from './acts.ts'
import { keepApart } from './fresh.ts'
import { keepStyles } from './styles.ts'

// The console's modules anew: this file has their state for itself.
vi.resetModules()
const forget = keepApart()
keepStyles()

// The server of tests in place of the network, in the modules of this file.
const { allAnswered, closeNetwork, network, unplug } = await import('./server/network.ts')
closeNetwork()
vi.mock('../../src/console/api/transport.ts', async (of) => (await import('./server/network.ts')).transportModule(of))
vi.mock('../../src/console/api/events.ts', async (of) => (await import('./server/network.ts')).eventsModule(of))
vi.mock('../../src/console/data/catalogue.ts', async (of) => (await import('./server/network.ts')).catalogueModule(of))

// React as it is developed keeps a stack for the first 10,000 elements of each second, for its warnings alone: a seventh of the
// time of these tests. Here it is as if they had been made.
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = (await import(
  'react'
)) as never as {
  __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: object
}
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { configurable: true, get: () => 10_000, set: () => {} })

// jsdom lacks what cmdk, ariakit and the grid ask of a browser.
class Observer {
  observe() {}
  unobserve() {}
  disconnect() {}
}
globalThis.ResizeObserver ??= Observer as unknown as typeof ResizeObserver
// Nothing is near the screen where nothing is laid out.
globalThis.IntersectionObserver ??= Observer as unknown as typeof IntersectionObserver
Element.prototype.scrollIntoView ??= () => {}
globalThis.CSS ??= { supports: () => false, escape: (s: string) => s } as unknown as typeof CSS
// jsdom has a CSS object, but not this of it.
globalThis.CSS.supports ??= () => false
globalThis.matchMedia ??= ((query: string) => ({
  matches: false,
  media: query,
  addEventListener() {},
  removeEventListener() {},
  addListener() {},
  removeListener() {},
  dispatchEvent: () => false,
  onchange: null,
})) as typeof matchMedia

// A busy machine is slow, not wrong: what is waited for may take its time.
configure({ asyncUtilTimeout: 20_000, defaultHidden: false })

// The page has them before it renders anything.
const { loadConsoleWords, loadWords } = await import('../../src/console/i18n/index.ts')
const { status } = await import('../../src/console/state/status.ts')
await Promise.all([loadConsoleWords(), loadWords('zh'), loadWords('en')])

beforeEach(outsideActs)
afterEach(() => {
  actsEnded()
  cleanup()
  status.online = true
  onlineManager.setOnline(true)
  network.place?.reset()
  allAnswered()
})
afterAll(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  forget()
  // imports still loading would finish in the next file, with the mocks of that file
  await vi.dynamicImportSettled()
  unplug()
  allAnswered()
})
