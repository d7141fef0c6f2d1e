import { Agent, request } from 'node:http'
import { BASIC } from '../browser/api.ts'

/**
 * Asks an instance over kept connections and waits for the last byte of each answer, packed as browsers ask for it, without
 * unpacking or reading it: what a client does with an answer is not the server's time. Throws unless it is 200.
 */
export function answersOf(base: string): {
  get(path: string, params: Readonly<Record<string, string | number>>, token: string): Promise<void>
  close(): void
} {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const get = (path: string, params: Readonly<Record<string, string | number>>, token: string): Promise<void> =>
    new Promise((done, fail) => {
      const search = new URLSearchParams(Object.entries(params).map(([k, v]) => [k, String(v)]))
      const headers = { Authorization: BASIC, 'Blade-Auth': `bearer ${token}`, 'Accept-Encoding': 'gzip, br' }
      const asked = request(`${base}/api/${path}?${search}`, { agent, headers }, (answer) => {
        answer.resume()
        answer.once('error', fail)
        answer.once('end', () =>
          answer.statusCode === 200 ? done() : fail(new Error(`answered ${answer.statusCode}`)),
        )
      })
      asked.once('error', fail)
      asked.end()
    })
  return { get, close: () => agent.destroy() }
}
