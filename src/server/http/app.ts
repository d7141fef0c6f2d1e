import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { HEADER } from '../../model/wire/wire.ts'
import type { Handler, ServerContext } from '../core/context/context.ts'
import { catalogue, names } from '../domains/administration/access/catalogue.ts'
import { Admission, ROOM, type Room } from './admission.ts'
import { BODY_LIMIT, readBodies } from './bodies.ts'
import { answerClientError, watchAnswers } from './clientErrors.ts'
import { cutIdleOnClose } from './connections.ts'
import { CHECK, Events } from './events.ts'
import { answerFailure } from './failure.ts'
import { guard } from './guard.ts'
import { dress } from './headers.ts'
import { health } from './health.ts'
import { openApiHandler } from './openapi/openapi.ts'
import type { FrontId, Parts } from './parts.ts'
import { logRequests } from './requestLog.ts'
import { dispatch } from './router.ts'
import { serveConsole } from './static.ts'
import { CONNECTIONS, TIMES, type Times, timeOptions } from './times.ts'

export interface AppOptions {
  /** Folder of the built console; without it only the API is served. */
  readonly dist?: string
  /** How long clients may take; tests give shorter ones. */
  readonly times?: Partial<Times>
  /** How many requests at once; tests give less room. */
  readonly room?: Partial<Room>
  /** How often open event streams are checked, ms; tests wait for it. */
  readonly check?: number
}

/** The whole HTTP side: API below /api, the console everywhere else. */
export async function buildApp(
  context: ServerContext,
  parts: Parts,
  options: AppOptions = {},
): Promise<FastifyInstance> {
  const fail = (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
    answerFailure(context, error, request, reply)
  const app = Fastify({
    ...timeOptions({ ...TIMES, ...options.times }),
    logger: false,
    bodyLimit: BODY_LIMIT,
    trustProxy: context.config.trustProxy,
    return503OnClosing: true,
    forceCloseConnections: 'idle',
    genReqId: (raw) => {
      const given = raw.headers[HEADER.request]
      return typeof given === 'string' && /^[\w-]{1,64}$/.test(given) ? given : randomUUID()
    },
    frameworkErrors: (error, request, reply) => fail(error, request, reply as never),
    clientErrorHandler: answerClientError,
  })
  app.server.maxConnections = CONNECTIONS
  watchAnswers(app.server)
  await readBodies(app)
  // the lightest level takes four fifths off a list already, in a third of the time; what is short is packed at once,
  // for the streams around a packer cost more than the packing. Bodies of requests are never unpacked: two megabytes of
  // nothing pack into two kilobytes
  await app.register(compress, {
    global: true,
    globalDecompression: false,
    threshold: 1400,
    syncThreshold: 64 * 1024,
    encodings: ['gzip', 'deflate', 'identity'],
    zlibOptions: { level: 1 },
  })
  app.addHook('onRequest', async (request, reply) => dress(request, reply))
  logRequests(app, context)
  guard(app, context, new Admission({ ...ROOM, ...options.room }))
  const events = new Events(context, options.check ?? CHECK)
  const front: Readonly<Record<FrontId, Handler>> = {
    'rounds.catalogue': catalogue,
    'rounds.names': names,
    'rounds.events': events.handler,
    'rounds.health': health,
    'rounds.openapi': openApiHandler,
  }
  const own: Parts = {
    ...parts,
    rounds: { ...parts.rounds, ...front },
  }
  app.addHook('onReady', () => events.start())
  app.addHook('preClose', () => events.stop())
  cutIdleOnClose(app)
  const answer = (request: FastifyRequest, reply: FastifyReply) =>
    dispatch(context, own, request, reply, () => events.poke())
  app.setErrorHandler((error: FastifyError, request, reply) => fail(error, request, reply))
  app.all('/api', answer)
  app.all('/api/*', answer)
  await serveConsole(app, options.dist, context.config.frameHosts ?? [], answer)
  return app
}
