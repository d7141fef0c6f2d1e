import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

type Run = (event: never) => void
const listeners = new Map<string, Run>()
/** Caches by name, each of answers by path. */
const kept = new Map<string, Map<string, Response>>()
const PAGE = 'the page'
let network: (path: string) => Response | Error

const pathOf = (what: Request | string | { url: string }) =>
  new URL(typeof what === 'string' ? what : what.url, 'https://rounds.test').pathname
const fetched = async (what: Request | string | { url: string }) => {
  const found = network(pathOf(what))
  if (found instanceof Error) throw found
  return found
}
const cacheOf = (name: string) => {
  const files = kept.get(name) ?? new Map<string, Response>()
  kept.set(name, files)
  return {
    match: async (what: string) => files.get(pathOf(what))?.clone(),
    put: async (what: string, answer: Response) => void files.set(pathOf(what), answer),
    add: async (what: Request | string) => {
      const answer = await fetched(what)
      if (!answer.ok) throw new TypeError('Request failed')
      files.set(pathOf(what), answer)
    },
  }
}

beforeEach(async () => {
  listeners.clear()
  kept.clear()
  network = (path) => new Response(path === '/' ? PAGE : path)
  vi.stubGlobal('FILES', ['/a.12345678.js', '/b.12345678.js'])
  vi.stubGlobal('BUILD', 'two')
  vi.stubGlobal('location', { origin: 'https://rounds.test' })
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal(
    'Request',
    class {
      readonly url: string
      constructor(path: string) {
        this.url = new URL(path, 'https://rounds.test').href
      }
    },
  )
  vi.stubGlobal('self', {
    addEventListener: (name: string, run: Run) => listeners.set(name, run),
    clients: { claim: async () => {} },
  })
  vi.stubGlobal('caches', {
    open: async (name: string) => cacheOf(name),
    keys: async () => [...kept.keys()],
    delete: async (name: string) => kept.delete(name),
    match: async (what: string) => {
      for (const name of kept.keys()) {
        const found = await cacheOf(name).match(what)
        if (found) return found
      }
      return undefined
    },
  })
  vi.resetModules()
  await import('../../src/offline/serviceWorker.ts')
})

// files share a process: what stands in place of the network here is no other's
afterEach(() => void vi.unstubAllGlobals())

/** Emits an event and waits for what it lasts for. */
async function emit(name: string): Promise<void> {
  const work: Promise<unknown>[] = []
  listeners.get(name)?.({ waitUntil: (w: Promise<unknown>) => work.push(w) } as never)
  await Promise.all(work)
}
/** Answer of the worker to a request, as text; null where it leaves the request to the browser. */
async function answerTo(path: string, { mode = 'navigate', method = 'GET', origin = 'https://rounds.test' } = {}) {
  let answer: Promise<Response> | null = null
  const work: Promise<unknown>[] = []
  const request = { url: origin + path, mode, method }
  listeners.get('fetch')?.({
    request,
    waitUntil: (w: Promise<unknown>) => work.push(w),
    respondWith: (a: Promise<Response>) => {
      answer = a
    },
  } as never)
  if (!answer) return null
  const text = await (answer as Promise<Response>).then((r) => r.text())
  await Promise.all(work)
  return text
}

describe('the service worker', () => {
  it('keeps page and files of its build, and drops those of other builds alone', async () => {
    cacheOf('rounds-files-one')
    cacheOf('another')
    await emit('install')
    await emit('activate')
    expect([...kept.keys()].sort()).toEqual(['another', 'rounds-files-two'])
    expect([...(kept.get('rounds-files-two')?.keys() ?? [])]).toEqual(['/', '/a.12345678.js', '/b.12345678.js'])
  })

  it('is not installed where a file is missing: the one before stays', async () => {
    network = (path) => new Response('', { status: path.startsWith('/b') ? 404 : 200 })
    await expect(emit('install')).rejects.toThrow('Request failed')
  })

  it('answers any address of the console with the page of the server, and with the kept one where it is away', async () => {
    await emit('install')
    network = () => new Response('a newer page')
    expect(await answerTo('/svc/settlementOrder?view=1')).toBe('a newer page')
    network = () => new TypeError('no network')
    // the page of the kept files: a newer one, or one of a proxy, names files that are not here
    expect(await answerTo('/desk/queues/settlementOrder')).toBe(PAGE)
    network = () => new Response('gateway', { status: 502 })
    expect(await answerTo('/')).toBe(PAGE)
    network = () => new Response('refused', { status: 403 })
    expect(await answerTo('/')).toBe('refused')
    expect(await answerTo('/b.12345678.js', { mode: 'cors' })).toBe('/b.12345678.js')
  })

  it('leaves the API, the page on a doctor’s phone, other origins, writes and other files to the browser', async () => {
    await emit('install')
    network = () => new TypeError('no network')
    for (const path of ['/api/rounds/catalogue', '/d/token', '/d', '/api', '/pdf/cmaps/a.bcmap', '/phone.12345678.js'])
      expect([path, await answerTo(path), await answerTo(path, { mode: 'cors' })]).toEqual([path, null, null])
    expect(await answerTo('/', { method: 'POST' })).toBeNull()
    expect(await answerTo('/a.12345678.js', { mode: 'cors', origin: 'https://elsewhere.test' })).toBeNull()
  })
})
