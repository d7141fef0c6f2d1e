import { Worker } from 'node:worker_threads'
import pg from 'pg'

/** Round trips to the database, of this whole process. */
export interface Trips {
  /** Made since the last call of this. */
  taken(): number
  stop(): void
}

type Method = (...args: unknown[]) => unknown

/** Counts what is sent on the wire (Sync or a simple query) and to the thread of an embedded database. */
export function countTrips(): Trips {
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
      n += 1
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
