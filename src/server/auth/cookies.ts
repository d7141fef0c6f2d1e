import { parseCookie, stringifySetCookie } from 'cookie'
import type { RequestContext } from '../core/context/context.ts'

/**
 * Cookies the server sets at sign-in. No script sees them, no other site can send them, and they travel to the token
 * endpoint only. None of them signs anybody in to anything else: calls carry the token header.
 */
export const COOKIE = { refresh: 'rounds-refresh-token', device: 'rounds-device' } as const

const PATH = '/api/blade-auth/oauth/token'

/** The value of a cookie of the request, "" when there is none. */
export const cookieOf = (ask: Pick<RequestContext, 'http'>, name: string): string =>
  parseCookie(ask.http.headers.cookie ?? '')[name] ?? ''

/** Sets a cookie for so many seconds; 0 takes it away. Behind https it never travels in clear. */
export function setCookie(
  ask: Pick<RequestContext, 'http' | 'reply'>,
  name: string,
  value: string,
  maxAge: number,
): void {
  const secure = ask.http.protocol === 'https'
  ask.reply.header(
    'set-cookie',
    stringifySetCookie({ name, value, maxAge, path: PATH, httpOnly: true, sameSite: 'strict', secure }),
  )
}
