import type { FastifyReply, FastifyRequest } from 'fastify'
import { resources, transitionsOf } from '../../model/business.ts'
import { joinedLabels, type Label } from '../../model/values/label.ts'
import { CLAIMS } from '../../model/wire/claim.ts'
import { ROUNDS } from '../../model/wire/wire.ts'
import type { Actor } from '../core/actor.ts'
import type { GenericName } from '../core/context/handlers.ts'
import { type Entry, logged } from '../database/actionLogs.ts'
import type { Route } from './routes.ts'

/** Name of the service in the logs, and how long a read takes that is worth an entry, ms. */
const SERVICE = 'rounds'
const SLOW_MS = 1_000

const GENERIC: Readonly<Partial<Record<GenericName, Label>>> = {
  list: ['查询', 'List of '],
  page: ['查询', 'List of '],
  detail: ['查看', 'Record of '],
  submit: ['保存', 'Saving of '],
  save: ['新增', 'Adding of '],
  add: ['新增', 'Adding of '],
  update: ['修改', 'Editing of '],
  remove: ['删除', 'Deleting of '],
}

const CLAIM_PATHS: readonly string[] = [CLAIMS.take, CLAIMS.release]

/** Label of a route: the title of its call, of its transitions, or of what it does to which records. Pure. */
export function titleOf(route: Route): Label {
  if (route.call) return route.call.title
  const r = resources.get(route.resource ?? '')
  if (!r) return [route.path, route.path]
  const { transitions = [] } = route
  if (transitions.length > 0) {
    const steps = joinedLabels(transitions.map((name): Label => transitionsOf(r.id)[name]?.label ?? [name, name]))
    return [`${r.title[0]}：${steps[0]}`, `${r.title[1]}: ${steps[1]}`]
  }
  const [zh, en] = GENERIC[route.operation ?? 'list'] ?? ['查询', 'List of ']
  return [`${zh}${r.title[0]}`, `${en}${r.title[1].toLowerCase()}`]
}

/**
 * Is a request worth an entry? What writes, hands out a file, comes from a partner's system, was refused or was slow; streams are
 * open for long. Pure.
 */
export function isWorth(route: Route, status: number, ms: number): boolean {
  if (route.path === ROUNDS.events) return false
  // sent every minute by whoever works a queue, and no document
  if (route.writes && CLAIM_PATHS.includes(route.path) && status < 400) return false
  const partner = 'open' in route.access && route.access.open === 'client'
  return route.writes || partner || route.call?.answer.shape === 'download' || status >= 400 || ms > SLOW_MS
}

/** Ids of requests that clients did not make up: nothing of theirs is kept. */
const OWN_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Facts of a request for the log: of the request itself only what the server knows. */
const requestFacts = (request: FastifyRequest, route: Route | undefined, actor: Actor | undefined): Entry['row'] => ({
  serviceId: SERVICE,
  serverIp: request.socket.localAddress?.slice(0, 64) ?? null,
  method: request.method,
  requestUri: route ? `/api/${route.path}`.slice(0, 300) : null,
  userAgent: logged(request.headers['user-agent'], 300),
  remoteIp: request.ip.slice(0, 64),
  methodClass: route?.resource ?? null,
  methodName: (route?.call?.id ?? route?.operation ?? route?.transitions?.join(',') ?? null)?.slice(0, 100) ?? null,
  requestId: OWN_ID.test(request.id) ? request.id : logged(request.id, 64),
  ...(actor ? { createBy: actor.account.slice(0, 64), createUser: actor.userId } : {}),
})

/** The entry of a request that was answered. */
export function requestEntry(
  request: FastifyRequest,
  reply: Pick<FastifyReply, 'statusCode'>,
  {
    route,
    actor,
    ms,
    params,
  }: { readonly route: Route; readonly actor: Actor; readonly ms: number; readonly params?: string | undefined },
): Entry {
  const [title, titleEn] = titleOf(route)
  return {
    log: 'api',
    tenantId: actor.tenantId,
    row: {
      ...requestFacts(request, route, actor),
      type: 2,
      title: title.slice(0, 200),
      titleEn: titleEn.slice(0, 200),
      status: reply.statusCode,
      time: ms,
      ...(params === undefined ? {} : { params }),
    },
  }
}

/** The entry of a fault of the server. */
export function faultEntry(
  request: FastifyRequest,
  error: unknown,
  { route, actor }: { readonly route?: Route | undefined; readonly actor?: Actor | undefined },
): Entry {
  const e = error instanceof Error ? error : new Error(String(error))
  return {
    log: 'error',
    ...(actor ? { tenantId: actor.tenantId } : {}),
    row: {
      ...requestFacts(request, route, actor),
      exceptionName: logged(e.name, 200),
      message: logged(e.message, 1_000),
      stackTrace: logged(e.stack, 4_000),
    },
  }
}
