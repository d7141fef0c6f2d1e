import type { ServerResponse } from 'node:http'

const waiting = new WeakMap<ServerResponse, (() => void)[]>()

/**
 * Runs a function when an answer has ended: sent completely, or its client gone. At once when it has ended already.
 * Each answer has a single listener, however many functions wait for its end.
 */
export function whenEnded(answer: ServerResponse, run: () => void): void {
  const list = waiting.get(answer)
  if (answer.destroyed) run()
  else if (list) list.push(run)
  else {
    const runs = [run]
    waiting.set(answer, runs)
    answer.once('close', () => {
      for (const each of runs) each()
    })
  }
}
