import type { ServerContext } from '../../core/context/context.ts'
import type { Database, Tx } from '../../core/database.ts'
import { isUnavailable } from '../../core/errors.ts'
import { keyInUse, keyProofs } from '../../core/settings/secrets.ts'
import { StartError } from '../../core/settings/startError.ts'

/** How often an instance says that it lives, and after how long it is taken for dead, seconds. */
const EVERY_SECONDS = 10
const DEAD_SECONDS = 45

/** Registers a running instance with the key that it encrypts with and the keys that it can read. */
const say = (tx: Tx, instance: string): Promise<unknown> =>
  tx.query(
    `insert into "instance_key" (instance, in_use, known) values ($1, $2, $3::text[])
     on conflict (instance) do update set in_use = excluded.in_use, known = excluded.known, seen = now()`,
    [instance, keyInUse(), [...keyProofs().keys()]],
  )

/**
 * Registers this instance as running, again and again. Returns how to end that, so that others need not wait for its
 * entry to expire.
 */
export async function startHeartbeat(
  context: Pick<ServerContext, 'db' | 'instance' | 'log'>,
): Promise<() => Promise<void>> {
  const { db, instance, log } = context
  await db.owner(async (tx) => {
    // removes entries of earlier instances that were killed
    await tx.query(`delete from "instance_key" where seen < now() - interval '1 hour'`)
    await say(tx, instance)
  })
  let hand: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    hand = db
      .owner((tx) => say(tx, instance))
      .catch((e: unknown) => {
        if (!isUnavailable(e)) log.warn(`heartbeat: ${e instanceof Error ? e.message : String(e)}`)
      })
  }, EVERY_SECONDS * 1_000)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await hand
    await db
      .owner((tx) => tx.query('delete from "instance_key" where instance = $1', [instance]))
      .catch(() => undefined)
  }
}

/**
 * Refuses to write values anew while an instance lives that encrypts with another key than this process, or cannot read
 * what it would write. Instances that have been silent are forgotten.
 * @throws StartError naming the instances and the remedy.
 */
export async function refuseOtherKeys(db: Database): Promise<void> {
  const inUse = keyInUse()
  const living = await db.owner(async (tx) => {
    await tx.query(`delete from "instance_key" where seen < now() - make_interval(secs => $1)`, [DEAD_SECONDS])
    return tx.query<{ instance: string; in_use: string; seconds: number }>(
      `select instance, in_use, extract(epoch from now() - seen)::int as seconds from "instance_key"
       where in_use <> $1 or not ($1 = any(known)) order by instance`,
      [inUse],
    )
  })
  if (living.length === 0) return
  const named = living.map((i) => `${i.instance} (key ${i.in_use}, seen ${i.seconds} s ago)`).join(', ')
  throw new StartError(
    `Nothing was written: ${living.length === 1 ? 'an instance runs' : `${living.length} instances run`} with another key in use than ${inUse}: ${named}. Restart it with ${inUse} first in SECRET_KEYS and the earlier key behind it, then run npm run rekey again; one that was killed is forgotten after ${DEAD_SECONDS} seconds.`,
  )
}
