import type { FastifyReply, FastifyRequest } from 'fastify'
import { resources } from '../../model/business.ts'
import { isEmpty } from '../../model/language/derived/validate.ts'
import { isRaw } from '../../model/language/domain/call.ts'
import type { RoundsId } from '../../model/roundsCalls.ts'
import type { Label, Language } from '../../model/values/label.ts'
import { bearerOf } from '../auth/tokens.ts'
import { actorOf, actorWith, type Met, type Presumed, presumed } from '../auth/who.ts'
import type { Actor } from '../core/actor.ts'
import type { Handler, RequestContext, ServerContext } from '../core/context/context.ts'
import type { Ahead } from '../core/context/handlers.ts'
import { answered, JsonText, succeededText } from '../core/envelope.ts'
import { AppError, forbidden, noSuchCall, notOffered, sessionLocked, signInFirst } from '../core/errors.ts'
import { type LimitName, limitOfCall } from '../core/limits/limits.ts'
import { networkOf } from '../core/network.ts'
import { bodyOf, languageOf, paramsOf, queryOf } from '../core/params.ts'
import { may } from '../core/permissions.ts'
import { runAs } from '../database/embedded/turnQueue.ts'
import { notOpen } from '../writing/save/conflict.ts'
import { prove } from './guard.ts'
import { apiPath } from './headers.ts'
import { partnerCall } from './partnerDoor.ts'
import type { Parts } from './parts.ts'
import { noteActor, noteRoute } from './requestLog.ts'
import { type Route, routes } from './routes.ts'

const noFiles = () => new AppError(415, ['此接口不接收文件', 'This call takes no files'])
const NO_METHOD: Label = ['不支持当前请求方法', 'This method is not supported']

/** The route of a request, or 404, or 405 for a path that is known under another method. Pure. */
export function routeOf(method: string, path: string): Route {
  const table = routes()
  const found = table.get(`${method === 'HEAD' ? 'GET' : method} ${path}`)
  if (found && !(method === 'HEAD' && found.writes)) return found
  if (table.has(`GET ${path}`) || table.has(`POST ${path}`)) throw new AppError(405, NO_METHOD)
  throw noSuchCall()
}

/** Methods a known path answers to, for the `Allow` header. */
export const allowed = (path: string): string => ['GET', 'POST'].filter((m) => routes().has(`${m} ${path}`)).join(', ')

/** Holds the actor one of the permissions the route asks for? */
const passes = (route: Route, actor: Actor): boolean =>
  'open' in route.access || route.access.permissions.some((p) => may(actor, p))

/** Edits need `_edit`, new records `_add`: which of the two a submit is, its id says. */
function checkSave(route: Route, call: RequestContext): void {
  if (route.operation !== 'submit') return
  // permission to write through an overview is checked by the concrete resource of the row
  if (resources.get(route.resource ?? '')?.overview) return
  const needed = `${route.resource}_${isEmpty(call.params.id) ? 'add' : 'edit'}`
  if (!may(call.actor, needed)) throw forbidden()
}

/** A declared call without a handler: users with its permission are told that it is not open yet. */
const notYet: Handler = async () => {
  throw notOpen()
}

/** A generic write that a resource does not offer. */
const refused: Handler = async () => {
  throw notOffered()
}

function handlerOf(route: Route, parts: Parts, { domains }: ServerContext): Handler {
  if (route.kind === 'refused') return refused
  const found =
    route.kind === 'call' && route.call
      ? (domains.handlers.get(route.call.id) ?? notYet)
      : route.kind === 'list'
        ? parts.list(route.resource ?? '', route.list ?? '')
        : route.kind === 'rounds'
          ? parts.rounds[route.call?.id as RoundsId]
          : route.kind === 'transition'
            ? (call: RequestContext) => parts.decideByCall(call, route.resource ?? '', route.transitions ?? [])
            : route.operation && parts.generic(route.resource ?? '')[route.operation]
  if (!found) throw noSuchCall()
  return found
}

/**
 * Where a token is accepted: in the header; in the query too where a file is downloaded by a plain link; not in a
 * cookie.
 */
const tokenOf = (route: Route, request: FastifyRequest, query: Readonly<Record<string, string>>): string | null =>
  bearerOf(request.headers['blade-auth']) ??
  (route.call?.answer.shape === 'download' && !route.writes ? bearerOf(query['blade-auth']) : null)

/** The limit that is declared for the call of a route. */
const limitOf = (context: ServerContext, route: Route): LimitName | null =>
  route.call ? limitOfCall(context.limiter.limits, route.call.id) : null

/** Uses a point of the limit that is declared for the call, if there is one. */
async function checkLimit(
  context: ServerContext,
  route: Route,
  actor: Actor | null,
  request: FastifyRequest,
): Promise<void> {
  const name = limitOf(context, route)
  if (!name) return
  const by = context.limiter.limits[name].by
  await context.limiter.consume(
    name,
    by === 'session' && actor ? `${actor.tenantId} ${actor.sessionId}` : networkOf(request.ip),
  )
}

const NOBODY: Met = { actor: null, read: null }

/**
 * The first read of a call, prepared for whom the token is presumed to belong to; null where there is none, or nothing
 * to read.
 */
function aheadOf(
  context: ServerContext,
  parts: Parts,
  route: Route,
  token: string,
  given: Pick<RequestContext, 'query' | 'http' | 'reply'>,
): (Ahead & { who: Presumed }) | null {
  const prepare = route.kind === 'rounds' ? parts.ahead?.[route.call?.id as RoundsId] : undefined
  const who = prepare ? presumed(context, token) : null
  if (!prepare || !who || given.http.body || !passes(route, who.actor) || limitOf(context, route)) return null
  try {
    const ahead = prepare({
      ...given,
      context,
      actor: who.actor,
      body: undefined,
      params: paramsOf(given.query, undefined),
    })
    return ahead && { ...ahead, who }
  } catch {
    // the handler meets the error again and answers it where the user may see it
    return null
  }
}

/** Actor of the token, with the result of the prepared statement where the actor still is as presumed. */
async function meet(
  context: ServerContext,
  token: string,
  language: Language,
  request: FastifyRequest,
  ahead: (Ahead & { who: Presumed }) | null,
): Promise<Met> {
  if (ahead)
    return runAs(ahead.who.actor.sessionId, () =>
      actorWith(context, token, language, request.id, ahead.who, ahead.statement),
    )
  // many at one address are one party only until they are known: one person's requests would else be looked up before another's
  const party = presumed(context, token)?.actor.sessionId ?? networkOf(request.ip)
  return { actor: await runAs(party, () => actorOf(context, token, language, request.id)), read: null }
}

/**
 * Answers everything below /api: address → actor → permission → limit → form → handler → envelope.
 * `wrote` is called after every call that may have changed something.
 */
export async function dispatch(
  context: ServerContext,
  parts: Parts,
  request: FastifyRequest,
  reply: FastifyReply,
  wrote: () => void,
): Promise<unknown> {
  const path = apiPath(request.url)
  const route = routeOf(request.method, path)
  noteRoute(request, route)
  if (request.isMultipart?.() && !route.call?.upload) throw noFiles()
  if ('open' in route.access && route.access.open === 'client') {
    const answer = await partnerCall(context, route, handlerOf(route, parts, context), request, reply)
    if (route.writes) wrote()
    return answer
  }
  const language = languageOf(request)
  const query = queryOf(request)
  const isPublic = 'open' in route.access && route.access.open === 'public'
  const token = isPublic ? null : tokenOf(route, request, query)
  const ahead = token ? aheadOf(context, parts, route, token, { query, http: request, reply }) : null
  const { actor, read } = token ? await meet(context, token, language, request, ahead) : NOBODY
  if (actor) {
    await prove(context, request)
    noteActor(request, actor)
  }
  if (!isPublic && !actor) throw signInFirst()
  if (actor?.locked && !route.call?.whileLocked) throw sessionLocked()
  if (actor && !passes(route, actor)) throw forbidden()
  const party = actor?.sessionId ?? networkOf(request.ip)
  await runAs(party, () => checkLimit(context, route, actor, request))
  const body = bodyOf(request)
  // public calls have no actor; their handlers do not look for one (core/context/context.ts)
  const call: RequestContext = {
    context,
    actor: actor as Actor,
    query,
    body,
    params: paramsOf(query, body),
    http: request,
    reply,
  }
  if (route.kind === 'generic') checkSave(route, call)
  const data = await runAs(party, async () => (read && ahead?.answer(read())) ?? handlerOf(route, parts, context)(call))
  if (route.writes) wrote()
  if (reply.sent) return reply
  if (data instanceof JsonText)
    return reply.header('content-type', 'application/json; charset=utf-8').send(succeededText(data, language))
  return route.call && isRaw(route.call) ? data : answered(data, language, route.writes)
}
