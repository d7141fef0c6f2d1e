import { createHash } from 'node:crypto'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Database } from '../database.ts'
import { AppError } from '../errors.ts'
import { LIMITS, type Limit, type LimitName, type Limits } from './limits.ts'
import { DatabaseRates } from './rateStore.ts'

type Log = Pick<Console, 'info' | 'warn'>

/** 429 with the seconds to wait, said in words as well. */
export function tooMany(seconds: number): AppError {
  const wait = Math.max(1, Math.ceil(seconds))
  return new AppError(
    429,
    [
      `操作过于频繁，请在${wait}秒后重试`,
      `Too many requests; please try again in ${wait} second${wait === 1 ? '' : 's'}`,
    ],
    { retryAfter: wait },
    wait,
  )
}

/**
 * A key of any length and content as a short one. Keys are hashed: they may be made of tokens or of what a client says,
 * and the table of uses is no place for either.
 */
const keyOf = (key: string): string => createHash('sha256').update(key).digest('base64url').slice(0, 32)

/**
 * Counts uses against the declared limits (limits.ts). Limits kept in the database are shared by all instances; a key
 * that has used its window up is refused from memory, without a statement, until the window ends. While the database is
 * away, each instance counts for itself.
 */
export class Limiter {
  readonly limits: Limits
  private readonly limiters: Readonly<Record<LimitName, RateLimiterMemory | DatabaseRates>>
  private away = false

  constructor(db: Database, log: Log, limits: Limits = LIMITS) {
    this.limits = limits
    const report = (error: unknown) => {
      if (Boolean(error) === this.away) return
      this.away = Boolean(error)
      if (this.away) log.warn('rate limits are counted by this instance alone: the database does not answer', error)
      else log.info('rate limits are counted in the database again')
    }
    const made = ([name, limit]: readonly [string, Limit]) => {
      const common = { keyPrefix: name, points: limit.points, duration: limit.seconds }
      const memory = new RateLimiterMemory(common)
      if (limit.kept === 'process') return [name, memory]
      return [
        name,
        new DatabaseRates(db, { ...common, inMemoryBlockOnConsumed: limit.points, insuranceLimiter: memory }, report),
      ]
    }
    this.limiters = Object.fromEntries(Object.entries(limits).map(made)) as Limiter['limiters']
  }

  /**
   * Uses points of a limit. `key` says whose: a session, an address, an account; of any length, kept as a hash.
   * @throws AppError 429 with Retry-After when the window is used up.
   */
  async consume(name: LimitName, key: string, points = 1): Promise<void> {
    try {
      await this.limiters[name].consume(keyOf(key), points)
    } catch (e) {
      if (e instanceof RateLimiterRes) throw tooMany(e.msBeforeNext / 1000)
      throw e
    }
  }

  /** Refuses like `consume` what has used its window up, and counts nothing. */
  async check(name: LimitName, key: string): Promise<void> {
    const used = await this.limiters[name].get(keyOf(key))
    if (used && used.consumedPoints > this.limits[name].points) throw tooMany(used.msBeforeNext / 1000)
  }

  /** Gives a key its whole window back. */
  async forget(name: LimitName, key: string): Promise<void> {
    await this.limiters[name].delete(keyOf(key))
  }
}
