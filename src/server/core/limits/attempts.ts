import type { Database, Tx } from '../database.ts'
import { networkOf } from '../network.ts'

/** Seconds a pair waits after its first, second, third … failure; the last one goes for all after it. */
export const LADDER = [0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900] as const

/**
 * The longest wait of who solved a captcha, seconds: strangers at the same address cannot keep anybody out for longer.
 */
export const SOLVED_WAIT = 30

/** Failures within the window from which on an account, or an address, is being guessed at. */
export const GUESSING = { account: 10, address: 50, minutes: 30 } as const

/** Attempt to sign in: an account (known or not) at a place. */
export interface Attempt {
  readonly tenantId: string
  /** As it was typed. */
  readonly account: string
  readonly address: string
  /** A device that is known for this account is a place of its own. */
  readonly device: string | null
  /** So is an address, once more, for who solved a captcha while the pair had to wait. */
  readonly solved?: boolean
  /**
   * The session that gives a wrong password instead, changing it: a place that counts towards nothing else, so that the
   * mistakes of who is signed in already change nothing for signing in.
   */
  readonly session?: string
  /**
   * A one-time code instead of a password: counted for its account wherever it is typed, and towards nothing else. Only
   * who is signed in to the account can make it wait.
   */
  readonly oneTimeCode?: true
}

/** State of a pair: seconds it has to wait, failures of the account and of the address within the window. */
export interface Standing {
  readonly wait: number
  readonly account: number
  readonly address: number
}

/** Returns whether the account or the address is under attack. Pure. */
export const isGuessed = (s: Pick<Standing, 'account' | 'address'>): boolean =>
  s.account >= GUESSING.account || s.address >= GUESSING.address

/** Accounts are counted without regard to case: a guesser gains nothing by spelling. */
const keyOf = (account: string): string => account.trim().toLowerCase().slice(0, 100)

const WINDOW = `interval '${GUESSING.minutes} minutes'`
function placeOf({ session, oneTimeCode, device, solved, address }: Attempt): string {
  if (oneTimeCode) return 'one-time-code'
  if (session !== undefined) return `session:${session}`
  return device === null ? `${solved ? 'solved:' : ''}${networkOf(address)}` : `device:${device}`
}
const isSignIn = (a: Attempt): boolean => a.session === undefined && !a.oneTimeCode
const keysOf = (a: Attempt): unknown[] => [a.tenantId, keyOf(a.account), placeOf(a), networkOf(a.address)]
/** The rows of an attempt ($1 tenant, $2 account, $3 place, $4 address), by kind. */
const ROW = {
  pair: `tenant_id = $1 and kind = 'pair' and account = $2 and place = $3`,
  account: `tenant_id = $1 and kind = 'account' and account = $2 and place = ''`,
  address: `tenant_id = $1 and kind = 'address' and account = '' and place = $4`,
} as const
const LEFT = 'ceil(extract(epoch from wait_until - clock_timestamp()))::int'

/** Returns the state without counting an attempt. */
export async function standingOf(db: Database, attempt: Attempt): Promise<Standing> {
  const [row] = await db.scoped<Standing>(
    { tenantId: attempt.tenantId },
    {
      name: 'attempt-standing',
      text: `select coalesce((select ${LEFT} from "login_attempt" where ${ROW.pair} and wait_until > clock_timestamp()), 0) as wait,
        coalesce((select failures from "login_attempt" where ${ROW.account} and first_time > now() - ${WINDOW}), 0) as account,
        coalesce((select failures from "login_attempt" where ${ROW.address} and first_time > now() - ${WINDOW}), 0) as address`,
      values: keysOf(attempt),
    },
  )
  return row ?? { wait: 0, account: 0, address: 0 }
}

/**
 * Counts a try as a failure before its password is looked at, so that any number of tries at once, on any number of
 * instances, get no further than the ladder lets them; `forgive` takes it back. Returns the failures with this one, or,
 * where the pair has to wait, `wait` > 0: then nothing was counted. Rows are locked in the order pair, account,
 * address. Of a session's attempt, and of a one-time code, only the pair is counted.
 */
export async function claim(db: Database, attempt: Attempt): Promise<Standing> {
  const again = `case when a.last_time < clock_timestamp() - ${WINDOW} then 1 else a.failures + 1 end`
  const window = `told = a.told and a.first_time >= now() - ${WINDOW},
          first_time = case when a.first_time < now() - ${WINDOW} then now() else a.first_time end`
  const steps = `(array[${LADDER.join(',')}])`
  const [row] = await db.scoped<{
    counted: boolean
    wait: number | null
    account: number | null
    address: number | null
  }>(
    { tenantId: attempt.tenantId },
    {
      name: 'attempt-claim',
      text: `with pair as (
        insert into "login_attempt" as a (tenant_id, kind, account, place, failures) values ($1, 'pair', $2, $3, 1)
        on conflict (tenant_id, kind, account, place) do update set failures = ${again}, last_time = clock_timestamp(),
          wait_until = clock_timestamp() + make_interval(secs => least(${steps}[least(${again}, ${LADDER.length})], $5::int)),
          ${window}
        where a.wait_until <= clock_timestamp()
        returning failures
      ), wide as (
        insert into "login_attempt" as a (tenant_id, kind, account, place, failures)
        select $1, v.kind, v.account, v.place, 1 from pair, (values (1, 'account', $2, ''), (2, 'address', '', $4)) as v (n, kind, account, place) where $6 order by v.n
        on conflict (tenant_id, kind, account, place) do update set last_time = now(),
          failures = case when a.first_time < now() - ${WINDOW} then 1 else a.failures + 1 end,
          ${window}
        returning kind, failures
      )
      select exists (select 1 from pair) as counted, (select failures from wide where kind = 'account') as account,
        (select failures from wide where kind = 'address') as address, (select ${LEFT} from "login_attempt" where ${ROW.pair}) as wait`,
      values: [...keysOf(attempt), attempt.solved ? SOLVED_WAIT : LADDER.at(-1), isSignIn(attempt)],
    },
  )
  // a wait that another instance has just written may not be in sight of this statement: a second, then
  if (!row?.counted) return { wait: Math.max(row?.wait ?? 1, 1), account: 0, address: 0 }
  return { wait: 0, account: row.account ?? 0, address: row.address ?? 0 }
}

/** Takes one claim back: its password was not looked at after all. */
export async function takeBack(db: Database, attempt: Attempt): Promise<void> {
  await db.scoped(
    { tenantId: attempt.tenantId },
    {
      name: 'attempt-take-back',
      text: `with pair as (update "login_attempt" set failures = greatest(failures - 1, 0), wait_until = now() where ${ROW.pair} returning 1),
        account as (update "login_attempt" set failures = greatest(failures - 1, 0) from (select count(*) from pair) x where ${ROW.account} returning 1)
      update "login_attempt" set failures = greatest(failures - 1, 0) from (select count(*) from account) x where ${ROW.address}`,
      values: keysOf(attempt),
    },
  )
}

/**
 * Forgets a pair's failures after a success, and takes them off what the account and the address have together, where
 * they were counted there.
 */
export async function forgive(db: Database, attempt: Attempt): Promise<void> {
  await db.scoped(
    { tenantId: attempt.tenantId },
    {
      name: 'attempt-forgive',
      text: `with pair as (delete from "login_attempt" where ${ROW.pair} returning failures),
        own as (select coalesce(sum(failures), 0)::int as n from pair where $6),
        account as (update "login_attempt" a set failures = greatest(a.failures - own.n, 0) from own where ${ROW.account} returning 1),
        address as (update "login_attempt" a set failures = greatest(a.failures - own.n, 0) from own, (select count(*) from account) x where ${ROW.address} returning 1)
      update "user" u set login_error_count = 0, lock_until = null from (select count(*) from address) x
      where $6 and u.tenant_id = $1 and u.account = $5 and u.is_deleted = 0 and (u.login_error_count <> 0 or u.lock_until is not null)`,
      values: [...keysOf(attempt), attempt.account, isSignIn(attempt)],
    },
  )
}

/**
 * Shows a claim that has proved a failure in the user's own columns (what administrators see: failures within the
 * window, until when the place that failed last has to wait). Returns what has passed its threshold and was not
 * reported before.
 */
export async function shown(db: Database, attempt: Attempt): Promise<readonly ('account' | 'address')[]> {
  const rows = await db.scoped<{ kind: 'account' | 'address' }>(
    { tenantId: attempt.tenantId },
    {
      name: 'attempt-shown',
      text: `with account as (update "login_attempt" set told = true where ${ROW.account} and not told and failures >= ${GUESSING.account} returning kind),
        address as (update "login_attempt" set told = true from (select count(*) from account) x
          where ${ROW.address} and not told and failures >= ${GUESSING.address} returning kind),
        facts as (update "user" u set login_error_count = (select failures from "login_attempt" where ${ROW.account}),
            lock_until = (select wait_until from "login_attempt" where ${ROW.pair} and wait_until > now())
          from (select count(*) from address) x where u.tenant_id = $1 and u.account = $5 and u.is_deleted = 0)
      select kind from account union all select kind from address`,
      values: [...keysOf(attempt), attempt.account],
    },
  )
  return rows.map((r) => r.kind)
}

/**
 * Returns whether a session, or the one-time codes of an account, failed as often as an account may and that was not
 * reported before: true once a window.
 */
export async function guessesAnew(db: Database, attempt: Attempt): Promise<boolean> {
  const inserted = await db.scoped(
    { tenantId: attempt.tenantId },
    {
      name: 'attempt-guesses-anew',
      text: `update "login_attempt" set told = true where ${ROW.pair} and not told and failures >= ${GUESSING.account} returning 1`,
      values: keysOf(attempt).slice(0, 3),
    },
  )
  return inserted.length > 0
}

/** Forgets all failures of an account, wherever they came from: somebody who may looked at them. */
export const forgetFailures = (tx: Tx, tenantId: string, account: string): Promise<unknown> =>
  tx.query('delete from "login_attempt" where tenant_id = $1 and account = $2', [tenantId, keyOf(account)])

/** By instance: what requests of it wait for. */
const queues = new WeakMap<object, Map<string, Promise<unknown>>>()

/**
 * Serialises the attempts of a pair in this server instance, which the object stands for: concurrent valid attempts
 * wait for each other instead of being counted together.
 */
export async function inTurn<T>(instance: object, attempt: Attempt, work: () => Promise<T>): Promise<T> {
  const own = queues.get(instance) ?? new Map<string, Promise<unknown>>()
  queues.set(instance, own)
  const key = keysOf(attempt).slice(0, 3).join('\n')
  const turn = (own.get(key) ?? Promise.resolve()).then(work, work)
  own.set(key, turn)
  try {
    return await turn
  } finally {
    if (own.get(key) === turn) own.delete(key)
  }
}
