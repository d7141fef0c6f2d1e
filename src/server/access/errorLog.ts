import type { Handler } from '../core/context.ts'

/** Entries of one call, and how much of each is kept, characters. */
const MOST = 20
const LENGTH = { message: 1_000, stack: 4_000, url: 500 } as const

/** By characters: half of one could not be kept. */
const cut = (value: unknown, length: number): string =>
  (value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value))
    .slice(0, length)
    .replace(/\p{Surrogate}$/u, '') // half a pair, where the cut went through it: no database keeps that

/**
 * POST logout: browsers upload what went wrong in them (a list, or one entry). Names differ between clients, so several
 * are read; at most 20 entries a call are kept, and of a session and a tenant so many kilobytes a day (429 then). They
 * are kept in a table and in the log, without personal data.
 */
export const keepErrors: Handler = async ({ context, actor, body, http: request }) => {
  const sent = Array.isArray(body) ? body : body && typeof body === 'object' ? [body] : []
  const entries = sent.slice(0, MOST).filter((x): x is Record<string, unknown> => Boolean(x) && typeof x === 'object')
  if (entries.length === 0) return null
  const rows = entries.map((e) => ({
    id: context.id(),
    message: cut(e.message ?? e.info ?? e.err ?? e.type, LENGTH.message),
    stack: cut(e.stack, LENGTH.stack),
    url: cut(e.url, LENGTH.url),
  }))
  const json = JSON.stringify(rows)
  const kilobytes = Math.ceil(Buffer.byteLength(json) / 1024)
  await context.limiter.consume('errorBytes', `${actor.tenantId} ${actor.sessionId}`, kilobytes)
  await context.limiter.consume('errorBytesOfTenant', actor.tenantId, kilobytes)
  await context.db.scoped(
    { tenantId: actor.tenantId },
    {
      text: `insert into "error_log" (tenant_id, id, user_id, account, message, stack, url, user_agent, request_id)
      select $1::text, r.id, $2::bigint, $3::text, r.message, r.stack, r.url, $4::text, $5::text from jsonb_to_recordset($6::jsonb) as r(id bigint, message text, stack text, url text)`,
      values: [
        actor.tenantId,
        actor.userId,
        actor.account,
        cut(request.headers['user-agent'], 300),
        actor.requestId,
        json,
      ],
    },
  )
  context.log.warn('browser errors', {
    requestId: actor.requestId,
    tenant: actor.tenantId,
    count: rows.length,
    first: rows[0]?.message,
    url: rows[0]?.url,
  })
  return null
}
