import type { FastifyReply, FastifyRequest } from 'fastify'
import { label } from '../../model/values/label.ts'
import { HEADER } from '../../model/wire/wire.ts'
import type { ServerContext } from '../core/context/context.ts'
import { failed } from '../core/envelope.ts'
import { languageOf } from '../core/params.ts'
import { sqlState } from '../database/values.ts'
import { refusalOf } from './errors.ts'
import { apiPath, dress } from './headers.ts'
import { factsOf, isAborted, noteFault } from './requestLog.ts'
import { allowed } from './router.ts'

/** Longest sentence in both languages that goes into a header, characters as encoded. */
const HEADER_LENGTH_MAX = 2_000

/** When a busy server is worth asking again, seconds, where the refusal does not say. */
const RETRY_AFTER_SECONDS = 2

/**
 * Returns the envelope of any error. What is not a refusal is a fault of the server: answered with the request id,
 * explained in the log only. A client that disconnected while sending is neither, and no answer reaches it.
 */
export function answerFailure(
  context: ServerContext,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): unknown {
  dress(request, reply)
  const language = languageOf(request)
  if (isAborted(request)) {
    context.log.debug('aborted', factsOf(request))
    return reply.code(400).send(failed(400, { zh: '请求未发送完整', en: 'The request was not sent whole' }[language]))
  }
  const refusal = refusalOf(error, language)
  if (!refusal) {
    context.log.error('fault', factsOf(request), error)
    noteFault(context, request, error)
    const text = {
      zh: `服务器异常，请求编号 ${request.id}`,
      en: `Something went wrong on the server, request ${request.id}`,
    }[language]
    return reply.code(500).send(failed(500, text, { requestId: request.id }))
  }
  const { code } = refusal
  // refusals and failures of the database deserve a log line with their cause; a client's slip does not
  const cause = refusal.cause ?? error
  if (sqlState(cause) || (code >= 500 && error !== refusal))
    context.log.warn('refused', { ...factsOf(request), code }, cause)
  if (code === 405) reply.header('allow', allowed(apiPath(request.url)))
  const wait = refusal.retryAfter ?? (code === 429 || code === 503 ? RETRY_AFTER_SECONDS : null)
  if (wait !== null) reply.header('retry-after', String(wait))
  const msg = label(refusal.text, language)
  // both languages are sent so that a message on the screen can follow a change of language
  const both = encodeURIComponent(JSON.stringify(refusal.text))
  if (both.length <= HEADER_LENGTH_MAX) reply.header(HEADER.both, both)
  const body = failed(code, msg, refusal.data)
  // clients of the family judge a token call by its body (wire conventions §5)
  const token = apiPath(request.url).startsWith('blade-auth/oauth/token')
  return reply.code(code).send(token ? { ...body, error: tokenError(code), error_description: msg } : body)
}

/** RFC 6749's word: a client must not take an absent database for a token that is good no more. */
const tokenError = (code: number): string =>
  code === 401 ? 'invalid_client' : code === 429 || code === 503 ? 'temporarily_unavailable' : 'invalid_grant'
