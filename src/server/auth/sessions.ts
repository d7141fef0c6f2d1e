import type { ServerContext } from '../core/context/context.ts'
import type { Tx } from '../core/database.ts'
import { tenantStands } from '../core/tenantStands.ts'
import { recordSecurityEventIn } from '../writing/unitOfWork/securityEvents.ts'
import { hashOf, newPair, newSalt, nextPair, type Pair, tenantOf } from './tokens.ts'
import { isInForce, worksFor } from './users.ts'

/** Seconds a superseded pair stays good. */
export const GRACE = 30

/** A pair of tokens with the seconds until they expire. */
export interface Granted extends Pair {
  readonly expiresIn: number
  readonly refreshExpiresIn: number
  readonly userId: string
  readonly tenantId: string
}

/**
 * The client and the lifetimes of its tokens, from the client's row (wire conventions: lifetimes come from the client).
 */
export interface Bearer {
  readonly id: string
  readonly access: number
  readonly refresh: number
}

/** Longest duration of a session from its sign-in, seconds, whatever is refreshed. */
const lifeOf = (context: ServerContext): number => context.config.sessionHours * 3600

/** Stores a pair. No token outlives its session. Returns the seconds until they expire. */
async function keep(tx: Tx, context: ServerContext, sessionId: string, generation: number, pair: Pair, life: Bearer) {
  const kept = await tx.query<{ kind: string; seconds: number }>(
    `insert into "session_token" (tenant_id, hash, session_id, kind, generation, expires)
     select s.tenant_id, v.hash, s.id, v.kind, $3::int, least(now() + make_interval(secs => v.life), s.create_time + make_interval(secs => $8))
     from "session" s, (values ('a', $4::bytea, $5::double precision), ('r', $6::bytea, $7::double precision)) as v (kind, hash, life)
     where s.tenant_id = $1 and s.id = $2
     returning kind, floor(extract(epoch from expires - now()))::int as seconds`,
    [
      tx.tenantId,
      sessionId,
      generation,
      hashOf(pair.access),
      life.access,
      hashOf(pair.refresh),
      life.refresh,
      lifeOf(context),
    ],
  )
  const seconds = (kind: string) => kept.find((k) => k.kind === kind)?.seconds ?? 0
  return { expiresIn: seconds('a'), refreshExpiresIn: seconds('r') }
}

/**
 * A new session of a user who has just proved to know the password that is kept as `hash`; null where another one has
 * taken its place since, or their company was disabled: either ends the sessions that are there, and none comes after it.
 */
export async function startSession(
  context: ServerContext,
  who: { tenantId: string; userId: string; hash: string; clientId: string; ip: string; userAgent: string },
  life: Bearer,
): Promise<Granted | null> {
  const pair = newPair(who.tenantId)
  const id = context.id()
  return context.db.transaction({ tenantId: who.tenantId }, async (tx) => {
    if (!(await isInForce(tx, who)) || !(await worksFor(tx, who.tenantId, who.userId))) return null
    await tx.query(
      'insert into "session" (tenant_id, id, user_id, client_id, remote_ip, user_agent) values ($1, $2, $3, $4, $5, $6)',
      [who.tenantId, id, who.userId, who.clientId, who.ip.slice(0, 64), who.userAgent.slice(0, 300)],
    )
    return { ...pair, ...(await keep(tx, context, id, 0, pair, life)), userId: who.userId, tenantId: who.tenantId }
  })
}

interface Found {
  session_id: string
  user_id: string
  client_id: string
  generation: number
  current: number
  salt: Buffer | null
  good: boolean
  ended: boolean
}

const find = async (tx: Tx, context: ServerContext, refresh: string): Promise<Found | undefined> => {
  const [found] = await tx.query<Found>(
    `select t.session_id, s.user_id, s.client_id, t.generation, s.generation as current, t.salt,
       s.ended_time is not null or s.create_time + make_interval(secs => $3) <= now() as ended,
       t.expires > now() and (t.grace_until is null or t.grace_until > now()) as good
     from "session_token" t join "session" s on s.tenant_id = t.tenant_id and s.id = t.session_id
     where t.tenant_id = $1 and t.hash = $2 and t.kind = 'r' for update of s`,
    [tx.tenantId, hashOf(refresh), lifeOf(context)],
  )
  return found
}

/**
 * Trades a refresh token for the pair that follows. Whoever presents the same token within the grace gets the same
 * pair, so that tabs racing cause one rotation. A token presented after its grace was stolen, by whoever came first or
 * now:
 * the whole session ends. Another client than the one it was given to gets nothing and ends nothing. Returns null when
 * the token is good for nothing.
 */
export async function refreshSession(context: ServerContext, refresh: string, client: Bearer): Promise<Granted | null> {
  const tenantId = tenantOf(refresh)
  if (tenantId === null) return null
  return context.db.transaction({ tenantId }, async (tx) => {
    const found = await find(tx, context, refresh)
    if (!found || found.ended || found.client_id !== client.id) return null
    if (!found.good) {
      if (found.generation < found.current) await endReplayed(context, tx, found)
      return null
    }
    if (found.generation === found.current) return rotate(tx, context, found, refresh, client)
    return follow(tx, found, refresh)
  })
}

async function rotate(tx: Tx, context: ServerContext, found: Found, refresh: string, client: Bearer): Promise<Granted> {
  const salt = newSalt()
  const pair = nextPair(refresh, salt)
  await tx.query('update "session" set generation = generation + 1 where tenant_id = $1 and id = $2', [
    tx.tenantId,
    found.session_id,
  ])
  await tx.query(
    `update "session_token" set grace_until = now() + make_interval(secs => $4), salt = case when kind = 'r' then $5::bytea end
     where tenant_id = $1 and session_id = $2 and generation = $3`,
    [tx.tenantId, found.session_id, found.generation, GRACE, salt],
  )
  const lives = await keep(tx, context, found.session_id, found.generation + 1, pair, client)
  return { ...pair, ...lives, userId: found.user_id, tenantId: String(tx.tenantId) }
}

/** Walks from a spent token to the pair in force, each step made again from the step before and its salt. */
async function follow(tx: Tx, found: Found, refresh: string): Promise<Granted | null> {
  const salts = await tx.query<{ salt: Buffer }>(
    `select salt from "session_token" where tenant_id = $1 and session_id = $2 and kind = 'r' and generation >= $3 and salt is not null order by generation`,
    [tx.tenantId, found.session_id, found.generation],
  )
  let pair: Pair = { access: '', refresh }
  for (const { salt } of salts) pair = nextPair(pair.refresh, salt)
  const [left] = await tx.query<{ access: number; refresh: number }>(
    `select floor(extract(epoch from a.expires - now()))::int as access, floor(extract(epoch from r.expires - now()))::int as refresh
     from "session_token" a join "session_token" r on r.tenant_id = a.tenant_id and r.hash = $3
     where a.tenant_id = $1 and a.hash = $2 and a.grace_until is null and a.expires > now()`,
    [tx.tenantId, hashOf(pair.access), hashOf(pair.refresh)],
  )
  if (!left) return null
  return {
    ...pair,
    expiresIn: left.access,
    refreshExpiresIn: left.refresh,
    userId: found.user_id,
    tenantId: String(tx.tenantId),
  }
}

const endById = (tx: Tx, id: string, why: string) =>
  tx.query(
    'update "session" set ended_time = now(), ended_why = $3 where tenant_id = $1 and id = $2 and ended_time is null',
    [tx.tenantId, id, why],
  )

/** A refresh token was used twice, so it may have been copied. The session ends and administrators hear of it. */
async function endReplayed(context: ServerContext, tx: Tx, found: Found): Promise<void> {
  await endById(tx, found.session_id, 'replay')
  const [who] = await tx.query<{ account: string }>('select account from "user" where tenant_id = $1 and id = $2', [
    tx.tenantId,
    found.user_id,
  ])
  const account = who?.account ?? found.user_id
  await recordSecurityEventIn(context, tx, {
    kind: 'tokenReplay',
    subject: account,
    detail: [
      `账号 ${account} 的刷新令牌在更换之后再次被使用，可能已泄露；该会话已结束`,
      `A refresh token of ${account} was used again after it had been replaced and may be stolen; its session was ended`,
    ],
  })
}

/** Ends the session an access or refresh token belongs to; an unknown token ends nothing. Idempotent. */
export async function endSession(context: ServerContext, token: string, why: string): Promise<void> {
  const tenantId = tenantOf(token)
  if (tenantId === null) return
  await context.db.scoped(
    { tenantId },
    {
      name: 'session-end',
      text: `update "session" s set ended_time = now(), ended_why = $3 from "session_token" t
      where t.tenant_id = $1 and t.hash = $2 and s.tenant_id = t.tenant_id and s.id = t.session_id and s.ended_time is null`,
      values: [tenantId, hashOf(token), why],
    },
  )
}

/**
 * Ends every session of a user (password changed or reset) but the one that is to stay: the next request of each is
 * refused.
 */
export const endSessionsOf = (tx: Tx, userId: string, why: string, but = '0') =>
  tx.query(
    'update "session" set ended_time = now(), ended_why = $3 where tenant_id = $1 and user_id = $2 and ended_time is null and id <> $4',
    [tx.tenantId, userId, why, but],
  )

/** Ends sessions of tenants that are over, deletes expired tokens and sessions. Runs hourly as the owner of the tables. */
export async function sweepSessions(context: ServerContext): Promise<void> {
  await context.db.owner(async (tx) => {
    // a tenant that is prolonged later begins with new sign-ins
    await tx.query(
      `update "session" s set ended_time = now(), ended_why = 'tenant over' from "tenant" e
       where e.code = s.tenant_id and s.ended_time is null and not (${tenantStands('e')})`,
    )
    await tx.query(`delete from "session_token" where expires < now() - interval '1 day'`)
    await tx.query(`delete from "client_token" where expires < now()`)
    await tx.query(
      `delete from "session" s where create_time < now() - interval '1 day' and not exists
       (select 1 from "session_token" t where t.tenant_id = s.tenant_id and t.session_id = s.id)`,
    )
    await tx.query(`delete from "login_attempt" where last_time < now() - interval '1 day'`)
    await tx.query(`delete from "known_device" where last_use < now() - interval '180 days'`)
    await tx.query(`delete from "moved_total" where asked_time < now() - interval '1 day'`)
    await tx.query('delete from "captcha" where expires < now()')
    await tx.query('delete from "captcha_wanted" where expires < now()')
    await tx.query('delete from "rate_limit" where expire < now()')
  })
}
