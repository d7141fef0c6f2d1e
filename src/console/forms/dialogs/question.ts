import { useSyncExternalStore } from 'react'
import { onLeave } from '../../data/session.ts'

/** Question to the person: `ask` opens it, the dialog answers it. At most one is open. */
export interface Question<Q, A> {
  /** Opens the question. Null when the person turns away, or when another one is still open. */
  ask(what: Q): Promise<A | null>
  /** The open question and how to answer it, for the one dialog that shows it. */
  use(): Open<Q, A> | null
}

export interface Open<Q, A> {
  readonly what: Q
  /** Counts the questions: a key that gives each one a fresh dialog. */
  readonly number: number
  answer(with_: A | null): void
}

/**
 * Creates a question. Its state is outside of React, so that opening it costs one render; it is cancelled when the
 * person signs out, so that the next one at this desk neither sees nor answers it.
 */
export function question<Q, A>(): Question<Q, A> {
  let open: Open<Q, A> | null = null
  let count = 0
  const listeners = new Set<() => void>()
  const show = (next: Open<Q, A> | null) => {
    open = next
    for (const listener of listeners) listener()
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  onLeave(() => open?.answer(null))
  return {
    ask: (what) =>
      open
        ? Promise.resolve(null)
        : new Promise((resolve) => {
            count += 1
            const mine: Open<Q, A> = {
              what,
              number: count,
              answer: (value) => {
                if (open !== mine) return
                show(null)
                resolve(value)
              },
            }
            show(mine)
          }),
    use: () => useSyncExternalStore(subscribe, () => open),
  }
}
