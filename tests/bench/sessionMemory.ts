import { type ClientRequest, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { LOGINS } from '../../src/server/seed/scenarios/people.ts'
import { askSignIn, BASIC, speak } from '../browser/api.ts'
import { worked } from './hands.ts'
import { memoryOf, type Started } from './processes.ts'

/** As many as the demo's people may have streams of events. */
const SESSIONS = 400
const HANDS = 8
const ACCOUNTS = LOGINS.map((login) => login.account)
const LIST = { resource: 'settlementOrder', columns: 'id,code,settlementStatus', offset: 0, size: 100 }
/** Until what was only needed for the answers is given back, ms. */
const REST_MS = 10_000

/** The stream of events of a session, open until it is destroyed; answers when it has begun. */
const listen = (url: string, token: string): Promise<ClientRequest> =>
  new Promise((done, fail) => {
    const headers = { authorization: BASIC, 'blade-auth': `bearer ${token}` }
    const asked = request(new URL('/api/rounds/events', url), { headers, agent: false }, (answer) => {
      answer.resume()
      if (answer.statusCode === 200) done(asked)
      else fail(new Error(`a stream of events was answered ${answer.statusCode}`))
    })
    asked.on('error', fail).end()
  })

/**
 * What 1,000 sessions would add to the memory of a server, MB, by what 400 add: each signs in from an address of its own,
 * reads a list and keeps its stream of events open.
 */
export async function sessionMemory({ url, pid }: Started): Promise<number> {
  const streams: ClientRequest[] = []
  const one = async (n: number) => {
    const account = ACCOUNTS[n % ACCOUNTS.length] as string
    const { access_token, msg } = await askSignIn(url, account, account, '000000', `10.0.${n >> 8}.${n & 255}`)
    if (!access_token) throw new Error(`no token: ${msg}`)
    await speak(url, access_token).get('rounds/window', LIST)
    streams.push(await listen(url, access_token))
  }
  try {
    // what the first sessions cost once is no part of it
    for (let n = 0; n < ACCOUNTS.length; n++) await one(SESSIONS + n)
    await sleep(REST_MS)
    const before = memoryOf(pid)
    await worked(
      Array.from({ length: SESSIONS }, (_, n) => n),
      HANDS,
      one,
    )
    await sleep(REST_MS)
    return ((memoryOf(pid) - before) * 1_000) / SESSIONS
  } finally {
    for (const stream of streams) stream.on('error', () => undefined).destroy()
  }
}
