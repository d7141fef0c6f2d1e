import { createHash, randomBytes } from 'node:crypto'
import type { RequestContext } from '../core/context/context.ts'
import type { Database } from '../core/database.ts'
import { COOKIE, cookieOf, setCookie } from './cookies.ts'

/** Devices kept of a user, and for how long without use. */
export const DEVICES = { most: 10, days: 180 } as const

const sha = (text: string): Buffer => createHash('sha256').update(text).digest()

/** The device cookie as the database keeps it; null when the request brings none. */
function hashOf(ask: Pick<RequestContext, 'http'>): Buffer | null {
  const value = cookieOf(ask, COOKIE.device)
  return /^[0-9A-Za-z_-]{43}$/.test(value) ? sha(value) : null
}

/**
 * Name of the requesting browser among the places of this account, else null. A known browser proves nothing: it only
 * spares its owner the consequences of guesses from elsewhere.
 */
export async function knownDevice(
  db: Database,
  tenantId: string,
  account: string,
  ask: Pick<RequestContext, 'http'>,
): Promise<string | null> {
  const hash = hashOf(ask)
  if (!hash) return null
  const found = await db.scoped(
    { tenantId },
    {
      name: 'device-known',
      text: `select 1 as one from "known_device" d join "user" u on u.tenant_id = d.tenant_id and u.id = d.user_id and u.is_deleted = 0
        where d.tenant_id = $1 and d.hash = $2 and u.account = $3 and d.last_use > now() - interval '${DEVICES.days} days'`,
      values: [tenantId, hash, account],
    },
  )
  return found.length > 0 ? hash.toString('base64url').slice(0, 32) : null
}

/**
 * Remembers the browser that has just signed in. A cookie that is known already (of this user, or of a colleague at the
 * same desk) is kept; one that the server has not issued is not accepted. The oldest beyond ten are forgotten.
 */
export async function rememberDevice(request: RequestContext, tenantId: string, userId: string): Promise<void> {
  const given = hashOf(request)
  const fresh = randomBytes(32).toString('base64url')
  const kept = await request.context.db.transaction({ tenantId }, async (tx) => {
    const known = given
      ? await tx.query('select 1 as one from "known_device" where tenant_id = $1 and hash = $2 limit 1', [
          tenantId,
          given,
        ])
      : []
    await tx.query(
      `insert into "known_device" (tenant_id, user_id, hash) values ($1, $2, $3)
       on conflict (tenant_id, user_id, hash) do update set last_use = now()`,
      [tenantId, userId, known.length > 0 ? given : sha(fresh)],
    )
    await tx.query(
      `delete from "known_device" where tenant_id = $1 and user_id = $2 and hash in
        (select hash from "known_device" where tenant_id = $1 and user_id = $2 order by last_use desc, hash offset ${DEVICES.most})`,
      [tenantId, userId],
    )
    return known.length > 0
  })
  setCookie(request, COOKIE.device, kept ? cookieOf(request, COOKIE.device) : fresh, DEVICES.days * 86_400)
}
