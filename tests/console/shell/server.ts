import { vi } from 'vitest'
import type { Answer, Exchange } from '../../../src/console/api/transport.ts'
import { no } from '../api/fakes.ts'

/** What the server answers in a test, by method and path; set anew by each test. Everything asked is kept. */
export const server = {
  answers: {} as Record<string, (exchange: Exchange) => Answer | Promise<Answer>>,
  asked: [] as Exchange[],
  of: (path: string) => server.asked.filter((e) => e.path === path),
}

/** Replaces the transport: `vi.mock('…/api/transport.ts', fakeTransport)`. */
export const fakeTransport = async (original: () => Promise<Record<string, unknown>>) => ({
  ...(await original()),
  warmTransport: vi.fn(),
  axiosTransport: async (exchange: Exchange) => {
    server.asked.push(exchange)
    const answer = server.answers[`${exchange.method} ${exchange.path}`]
    return answer ? answer(exchange) : no(404, '没找到请求')
  },
})
