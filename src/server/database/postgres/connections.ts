import pg from 'pg'
import { types } from '../values.ts'
import type { DatabaseTimeouts } from './databaseTimeouts.ts'
import { type Availability, isAway, isForgotten, isQueueTimeout, isStandby, unavailable } from './outage.ts'

/** Most callers that may wait for a connection at once; the next gets 503 instead of filling the memory. */
const WAITING = 500
/** After a connection could not be made no new one is tried for so long, ms: a server that starts up is not stormed. */
const HOLD = 200
/**
 * Shortest time between two replacements of all connections, ms: with a standby every write fails, but reads may
 * continue there.
 */
const EXPIRE = 1_000
/** How long connections may take to end in order when the process ends, ms. */
const GOODBYE = 2_000

/** pg's own socket: not typed by @types/pg, so pg is pinned (pipeline.ts). */
interface Inside {
  readonly connection: { readonly stream: { destroy(): void } }
}

/** Closes a connection at once, also when its server does not answer; waiting callers get an error. */
export const breakOff = (client: pg.ClientBase): void => (client as unknown as Inside).connection.stream.destroy()

/** A connection whose loss does not end the process: the statement that uses it fails with the error. */
export class Connection extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    this.on('error', () => undefined)
  }
}

/**
 * Options of every connection to a database. Keepalive finds a host that vanished after about 20 s (Linux: ten probes,
 * one a second); a reachable host whose PostgreSQL does not answer is found by the statement watch and the listener's
 * beat.
 */
export const connectionConfig = (
  url: string,
  name: string,
  { wait }: Pick<DatabaseTimeouts, 'wait'>,
): pg.ClientConfig => ({
  connectionString: url,
  types,
  application_name: name,
  connectionTimeoutMillis: wait,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
})

/** So that the server notices a vanished process of ours and frees its locks; ignored where the system cannot. */
const KEEPALIVE = `set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3; set tcp_user_timeout = 60000`

export interface PoolOptions {
  readonly url: string
  readonly max: number
  /** How long an unused connection is kept, ms. */
  readonly idle: number
  /** Statements of a new connection. */
  readonly session: string
  readonly timeouts: Pick<DatabaseTimeouts, 'wait'>
}

/**
 * A pool whose callers never wait for ever: for a connection at most so long, behind at most five hundred others.
 * Connections made before the last `expire()` are not given out again.
 */
export class Connections {
  private readonly pool: pg.Pool
  private readonly made = new WeakMap<pg.ClientBase, number>()
  private readonly all = new Set<pg.ClientBase>()
  private generation = 0
  private holdUntil = 0
  private expired = Number.NEGATIVE_INFINITY

  private readonly state: Availability

  constructor({ url, max, idle, session, timeouts }: PoolOptions, state: Availability) {
    this.state = state
    // @types/pg has neither `Client` nor `onConnect`
    this.pool = new pg.Pool({
      ...connectionConfig(url, 'rounds', timeouts),
      Client: Connection,
      max,
      idleTimeoutMillis: idle,
      onConnect: async (c: pg.ClientBase) => {
        this.made.set(c, this.generation)
        await c.query({ text: `${session}; ${KEEPALIVE}`, query_timeout: timeouts.wait } as pg.QueryConfig)
      },
    } as unknown as pg.PoolConfig)
    this.pool.on('connect', (c) => this.all.add(c))
    this.pool.on('remove', (c) => this.all.delete(c))
    // the pool replaces an idle connection that breaks; without a handler the error would end the process
    this.pool.on('error', (e) => this.state.lost(e))
  }

  /** A connection as pg reports failures, for the start, which explains them. Give it back with `release`. */
  connect(): Promise<pg.PoolClient> {
    return this.pool.connect()
  }

  /** A connection; 503 when there is none to be had. Give it back with `release()`, after an error with `giveBack`. */
  async take(): Promise<pg.PoolClient> {
    if (this.pool.waitingCount >= WAITING || (performance.now() < this.holdUntil && this.pool.idleCount === 0))
      throw unavailable()
    try {
      for (;;) {
        const client = await this.pool.connect()
        if (this.made.get(client) === this.generation) return client
        client.release(true)
      }
    } catch (e) {
      if (isQueueTimeout(e)) throw unavailable()
      // Refusals of a connection (role, database, too many clients) are no answer to the statement.
      this.holdUntil = performance.now() + HOLD
      this.state.lost(e)
      throw unavailable()
    }
  }

  /**
   * Gives a connection back after an error, throwing it away when it is of no more use. Returns the error for the
   * caller.
   */
  giveBack(client: pg.PoolClient, e: unknown, useless = isAway(e)): unknown {
    client.release(useless)
    if (!isAway(e)) return e
    if (!isForgotten(e)) this.state.lost(e)
    if (isStandby(e)) this.expire()
    return unavailable()
  }

  /** Connections made until now are thrown away instead of being given out: their server is gone or another one. */
  expire(): void {
    if (performance.now() - this.expired < EXPIRE) return
    this.expired = performance.now()
    this.generation += 1
  }

  /** Ends when no connection is in use; does not wait for a server that does not answer. */
  async end(): Promise<void> {
    const timer = setTimeout(() => {
      for (const client of this.all) breakOff(client)
    }, GOODBYE)
    await this.pool.end().finally(() => clearTimeout(timer))
  }
}
