import { AppError } from '../../core/errors.ts'
import { sqlState } from '../values.ts'
import type { DatabaseTimeouts } from './databaseTimeouts.ts'

/** When a client may try again, seconds: restarts and failovers of a database take a few. */
const RETRY_AFTER = 2

/** The error while the database cannot be reached: 503 with Retry-After. */
export const unavailable = (): AppError =>
  new AppError(
    503,
    ['数据库暂不可用，请稍后重试', 'The database is not available, please try again'],
    null,
    RETRY_AFTER,
  )

/** Codes of the operating system and of streams: the way to the database is broken. */
const OF_THE_WAY = /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI|EMFILE|ENFILE|ERR_STREAM|ERR_SSL)/

/**
 * SQLSTATEs that say that this connection, or the server behind it, is no longer the one to ask: connection lost (08),
 * shutdown, crash, start-up, idle session ended, no room for a connection, a standby that only reads (after a
 * failover), prepared statements that another session made or dropped (a pooler in between).
 */
const OF_THE_SERVER = /^(08...|57P01|57P02|57P03|57P05|53300|25006|26000|42P05)$/

/** Messages of pg's errors that carry no code. */
const OF_PG =
  /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Query read timeout|Cannot use a pool after)|is not queryable$/

/** Waited for a connection of a full pool: says nothing about the database. */
export const isQueueTimeout = (e: unknown): boolean =>
  e instanceof Error && e.message === 'timeout exceeded when trying to connect'

/**
 * Returns whether this is an error of the connection instead of the statement. The connection cannot be used any more.
 */
export function isAway(e: unknown): boolean {
  if (!(e instanceof Error)) return false
  const code = (e as { code?: unknown }).code
  if (typeof code === 'string' && OF_THE_WAY.test(code)) return true
  const state = sqlState(e)
  return state ? OF_THE_SERVER.test(state) : OF_PG.test(e.message)
}

/**
 * A pooler in between gave the session to another client: the connection cannot be used any more, but the database is
 * reachable.
 */
export const isForgotten = (e: unknown): boolean => ['26000', '42P05'].includes(sqlState(e) ?? '')

/** After a failover the old server answers, but only reads: every connection to it is of no more use. */
export const isStandby = (e: unknown): boolean => sqlState(e) === '25006'

const reasonOf = (why: unknown): string => {
  if (!(why instanceof Error)) return String(why)
  return why.message || String((why as { code?: unknown }).code ?? why.name)
}

/** Seconds since a moment of `performance.now()`, with a tenth. */
export const secondsSince = (then: number): number => Math.round((performance.now() - then) / 100) / 10

/**
 * Tracks whether something is reachable. Logs one line when that changes, however many attempts are made in between.
 */
export class Availability {
  private lostAt: number | null = null
  private settling: NodeJS.Timeout | undefined
  private closed = false

  /** As the subject of a sentence. */
  private readonly what: string
  private readonly log: Pick<Console, 'warn'>
  private readonly timeouts: Pick<DatabaseTimeouts, 'settled'>

  constructor(what: string, log: Pick<Console, 'warn'>, timeouts: Pick<DatabaseTimeouts, 'settled'>) {
    this.what = what
    this.log = log
    this.timeouts = timeouts
  }

  get away(): boolean {
    return this.lostAt !== null
  }

  /** Report of an outage: the database was not reached, or a connection to it broke. */
  lost(why: unknown): void {
    clearTimeout(this.settling)
    this.settling = undefined
    if (this.lostAt !== null || this.closed) return
    this.lostAt = performance.now()
    this.log.warn(`${this.what} is away: ${reasonOf(why)}`)
  }

  /** Report of an answer. The database counts as back when nothing breaks for a while. */
  answered(): void {
    if (this.lostAt === null || this.settling || this.closed) return
    const seconds = secondsSince(this.lostAt)
    this.settling = setTimeout(() => {
      this.settling = undefined
      this.lostAt = null
      this.log.warn(`${this.what} is back after ${seconds} s`)
    }, this.timeouts.settled)
    this.settling.unref()
  }

  /** From now on connections end because they are meant to. */
  close(): void {
    this.closed = true
    clearTimeout(this.settling)
  }
}
