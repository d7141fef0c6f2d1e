import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { breakOff, Connection, connectionConfig } from './connections.ts'
import type { DatabaseTimeouts } from './databaseTimeouts.ts'
import { Availability } from './outage.ts'

/** First wait before the connection is made again, ms; doubled each time. */
const FIRST = 200
/** A connection that lived so long was a good one: the next loss begins with the first wait again, ms. */
const STEADY = 5_000

type Receiver = (payload: string) => void

/**
 * The single listening connection of a process. One loop makes it, keeps it and makes it again, so that there is never
 * a second one; after a loss all channels are subscribed again and every listener is called with an empty payload,
 * because hints of the time in between are lost.
 */
export class PostgresListener {
  private readonly channels = new Map<string, Set<Receiver>>()
  private readonly stopping = new AbortController()
  private readonly state: Availability
  private client: pg.Client | null = null
  private loop: Promise<void> | null = null
  /** The attempt to connect that is under way. */
  private attempt: Promise<void> | null = null

  private readonly url: string
  private readonly timeouts: DatabaseTimeouts

  constructor(url: string, log: Pick<Console, 'warn'>, timeouts: DatabaseTimeouts) {
    this.url = url
    this.timeouts = timeouts
    this.state = new Availability('the listening connection', log, timeouts)
  }

  /**
   * Calls `receive` for every notification on a channel; returns a function that stops it. While the database is not
   * reachable, the call comes later.
   */
  async listen(channel: string, receive: Receiver): Promise<() => Promise<void>> {
    if (!/^[a-z_]{1,40}$/.test(channel)) throw new RangeError(`not a channel: ${channel}`)
    const all = this.channels.get(channel) ?? new Set()
    all.add(receive)
    this.channels.set(channel, all)
    if (this.client) await this.say(this.client, `listen "${channel}"`)
    else {
      this.loop ??= this.keep().finally(() => {
        this.loop = null
      })
      await this.attempt?.catch(() => undefined) // the loop tries again
    }
    return async () => {
      all.delete(receive)
      if (all.size > 0 || this.channels.get(channel) !== all) return
      this.channels.delete(channel)
      if (this.client) await this.say(this.client, `unlisten "${channel}"`)
    }
  }

  async close(): Promise<void> {
    this.state.close()
    this.stopping.abort()
    if (this.client) breakOff(this.client)
    await this.loop
  }

  /** A failed statement of the connection is its end: the loop makes it again, with all channels. */
  private async say(client: pg.Client, text: string): Promise<void> {
    await client.query({ text, query_timeout: this.timeouts.beat } as pg.QueryConfig).catch(() => breakOff(client))
  }

  private async keep(): Promise<void> {
    let wait = FIRST
    while (!this.stopping.signal.aborted && this.channels.size > 0) {
      const client = new Connection({ ...connectionConfig(this.url, 'rounds-listen', this.timeouts) })
      const ended = new Promise<Error>((done) => {
        client.once('error', done)
        client.once('end', () => done(new Error('the connection ended')))
      })
      const began = performance.now()
      let why: unknown
      try {
        this.attempt = this.open(client)
        await this.attempt.finally(() => {
          this.attempt = null
        })
        this.beat(client)
        why = await ended
      } catch (e) {
        why = e
      }
      this.client = null
      breakOff(client)
      if (this.stopping.signal.aborted) return
      this.state.lost(why)
      if (performance.now() - began > STEADY) wait = FIRST
      await this.rest(wait * (1 - Math.random() / 2))
      wait = Math.min(wait * 2, this.timeouts.longest)
    }
  }

  private async open(client: pg.Client): Promise<void> {
    client.on('notification', (n) => this.notify(n.channel, n.payload ?? ''))
    await client.connect()
    for (const channel of this.channels.keys())
      await client.query({ text: `listen "${channel}"`, query_timeout: this.timeouts.beat } as pg.QueryConfig)
    if (this.stopping.signal.aborted) throw new Error('closing')
    this.client = client
    if (!this.state.away) return
    this.state.answered()
    for (const channel of this.channels.keys()) this.notify(channel, '')
  }

  private notify(channel: string, payload: string): void {
    for (const receive of this.channels.get(channel) ?? []) receive(payload)
  }

  /** A connection that only listens would not notice that its server hangs or is cut off. */
  private beat(client: pg.Client): void {
    const timer = setInterval(() => void this.say(client, 'select 1'), this.timeouts.beat * 2)
    timer.unref()
    client.once('end', () => clearInterval(timer))
  }

  private async rest(ms: number): Promise<void> {
    await sleep(ms, undefined, { ref: false, signal: this.stopping.signal }).catch(() => undefined)
  }
}
