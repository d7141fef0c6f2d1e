import { AsyncLocalStorage } from 'node:async_hooks'
import { Worker } from 'node:worker_threads'
import pg from 'pg'

/** Round trips to the database, of this whole process. */
export interface Trips {
  /** Made since the last call of this. */
  taken(): number
  stop(): void
}

/**
 * Whose round trips count. What the process asks by itself meanwhile (the listening connection's beat, say) is caused
 * by nobody's call.
 */
const caller = new AsyncLocalStorage<symbol>()

type Method = (...args: unknown[]) => unknown

/** Round trips that a call causes, and what it answers. */
export async function tripsOf<T>(call: () => Promise<T>): Promise<{ trips: number; answer: T }> {
  const whose = Symbol('caller')
  const trips = countTrips(whose)
  try {
    const answer = await caller.run(whose, call)
    return { trips: trips.taken(), answer }
  } finally {
    trips.stop()
  }
}

/** Counts what is sent on the wire (Sync or a simple query) and to the thread of an embedded database. */
export function countTrips(whose?: symbol): Trips {
  const wire = (pg as unknown as { Connection: { prototype: object } }).Connection.prototype
  let n = 0
  const undo = (
    [
      [wire, 'sync'],
      [wire, 'query'],
      [Worker.prototype, 'postMessage'],
    ] as const
  ).map(([of, name]) => {
    const holder = of as Record<string, Method>
    const real = holder[name] as Method
    holder[name] = function (this: unknown, ...args: unknown[]) {
      if (!whose || caller.getStore() === whose) n += 1
      return real.apply(this, args)
    }
    return () => {
      holder[name] = real
    }
  })
  return {
    taken() {
      const was = n
      n = 0
      return was
    },
    stop() {
      for (const back of undo) back()
    },
  }
}
