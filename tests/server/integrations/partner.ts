import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PortSettings } from '../../../src/server/core/settings/portSettings.ts'

/** One request as a partner got it. */
export interface Got {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

type Answering = (got: Got, response: ServerResponse) => void

/** A partner over http that a test makes say whatever it wants. */
export interface Partner {
  readonly settings: PortSettings
  readonly got: Got[]
  /** Messages it took, by key: how often. */
  readonly taken: Map<string, number>
  /** How it answers; null: as a good partner does. */
  answering: Answering | null
  stop(): Promise<void>
}

export const SECRET = 'a-secret-of-the-partner'

export const json = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** Takes what it is sent, and says of each key what became of it. */
function behave(partner: Partner, got: Got, response: ServerResponse): void {
  if (got.method === 'POST') {
    const { key } = JSON.parse(got.body) as { key: string }
    partner.taken.set(key, (partner.taken.get(key) ?? 0) + 1)
    json(response, 200, { ack: `ACK-${key}` })
    return
  }
  const key = decodeURIComponent(got.path.split('/').pop() ?? '')
  if (partner.taken.has(key)) json(response, 200, { state: 'done', ack: `ACK-${key}` })
  else json(response, 404, {})
}

export async function startPartner(timeout = 10_000): Promise<Partner> {
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      const got = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body }
      partner.got.push(got)
      if (partner.answering) partner.answering(got, response)
      else behave(partner, got, response)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const partner: Partner = {
    settings: { url: `http://127.0.0.1:${port}/api`, secret: SECRET, timeout },
    got: [],
    taken: new Map(),
    answering: null,
    stop: () =>
      new Promise((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
  return partner
}

/** Takes the message, and then says nothing: what a cut connection or a dead process looks like. */
export const takeSilently =
  (partner: Partner): Answering =>
  (got, response) => {
    if (got.method !== 'POST') return json(response, 500, {})
    const { key } = JSON.parse(got.body) as { key: string }
    partner.taken.set(key, (partner.taken.get(key) ?? 0) + 1)
  }
