import { createHash } from 'node:crypto'
import type { Conflict } from '../../model/wire/wire.ts'
import type { Actor } from '../core/actor.ts'
import type { Tx } from '../core/database.ts'
import { AppError } from '../core/errors.ts'

/** Returns a value with the keys of objects sorted, so that equal bodies have equal hashes. */
const ordered = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(ordered)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, v]) => v !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([k, v]) => [k, ordered(v)]),
  )
}

/** Returns the SHA-256 of the parts of a request that determine its effect. */
export const bodyHash = (body: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(ordered(body)) ?? 'null')
    .digest('hex')

/** Returns a client's key: printable, at most 200 characters; anything else is refused. */
export function keyOf(sent: unknown): string | null {
  if (sent === undefined || sent === null || sent === '') return null
  if (typeof sent !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(sent)) {
    throw new AppError(400, ['请求编号无效', 'The idempotency key is not valid'], { 'idempotency-key': 'invalid' })
  }
  return sent
}

const busy = (): AppError => {
  const conflict: Conflict = {
    id: '',
    reason: 'busy',
    version: 0,
    by: '',
    at: '',
    action: '',
    transition: '',
    fields: [],
    row: null,
  }
  return new AppError(409, ['正在处理中，请稍候', 'Still being processed, please wait'], conflict)
}

/** How long a kept answer is given to a repeated call, and whether it is still true: a generated key holds for a moment alone. */
export interface AnswerValidity<T> {
  readonly seconds: number
  stands(answer: T): Promise<boolean>
}

/** Returns the key of a call without one: equal for the same call of the same user. */
export const generatedKey = (body: unknown): string => `auto:${bodyHash(body)}`

/**
 * Runs `effect` at most once for an actor's key, inside the caller's transaction. The same key with the same body gets
 * the stored answer, with another body 422, and while the first is still running 409. Without a key it runs.
 *
 * The lock is a separate statement, because only a later statement sees what its previous holder committed.
 *
 * `beside`: reads that the effect needs first, in the same round trip; they must change nothing.
 */
export async function once<T>(
  tx: Tx,
  actor: Actor,
  key: string | null,
  body: unknown,
  effect: () => Promise<T>,
  { validity, beside }: { readonly validity?: AnswerValidity<T> | undefined; beside?(): Promise<unknown> } = {},
): Promise<T> {
  if (key === null) {
    await beside?.()
    return effect()
  }
  const hash = bodyHash(body)
  const whose = [tx.tenantId, actor.userId, key]
  const [[lock], [kept]] = await Promise.all([
    tx.query<{ got: boolean }>('select pg_try_advisory_xact_lock(hashtextextended($1, 20240615)) as got', [
      whose.join('|'),
    ]),
    tx.query<{ body_hash: string; answer: { data: T }; age: number }>(
      `select body_hash, answer, extract(epoch from now() - create_time)::float8 as age from "idempotency" where tenant_id = $1 and actor_id = $2 and key = $3`,
      whose,
    ),
    beside?.(),
  ])
  if (!lock?.got) throw busy()
  if (kept) {
    if (kept.body_hash !== hash)
      throw new AppError(422, ['同一请求编号的内容不一致', 'This idempotency key was used for a different request'])
    if (!validity || (kept.age <= validity.seconds && (await validity.stands(kept.answer.data))))
      return kept.answer.data
    await tx.query('delete from "idempotency" where tenant_id = $1 and actor_id = $2 and key = $3', whose)
  }
  const data = await effect()
  tx.write(
    'insert into "idempotency" (tenant_id, actor_id, key, body_hash, answer) values ($1, $2, $3, $4, $5::json)',
    [...whose, hash, JSON.stringify({ data: data ?? null })],
  )
  return data
}
