import type { House } from '../http/house.ts'
import type { Tx } from '../store/database.ts'
import { hashOf, newPair, newSalt, nextPair, type Pair, tenantOf } from './tokens.ts'

/** Seconds: an access token, a refresh token, and how long the superseded pair stays good. */
export const LIFE = { access: 3600, refresh: 604_800, grace: 30 } as const

/** A pair with the seconds its access token still lives. */
export interface Granted extends Pair {
  readonly expiresIn: number
  readonly userId: string
  readonly tenantId: string
}

/** What a client may keep tokens for, from its row (wire conventions: lifetimes come from the client). */
export interface Lifetimes {
  readonly access: number
  readonly refresh: number
}

async function keep(tx: Tx, sessionId: string, generation: number, pair: Pair, life: Lifetimes): Promise<void> {
  await tx.query(
    `insert into "session_token" (tenant_id, hash, session_id, kind, generation, expires)
     values ($1, $2, $3, 'a', $4, now() + make_interval(secs => $6)), ($1, $5, $3, 'r', $4, now() + make_interval(secs => $7))`,
    [tx.tenantId, hashOf(pair.access), sessionId, generation, hashOf(pair.refresh), life.access, life.refresh],
  )
}

/** A new session of a user who has just proved who he is. */
export async function startSession(
  house: House,
  who: { tenantId: string; userId: string; clientId: string; ip: string; userAgent: string },
  life: Lifetimes,
): Promise<Granted> {
  const pair = newPair(who.tenantId)
  const id = house.id()
  await house.db.transaction({ tenantId: who.tenantId }, async (tx) => {
    await tx.query('insert into "session" (tenant_id, id, user_id, client_id, remote_ip, user_agent) values ($1, $2, $3, $4, $5, $6)', [
      who.tenantId,
      id,
      who.userId,
      who.clientId,
      who.ip.slice(0, 64),
      who.userAgent.slice(0, 300),
    ])
    await keep(tx, id, 0, pair, life)
  })
  return { ...pair, expiresIn: life.access, userId: who.userId, tenantId: who.tenantId }
}

interface Found {
  session_id: string
  user_id: string
  generation: number
  current: number
  salt: Buffer | null
  good: boolean
  ended: boolean
}

const find = async (tx: Tx, refresh: string): Promise<Found | undefined> => {
  const [found] = await tx.query<Found>(
    `select t.session_id, s.user_id, t.generation, s.generation as current, t.salt, s.ended_time is not null as ended,
       t.expires > now() and (t.grace_until is null or t.grace_until > now()) as good
     from "session_token" t join "session" s on s.tenant_id = t.tenant_id and s.id = t.session_id
     where t.tenant_id = $1 and t.hash = $2 and t.kind = 'r' for update of s`,
    [tx.tenantId, hashOf(refresh)],
  )
  return found
}

/**
 * Trades a refresh token for the pair that follows. Whoever presents the same token within the grace gets the same pair,
 * so that tabs racing cause one rotation. A token presented after its grace was stolen, by whoever came first or now:
 * the whole session ends. Answers null when the token is good for nothing.
 */
export async function refreshSession(house: House, refresh: string, life: Lifetimes): Promise<Granted | null> {
  const tenantId = tenantOf(refresh)
  if (tenantId === null) return null
  return house.db.transaction({ tenantId }, async (tx) => {
    const found = await find(tx, refresh)
    if (!found || found.ended) return null
    if (!found.good) {
      if (found.generation < found.current) await endById(tx, found.session_id, 'replay')
      return null
    }
    if (found.generation === found.current) return rotate(tx, found, refresh, life)
    return follow(tx, found, refresh)
  })
}

async function rotate(tx: Tx, found: Found, refresh: string, life: Lifetimes): Promise<Granted> {
  const salt = newSalt()
  const pair = nextPair(refresh, salt)
  await tx.query('update "session" set generation = generation + 1 where tenant_id = $1 and id = $2', [tx.tenantId, found.session_id])
  await tx.query(
    `update "session_token" set grace_until = now() + make_interval(secs => $4), salt = case when kind = 'r' then $5::bytea end
     where tenant_id = $1 and session_id = $2 and generation = $3`,
    [tx.tenantId, found.session_id, found.generation, LIFE.grace, salt],
  )
  await keep(tx, found.session_id, found.generation + 1, pair, life)
  return { ...pair, expiresIn: life.access, userId: found.user_id, tenantId: String(tx.tenantId) }
}

/** Walks from a spent token to the pair in force, each step made again from the step before and its salt. */
async function follow(tx: Tx, found: Found, refresh: string): Promise<Granted | null> {
  const salts = await tx.query<{ salt: Buffer }>(
    `select salt from "session_token" where tenant_id = $1 and session_id = $2 and kind = 'r' and generation >= $3 and salt is not null order by generation`,
    [tx.tenantId, found.session_id, found.generation],
  )
  let pair: Pair = { access: '', refresh }
  for (const { salt } of salts) pair = nextPair(pair.refresh, salt)
  const [left] = await tx.query<{ seconds: number }>(
    'select floor(extract(epoch from expires - now()))::int as seconds from "session_token" where tenant_id = $1 and hash = $2 and grace_until is null',
    [tx.tenantId, hashOf(pair.access)],
  )
  if (!left) return null
  return { ...pair, expiresIn: left.seconds, userId: found.user_id, tenantId: String(tx.tenantId) }
}

const endById = (tx: Tx, id: string, why: string) =>
  tx.query('update "session" set ended_time = now(), ended_why = $3 where tenant_id = $1 and id = $2 and ended_time is null', [tx.tenantId, id, why])

/** Ends the session an access or refresh token belongs to; a token nobody knows ends nothing. Never fails twice. */
export async function endSession(house: House, token: string, why: string): Promise<void> {
  const tenantId = tenantOf(token)
  if (tenantId === null) return
  await house.db.scoped(
    { tenantId },
    {
      name: 'session-end',
      text: `update "session" s set ended_time = now(), ended_why = $3 from "session_token" t
      where t.tenant_id = $1 and t.hash = $2 and s.tenant_id = t.tenant_id and s.id = t.session_id and s.ended_time is null`,
      values: [tenantId, hashOf(token), why],
    },
  )
}

/** Ends every session of a user (disabled, password reset): the next request of each is refused. */
export const endSessionsOf = (tx: Tx, userId: string, why: string) =>
  tx.query('update "session" set ended_time = now(), ended_why = $3 where tenant_id = $1 and user_id = $2 and ended_time is null', [tx.tenantId, userId, why])

/** Throws away what nobody can use any more. Owner's work, hourly. */
export async function sweepSessions(house: House): Promise<void> {
  await house.db.owner(async (tx) => {
    await tx.query(`delete from "session_token" where expires < now() - interval '1 day'`)
    await tx.query(
      `delete from "session" s where create_time < now() - interval '1 day' and not exists
       (select 1 from "session_token" t where t.tenant_id = s.tenant_id and t.session_id = s.id)`,
    )
    await tx.query(`delete from "login_attempt" where first_time < now() - interval '1 day' and (lock_until is null or lock_until < now())`)
    await tx.query('delete from "captcha" where expires < now()')
    await tx.query(`delete from "error_log" where create_time < now() - interval '180 days'`)
  })
}

/** Which of these sessions are still good, each with the version of the tenant's access. For streams, which ask no more. */
export async function liveSessions(house: House, tenantId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await house.db.scoped<{ id: string; version: string }>(
    { tenantId },
    {
      name: 'sessions-live',
      text: `select s.id, coalesce(v.version, 0)::text as version from "session" s
      join "user" u on u.tenant_id = s.tenant_id and u.id = s.user_id and u.status = 1 and u.is_deleted = 0
      left join "access_version" v on v.tenant_id = s.tenant_id
      where s.tenant_id = $1 and s.id = any($2::bigint[]) and s.ended_time is null and exists (select 1 from "session_token" t
        where t.tenant_id = s.tenant_id and t.session_id = s.id and t.kind = 'r' and t.grace_until is null and t.expires > now())`,
      values: [tenantId, [...ids]],
    },
  )
  return new Map(rows.map((r) => [r.id, r.version]))
}
