import { expect } from 'vitest'
import type { Answer, Exchange } from '../../../src/console/api/transport.ts'
import type { Catalogue } from '../../../src/model/wire/catalogue.ts'
import type { RoundsEvent } from '../../../src/model/wire/wire.ts'

/** Server at the other end of the network. */
export interface Place {
  /** Has a test put something into it? */
  readonly open: boolean
  /** Catalogue of the person; null: the console requests it. */
  readonly granted: Catalogue | null
  /** Answers one call, or states why there is no answer. */
  take(exchange: Exchange): Promise<Answer | 'network' | 'cancelled'>
  /** Is it there? */
  readonly away: boolean
  /** As before the first test. */
  reset(): void
}

interface Network {
  /** null: no test of this file has a server. */
  place: Place | null
  readonly listeners: Set<(event: RoundsEvent) => void>
  readonly gaps: Set<() => void>
  readonly unanswered: string[]
}

const kept = globalThis as { networkOfTests?: Network }
kept.networkOfTests ??= { place: null, listeners: new Set(), gaps: new Set(), unanswered: [] }

/**
 * The network of the tests of one file: where it leads, who listens, and what nobody answered. It is no state of this
 * module: a test may have all modules anew (`vi.resetModules`), of which those that stand in for others stay.
 */
export const network: Network = kept.networkOfTests

/** As at the beginning of a file. */
export function unplug(): void {
  network.place = null
  network.listeners.clear()
  network.gaps.clear()
}

const note = (what: string): void => {
  network.unanswered.push(`${what} was asked in: ${expect.getState().currentTestName ?? 'no test'}`)
}

/**
 * Fails where something was asked that nobody answers: left alone, it would fail later, in another test, or take the
 * console offline there.
 */
export function allAnswered(): void {
  const [first] = network.unanswered
  network.unanswered.length = 0
  if (first)
    throw new Error(`A request without an answer. ${first}. Answer it in the test (server.answer, server.hold).`)
}

/** Closes the browser's own ways to the network; where tests expect something of them, they put it in their place. */
export function closeNetwork(): void {
  globalThis.fetch = async (url) => {
    if (!network.place?.open) note(`fetch ${String(url)}`)
    else if (String(url).endsWith('/health') && !network.place.away) return new Response('{}')
    throw new TypeError('no network in tests')
  }
  XMLHttpRequest.prototype.send = () => note('an XMLHttpRequest')
}

type Original<M> = () => Promise<M>

/** `api/transport.ts` that leads to the server of tests. What is asked of none is noted and called off. */
export const transportModule = async (original: Original<typeof import('../../../src/console/api/transport.ts')>) => {
  const real = await original()
  return {
    ...real,
    warmTransport: () => {},
    axiosTransport: async (exchange: Exchange): Promise<Answer> => {
      const { place } = network
      if (!place?.open) note(`${exchange.method} ${exchange.path}`)
      const answer = place?.open ? await place.take(exchange) : 'cancelled'
      if (typeof answer === 'string') throw new real.Unreached(answer)
      return answer
    },
  }
}

/** `api/events.ts` whose listeners hear what the server of tests tells, besides the stream. */
export const eventsModule = async (original: Original<typeof import('../../../src/console/api/events.ts')>) => {
  const real = await original()
  const joined = <T>(set: Set<T>, run: T, stop: () => void) => {
    set.add(run)
    return () => {
      set.delete(run)
      stop()
    }
  }
  return {
    ...real,
    onEvent: (run: (event: RoundsEvent) => void) => joined(network.listeners, run, real.onEvent(run)),
    onGap: (run: () => void) => joined(network.gaps, run, real.onGap(run)),
  }
}

/** `data/catalogue.ts` with what the server of tests has granted, where it has: reading it from the wire takes long. */
export const catalogueModule = async (original: Original<typeof import('../../../src/console/data/catalogue.ts')>) => {
  const real = await original()
  return {
    ...real,
    catalogueNow: () => network.place?.granted ?? real.catalogueNow(),
    useCatalogue: () => {
      const come = real.useCatalogue()
      return network.place?.granted ?? come
    },
  }
}
