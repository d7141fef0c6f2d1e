import { catalogueNow, loadCatalogue } from '../data/catalogue.ts'
import { loadQueue, loadResource, prefetchFirstDomain, prefetchOwnDomains } from '../data/domains.ts'
import { keepSettings } from '../data/keepSettings.ts'
import { awaitTabs, bringTabs } from '../data/tabs.ts'
import { keepOffline } from './keepOffline.ts'
import { screenRouteOf } from './screenRoute.ts'
import { warmScreen } from './screens.tsx'

/** Longest that a first screen is waited for, ms: then the frame is shown, and says that it loads. */
const FIRST_SCREEN_TIMEOUT_MS = 2_000

/** From the first screen after a sign-in until what it does not need is fetched, ms: rows and records go first. */
const prefetchDelayMs = 2_000
/** Whether somebody is signing in: who comes back finds what they need in the browser's cache. */
let signingIn = false

/**
 * Gets what the screen of an address needs before it is rendered for the first time: the catalogue, and with it at once the
 * screen's chunk and the fields of its records. Resolves when the screen can be drawn, whatever failed: the console says so
 * in its place. What React finds missing at a first rendering, it holds back for 300 ms.
 */
export async function begin(path: string): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<void>((done) => {
    timer = setTimeout(done, FIRST_SCREEN_TIMEOUT_MS)
  })
  if (signingIn) awaitTabs()
  // beside the catalogue: what this browser remembers is in force at once
  void keepSettings().then(bringTabs)
  await Promise.race([ready(path), late]).finally(() => clearTimeout(timer))
  if (signingIn) setTimeout(prefetchOwnDomains, prefetchDelayMs)
  keepOffline()
  signingIn = false
}

async function ready(path: string): Promise<void> {
  const loading = loadCatalogue()
  // The one kept from last time is in force at once.
  if (!catalogueNow()) await loading
  const catalogue = catalogueNow()
  if (!catalogue) return
  let route = screenRouteOf(catalogue, path.split('?', 1)[0] ?? '')
  if (route.screen === 'moved') route = screenRouteOf(catalogue, route.to)
  const parts: Promise<unknown>[] = [warmScreen(route.screen)]
  if ('resource' in route) parts.push(loadResource(route.resource))
  if (route.screen === 'queue') {
    const { queue: code } = route
    const views = catalogue.queues.find((q) => q.code === code)?.views ?? []
    parts.push(loadQueue(code), ...views.map((v) => loadResource(v.resource)))
  }
  await Promise.allSettled(parts)
}

/** Fetches what most people see first while a person types a password. What is their own follows their first screen. */
export async function warmAhead(): Promise<void> {
  signingIn = true
  await warmScreen('home')
  await warmScreen('queue')
  prefetchFirstDomain()
}
