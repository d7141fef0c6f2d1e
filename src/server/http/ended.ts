import type { ServerResponse } from 'node:http'

const waiting = new WeakMap<ServerResponse, (() => void)[]>()

/**
 * Runs once when an answer is over: sent whole, or its client gone, at whatever moment. One listener an answer, however
 * many wait for its end. Runs at once when it is over already.
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
