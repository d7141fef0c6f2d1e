import type { RoundsEvent } from '../../model/wire/wire.ts'
import { createBackOff } from './backOff.ts'
import type { Locks } from './locks.ts'
import { createParser, type Sent } from './sse.ts'

/** Messages between tabs. */
export type Shared =
  | { readonly kind: 'event'; readonly event: RoundsEvent }
  /** The stream was (re)opened without knowing that nothing was missed. */
  | { readonly kind: 'gap' }
  /** The place of the stream, without an event: the next leader continues from there. */
  | { readonly kind: 'last'; readonly id: string }
  | { readonly kind: 'hello' }
  | { readonly kind: 'state'; readonly state: StreamState }
  /** An attempt failed: it may be the server. */
  | { readonly kind: 'failed' }

/**
 * How events come: at once, by asking again and again (what lies between holds streams back), or not at this moment.
 */
export type StreamState = 'live' | 'polling' | 'waiting'

export interface Channel {
  post(message: Shared): void
  listen(run: (message: Shared) => void): () => void
}

export interface StreamParts {
  /**
   * Opens the stream after the event `last` ("" = from now); rejects when it cannot. `status` other than 200 is an
   * answer. `hold`: the answer ends with the first event, or after so many seconds; 0 = it never ends. `token`: the one
   * that it was asked with.
   */
  readonly connect: (
    last: string,
    hold: number,
    signal: AbortSignal,
  ) => Promise<{ status: number; pieces: AsyncIterable<string>; token: string }>
  readonly locks: Locks
  readonly channel: Channel
  readonly sleep: (ms: number) => Promise<void>
  /** [0, 1). */
  readonly random: () => number
  /** Milliseconds from any beginning. */
  readonly now: () => number
  readonly state: (state: StreamState) => void
  /** An attempt failed: is the server there? */
  readonly failed: () => void
  /** 401: renews the token that was refused, unless another tab did meanwhile; false = the session is over. */
  readonly renew: (refused: string) => Promise<boolean>
  /** Silence after which the stream counts as dead, ms (the server sends a comment more often). */
  readonly silence: number
  /**
   * An answer that said nothing for so long, ms, is being held back by something between (the server greets at once).
   */
  readonly greeting: number
}

const FIRST_WAIT = 500
const RECONNECT_WAIT_MS_MAX = 30_000
/** A stream that lived so long was a good one, ms. One that ends earlier is a failure, however it ended. */
const STEADY = 10_000
/** So many in a row without a greeting: streams do not get through. */
const HELD_BACK = 2
/** How long one question is held by the server while streams do not get through, s. */
export const HOLD = 20
/** Between two such questions, ms: what happens meanwhile shares an answer. */
const BETWEEN = 1_000
/** After so long of asking, ms, a stream is tried again. */
const STREAM_AGAIN = 10 * 60_000

/**
 * The event stream of one tab. One tab of the browser (the holder of the lock) reads it and shares it, because a
 * browser opens six connections to a server and no more; when that tab closes, the lock passes on and the next one goes
 * after the last event it received.
 */
export function createStream(parts: StreamParts, receive: (event: RoundsEvent) => void, gap: () => void) {
  let last = ''
  let stopped = false
  let leading = false
  /** An attempt was made before, failed or not: a stream opened now without a place to resume from may miss events. */
  let tried = false
  const backOff = createBackOff(FIRST_WAIT, RECONNECT_WAIT_MS_MAX, parts.random)
  let state: StreamState = 'live'
  /** Streams in a row without a greeting, or questions without an answer. */
  let heldBack = 0
  /** Since when events are asked for instead of streamed; null = streamed. */
  let asking: number | null = null
  const off = new AbortController()
  /** Ids already passed on: events can come twice when the leading tab changes. */
  const delivered = new Set<string>()

  /** Returns whether the event has its own place and is new. */
  const deliver = (event: RoundsEvent): boolean => {
    if (event.id) {
      if (delivered.has(event.id)) return false
      delivered.add(event.id)
      if (delivered.size > 500) delivered.delete(delivered.values().next().value as string)
      last = event.id
    }
    receive(event)
    return event.id !== ''
  }

  const unlisten = parts.channel.listen((message) => {
    if (stopped) return
    if (message.kind === 'event') deliver(message.event)
    else if (message.kind === 'gap') gap()
    else if (message.kind === 'last') last = leading && last ? last : message.id
    else if (message.kind === 'state') parts.state(message.state)
    else if (message.kind === 'failed') parts.failed()
    else if (message.kind === 'hello' && leading) {
      parts.channel.post({ kind: 'state', state })
      if (last) parts.channel.post({ kind: 'last', id: last })
    }
  })
  const stands = (is: StreamState) => {
    state = is
    parts.channel.post({ kind: 'state', state })
    parts.state(state)
  }
  const failed = () => {
    parts.channel.post({ kind: 'failed' })
    parts.failed()
  }

  /**
   * Reads one answer of the stream to its end. Throws when it breaks. Returns whether the next one may be requested at
   * once.
   */
  const read = async (signal: AbortSignal): Promise<boolean> => {
    const after = last
    const began = parts.now()
    // an answer that ends by itself may be given out whole, at its end
    const first = asking === null ? parts.greeting : HOLD * 1000 + parts.silence
    const { status, pieces, token } = await within(first, parts.connect(after, asking === null ? 0 : HOLD, signal))
    if (status === 401) {
      if (!(await parts.renew(token))) stop()
      return false
    }
    // too often, or too many at once: the server is there, and wants to be asked later
    if (status === 429) return false
    if (status !== 200) throw new Error(`stream ${status}`)
    const parse = createParser()
    let greeted = false
    let events = 0
    try {
      for await (const piece of withSilence(pieces, first, parts.silence)) {
        if (stopped) return true
        const found = parse(piece)
        if (!greeted && found.length > 0) {
          greeted = true
          stands(asking === null ? 'live' : 'polling')
          if (!after && tried) {
            parts.channel.post({ kind: 'gap' })
            gap()
          }
        }
        events += take(found)
      }
    } finally {
      if (greeted) heldBack = 0
      if (parts.now() - began >= STEADY && greeted) backOff.reset()
    }
    // a stream has no end of its own, and a held answer has its greeting
    if (asking === null || !greeted) throw new Error('ended')
    if (events > 0) backOff.reset()
    return events > 0 || parts.now() - began >= STEADY
  }

  /** Passes received events on. Returns how many were new. */
  const take = (found: readonly Sent[]): number => {
    let events = 0
    for (const sent of found) {
      // a place without data: nothing for this person happened up to there
      if (sent.event === 'hello' || sent.event === 'place') {
        last = sent.id
        parts.channel.post({ kind: 'last', id: last })
        continue
      }
      if (sent.event === 'gap') {
        parts.channel.post({ kind: 'gap' })
        gap()
        continue
      }
      // Its own id, not the stream's: an event without an outbox row (a changed catalogue) has none and is never a
      // repetition.
      const event = JSON.parse(sent.data) as RoundsEvent
      parts.channel.post({ kind: 'event', event })
      if (deliver(event)) events += 1
    }
    return events
  }

  /** Streams, or questions while streams do not get through; the other one when this one fails. */
  const choose = (good: boolean) => {
    if (asking !== null && !good) heldBack += 1
    if (asking === null) {
      if (heldBack < HELD_BACK) return
      asking = parts.now()
    } else if (heldBack >= HELD_BACK || (good && parts.now() - asking >= STREAM_AGAIN)) asking = null
    else return
    heldBack = 0
  }

  const lead = async () => {
    leading = true
    if (last) tried = true
    while (!stopped) {
      let good = false
      const attempt = new AbortController()
      const end = () => attempt.abort()
      off.signal.addEventListener('abort', end)
      try {
        good = await read(attempt.signal)
      } catch (e) {
        if (e instanceof Silence) heldBack += 1
        if (!stopped) failed()
      } finally {
        off.signal.removeEventListener('abort', end)
        end()
        tried = true
      }
      if (stopped) break
      // a single failure is a cut connection, which is usually back before a message could be read
      if (!good && backOff.failures > 0 && state !== 'waiting') stands('waiting')
      choose(good)
      await parts.sleep(good ? BETWEEN : backOff.next())
    }
    leading = false
  }

  const stop = () => {
    if (stopped) return
    stopped = true
    off.abort()
    unlisten()
  }

  parts.channel.post({ kind: 'hello' })
  void parts.locks.request('rounds-events', off.signal, lead).catch(() => {})

  return { stop, isLeading: () => leading }
}

class Silence extends Error {}

/** Waits for a chunk; throws `Silence` after `ms` without any. */
async function within<T>(ms: number, coming: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Silence()), ms)
  })
  return Promise.race([coming, late]).finally(() => clearTimeout(timer))
}

/** The pieces of a stream; throws `Silence` when none came for `first` ms, or no other for `ms`. */
async function* withSilence(pieces: AsyncIterable<string>, first: number, ms: number): AsyncGenerator<string> {
  const walk = pieces[Symbol.asyncIterator]()
  try {
    for (let timeoutMs = first; ; timeoutMs = ms) {
      const next = await within(timeoutMs, walk.next())
      if (next.done) return
      yield next.value
    }
  } finally {
    // Not awaited: a stream that hangs would hang its closing, too.
    void walk.return?.()?.catch?.(() => {})
  }
}
