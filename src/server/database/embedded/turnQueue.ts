import { AsyncLocalStorage } from 'node:async_hooks'

/** Whoever asks without a request: jobs, the outbox, start and end. Together they are one party. */
export const BACKGROUND = ''

const party = new AsyncLocalStorage<string>()

/**
 * Runs `fn` on behalf of a party (a session, or the address of an anonymous client): what it asks of the database waits
 * in that party's row.
 */
export const runAs = <T>(who: string, fn: () => T): T => party.run(who, fn)

/** On whose behalf the caller runs. */
export const partyNow = (): string => party.getStore() ?? BACKGROUND

/** Reads under way at once: one is computed, the next is queued so that the thread does not wait for messages. */
const WIDTH = 2

interface Waiting {
  readonly alone: boolean
  readonly go: () => void
}

/**
 * The way to a database with one connection. Parties take turns, each in the order it came: however many one has
 * waiting, another's first waits for those under way and one of each other party. Reads may overlap (`width` of them),
 * a transaction has the place to itself. Whose turn it is is never passed over, so neither reads nor transactions
 * starve.
 */
export class TurnQueue {
  private readers = 0
  private writer = false
  /** Parties that wait, in the order of their turns. */
  private readonly ring = new Map<string, Waiting[]>()

  private readonly width: number

  constructor(width = WIDTH) {
    this.width = width
  }

  /** Waits for the place; answers how to leave it. */
  enter(alone: boolean, who = partyNow()): Promise<() => void> {
    return new Promise((done) => {
      const go = () => {
        if (alone) this.writer = true
        else this.readers += 1
        let left = false
        done(() => {
          if (left) return
          left = true
          if (alone) this.writer = false
          else this.readers -= 1
          this.admit()
        })
      }
      const row = this.ring.get(who)
      if (row) row.push({ alone, go })
      else this.ring.set(who, [{ alone, go }])
      this.admit()
    })
  }

  private admit(): void {
    for (const [who, row] of this.ring) {
      const head = row[0] as Waiting
      if (this.writer || (head.alone ? this.readers > 0 : this.readers >= this.width)) return
      row.shift()
      // behind the others, who have waited longer
      this.ring.delete(who)
      if (row.length > 0) this.ring.set(who, row)
      head.go()
    }
  }
}
