import { timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PartnerScope } from '../../model/administration/access/partnerScopes.ts'
import { isId } from '../../model/language/derived/validate.ts'
import { LARGEST } from '../../model/language/fields/fileTypes.ts'
import { HEADER } from '../../model/wire/wire.ts'
import { boundTo, type PartnerClient, partnerClientOf } from '../auth/partnerClients.ts'
import { bearerOf } from '../auth/tokens.ts'
import type { Handler, ServerContext } from '../core/context/context.ts'
import { answered } from '../core/envelope.ts'
import { AppError, forbidden, signInFirst } from '../core/errors.ts'
import { bodyOf, languageOf, paramsOf, queryOf, textParam } from '../core/params.ts'
import { runAs } from '../database/embedded/turnQueue.ts'
import { signatureOf } from '../ports/http.ts'
import { prove } from './guard.ts'
import { maskedParams } from './partnerLog.ts'
import { rawOf } from './rawBody.ts'
import { noteActor, noteParams } from './requestLog.ts'
import type { Route } from './routes.ts'

/** How far the time of a request may be from the server's, seconds. */
const AWAY = 300

const unsigned = () =>
  new AppError(401, ['缺少签名或签名不正确', 'The signature is missing, or it is another one'], {
    [HEADER.signature]: '不正确',
  })
const late = () =>
  new AppError(401, ['请求时间与服务器相差超过 5 分钟', 'The time of the request is more than 5 minutes away'], {
    [HEADER.time]: '相差过大',
  })

const otherType = () =>
  new AppError(415, ['不支持当前媒体类型', 'This media type is not supported'], { 'content-type': '不支持' })

/** Refuses a body of another type than the call takes: what is signed is what is read. @throws AppError 415 */
function checkType(request: FastifyRequest, bytes: boolean): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  const type = headerOf(request, 'content-type').split(';')[0]?.trim().toLowerCase()
  if (type !== (bytes ? 'application/octet-stream' : 'application/json')) throw otherType()
}

const headerOf = (request: FastifyRequest, name: string): string => {
  const value = request.headers[name]
  return typeof value === 'string' ? value : ''
}

/**
 * Refuses what the client did not sign: HMAC-SHA256 with its secret over time, method, path with query, and body as they came, as
 * this server signs what it asks of partners.
 * @throws AppError 401
 */
export function checkSignature(request: FastifyRequest, secret: string, body: string | Buffer, now: number): void {
  const time = headerOf(request, HEADER.time)
  const given = Buffer.from(headerOf(request, HEADER.signature), 'hex')
  const expected = Buffer.from(signatureOf(secret, time, request.method, request.url, body), 'hex')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw unsigned()
  if (!/^\d{1,12}$/.test(time) || Math.abs(Number(time) - now / 1000) > AWAY) throw late()
}

/** The company that a call names; "" for none. @throws AppError 400 for what is no id */
function companyNamed(params: Readonly<Record<string, unknown>>): string {
  const named = textParam(params, 'entrustedCompanyId').trim()
  if (named !== '' && !isId(named))
    throw new AppError(400, ['委托企业编号无效', 'This is no id of a company'], { entrustedCompanyId: '无效' })
  return named
}

const allows = ({ scopes }: PartnerClient, scope: string | undefined): boolean =>
  scope === undefined || scopes.has(scope as PartnerScope)

/**
 * Answers a call of a partner's system (domain §13): token of a client → signature → limit → scope → company → handler → envelope.
 * Every step refuses what it is not sure of. The log has a row of each call from the moment that its token is known.
 */
export async function partnerCall(
  context: ServerContext,
  route: Route,
  handler: Handler,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { call } = route
  const token = bearerOf(request.headers['blade-auth'])
  if (!call || !token) throw signInFirst()
  const language = languageOf(request)
  const client = await partnerClientOf(context, token, language, request.id)
  if (!client) throw signInFirst()
  noteActor(request, client.actor)
  await prove(context, request)
  checkType(request, call.upload === 'bytes')
  const raw = await rawOf(request, LARGEST.file)
  checkSignature(request, client.secret, raw, Date.now())
  await context.limiter.consume('partner', `${client.actor.tenantId} ${client.actor.userId}`)
  const query = queryOf(request)
  const body = typeof raw === 'string' ? bodyOf(request) : raw
  const params = paramsOf(query, typeof raw === 'string' ? body : undefined)
  noteParams(request, maskedParams(call, params))
  if (!allows(client, call.scope)) throw forbidden()
  const asks = Boolean(call.query?.entrustedCompanyId ?? call.body?.entrustedCompanyId)
  const actor = boundTo(client, companyNamed(params), asks)
  const given = { context, actor, query, body, params, http: request, reply }
  const data = await runAs(actor.sessionId, () => handler(given))
  return reply.sent ? reply : answered(data, language, route.writes)
}
