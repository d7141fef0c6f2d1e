import { createRequire } from 'node:module'
import { type IRateLimiterStoreOptions, RateLimiterRes, type RateLimiterStoreAbstract } from 'rate-limiter-flexible'
import type { Database } from '../database.ts'

// The library declares the base class of its stores without exporting it.
const Store = createRequire(import.meta.url)(
  'rate-limiter-flexible/lib/RateLimiterStoreAbstract.js',
) as typeof RateLimiterStoreAbstract

/** Points never grow beyond this, whatever is asked for: the column keeps an integer. */
const POINTS_MAX = 1_000_000_000

interface Used {
  readonly points: number
  readonly ms: number
}

const NOBODY = { tenantId: null }

/** A key's window begins with its first use and ends by the database's clock, the one that all instances share. */
const USE = `insert into "rate_limit" as l (key, points, expire) values ($1, least($2::int, ${POINTS_MAX}), now() + make_interval(secs => $3::float8))
  on conflict (key) do update set
    points = case when l.expire <= now() or $4::boolean then excluded.points else least(l.points::bigint + excluded.points, ${POINTS_MAX})::int end,
    expire = case when l.expire <= now() or $4::boolean then excluded.expire else l.expire end
  returning points, ceil(extract(epoch from expire - now()) * 1000)::int as ms`

/** The library's store over our own database, so that both drivers and every instance count alike. */
export class DatabaseRates extends Store {
  private readonly db: Database
  /** Called with the error when the database could not count, with null when it can (again). */
  private readonly report: (error: unknown) => void

  constructor(db: Database, options: Omit<IRateLimiterStoreOptions, 'storeClient'>, report: (error: unknown) => void) {
    super({ ...options, storeClient: db })
    this.db = db
    this.report = report
  }

  private async ask<R>(name: string, text: string, values: readonly unknown[]): Promise<R[]> {
    try {
      const rows = await this.db.scoped<R>(NOBODY, { name, text, values })
      this.report(null)
      return rows
    } catch (e) {
      this.report(e)
      throw e
    }
  }

  async _upsert(key: string, points: number, ms: number, force = false): Promise<Used> {
    const [used] = await this.ask<Used>('rate-use', USE, [key, points, ms / 1000, force])
    if (!used) throw new Error('the use was not counted')
    return used
  }

  async _get(key: string): Promise<Used | null> {
    const text = `select points, ceil(extract(epoch from expire - now()) * 1000)::int as ms from "rate_limit" where key = $1 and expire > now()`
    const [used] = await this.ask<Used>('rate-read', text, [key])
    return used ?? null
  }

  async _delete(key: string): Promise<boolean> {
    const gone = await this.ask('rate-forget', 'delete from "rate_limit" where key = $1 returning key', [key])
    return gone.length > 0
  }

  _getRateLimiterRes(_key: string, changed: number, used: Used): RateLimiterRes {
    const left = this.points - used.points
    return new RateLimiterRes(Math.max(left, 0), Math.max(used.ms, 0), used.points, used.points === changed)
  }
}
