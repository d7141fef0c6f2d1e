import type { FastifyReply, FastifyRequest } from 'fastify'
import { HEADER } from '../../model/wire/wire.ts'

/**
 * Content security policy of a page. Styles may be inline (styled-components writes them); of scripts inside a page
 * only those that are named here, by the hash of their text. `frames`: origins whose pages may stand inside a page of ours.
 */
export const contentPolicy = (scripts: readonly string[] = [], frames: readonly string[] = []): string =>
  [
    "default-src 'self'",
    ["script-src 'self'", ...scripts.map((hash) => `'${hash}'`)].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    ["frame-src 'self'", ...frames].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

/** Headers of every answer. */
const SECURITY: Readonly<Record<string, string>> = {
  'content-security-policy': contentPolicy(),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
}

/** 180 days. Sent over https only: on plain http browsers ignore it, and an intranet may have no certificate. */
const HSTS = 'max-age=15552000'

/** Returns whether this address belongs to the API, not to the console. */
export const isApi = (url: string): boolean => /^\/api(?:[/?]|$)/.test(url)

/** Returns whether this address is that of a link on a doctor's phone. */
export const isDoctorPage = (url: string): boolean => /^\/d\//.test(url)

/** Addresses whose last part is a token that opens something: it stands in no log. */
const TOKENS = /^\/(d|bdface|getSummaryInvoiceDetail|detailSfe)\/[^?]*/

/** An address as it may be logged: without its query, and without a token that stands in its path. */
export const loggedPath = (url: string): string =>
  (url.split('?', 1)[0] ?? '').replace(/^\/+/, '/').replace(TOKENS, (_, page: string) => `/${page}/***`)

/** The part of an address below /api, without query and trailing slash. */
export const apiPath = (url: string): string => {
  const path = url.split('?', 1)[0] ?? ''
  return path.replace(/^\/api\/?/, '').replace(/\/$/, '')
}

/** Headers of every answer, whatever the result of the request. Nothing under /api is ever kept by a cache. */
export function dress(request: FastifyRequest, reply: FastifyReply): void {
  reply.header(HEADER.request, request.id).headers(SECURITY)
  if (request.protocol === 'https') reply.header('strict-transport-security', HSTS)
  if (isApi(request.url)) reply.header('cache-control', 'no-store')
}
