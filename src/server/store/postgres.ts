import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { Refusal } from '../http/refusal.ts'
import type { Scope, Statement, Tx } from './database.ts'
import { APP_ROLE, attempts, type Driver, nameOf, notWithin, SESSION, type Session, within } from './driver.ts'
import { tenantText } from './names.ts'
import { pipelined } from './pipeline.ts'
import { StartError } from './startError.ts'
import { parameter, sqlState, types } from './values.ts'

const APP_CONNECTIONS = 12
const LEAST = 150000

/** Where a URL points, without its password. */
const place = (url: string): string => {
  try {
    const u = new URL(url)
    return `${u.hostname}:${u.port || 5432}${u.pathname}`
  } catch {
    return 'DATABASE_URL'
  }
}

const down = () => new Refusal(503, ['数据库暂不可用，请稍后重试', 'The database is not available, please try again'])

/** Errors of the way to the database, not of what was asked. */
const isAway = (e: unknown): boolean => {
  const code = (e as { code?: unknown } | null)?.code
  const state = sqlState(e)
  if (state?.startsWith('08') || state === '57P01' || state === '57P02' || state === '57P03' || state === '53300') return true
  if (typeof code === 'string' && /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI)/.test(code)) return true
  return e instanceof Error && /terminat|timeout exceeded when trying to connect|not queryable|Connection ended/i.test(e.message)
}

/** PostgreSQL 15 or newer behind a URL: the URL's user owns the tables, work for requests is done as rounds_app. */
export class PostgresDatabase implements Driver {
  readonly kind = 'postgresql' as const
  leakproof = false
  private readonly listeners = new Map<string, Set<(payload: string) => void>>()
  private ear: pg.Client | null = null
  private hearing: Promise<void> | null = null
  private closing = false

  private constructor(
    private readonly url: string,
    readonly version: string,
    private readonly log: Pick<Console, 'info' | 'warn' | 'error'>,
    private readonly owners: pg.Pool,
    private readonly apps: pg.Pool,
  ) {}

  /** Connects once to see that the server is there and new enough. */
  static async open(url: string, log: Pick<Console, 'info' | 'warn' | 'error'>): Promise<PostgresDatabase> {
    const common = { connectionString: url, types, connectionTimeoutMillis: 10_000, application_name: 'rounds', keepAlive: true }
    let owners: pg.Pool
    let apps: pg.Pool
    try {
      owners = new pg.Pool({
        ...common,
        max: 3,
        idleTimeoutMillis: 5_000,
        onConnect: async (c: pg.ClientBase) => void (await c.query(SESSION)),
      } as pg.PoolConfig)
      apps = new pg.Pool({
        ...common,
        max: APP_CONNECTIONS,
        idleTimeoutMillis: 60_000,
        onConnect: async (c: pg.ClientBase) =>
          void (await c.query(`${SESSION}; set statement_timeout = '60s'; set idle_in_transaction_session_timeout = '120s'; set role ${APP_ROLE}`)),
      } as pg.PoolConfig)
    } catch (e) {
      throw new StartError(`DATABASE_URL is not an address of PostgreSQL; it looks like postgres://user:password@host:5432/database.`, e)
    }
    // an idle connection that dies is the pool's business, not the end of the process
    for (const pool of [owners, apps]) pool.on('error', (e) => log.warn(`a database connection was lost: ${e.message}`))
    const close = () => Promise.all([owners.end(), apps.end()])
    try {
      const { rows } = await owners.query<{ n: number; v: string }>(
        `select current_setting('server_version_num')::int n, split_part(current_setting('server_version'), ' ', 1) v`,
      )
      const { n = 0, v = '?' } = rows[0] ?? {}
      if (n < LEAST) throw new StartError(`PostgreSQL at ${place(url)} is version ${v}; Rounds needs 15 or newer.`)
      return new PostgresDatabase(url, v, log, owners, apps)
    } catch (e) {
      await close()
      if (e instanceof StartError) throw e
      const state = sqlState(e)
      const said = e instanceof Error ? e.message || (e as { code?: string }).code : String(e)
      if (state === '28P01' || state === '28000')
        throw new StartError(`PostgreSQL at ${place(url)} refuses the user of DATABASE_URL (${said}); check user and password.`, e)
      if (state === '3D000') throw new StartError(`PostgreSQL at ${place(url)} has no such database (${said}); create it first.`, e)
      throw new StartError(`PostgreSQL at ${place(url)} cannot be reached (${said}); check DATABASE_URL and that the server runs.`, e)
    }
  }

  async prepare(fn: (session: Session) => Promise<{ leakproof: boolean }>): Promise<void> {
    const client = await this.owners.connect()
    try {
      const { leakproof } = await fn({
        query: async <R>(text: string, values: readonly unknown[] = []) => (await client.query(text, values.map(parameter))).rows as R[],
        script: async (sql) => void (await client.query(sql)),
      })
      this.leakproof = leakproof
    } finally {
      client.release(true)
    }
  }

  async scoped<R = Record<string, unknown>>(scope: Scope, statement: Statement): Promise<R[]> {
    notWithin('scoped')
    const client = await this.take(this.apps)
    try {
      const rows = await pipelined<R>(client, tenantText(scope.tenantId), statement.text, statement.values ?? [], nameOf(statement.text))
      client.release()
      return rows
    } catch (e) {
      throw this.back(client, e)
    }
  }

  transaction<T>(scope: Scope, fn: (tx: Tx) => Promise<T>): Promise<T> {
    notWithin('transaction')
    const begin = `begin; select set_config('rounds.tenant', '${tenantText(scope.tenantId)}', true)`
    return attempts(() => this.whole(this.apps, begin, scope.tenantId, fn))
  }

  owner<T>(fn: (tx: Tx) => Promise<T>): Promise<T> {
    notWithin('owner')
    return attempts(() => this.whole(this.owners, 'begin', null, fn))
  }

  private async take(pool: pg.Pool): Promise<pg.PoolClient> {
    try {
      return await pool.connect()
    } catch (e) {
      throw isAway(e) ? down() : e
    }
  }

  /** Gives a connection back after an error; a dead one is thrown away. Answers what to tell the caller. */
  private back(client: pg.PoolClient, e: unknown): unknown {
    const away = isAway(e)
    client.release(away)
    return away ? down() : e
  }

  private async whole<T>(pool: pg.Pool, begin: string, tenantId: string | null, fn: (tx: Tx) => Promise<T>): Promise<T> {
    const client = await this.take(pool)
    let over = false
    let lost: unknown = null
    // without a listener the death of a connection in use would end the process
    const dies = (e: unknown) => {
      lost = e
    }
    client.on('error', dies)
    const tx: Tx = {
      tenantId,
      query: async <R>(text: string, values: readonly unknown[] = []) => {
        if (over) throw new Error('the transaction is over')
        const name = nameOf(text)
        return (await client.query(name ? { text, values: values.map(parameter), name } : { text, values: values.map(parameter) })).rows as R[]
      },
    }
    try {
      await client.query(begin)
      const result = await within(() => fn(tx))
      over = true
      const { command } = await client.query('commit')
      if (command !== 'COMMIT') throw new Error('a statement of the transaction had failed; nothing was kept')
      client.off('error', dies)
      client.release()
      return result
    } catch (e) {
      over = true
      const away = lost !== null || isAway(e)
      const clean =
        !away &&
        (await client.query('rollback').then(
          () => true,
          () => false,
        ))
      client.off('error', dies)
      client.release(!clean)
      if (away && (e === lost || isAway(e))) throw down()
      throw e
    }
  }

  async notify(channel: string, payload: string): Promise<void> {
    await this.scoped({ tenantId: null }, { text: 'select pg_notify($1, $2)', values: [channel, payload] })
  }

  async listen(channel: string, heard: (payload: string) => void): Promise<() => Promise<void>> {
    if (!/^[a-z_]{1,40}$/.test(channel)) throw new RangeError(`not a channel: ${channel}`)
    const all = this.listeners.get(channel) ?? new Set()
    const first = all.size === 0
    all.add(heard)
    this.listeners.set(channel, all)
    if (this.ear) {
      if (first) await this.ear.query(`listen "${channel}"`)
    } else {
      this.hearing ??= this.hear().finally(() => {
        this.hearing = null
      })
      await this.hearing
    }
    return async () => {
      all.delete(heard)
      if (all.size > 0) return
      this.listeners.delete(channel)
      await this.ear?.query(`unlisten "${channel}"`).catch(() => undefined)
    }
  }

  /** One connection that only listens; lost, it is made again for as long as somebody listens. */
  private async hear(): Promise<void> {
    const client = new pg.Client({ connectionString: this.url, types, application_name: 'rounds-listen', keepAlive: true })
    client.on('notification', (n) => {
      for (const heard of this.listeners.get(n.channel) ?? []) heard(n.payload ?? '')
    })
    let ended = false
    const again = (e?: Error) => {
      if (ended) return
      ended = true
      this.ear = null
      void client.end().catch(() => undefined)
      if (this.closing) return
      this.log.warn(`the listening connection was lost${e ? `: ${e.message}` : ''}`)
      void this.hearAgain()
    }
    client.on('error', again)
    client.on('end', () => again())
    await client.connect()
    for (const channel of this.listeners.keys()) await client.query(`listen "${channel}"`)
    this.ear = client
  }

  private async hearAgain(): Promise<void> {
    for (let wait = 200; !this.closing && this.listeners.size > 0 && !this.ear; wait = Math.min(wait * 2, 5_000)) {
      await sleep(wait, undefined, { ref: false })
      if (!this.closing && !this.ear) await this.hear().catch(() => undefined)
    }
  }

  async close(): Promise<void> {
    if (this.closing) return
    this.closing = true
    await this.ear?.end().catch(() => undefined)
    await Promise.all([this.apps.end(), this.owners.end()])
  }
}
