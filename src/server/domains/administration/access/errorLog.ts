import type { Handler, RequestContext } from '../../../core/context/context.ts'
import { type Entry, logged, writeEntries } from '../../../database/actionLogs.ts'

/** Entries of one call, and how much of each is kept, characters. */
const ENTRIES_PER_CALL_MAX = 20
const LENGTH = { message: 1_000, stack: 4_000, url: 300 } as const

/** Entries that browsers report: a list or a single entry. Names differ between clients, so several are read. */
function entriesOf({ body, actor, http }: RequestContext): Entry[] {
  const sent = Array.isArray(body) ? body : body && typeof body === 'object' ? [body] : []
  return sent
    .slice(0, ENTRIES_PER_CALL_MAX)
    .filter((x): x is Record<string, unknown> => Boolean(x) && typeof x === 'object' && Object.keys(x).length > 0)
    .map((e) => ({
      log: 'error',
      tenantId: actor.tenantId,
      row: {
        serviceId: 'rounds-console',
        exceptionName: logged(e.type ?? 'Error', 200),
        message: logged(e.message ?? e.info ?? e.err ?? e.type, LENGTH.message),
        stackTrace: logged(e.stack, LENGTH.stack),
        // without its query, which holds what was looked for
        requestUri: logged(e.url, LENGTH.url)?.split('?', 1)[0] ?? null,
        userAgent: logged(http.headers['user-agent'], 300),
        remoteIp: http.ip.slice(0, 64),
        createBy: actor.account.slice(0, 64),
        createUser: actor.userId,
      },
    }))
}

/**
 * Keeps what went wrong in a browser in the error log: at most 20 entries a call, and of a session and a tenant so many
 * kilobytes a day (429 then); without numbers of persons.
 */
export const keepErrors: Handler = async (request) => {
  const entries = entriesOf(request)
  if (entries.length === 0) return null
  const { context, actor } = request
  const kilobytes = Math.ceil(Buffer.byteLength(JSON.stringify(entries.map((e) => e.row))) / 1024)
  await context.limiter.consume('errorBytes', `${actor.tenantId} ${actor.sessionId}`, kilobytes)
  await context.limiter.consume('errorBytesOfTenant', actor.tenantId, kilobytes)
  await writeEntries(context, entries)
  context.log.warn('browser errors', {
    requestId: actor.requestId,
    tenant: actor.tenantId,
    count: entries.length,
    first: entries[0]?.row.message,
    url: entries[0]?.row.requestUri,
  })
  return null
}
