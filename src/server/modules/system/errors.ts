import { logError, submitErrors } from '../../../model/system/logs.ts'
import type { RequestContext } from '../../core/context.ts'
import { handleWhole } from '../../records/handle.ts'
import { write } from '../../records/write.ts'

/** Most entries of one call. */
const MOST = 20

const cut = (value: unknown, length: number): string | null =>
  value === null || value === undefined
    ? null
    : (typeof value === 'object' ? JSON.stringify(value) : String(value))
        .slice(0, length)
        .replace(/\p{Surrogate}$/u, '')

/** What browsers told: a list of entries, or one. */
function entriesOf({ body }: RequestContext): Readonly<Record<string, unknown>>[] {
  const sent = Array.isArray(body) ? body : body && typeof body === 'object' ? [body] : []
  return sent
    .slice(0, MOST)
    .filter((x): x is Record<string, unknown> => Boolean(x) && typeof x === 'object' && Object.keys(x).length > 0)
}

/** Keeps what went wrong in a browser as entries of the error log; so many kilobytes a day of a session and a tenant. */
export const errorCalls = [
  handleWhole(submitErrors, async (request) => {
    const entries = entriesOf(request)
    if (entries.length === 0) return null
    const { actor, context, http } = request
    const kilobytes = Math.ceil(Buffer.byteLength(JSON.stringify(entries)) / 1024)
    await context.limiter.consume('errorBytes', `${actor.tenantId} ${actor.sessionId}`, kilobytes)
    await context.limiter.consume('errorBytesOfTenant', actor.tenantId, kilobytes)
    await write(
      request,
      logError,
      { errors: entries },
      async (work) => {
        for (const e of entries)
          await work.insert(logError, {
            code: await work.code(logError),
            serviceId: 'rounds-console',
            exceptionName: cut(e.type ?? 'Error', 200),
            message: cut(e.message ?? e.info, 1000),
            stackTrace: cut(e.stack, 4000),
            requestUri: cut(e.url, 300),
            userAgent: cut(http.headers['user-agent'], 300),
            createBy: actor.account.slice(0, 64),
          })
        await work.flush()
      },
      null,
    )
    return null
  }),
]
