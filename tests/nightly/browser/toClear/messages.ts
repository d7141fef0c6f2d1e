import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Listed, type People, until } from './people.ts'

/** A company's system that takes messages, or knows nobody. */
export class Partner {
  /** Whether it knows who a message is of. */
  knows = false
  private readonly server: Server

  private constructor(server: Server) {
    this.server = server
  }

  static async opened(port = 0): Promise<Partner> {
    const server = createServer((request, response) => {
      request.resume().on('end', () => {
        const [status, body] =
          request.method === 'GET'
            ? [404, {}]
            : partner.knows
              ? [200, { ack: 'R1' }]
              : [422, { code: 'UNKNOWN_COMPANY', msg: '对方不识别该企业' }]
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      })
    })
    const partner = new Partner(server)
    await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
    return partner
  }

  get env(): Record<string, string> {
    const { port } = this.server.address() as AddressInfo
    return { MESSAGE_PUSH_URL: `http://127.0.0.1:${port}`, MESSAGE_PUSH_SECRET: 'what both of them know' }
  }

  close(): void {
    this.server.close()
  }
}

/** The port is played by a partner of its own instead of the sandbox: two administrators say so. */
async function connect(p: People): Promise<void> {
  const port = await p.one('admin', 'param', { paramKey_equal: 'port.messagePush' })
  await p.post('admin', 'blade-system/param/submit', { id: port.id, version: port.version, paramValue: 'http' })
  const [request] = await p.list('admin2', 'changeRequest', { bizId_equal: port.id, requestStatus_equal: 0 })
  await p.post('admin2', 'blade-changeRequest/review', { id: request?.id, status: 1 })
}

/** Messages of orders are pushed until so many have failed: the partner knows nobody yet. Answers all that failed. */
export async function failedMessages(p: People, partner: Partner, count: number): Promise<string[]> {
  await connect(p)
  const failed = () => p.list('ops', 'apiMessagePool', { messageStatus_equal: 'FAILED' })
  const there = (await failed()).length
  const orders: Listed[] = await p.list('fin', 'settlementOrder', { settlementStatus_equal: 4, pushStatus_equal: 0 })
  const wanted = Math.max(0, count - there)
  if (orders.length < wanted) throw new Error(`only ${orders.length} orders may be pushed`)
  for (const { id } of orders.slice(0, wanted)) await p.post('fin', 'blade-svc/settlementOrder/confimMsgPool', { id })
  await until(async () => (await failed()).length >= count, 'no message fails')
  partner.knows = true
  return (await failed()).map((m) => m.id)
}
