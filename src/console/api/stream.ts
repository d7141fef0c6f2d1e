import type { RoundsEvent } from '../../model/kernel/wire.ts'
import type { Locks } from './locks.ts'
import { createParser } from './sse.ts'

/** What tabs tell each other. */
export type Shared =
  | { readonly kind: 'event'; readonly event: RoundsEvent }
  /** The stream was (re)opened without knowing that nothing was missed. */
  | { readonly kind: 'gap' }
  /** Where the stream stands, without an event: whoever leads next goes on from there. */
  | { readonly kind: 'last'; readonly id: string }
  | { readonly kind: 'hello' }
  | { readonly kind: 'reached'; readonly is: boolean }

export interface Channel {
  post(message: Shared): void
  listen(run: (message: Shared) => void): () => void
}

export interface StreamParts {
  /**
   * Opens the stream after the event `last` ("" = from now); rejects when it cannot. `status` other than 200 is an
   * answer.
   */
  readonly connect: (last: string, signal: AbortSignal) => Promise<{ status: number; pieces: AsyncIterable<string> }>
  readonly locks: Locks
  readonly channel: Channel
  readonly sleep: (ms: number) => Promise<void>
  /** The server was reached, or it was not. */
  readonly reached: (is: boolean) => void
  /** 401: renews the token; null = the session is over. */
  readonly renew: () => Promise<boolean>
  /** Silence after which the stream counts as dead, ms (the server sends a comment more often). */
  readonly silence: number
}

const FIRST_WAIT = 500
const LONGEST_WAIT = 15_000

/**
 * The event stream of one tab. One tab of the browser (whoever holds the lock) reads it and shares it, because a
 * browser opens six connections to a server and no more; when that tab closes, the lock passes on and the next one goes
 * on after the last event it heard of.
 */
export function createStream(parts: StreamParts, heard: (event: RoundsEvent) => void, gap: () => void) {
  let last = ''
  let stopped = false
  let leading = false
  /** A stream was open before: opening another without a place to resume from may miss something. */
  let opened = false
  let wait = FIRST_WAIT
  const off = new AbortController()
  /** Ids already told: events can come twice around a change of leader. */
  const told = new Set<string>()

  const tell = (event: RoundsEvent) => {
    if (event.id) {
      if (told.has(event.id)) return
      told.add(event.id)
      if (told.size > 500) told.delete(told.values().next().value as string)
      last = event.id
    }
    heard(event)
  }

  const unlisten = parts.channel.listen((message) => {
    if (stopped) return
    if (message.kind === 'event') tell(message.event)
    else if (message.kind === 'gap') gap()
    else if (message.kind === 'last') last = leading && last ? last : message.id
    else if (message.kind === 'reached') parts.reached(message.is)
    else if (message.kind === 'hello' && leading && last) parts.channel.post({ kind: 'last', id: last })
  })
  const reached = (is: boolean) => {
    parts.channel.post({ kind: 'reached', is })
    parts.reached(is)
  }

  const read = async (): Promise<void> => {
    const asked = last
    const { status, pieces } = await parts.connect(asked, off.signal)
    if (status === 401) {
      if (!(await parts.renew())) stop()
      return
    }
    // too often, or too many at once: the server is there, and wants to be asked later
    if (status === 429) return
    if (status !== 200) throw new Error(`stream ${status}`)
    reached(true)
    wait = FIRST_WAIT
    if (!asked && opened) {
      parts.channel.post({ kind: 'gap' })
      gap()
    }
    opened = true
    const parse = createParser()
    for await (const piece of withSilence(pieces, parts.silence)) {
      if (stopped) return
      for (const sent of parse(piece)) {
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
        // Its own id, not the stream's: what stands in no outbox (a changed catalogue) has none and is never a
        // repetition.
        const event = JSON.parse(sent.data) as RoundsEvent
        parts.channel.post({ kind: 'event', event })
        tell(event)
      }
    }
  }

  const lead = async () => {
    leading = true
    if (last) opened = true
    while (!stopped) {
      try {
        await read()
      } catch {
        if (!stopped) reached(false)
      }
      if (stopped) break
      await parts.sleep(wait)
      wait = Math.min(wait * 2, LONGEST_WAIT)
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

/** The pieces of a stream; throws when nothing came for `ms`. */
async function* withSilence(pieces: AsyncIterable<string>, ms: number): AsyncGenerator<string> {
  const walk = pieces[Symbol.asyncIterator]()
  try {
    for (;;) {
      let timer: ReturnType<typeof setTimeout> | undefined
      const late = new Promise<never>((_, fail) => {
        timer = setTimeout(() => fail(new Error('silence')), ms)
      })
      const next = await Promise.race([walk.next(), late]).finally(() => clearTimeout(timer))
      if (next.done) return
      yield next.value
    }
  } finally {
    // Not awaited: a stream that hangs would hang its closing, too.
    void walk.return?.()?.catch?.(() => {})
  }
}
