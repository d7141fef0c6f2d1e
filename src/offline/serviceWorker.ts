/**
 * Service worker of the console: keeps the built files and the page itself, so that a part that was not opened yet comes without a
 * network, and a reload without one shows the console with what is pending instead of the browser's error page. It never touches
 * `/api` nor the page on a doctor's phone, and keeps nothing of anybody: files of the build alone, named by the build (`server/build.mjs`).
 */

/** Addresses of the built files, with the hash of their content in their names. */
declare const FILES: readonly string[]
/** Hash of the list: each build has a cache of its own. */
declare const BUILD: string

/** Event that lasts as long as what it waits for. */
interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface Fetching extends Lasting {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}
interface Worker {
  addEventListener(name: 'install' | 'activate', run: (event: Lasting) => void): void
  addEventListener(name: 'fetch', run: (event: Fetching) => void): void
  readonly clients: { claim(): Promise<void> }
}
const worker = self as unknown as Worker

const PREFIX = 'rounds-files-'
const CACHE = `${PREFIX}${BUILD}`
const PAGE = '/'
const files = new Set(FILES)

/** Fetches one file after the other, so that what the person does goes first; those that are here come from the browser's own cache. */
async function keepFiles(): Promise<void> {
  const cache = await caches.open(CACHE)
  await cache.add(new Request(PAGE, { cache: 'no-cache', headers: { accept: 'text/html' } }))
  for (const file of FILES) if (!(await cache.match(file))) await cache.add(file)
}

async function dropOthers(): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith(PREFIX) && name !== CACHE) await caches.delete(name)
  await worker.clients.claim()
}

/** Page from the server while there is one, else the kept one. */
async function page(event: Fetching): Promise<Response> {
  // the page of this build, whose files are kept with it: a newer one would name files that are not
  const kept = async () => (await caches.open(CACHE)).match(PAGE)
  try {
    const answer = await fetch(event.request)
    // a gateway answers for a server that is away
    const away = answer.status >= 502 && answer.status <= 504
    return away ? ((await kept()) ?? answer) : answer
  } catch (error) {
    const found = await kept()
    if (found) return found
    throw error
  }
}

const isConsole = (path: string): boolean => !/^\/(api|d)(\/|$)/.test(path) && !/\.\w+$/.test(path)

worker.addEventListener('install', (event) => event.waitUntil(keepFiles()))
worker.addEventListener('activate', (event) => event.waitUntil(dropOthers()))
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') {
    if (isConsole(pathname)) event.respondWith(page(event))
  } else if (files.has(pathname)) event.respondWith(caches.match(pathname).then((kept) => kept ?? fetch(request)))
})

// a module of its own: its names are not those of the pages
export {}
