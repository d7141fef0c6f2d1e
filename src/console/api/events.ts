import type { RoundsEvent } from '../../model/wire/wire.ts'
import { ROUNDS } from '../../model/wire/wire.ts'
import { status } from '../state/status.ts'
import { browserLocks } from './locks.ts'
import { online } from './online.ts'
import { type Channel, createStream, type Shared } from './stream.ts'
import { tokens } from './tokens.ts'
import { BASIC } from './transport.ts'

const listeners = new Set<(event: RoundsEvent) => void>()
const gaps = new Set<() => void>()

/** Called for everything that happens on the server and that this user may see. Returns how to stop. */
export function onEvent(run: (event: RoundsEvent) => void): () => void {
  listeners.add(run)
  return () => listeners.delete(run)
}

/** Called when events may have been missed: what is on the screen must be fetched again. Returns how to stop. */
export function onGap(run: () => void): () => void {
  gaps.add(run)
  return () => gaps.delete(run)
}

/** Events were missed, or may have been: everything on the screen is fetched again. */
export function eventsMissed(): void {
  for (const run of gaps) run()
}

function browserChannel(name: string): Channel {
  if (typeof BroadcastChannel === 'undefined') return { post() {}, listen: () => () => {} }
  const channel = new BroadcastChannel(name)
  return {
    post: (message) => channel.postMessage(message),
    listen: (run) => {
      channel.onmessage = (e: MessageEvent<Shared>) => run(e.data)
      return () => channel.close()
    },
  }
}

/** Within so long, ms, all browsers come back to a server that is back. */
const SPREAD = 1_000

async function connect(
  last: string,
  hold: number,
  signal: AbortSignal,
): Promise<{ status: number; pieces: AsyncIterable<string>; token: string }> {
  const token = tokens.token()
  const answer = await fetch(`/api/${ROUNDS.events}${hold ? `?hold=${hold}` : ''}`, {
    headers: {
      Accept: 'text/event-stream',
      Authorization: BASIC,
      'Blade-Auth': `bearer ${token}`,
      ...(last ? { 'Last-Event-ID': last } : {}),
    },
    cache: 'no-store',
    signal,
  })
  return { status: answer.status, pieces: texts(answer), token }
}

async function* texts(answer: Response): AsyncGenerator<string> {
  const reader = answer.body?.getReader()
  if (!reader) return
  const decoder = new TextDecoder()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield decoder.decode(value, { stream: true })
    }
  } finally {
    void reader.cancel().catch(() => {})
  }
}

/** Starts listening for the user who is signed in. Returns how to stop (sign-out). */
export function startEvents(user: string): () => void {
  const stream = createStream(
    {
      connect,
      locks: browserLocks(),
      channel: browserChannel(`rounds-events-${user}`),
      sleep: (ms) =>
        new Promise((done) => {
          let timer = setTimeout(finish, ms)
          // not all browsers in the moment in which the server is back
          const stop = online.onBack(() => {
            clearTimeout(timer)
            timer = setTimeout(finish, Math.random() * Math.min(ms, SPREAD))
          })
          function finish() {
            clearTimeout(timer)
            stop()
            done()
          }
        }),
      random: Math.random,
      now: () => performance.now(),
      state: (state) => {
        status.events = state
        if (state !== 'waiting') online.back()
      },
      failed: () => void online.doubt(),
      renew: async (refused) => (await tokens.renew(refused).catch(() => tokens.token())) !== null,
      silence: 60_000,
      greeting: 10_000,
    },
    (event) => {
      for (const run of listeners) run(event)
    },
    eventsMissed,
  )
  return () => {
    stream.stop()
    status.events = 'live'
  }
}
