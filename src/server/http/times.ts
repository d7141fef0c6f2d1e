import type { Server } from 'node:http'
import type { FastifyHttpOptions } from 'fastify'

/** How long a client may take, ms. */
export interface Times {
  /** To send the head of a request. */
  readonly head: number
  /** To send a request whole, body and all. Two megabytes in half a minute are 70 kB/s. */
  readonly request: number
  /**
   * To be silent in the middle of anything: a reader that takes nothing more is cut off. Streams say something every 15
   * s.
   */
  readonly silence: number
  /**
   * To keep a connection open between two requests: longer than the minute of usual proxies, which must be first to
   * close.
   */
  readonly idle: number
  /** How often the first two are looked at. */
  readonly check: number
}

export const TIMES: Times = { head: 15_000, request: 30_000, silence: 120_000, idle: 72_000, check: 2_000 }

/** Connections of one instance. Each costs some 20 kB; behind a proxy they all come from one address. */
export const CONNECTIONS = 5_000

/** The same as Fastify and Node want it. */
export const timeOptions = (times: Times): FastifyHttpOptions<Server> => ({
  requestTimeout: times.request,
  connectionTimeout: times.silence,
  keepAliveTimeout: times.idle,
  http: { headersTimeout: times.head, connectionsCheckingInterval: times.check },
})
