import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ROUNDS } from '../../model/wire/wire.ts'
import { bearerOf, hashOf, tenantOf } from '../auth/tokens.ts'
import type { ServerContext } from '../core/context/context.ts'
import { AppError, noSuchCall } from '../core/errors.ts'
import { networkOf } from '../core/network.ts'
import type { Admission, Ticket } from './admission.ts'
import { whenEnded } from './ended.ts'
import { apiPath, isApi } from './headers.ts'

const encoded = () =>
  new AppError(
    415,
    ['不支持压缩的请求内容（Content-Encoding）', 'Encoded request bodies (Content-Encoding) are not supported'],
    {
      'content-encoding': 'identity',
    },
  )

/** A body of more than this, or of a length that is not said, is a heavy one, bytes. */
const HEAVY = 256 * 1024

const isHeavy = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > HEAVY

/** The presented token's hash, before anything is looked up; null when there is none. */
function presented(request: FastifyRequest): string | null {
  const token = bearerOf(request.headers['blade-auth'])
  return token && tenantOf(token) !== null ? hashOf(token).toString('base64url') : null
}

/** Tokens kept as proved, most; beyond them the oldest has to prove itself again. */
const PROVED = 20_000

/** Hashes of presented tokens that opened something in this process: only these are counted by themselves. */
const proved = new Set<string>()

/** The token of this request opened something: it is counted by itself, with this use. @throws AppError 429 */
export async function prove(context: ServerContext, request: FastifyRequest): Promise<void> {
  const session = presented(request)
  if (!session || proved.has(session)) return
  const [oldest] = proved
  if (oldest !== undefined && proved.size >= PROVED) proved.delete(oldest)
  proved.add(session)
  await context.limiter.consume('session', session)
}

/**
 * Uses a point: of a proved session, else of the address. A token that proves itself in this very request costs its
 * address none.
 */
async function count(
  context: ServerContext,
  session: string | null,
  address: string,
  answer: ServerResponse,
): Promise<void> {
  if (!session) return context.limiter.consume('stranger', address)
  if (proved.has(session)) return context.limiter.consume('session', session)
  await context.limiter.check('stranger', address)
  whenEnded(answer, () => {
    if (!proved.has(session)) void context.limiter.consume('stranger', address).catch(() => {}) // the next one is refused
  })
}

const tickets = new WeakMap<FastifyRequest, Ticket>()

/** Gives the place of a request back before it is over: a stream stays open for hours and is counted elsewhere. */
export const release = (request: FastifyRequest): void => tickets.get(request)?.leave()

/**
 * Stands before everything: coarse limits of this instance and the number of requests at once, both before a body is
 * read and before any statement. Places are given by the token that is presented, true or not; uses are counted by the
 * token once it has opened something, until then by the address, so that making tokens up gains nothing. Outside /api
 * nothing takes a body. Probes of health pass: they must be answered while everybody else waits.
 */
export function guard(app: FastifyInstance, context: ServerContext, admission: Admission): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!isApi(request.url)) {
      if (request.method !== 'GET' && request.method !== 'HEAD') throw noSuchCall()
      return
    }
    const session = presented(request)
    if (!session && apiPath(request.url) === ROUNDS.health) return
    const address = networkOf(request.ip)
    const ticket = admission.arrive(session ?? `address ${address}`, address, isHeavy(request))
    tickets.set(request, ticket)
    whenEnded(reply.raw, ticket.leave)
    const encoding = request.headers['content-encoding']
    if (encoding !== undefined && !/^\s*(?:identity\s*)?$/i.test(encoding)) {
      reply.header('accept-encoding', 'identity')
      throw encoded()
    }
    await count(context, session, address, reply.raw)
  })
  app.addHook('preHandler', async (request) => {
    await tickets.get(request)?.enter()
  })
}
