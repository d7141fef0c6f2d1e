import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { noSuchCall } from '../core/errors.ts'
import { contentPolicy, isApi, isDoctorPage } from './headers.ts'

/** Parcel puts eight hex digits of the content into the names of what never changes again. */
const HASHED = /\.[0-9a-f]{8}\.\w+$/

/** Name of a served file without the ending of its compressed copy. */
const nameOf = (path: string): string => basename(path).replace(/\.(br|gz)$/, '')

/** The page on a doctor's phone, which stands at the address of each link. */
const PHONE = 'phone.html'

/** Hashes of the scripts that stand inside a page, as its policy names them. */
export const inlineScripts = (html: string): string[] =>
  [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/gi)].map(
    ([, text = '']) => `sha256-${createHash('sha256').update(text).digest('base64')}`,
  )

/**
 * The console: built files (those with a hash in their name for ever, the page never from cache), and the page itself
 * for every address that a person may have typed or followed (its router knows what is there). `frames`: origins that the console
 * may show inside a page (`/myiframe`); the page on a doctor's phone shows none. `api` answers what lies
 * below /api all the same: methods that no route was made for end up here.
 */
export async function serveConsole(
  app: FastifyInstance,
  dist: string | undefined,
  frames: readonly string[],
  api: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): Promise<void> {
  const page = dist === undefined ? '' : join(dist, 'index.html')
  const served = page !== '' && existsSync(page)
  const policies = new Map(
    [...(dist === undefined ? [] : ['index.html', PHONE])]
      .map((name) => join(dist ?? '', name))
      .filter((path) => existsSync(path))
      .map((path) => [
        basename(path),
        contentPolicy(inlineScripts(readFileSync(path, 'utf8')), basename(path) === PHONE ? [] : frames),
      ]),
  )
  if (served)
    await app.register(fastifyStatic, {
      root: dist,
      wildcard: true,
      preCompressed: true,
      index: 'index.html',
      cacheControl: false,
      dotfiles: 'ignore',
      setHeaders: (reply, path) => {
        const name = nameOf(path)
        const policy = policies.get(name)
        if (policy) reply.header('content-security-policy', policy)
        if (name === PHONE) {
          // its address holds the token: kept by nobody, passed on to nobody, indexed nowhere
          reply
            .header('cache-control', 'no-store')
            .header('referrer-policy', 'no-referrer')
            .header('x-robots-tag', 'noindex')
          return
        }
        reply.header('cache-control', HASHED.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  // not async: Fastify would wait for the end of an answer that static has waited for already, with listeners for each
  app.setNotFoundHandler((request, reply) => {
    if (isApi(request.url)) return api(request, reply)
    const asksPage =
      (request.method === 'GET' || request.method === 'HEAD') && (request.headers.accept ?? '').includes('text/html')
    if (!asksPage || !served) throw noSuchCall()
    reply.header('cache-control', 'no-cache')
    const name = isDoctorPage(request.url) ? PHONE : 'index.html'
    if (!policies.has(name)) throw noSuchCall()
    // not returned: whoever is waited for by Fastify has one more listener on its end
    reply.sendFile(name)
  })
}
