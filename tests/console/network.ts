import { expect } from 'vitest'
import type { Exchange } from '../../src/console/api/transport.ts'

/** What was asked of the network that no test answers, with the test in which it was asked. */
const asked: string[] = []

const note = (what: string): void => {
  asked.push(`${what} was asked in: ${expect.getState().currentTestName ?? 'no test'}`)
}

/** `api/transport.ts` without a network: what is asked is told, and called off, so that the console stays online. */
export const noTransport = async (original: () => Promise<typeof import('../../src/console/api/transport.ts')>) => {
  const real = await original()
  return {
    ...real,
    warmTransport: () => {},
    axiosTransport: async ({ method, path }: Exchange) => {
      note(`${method} ${path}`)
      throw new real.Unreached('cancelled')
    },
  }
}

/** Closes the browser's own ways to the network. Tests that expect a request put something in their place. */
export function closeNetwork(): void {
  globalThis.fetch = async (url) => {
    note(`fetch ${String(url)}`)
    throw new TypeError('no network in tests')
  }
  XMLHttpRequest.prototype.send = () => note('an XMLHttpRequest')
}

/**
 * Fails where something was asked that nobody answers: left alone, it would fail later, in another test, or take the
 * console offline there.
 */
export function nothingAsked(): void {
  const [first] = asked
  asked.length = 0
  if (first) throw new Error(`A request without an answer. ${first}. Answer it in the test (vi.spyOn(api, …)).`)
}
