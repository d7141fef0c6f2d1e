import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { PARTNER_API } from '../../model/administration/partner/shared.ts'
import { AppError } from '../core/errors.ts'
import { apiPath } from './headers.ts'

/** Bodies as they came, of requests that are signed; gone with their request. */
const kept = new WeakMap<FastifyRequest, string>()

/** Whether a request is for the partner API, whose bodies are signed as they come. */
export const isSigned = (request: FastifyRequest): boolean => apiPath(request.url).startsWith(PARTNER_API)

/** Keeps the text of a body that is about to be parsed, where its signature has to be checked. */
export function keepRaw(request: FastifyRequest, text: string): void {
  if (isSigned(request)) kept.set(request, text)
}

const tooLarge = (most: number) =>
  new AppError(413, [`文件不能超过 ${most / 1024 / 1024} MB`, `A file has at most ${most / 1024 / 1024} MB`])

/** The body of a request as it came: the text of a JSON body, the bytes of a file of at most so many. @throws AppError 413 */
export async function rawOf(request: FastifyRequest, most: number): Promise<string | Buffer> {
  const stream = request.body as Readable | undefined
  if (typeof stream?.pipe !== 'function') return kept.get(request) ?? ''
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > most) throw tooLarge(most)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
