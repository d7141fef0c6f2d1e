import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Unreached } from '../../../src/console/api/transport.ts'

const { xhrTransport, BASIC, TIMEOUT } = await vi.importActual<typeof import('../../../src/console/api/transport.ts')>(
  '../../../src/console/api/transport.ts',
)

/** A browser's request whose end the test decides. */
class FakeRequest {
  static last: FakeRequest
  upload: { onprogress?: (e: object) => void } = {}
  timeout = -1
  status = 0
  responseText = ''
  opened: unknown[] = []
  headers: Record<string, string> = {}
  body: unknown
  onload = () => {}
  onerror = () => {}
  ontimeout = () => {}
  onabort = () => {}
  onloadend = () => {}
  constructor() {
    FakeRequest.last = this
  }
  open(...of: unknown[]) {
    this.opened = of
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value
  }
  getResponseHeader = (name: string) => (name === 'retry-after' ? '3' : null)
  send(body: unknown) {
    this.body = body
  }
  abort() {
    this.end('onabort')
  }
  answer(status: number, text: string) {
    Object.assign(this, { status, responseText: text })
    this.end('onload')
  }
  end(by: 'onload' | 'onerror' | 'ontimeout' | 'onabort') {
    this[by]()
    this.onloadend()
  }
}
beforeEach(() => vi.stubGlobal('XMLHttpRequest', FakeRequest))
afterEach(() => vi.unstubAllGlobals())

const why = (sent: Promise<unknown>) => sent.then(String, (e: Unreached) => e.why)

it('sends JSON with its parameters, and resolves whatever the status', async () => {
  const params = { current: 1, empty: '', none: undefined }
  const sent = xhrTransport({
    method: 'POST',
    path: 'x/audit',
    params,
    body: { id: '1' },
    headers: { 'Tenant-Id': 't' },
  })
  const { last } = FakeRequest
  expect(last.opened).toEqual(['POST', '/api/x/audit?current=1'])
  expect([last.body, last.timeout]).toEqual(['{"id":"1"}', TIMEOUT])
  const accept = { Accept: 'application/json', Authorization: BASIC }
  expect(last.headers).toEqual({ ...accept, 'Tenant-Id': 't', 'Content-Type': 'application/json' })
  last.answer(503, '{"code":503}')
  const answer = await sent
  expect([answer.status, answer.body, answer.header('retry-after'), answer.header('x')]).toEqual([
    503,
    { code: 503 },
    '3',
    '',
  ])
  const page = xhrTransport({ method: 'GET', path: 'x', headers: {} })
  expect([FakeRequest.last.opened[1], FakeRequest.last.body]).toEqual(['/api/x', null])
  FakeRequest.last.answer(502, '<html>')
  expect((await page).body).toBe('<html>')
})

it('sends a file as a form, reports how much of it has gone, and gives it as long as its line needs', async () => {
  const file = new File(['abc'], 'scan.pdf')
  const told: number[] = []
  const sent = xhrTransport({ method: 'POST', path: 'x', file, progress: (part) => told.push(part), headers: {} })
  const { last } = FakeRequest
  expect((last.body as FormData).get('file')).toEqual(file)
  // the browser adds the type with the boundary of its parts
  expect([last.timeout, last.headers['Content-Type']]).toEqual([0, undefined])
  last.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 4 })
  last.upload.onprogress?.({ lengthComputable: false, loaded: 2, total: 0 })
  expect(told).toEqual([0.25, 0])
  last.answer(200, '{}')
  expect((await sent).status).toBe(200)
})

it('rejects with why there is no answer', async () => {
  const call = { method: 'GET', path: 'x', headers: {} } as const
  for (const [by, reason] of [
    ['onerror', 'network'],
    ['ontimeout', 'timeout'],
  ] as const) {
    const sent = why(xhrTransport(call))
    FakeRequest.last.end(by)
    expect(await sent).toBe(reason)
  }
  const off = new AbortController()
  const stopped = why(xhrTransport({ ...call, signal: off.signal }))
  off.abort()
  expect(await stopped).toBe('cancelled')
  const late = why(xhrTransport({ ...call, signal: off.signal }))
  expect([await late, FakeRequest.last.body]).toEqual(['cancelled', undefined])
})
