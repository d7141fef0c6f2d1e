import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../actor.ts'
import type { Database } from '../database.ts'
import type { ServerDomains } from '../domains.ts'
import type { Limiter } from '../limits/limiter.ts'
import type { Config } from '../settings/config.ts'

/** Dependencies of every part of the server: built once in main.ts, replaced whole in tests. */
export interface ServerContext {
  readonly db: Database
  readonly config: Config
  /** Rules, hooks, handlers and documents of the business. */
  readonly domains: ServerDomains
  readonly log: Pick<Console, 'info' | 'warn' | 'error' | 'debug'>
  /** How often whom may ask for what (limits.ts). */
  readonly limiter: Limiter
  /** This process among several on one database. */
  readonly instance: string
  /** The business clock (DEMO_TODAY moves the day, hours go on). Sessions and locks use the database's now(). */
  now(): Date
  /** A new snowflake id, as decimal text. */
  id(): string
  /**
   * Actor of a person as of now, with the grants and owners of this moment; null when they may not work here any more.
   * For work that goes on after the request that asked for it.
   */
  actorNow(actor: Actor): Promise<Actor | null>
}

/** Request after authentication. `actor` is null only on public calls. */
export interface RequestContext {
  readonly context: ServerContext
  readonly actor: Actor
  /** Query parameters; repeated ones joined by commas. */
  readonly query: Readonly<Record<string, string>>
  readonly body: unknown
  /** Query and body together, body first: stock clients send either. */
  readonly params: Readonly<Record<string, unknown>>
  readonly http: FastifyRequest
  readonly reply: FastifyReply
}

/**
 * Answers a call; what it returns becomes `data` of the envelope (or the whole body of a `raw` call). One that has sent its
 * answer itself returns `reply`, which is a promise of its end: returned before anything was sent, it never comes.
 */
export type Handler = (request: RequestContext) => Promise<unknown>
