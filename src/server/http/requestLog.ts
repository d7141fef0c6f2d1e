import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../core/actor.ts'
import type { ServerContext } from '../core/context/context.ts'
import { note } from '../database/actionLogs.ts'
import { faultEntry, isWorth, requestEntry } from './actionEntries.ts'
import { whenEnded } from './ended.ts'
import { isApi, loggedPath } from './headers.ts'
import type { Route } from './routes.ts'

/** A slow request is worth a line even when nothing went wrong, ms. */
const SLOW = 1000
/** Longest logged part of an undeclared address, characters: its text comes from the client. */
const ADDRESS_CHARACTERS_MAX = 200

interface Known {
  route?: Route
  actor?: Actor
  /** Masked parameters. */
  params?: string
}

const known = new WeakMap<FastifyRequest, Known>()
const of = (request: FastifyRequest): Known => {
  const found = known.get(request) ?? {}
  known.set(request, found)
  return found
}

/** The request is answered by this route. */
export const noteRoute = (request: FastifyRequest, route: Route): void => {
  of(request).route = route
}

/** The request is asked by this person. */
export const noteActor = (request: FastifyRequest, actor: Actor): void => {
  of(request).actor = actor
}

/** The request was sent with this, masked for the log: of partners' systems alone. */
export const noteParams = (request: FastifyRequest, params: string): void => {
  of(request).params = params
}

/** The client went away before its request was read whole. */
export const isAborted = (request: FastifyRequest): boolean => request.raw.destroyed && !request.raw.complete

/**
 * Facts of a request for the log line: id, who (tenant/account), what (method and declared path). Never the query and
 * not a body, which has names, passwords and tokens. An address that no route declares is logged as it came, cut short,
 * tokens of links left out.
 */
export function factsOf(request: FastifyRequest): Record<string, unknown> {
  const { route, actor } = of(request)
  const path = loggedPath(request.url).slice(0, ADDRESS_CHARACTERS_MAX)
  return {
    requestId: request.id,
    ...(actor ? { actor: `${actor.tenantId}/${actor.account}` } : {}),
    ...(route ? { route: `${route.method} ${route.path}` } : { method: request.method, path }),
  }
}

/** A fault of the server as an entry of the error log. */
export const noteFault = (context: ServerContext, request: FastifyRequest, error: unknown): void =>
  note(context, faultEntry(request, error, of(request)))

/** Request log: of the API when it is answered or its client is gone, of the console's files when they are sent. */
export function logRequests(app: FastifyInstance, context: ServerContext): void {
  const line = (request: FastifyRequest, reply: FastifyReply) => {
    const ms = Math.round(reply.elapsedTime)
    const { route, actor, params } = of(request)
    const worth = !isAborted(request) && (reply.statusCode >= 400 || ms > SLOW || route?.writes === true)
    const left = reply.raw.writableFinished ? {} : { left: true }
    context.log[worth ? 'info' : 'debug']('request', {
      ...factsOf(request),
      status: reply.statusCode,
      ms,
      ip: request.ip,
      ...left,
    })
    if (route && actor && !isAborted(request) && isWorth(route, reply.statusCode, ms))
      note(context, requestEntry(request, reply, { route, actor, ms, params }))
  }
  app.addHook('onRequest', async (request, reply) => {
    if (isApi(request.url)) whenEnded(reply.raw, () => line(request, reply))
  })
  app.addHook('onResponse', async (request, reply) => {
    if (!isApi(request.url)) line(request, reply)
  })
}
