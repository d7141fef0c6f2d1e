import type { Handler } from '../http/house.ts'

const MOST = 50

const cut = (value: unknown, length: number): string =>
  (value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)).slice(0, length)

/**
 * POST logout: browsers upload what went wrong in them (a list, or one entry). Names differ between clients, so several
 * are read; at most 50 entries a call are kept. They stand in a table and in the log, without personal data of ours.
 */
export const keepErrors: Handler = async ({ house, actor, body, request }) => {
  const sent = Array.isArray(body) ? body : body && typeof body === 'object' ? [body] : []
  const entries = sent.filter((x): x is Record<string, unknown> => Boolean(x) && typeof x === 'object').slice(0, MOST)
  if (entries.length === 0) return null
  const rows = entries.map((e) => ({
    id: house.id(),
    message: cut(e.message ?? e.info ?? e.err ?? e.type, 1000),
    stack: cut(e.stack, 20_000),
    url: cut(e.url, 500),
  }))
  await house.db.scoped(
    { tenantId: actor.tenantId },
    {
      text: `insert into "error_log" (tenant_id, id, user_id, account, message, stack, url, user_agent, request_id)
      select $1::text, r.id, $2::bigint, $3::text, r.message, r.stack, r.url, $4::text, $5::text from jsonb_to_recordset($6::jsonb) as r(id bigint, message text, stack text, url text)`,
      values: [actor.tenantId, actor.userId, actor.account, cut(request.headers['user-agent'], 300), actor.requestId, JSON.stringify(rows)],
    },
  )
  house.log.warn('browser errors', { requestId: actor.requestId, tenant: actor.tenantId, count: rows.length, first: rows[0]?.message, url: rows[0]?.url })
  return null
}
