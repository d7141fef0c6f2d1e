import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import Fastify, { type FastifyError, type FastifyInstance } from 'fastify'
import { label } from '../../model/kernel/label.ts'
import { HEADER, ROUNDS } from '../../model/kernel/wire.ts'
import { catalogue } from '../access/catalogue.ts'
import { accessHandlers } from '../access/handlers.ts'
import { sqlState } from '../store/values.ts'
import { cutIdleOnClose } from './connections.ts'
import { failed } from './envelope.ts'
import { refusalOf } from './errors.ts'
import { Events } from './events.ts'
import { health } from './health.ts'
import type { House } from './house.ts'
import { openApiHandler } from './openapi.ts'
import { languageOf } from './params.ts'
import type { Parts } from './parts.ts'
import { allowed, dispatch } from './router.ts'
import { serveConsole } from './static.ts'

/** The largest request body, bytes: a batch of ten thousand rows fits. */
export const BODY_LIMIT = 2 * 1024 * 1024

/** Headers of every answer. Styles may be inline (styled-components writes them); scripts never. */
const SECURITY: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
}

/** A slow request is worth a line even when nothing went wrong, ms. */
const SLOW = 1000

export interface AppOptions {
  /** Folder of the built console; without it only the API is served. */
  readonly dist?: string
}

/** The whole HTTP side: API below /api, the console everywhere else. */
export async function buildApp(house: House, parts: Parts, options: AppOptions = {}): Promise<FastifyInstance> {
  const app = Fastify({
    logger: false,
    bodyLimit: BODY_LIMIT,
    trustProxy: 'loopback',
    return503OnClosing: true,
    forceCloseConnections: 'idle',
    genReqId: (raw) => {
      const given = raw.headers[HEADER.request]
      return typeof given === 'string' && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID()
    },
    frameworkErrors: (error, request, reply) => fail(house, error, request, reply as never),
  })
  readBodies(app)
  // rows repeat their names: the lightest level takes nine tenths off already, in a third of the time
  await app.register(compress, { global: true, threshold: 1400, encodings: ['gzip', 'deflate', 'identity'], zlibOptions: { level: 1 } })
  app.addHook('onRequest', async (request, reply) => {
    reply.header(HEADER.request, request.id).headers(SECURITY)
  })
  app.addHook('onResponse', async (request, reply) => {
    const ms = Math.round(reply.elapsedTime)
    const facts = { requestId: request.id, method: request.method, path: request.url.split('?', 1)[0], status: reply.statusCode, ms, ip: request.ip }
    const worth = reply.statusCode >= 400 || ms > SLOW || request.method === 'POST'
    house.log[worth ? 'info' : 'debug']('request', facts)
  })
  const events = new Events(house)
  const own: Parts = {
    ...parts,
    calls: { ...parts.calls, ...accessHandlers },
    rounds: {
      ...parts.rounds,
      [ROUNDS.catalogue]: { method: 'GET', handler: catalogue },
      [ROUNDS.events]: { method: 'GET', handler: events.handler },
      [ROUNDS.health]: { method: 'GET', handler: health },
      [ROUNDS.openapi]: { method: 'GET', handler: openApiHandler },
    },
  }
  app.addHook('onReady', () => events.start())
  app.addHook('preClose', () => events.stop())
  cutIdleOnClose(app)
  const answer = (request: Request, reply: Reply) => dispatch(house, own, request, reply, () => events.poke())
  app.setErrorHandler((error: FastifyError, request, reply) => fail(house, error, request, reply))
  app.all('/api', answer)
  app.all('/api/*', answer)
  await serveConsole(app, options.dist)
  return app
}

type Request = Parameters<FastifyInstance['errorHandler']>[1]
type Reply = Parameters<FastifyInstance['errorHandler']>[2]

/** Any error as an envelope. What is no refusal is a fault of ours: told with the request id, explained in the log only. */
function fail(house: House, error: unknown, request: Request, reply: Reply): unknown {
  const refusal = refusalOf(error)
  const language = languageOf(request)
  if (!refusal) {
    house.log.error('fault', { requestId: request.id, method: request.method, path: request.url.split('?', 1)[0] }, error)
    const text = { zh: `服务器异常，请求编号 ${request.id}`, en: `Something went wrong on the server, request ${request.id}` }[language]
    return reply.code(500).send(failed(500, text, { requestId: request.id }))
  }
  // what the database refused or could not do is worth a line with its cause; a client's slip is not
  if (sqlState(error) || refusal.code >= 500) house.log.warn('refused', { requestId: request.id, code: refusal.code }, error)
  if (refusal.code === 405) reply.header('allow', allowed(request.url.split('?', 1)[0]?.replace(/^\/api\/?/, '') ?? ''))
  const msg = label(refusal.text, language)
  const body = failed(refusal.code, msg, refusal.data)
  // clients of the family judge a token call by its body (wire conventions §5)
  const token = request.url.startsWith('/api/blade-auth/oauth/token')
  return reply.code(refusal.code).send(token ? { ...body, error: refusal.code === 401 ? 'invalid_client' : 'invalid_grant', error_description: msg } : body)
}

/** JSON and forms. An empty body is no body, whatever its type says: stock clients send such. */
function readBodies(app: FastifyInstance): void {
  const json = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined)
    else json(request, body as string, done)
  })
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    const fields: Record<string, string> = Object.create(null)
    for (const [name, value] of new URLSearchParams(body as string)) fields[name] = name in fields ? `${fields[name]},${value}` : value
    done(null, fields)
  })
}
