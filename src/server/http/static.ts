import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { noSuchCall } from '../core/errors.ts'
import { isApi } from './headers.ts'

/** Parcel puts eight hex digits of the content into the names of what never changes again. */
const HASHED = /\.[0-9a-f]{8}\.\w+$/

/**
 * The console: built files (those with a hash in their name for ever, the page never from cache), and the page itself
 * for every address that a person may have typed or followed (its router knows what is there). `api` answers what lies
 * below /api all the same: methods that no route was made for end up here.
 */
export async function serveConsole(
  app: FastifyInstance,
  dist: string | undefined,
  api: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): Promise<void> {
  const served = dist !== undefined && existsSync(join(dist, 'index.html'))
  if (served)
    await app.register(fastifyStatic, {
      root: dist,
      wildcard: true,
      index: 'index.html',
      cacheControl: false,
      dotfiles: 'ignore',
      setHeaders: (reply, path) => {
        reply.header('cache-control', HASHED.test(basename(path)) ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  app.setNotFoundHandler(async (request, reply) => {
    if (isApi(request.url)) return api(request, reply)
    const page =
      (request.method === 'GET' || request.method === 'HEAD') && (request.headers.accept ?? '').includes('text/html')
    if (!page || !served) throw noSuchCall()
    return reply.header('cache-control', 'no-cache').sendFile('index.html')
  })
}
