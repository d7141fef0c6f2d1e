import type pg from 'pg'
import { sqlState } from '../values.ts'
import { breakOff, Connection, connectionConfig } from './connections.ts'
import type { DatabaseTimeouts } from './databaseTimeouts.ts'
import { isAway, secondsSince } from './outage.ts'

/** Looks within one silence. */
const LOOKS = 6

interface Open {
  readonly client: pg.ClientBase
  readonly began: number
  /** Broken off after so long whatever the database does, ms. */
  readonly limit: number
}

/**
 * Watches the statements that wait for their answer. A timeout of the server's cannot help when the server itself
 * stands still (stopped, swapped out, cut off without a word): when three seconds pass without any answer, a new
 * connection is tried; when that is not answered within four either, whatever waits is broken off. A slow statement on
 * a database that answers continues.
 */
export class StatementWatch {
  private readonly open = new Set<Open>()
  private readonly timer: NodeJS.Timeout
  private lastAnswer = performance.now()
  private probing = false

  private readonly url: string
  private readonly report: {
    /** The database answered something. */
    answered(): void
    /** Report of a silent connection: pending statements are aborted. */
    silent(why: Error): void
  }
  private readonly timeouts: Pick<DatabaseTimeouts, 'silence' | 'probe'>

  constructor(
    url: string,
    report: {
      /** The database answered something. */
      answered(): void
      /** Report of a silent connection: pending statements are aborted. */
      silent(why: Error): void
    },
    timeouts: Pick<DatabaseTimeouts, 'silence' | 'probe'>,
  ) {
    this.url = url
    this.report = report
    this.timeouts = timeouts
    this.timer = setInterval(() => this.look(), timeouts.silence / LOOKS)
    this.timer.unref()
  }

  /** Runs one statement on a connection under watch. Broken off, it fails as a lost connection does. */
  async during<T>(client: pg.ClientBase, limit: number, run: () => Promise<T>): Promise<T> {
    const open: Open = { client, began: performance.now(), limit }
    this.open.add(open)
    try {
      const result = await run()
      this.answered()
      return result
    } catch (e) {
      if (!isAway(e)) this.answered()
      throw e
    } finally {
      this.open.delete(open)
    }
  }

  stop(): void {
    clearInterval(this.timer)
  }

  private answered(): void {
    this.lastAnswer = performance.now()
    this.report.answered()
  }

  private look(): void {
    const now = performance.now()
    let oldest = now
    for (const open of this.open) {
      if (now - open.began > open.limit) breakOff(open.client)
      else oldest = Math.min(oldest, open.began)
    }
    if (this.probing || now - Math.max(oldest, this.lastAnswer) < this.timeouts.silence) return
    this.probing = true
    void this.probe(now).finally(() => {
      this.probing = false
    })
  }

  private async probe(startedAt: number): Promise<void> {
    const client = new Connection(connectionConfig(this.url, 'rounds-probe', { wait: this.timeouts.probe }))
    const why = await client.connect().then(
      () => null,
      (e: unknown) => e as Error,
    )
    breakOff(client)
    // a refusal is an answer too: the server ends by itself what it wants to end
    if (why === null || (sqlState(why) && !isSystemCode(why))) {
      this.lastAnswer = performance.now()
      return
    }
    if (this.lastAnswer > startedAt) return
    const broken = [...this.open].filter((o) => o.began <= startedAt)
    if (broken.length === 0) return
    const since = Math.max(this.lastAnswer, Math.min(...broken.map((o) => o.began)))
    this.report.silent(new Error(`no answer for ${secondsSince(since)} s`))
    for (const { client } of broken) breakOff(client)
  }
}

/** EPIPE has the form of a SQLSTATE. */
const isSystemCode = (e: Error): boolean => 'syscall' in e
