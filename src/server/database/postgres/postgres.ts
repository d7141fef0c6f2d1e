import type { Scope, Statement, Together, Tx } from '../../core/database.ts'
import { StartError } from '../../core/settings/startError.ts'
import {
  APP_ROLE,
  attempts,
  BEGIN,
  BUDGET,
  type Driver,
  notWithin,
  openingOf,
  SESSION,
  type Session,
  type Step,
  stepsOf,
  tooLong,
  within,
} from '../driver.ts'
import { parameter, sqlState } from '../values.ts'
import { Connections } from './connections.ts'
import { DATABASE_TIMEOUTS, type DatabaseTimeouts } from './databaseTimeouts.ts'
import { Exchange } from './exchange.ts'
import { Availability, isAway, unavailable } from './outage.ts'
import { pipelined } from './pipeline.ts'
import { PostgresListener } from './postgresListener.ts'
import { StatementWatch } from './statementWatch.ts'

const APP_CONNECTIONS = 12
const OWNER_CONNECTIONS = 3
const LEAST = 150000
/**
 * The server stops a statement after its budget (statement_timeout); a connection that does not keep to it is given up
 * so much later, ms.
 */
const GRACE = 5_000

type Log = Pick<Console, 'info' | 'warn' | 'error'>

/** Where a URL points, without its password. */
const place = (url: string): string => {
  try {
    const u = new URL(url)
    return `${u.hostname}:${u.port || 5432}${u.pathname}`
  } catch {
    return 'DATABASE_URL'
  }
}

/** PostgreSQL 15 or newer behind a URL: the URL's user owns the tables, work for requests is done as rounds_app. */
export class PostgresDatabase implements Driver {
  readonly kind = 'postgresql' as const
  leakproof = false
  private readonly listener: PostgresListener
  private closing = false

  readonly version: string
  private readonly state: Availability
  private readonly watch: StatementWatch
  private readonly owners: Connections
  private readonly apps: Connections

  private constructor(
    url: string,
    version: string,
    log: Log,
    state: Availability,
    watch: StatementWatch,
    owners: Connections,
    apps: Connections,
    timeouts: DatabaseTimeouts,
  ) {
    this.version = version
    this.state = state
    this.watch = watch
    this.owners = owners
    this.apps = apps
    this.listener = new PostgresListener(url, log, timeouts)
  }

  /** Connects once to see that the server is there and new enough. */
  static async open(url: string, log: Log, timeouts = DATABASE_TIMEOUTS): Promise<PostgresDatabase> {
    const state = new Availability('the database', log, timeouts)
    const owners = new Connections({ url, max: OWNER_CONNECTIONS, idle: 5_000, session: SESSION, timeouts }, state)
    const session = `${SESSION}; set statement_timeout = ${BUDGET.read}; set idle_in_transaction_session_timeout = '120s'; set role ${APP_ROLE}`
    const apps = new Connections({ url, max: APP_CONNECTIONS, idle: 60_000, session, timeouts }, state)
    const watch = new StatementWatch(
      url,
      {
        answered: () => state.answered(),
        silent: (why) => {
          state.lost(why)
          owners.expire()
          apps.expire()
        },
      },
      timeouts,
    )
    const close = async () => {
      state.close()
      watch.stop()
      await Promise.all([owners.end(), apps.end()])
    }
    try {
      const client = await owners.connect()
      const { rows } = await client
        .query<{ n: number; v: string }>(
          `select current_setting('server_version_num')::int n, split_part(current_setting('server_version'), ' ', 1) v`,
        )
        .finally(() => client.release())
      const { n = 0, v = '?' } = rows[0] ?? {}
      if (n < LEAST) throw new StartError(`PostgreSQL at ${place(url)} is version ${v}; Rounds needs 15 or newer.`)
      return new PostgresDatabase(url, v, log, state, watch, owners, apps, timeouts)
    } catch (e) {
      await close()
      if (e instanceof StartError) throw e
      const state = sqlState(e)
      const message = e instanceof Error ? e.message || (e as { code?: string }).code : String(e)
      if (state === '28P01' || state === '28000')
        throw new StartError(
          `PostgreSQL at ${place(url)} refuses the user of DATABASE_URL (${message}); check user and password.`,
          e,
        )
      if (state === '3D000')
        throw new StartError(`PostgreSQL at ${place(url)} has no such database (${message}); create it first.`, e)
      throw new StartError(
        `PostgreSQL at ${place(url)} cannot be reached (${message}); check DATABASE_URL and that the server runs.`,
        e,
      )
    }
  }

  async prepare(fn: (session: Session) => Promise<{ leakproof: boolean }>): Promise<void> {
    const client = await this.owners.connect()
    try {
      const { leakproof } = await fn({
        query: async <R>(text: string, values: readonly unknown[] = []) =>
          (await client.query(text, values.map(parameter))).rows as R[],
        script: async (sql) => void (await client.query(sql)),
      })
      this.leakproof = leakproof
    } finally {
      client.release(true)
    }
  }

  async scoped<R = Record<string, unknown>>(scope: Scope, statement: Statement): Promise<R[]> {
    const { found, failed } = await this.together(scope, [statement])
    if (failed !== undefined) throw failed
    return (found[0] ?? []) as R[]
  }

  async together(scope: Scope, statements: readonly Statement[]): Promise<Together> {
    notWithin('scoped')
    // before a connection is taken: a value that cannot be one must not leave one that waits for its end
    const steps = stepsOf(scope, statements)
    const client = await this.apps.take()
    const found: Record<string, unknown>[][] = []
    try {
      await this.watch.during(client, BUDGET.read + GRACE, () => pipelined(client, steps, found))
      client.release()
      return { found }
    } catch (e) {
      const error = this.apps.giveBack(client, e)
      if (isAway(e)) throw error
      return { found, failed: sqlState(e) === '57014' ? tooLong() : error }
    }
  }

  transaction<T>(scope: Scope, fn: (tx: Tx) => Promise<T>): Promise<T> {
    notWithin('transaction')
    const begin = openingOf(scope, BUDGET.transaction)
    return attempts(() => this.whole(this.apps, BUDGET.transaction + GRACE, begin, scope.tenantId, fn))
  }

  owner<T>(fn: (tx: Tx) => Promise<T>): Promise<T> {
    notWithin('owner')
    return attempts(() => this.whole(this.owners, Number.POSITIVE_INFINITY, [BEGIN], null, fn))
  }

  /**
   * A lost connection, also at COMMIT, is 503: whether the transaction was stored is unknown. A caller with an
   * idempotency key repeats the request.
   */
  private async whole<T>(
    pool: Connections,
    limit: number,
    opening: readonly Step[],
    tenantId: string | null,
    fn: (tx: Tx) => Promise<T>,
  ): Promise<T> {
    const client = await pool.take()
    let lost = false
    const dies = () => {
      lost = true
    }
    client.on('error', dies)
    const exchange = new Exchange(tenantId, opening, async (steps) => {
      const found: Record<string, unknown>[][] = []
      try {
        return { found, tag: await this.watch.during(client, limit, () => pipelined(client, steps, found)) }
      } catch (e) {
        return { found, failed: e, tag: '' }
      }
    })
    const rolledBack = () =>
      this.watch
        .during(client, limit, () => client.query('rollback'))
        .then(
          () => true,
          () => false,
        )
    try {
      const result = await within(() => fn(exchange.tx))
      await exchange.commit()
      client.release()
      return result
    } catch (e) {
      const open = await exchange.end()
      const away = lost || isAway(e)
      const clean = !away && (!open || (await rolledBack()))
      const error = pool.giveBack(client, e, !clean)
      throw away ? unavailable() : error
    } finally {
      client.off('error', dies)
    }
  }

  async notify(channel: string, payload: string): Promise<void> {
    await this.scoped({ tenantId: null }, { text: 'select pg_notify($1, $2)', values: [channel, payload] })
  }

  listen(channel: string, receive: (payload: string) => void): Promise<() => Promise<void>> {
    return this.listener.listen(channel, receive)
  }

  async checkpoint(): Promise<void> {
    // its own processes see to it
  }

  async close(): Promise<void> {
    if (this.closing) return
    this.closing = true
    this.state.close()
    this.watch.stop()
    await this.listener.close()
    await Promise.all([this.apps.end(), this.owners.end()])
  }
}
