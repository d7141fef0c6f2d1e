import type { Database } from '../store/database.ts'

/** Five failures lock an account, fifty an address; failures older than the window are forgotten. */
export const LIMITS = { account: 5, ip: 50, minutes: 30 } as const

const keyOf = (text: string): string => text.trim().toLowerCase().slice(0, 100)

/** Is the account or the address locked now? Unknown accounts are counted like known ones. */
export async function isLocked(db: Database, tenantId: string, account: string, ip: string): Promise<boolean> {
  const found = await db.scoped(
    { tenantId },
    {
      name: 'attempt-locked',
      text: `select 1 as one from "login_attempt" where tenant_id = $1 and ((kind = 'account' and key = $2) or (kind = 'ip' and key = $3)) and lock_until > now() limit 1`,
      values: [tenantId, keyOf(account), keyOf(ip)],
    },
  )
  return found.length > 0
}

/**
 * Counts a failure of both. Answers whether the account is locked from now on. The user's own columns (shown to the
 * administrator) follow in the same statement; for an unknown account that part touches no row.
 */
export async function countFailure(db: Database, tenantId: string, account: string, ip: string): Promise<boolean> {
  const window = `interval '${LIMITS.minutes} minutes'`
  const rows = await db.scoped<{ kind: string; locked: boolean }>(
    { tenantId },
    {
      name: 'attempt-count',
      text: `with counted as (
        insert into "login_attempt" as a (tenant_id, kind, key, failures)
        values ($1, 'account', $2, 1), ($1, 'ip', $3, 1)
        on conflict (tenant_id, kind, key) do update set
          failures = case when a.first_time < now() - ${window} then 1 else a.failures + 1 end,
          first_time = case when a.first_time < now() - ${window} then now() else a.first_time end,
          lock_until = case when a.first_time >= now() - ${window}
            and a.failures + 1 >= case a.kind when 'account' then ${LIMITS.account} else ${LIMITS.ip} end then now() + ${window} end
        returning kind, failures, lock_until
      ), shown as (
        update "user" u set login_error_count = c.failures, lock_until = c.lock_until
        from counted c where c.kind = 'account' and u.tenant_id = $1 and u.account = $4 and u.is_deleted = 0
      )
      select kind, lock_until is not null as locked from counted`,
      values: [tenantId, keyOf(account), keyOf(ip), account],
    },
  )
  return rows.some((r) => r.kind === 'account' && r.locked)
}

/** Forgets the account's failures after a success; the address keeps its own. */
export async function forgive(db: Database, tenantId: string, account: string): Promise<void> {
  await db.scoped(
    { tenantId },
    {
      name: 'attempt-forgive',
      text: `with gone as (delete from "login_attempt" where tenant_id = $1 and kind = 'account' and key = $2 returning key)
      update "user" u set login_error_count = 0, lock_until = null from gone where u.tenant_id = $1 and u.account = $3 and u.is_deleted = 0`,
      values: [tenantId, keyOf(account), account],
    },
  )
}

const queues = new Map<string, Promise<unknown>>()

/**
 * One attempt at an account at a time in this process: guesses sent at once are judged one after the other, so that the
 * sixth meets the lock that the fifth made.
 */
export async function inTurn<T>(tenantId: string, account: string, attempt: () => Promise<T>): Promise<T> {
  const key = `${tenantId}\n${keyOf(account)}`
  const turn = (queues.get(key) ?? Promise.resolve()).then(attempt, attempt)
  queues.set(key, turn)
  try {
    return await turn
  } finally {
    if (queues.get(key) === turn) queues.delete(key)
  }
}
