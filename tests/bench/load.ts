import { Agent, request } from 'node:http'
import { loadavg } from 'node:os'
import { askSignIn } from '../browser/api.ts'
import { atLeast } from './goals.ts'
import { median, ms, quantile } from './measure.ts'

/** Accounts of the demo that have the queue of settlement orders, and so its columns. */
const ACCOUNTS = ['fin', 'fin2', 'fin3', 'admin'] as const

/**
 * Tokens of so many people at work, a session each: the limits of the product count by session, and a load from one
 * would measure them.
 */
export async function sessions(url: string, count: number): Promise<string[]> {
  const tokens: string[] = []
  while (tokens.length < count) {
    const some = Array.from({ length: Math.min(ACCOUNTS.length, count - tokens.length) }, (_, n) =>
      askSignIn(url, ACCOUNTS[n] as string),
    )
    for (const token of await Promise.all(some)) {
      if (!token.access_token) throw new Error(`no token: ${token.msg}`)
      tokens.push(token.access_token)
    }
  }
  return tokens
}

/**
 * One GET as a browser sends it, read to its end and not looked into: the generator has the same cores as the server.
 */
const get = (agent: Agent, url: URL, token: string): Promise<{ status: number; bytes: number }> =>
  new Promise((done, fail) => {
    const asked = request(
      url,
      { agent, headers: { 'blade-auth': `bearer ${token}`, 'accept-encoding': 'gzip' } },
      (answer) => {
        let bytes = 0
        answer.on('data', (part: Buffer) => {
          bytes += part.length
        })
        answer.on('end', () => done({ status: answer.statusCode ?? 0, bytes }))
      },
    )
    asked.on('error', fail).end()
  })

export interface Loaded {
  readonly perSecond: number
  readonly took: readonly number[]
  /** Bytes of an answer as it was sent. */
  readonly bytes: number
}

/**
 * Asks one address from so many connections at once, people taking turns, for some seconds. Anything but 200 is a fault
 * of the bench.
 */
async function load(address: URL, tokens: readonly string[], connections: number, seconds: number): Promise<Loaded> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const took: number[] = []
  let [turn, size] = [0, 0]
  const from = performance.now()
  const until = from + seconds * 1000
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < until) {
        const began = performance.now()
        const { status, bytes } = await get(agent, address, tokens[turn++ % tokens.length] as string)
        if (status !== 200) throw new Error(`the bench was answered ${status}`)
        took.push(performance.now() - began)
        size = bytes
      }
    }),
  )
  const passed = (performance.now() - from) / 1000
  agent.destroy()
  return { perSecond: took.length / passed, took, bytes: size }
}

/** So many runs of a load, the one in the middle by requests a second, as a line. `goal`: requests a second at least. */
export async function loadLine(
  what: string,
  address: URL,
  tokens: readonly string[],
  connections: number,
  cpu: () => number,
  goal?: number,
): Promise<string> {
  const runs: Loaded[] = []
  await load(address, tokens, connections, 2)
  const before = cpu()
  for (let n = 0; n < 3; n++) runs.push(await load(address, tokens, connections, 6))
  const each = (cpu() - before) / runs.reduce((n, r) => n + r.took.length, 0)
  const middle = median(runs.map((r) => r.perSecond))
  const { took, bytes } = runs.find((r) => r.perSecond === middle) as Loaded
  const others = runs.map((r) => r.perSecond.toFixed(0)).join(', ')
  return `| ${what}, ${tokens.length} sessions, ${connections} connections: ${middle.toFixed(0)}/s${goal === undefined ? '' : ` (${atLeast(`${what}, a second`, middle, goal)})`} | ${ms(median(took))} | ${ms(quantile(took, 0.95))} | p99 ${ms(quantile(took, 0.99))}; runs ${others}; ${(bytes / 1000).toFixed(1)} kB gzip; ${ms(each)} ms of the server’s processor each; generator on the same cores |`
}

/** How busy the machine is beside the bench. */
export const busy = (): string =>
  `load average ${loadavg()
    .map((n) => n.toFixed(1))
    .join(' ')}`
