import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../core/errors.ts'
import { isSigned, keepRaw } from './rawBody.ts'

/** The largest request body, bytes: a batch of ten thousand rows fits. */
export const BODY_LIMIT = 2 * 1024 * 1024

/**
 * JSON and forms; the bytes of a file for the partner API alone; other files only where a call takes them, read by its handler after every check (router.ts). An empty body
 * is no body, whatever its type says: stock clients send such.
 */
export async function readBodies(app: FastifyInstance): Promise<void> {
  const json = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    keepRaw(request, body as string)
    if (body.length === 0) done(null, undefined)
    else json(request, body as string, done)
  })
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    const fields: Record<string, string> = Object.create(null)
    for (const [name, value] of new URLSearchParams(body as string))
      fields[name] = name in fields ? `${fields[name]},${value}` : value
    done(null, fields)
  })
  // read by whoever checks its signature, after the token (rawBody.ts)
  app.addContentTypeParser('application/octet-stream', (request, payload, done) => {
    if (isSigned(request)) done(null, payload)
    else done(new AppError(415, ['不支持当前媒体类型', 'This media type is not supported']))
  })
  await app.register(multipart, { limits: { files: 1, fields: 5, fieldSize: 1024, parts: 6, headerPairs: 20 } })
}
