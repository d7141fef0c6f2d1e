import { wallClock } from '../../model/values/dates.ts'
import { type ConsoleError, keepError } from '../state/errors.ts'
import { tokens } from './tokens.ts'
import { BASIC } from './transport.ts'

const REPORTS_MAX = 20
let sent = 0
const seen = new Set<string>()

/** Notes an unhandled error and sends it to the server; equal ones once, and never more than a handful a page. */
export function report(type: string, error: unknown, info = ''): void {
  const message = error instanceof Error ? error.message : String(error)
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  const name = `${type} ${message} ${stack.slice(0, 200)}`
  if (seen.has(name) || sent >= REPORTS_MAX) return
  seen.add(name)
  sent++
  console.error(error)
  const entry: ConsoleError = {
    type,
    message: message.slice(0, 1000),
    stack: stack.slice(0, 4000),
    info: info.slice(0, 1000),
    url: location.pathname.slice(0, 500),
    time: wallClock(Date.now()),
  }
  keepError(entry)
  if (!tokens.token()) return
  // Bare fetch: reporting a failure must not depend on what may have failed.
  void fetch('/api/blade-auth/oauth/logout', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: BASIC, 'Blade-Auth': `bearer ${tokens.token()}` },
    body: JSON.stringify([entry]),
    keepalive: true,
  }).catch(() => {})
}

/** Listens for uncaught errors. Returns a function that stops listening. */
export function reportErrors(): () => void {
  const thrown = (event: ErrorEvent) => report('error', event.error ?? event.message)
  const rejected = (event: PromiseRejectionEvent) => report('rejection', event.reason)
  window.addEventListener('error', thrown)
  window.addEventListener('unhandledrejection', rejected)
  return () => {
    window.removeEventListener('error', thrown)
    window.removeEventListener('unhandledrejection', rejected)
  }
}
