import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Fields } from '../../model/kernel/field.ts'
import type { Label } from '../../model/kernel/label.ts'
import { inWords, isEmpty, problemsOf } from '../../model/kernel/validate.ts'
import type { Actor } from '../access/actor.ts'
import { bearerOf } from '../access/tokens.ts'
import { actorOf } from '../access/who.ts'
import { runAs } from '../store/gate.ts'
import { succeeded } from './envelope.ts'
import { prove } from './guard.ts'
import { apiPath } from './headers.ts'
import type { Ask, Handler, House } from './house.ts'
import { limitOfCall } from './limits.ts'
import { networkOf } from './network.ts'
import { bodyOf, languageOf, paramsOf, queryOf } from './params.ts'
import type { Parts } from './parts.ts'
import { forbidden, noSuchCall, Refusal, signInFirst } from './refusal.ts'
import { noteActor, noteRoute } from './requestLog.ts'
import { type Route, routes } from './routes.ts'

const NO_METHOD: Label = ['不支持当前请求方法', 'This method is not supported']

/** The route of a request, or 404, or 405 for a path that is known under another method. Pure. */
export function routeOf(method: string, path: string): Route {
  const table = routes()
  const found = table.get(`${method === 'HEAD' ? 'GET' : method} ${path}`)
  if (found && !(method === 'HEAD' && found.writes)) return found
  if (table.has(`GET ${path}`) || table.has(`POST ${path}`)) throw new Refusal(405, NO_METHOD)
  throw noSuchCall()
}

/** Methods a known path answers to, for the `Allow` header. */
export const allowed = (path: string): string => ['GET', 'POST'].filter((m) => routes().has(`${m} ${path}`)).join(', ')

/** Holds the actor one of the permissions the route asks for? */
const passes = (route: Route, actor: Actor): boolean =>
  'open' in route.door || actor.roles.includes('administrator') || route.door.permissions.some((p) => actor.permissions.has(p))

type Check = (params: Readonly<Record<string, unknown>>) => void

const checks = new WeakMap<Route, Check>()

/** The validator of a declared call, made at its first use: every parameter that is wrong is named. */
function checkOf(route: Route): Check {
  const known = checks.get(route)
  if (known) return known
  const fields: Fields = { ...route.call?.query, ...route.call?.body }
  const names = Object.keys(fields)
  const check: Check =
    names.length === 0
      ? () => {}
      : (params) => {
          const problems = problemsOf(fields, params)
          if (problems.length === 0) return
          const [zh, en] = [inWords(problems, 'zh'), inWords(problems, 'en')]
          throw new Refusal(400, [zh.msg, en.msg], zh.fields)
        }
  checks.set(route, check)
  return check
}

/** Edits need `_edit`, new records `_add`: which of the two a submit is, its id says. */
function checkSave(route: Route, ask: Ask): void {
  if (route.operation !== 'submit' || ask.actor.roles.includes('administrator')) return
  const needed = `${route.resource}_${isEmpty(ask.params.id) ? 'add' : 'edit'}`
  if (!ask.actor.permissions.has(needed)) throw forbidden()
}

function handlerOf(route: Route, parts: Parts): Handler {
  const found =
    route.kind === 'call'
      ? parts.calls[route.call?.id ?? '']
      : route.kind === 'house'
        ? parts.rounds[route.path]?.handler
        : route.kind === 'transition'
          ? (ask: Ask) => parts.decideByCall(ask, route.resource ?? '', route.transitions ?? [])
          : route.operation && parts.generic(route.resource ?? '')[route.operation]
  if (!found) throw noSuchCall()
  return found
}

/** Where a token may stand: the header; the query too where a file is downloaded by a plain link. Never a cookie. */
const tokenOf = (route: Route, request: FastifyRequest, query: Readonly<Record<string, string>>): string | null =>
  bearerOf(request.headers['blade-auth']) ?? (route.call?.answer === 'blob' && !route.writes ? bearerOf(query['blade-auth']) : null)

/** Uses a point of the limit that is declared for the call, if there is one. */
async function checkLimit(house: House, route: Route, actor: Actor | null, request: FastifyRequest): Promise<void> {
  const name = limitOfCall(house.limiter.limits, route.call?.id ?? route.path)
  if (!name) return
  const by = house.limiter.limits[name].by
  await house.limiter.consume(name, by === 'session' && actor ? `${actor.tenantId} ${actor.sessionId}` : networkOf(request.ip))
}

/**
 * Answers everything below /api: address → who asks → may he → too often → is it well formed → the handler → envelope. `wrote` is
 * called after every call that may have changed something.
 */
export async function dispatch(house: House, parts: Parts, request: FastifyRequest, reply: FastifyReply, wrote: () => void): Promise<unknown> {
  const path = apiPath(request.url)
  const route = routeOf(request.method, path)
  noteRoute(request, route)
  const language = languageOf(request)
  const query = queryOf(request)
  const isPublic = 'open' in route.door && route.door.open === 'public'
  const token = isPublic ? null : tokenOf(route, request, query)
  const actor = token ? await runAs(networkOf(request.ip), () => actorOf(house, token, language, request.id)) : null
  if (actor) {
    await prove(house, request)
    noteActor(request, actor)
  }
  if (!isPublic && !actor) throw signInFirst()
  if (actor && !passes(route, actor)) throw forbidden()
  const party = actor?.sessionId ?? networkOf(request.ip)
  await runAs(party, () => checkLimit(house, route, actor, request))
  const body = bodyOf(request)
  // public calls have no actor; their handlers do not look for one (house.ts)
  const ask: Ask = { house, actor: actor as Actor, query, body, params: paramsOf(query, body), request, reply }
  if (route.call) checkOf(route)(ask.params)
  if (route.kind === 'generic') checkSave(route, ask)
  const data = await runAs(party, () => handlerOf(route, parts)(ask))
  if (route.writes) wrote()
  if (data === reply || reply.sent) return reply
  return route.call?.raw || RAW.has(path) ? data : succeeded(data ?? null, language, route.writes)
}

/** House calls answered without an envelope. */
const RAW: ReadonlySet<string> = new Set(['health', 'openapi.json'])
