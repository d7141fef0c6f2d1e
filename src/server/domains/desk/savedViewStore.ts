import { wallClock } from '../../../model/values/dates.ts'
import type { Actor } from '../../core/actor.ts'
import type { ServerContext } from '../../core/context/context.ts'
import type { Tx } from '../../core/database.ts'
import { forbidden } from '../../core/errors.ts'

/** Reads of a transaction, or of none. */
export type Reads = Pick<Tx, 'query'>

/** Reads of a tenant outside of a transaction. */
export const readsOf = (context: ServerContext, tenantId: string): Reads => ({
  query: (text, values = []) => context.db.scoped({ tenantId }, { text, values: [...values] }),
})

/** Views of removed users that roles still have: whoever administers roles changes them, and owns what they save. */
export const LEFT = `(v.roles <> '[]' and not exists (
  select 1 from "user" o where o.tenant_id = v.tenant_id and o.id = v.user_id and o.is_deleted = 0))`

/** Condition on views `v` that a person may read: $2 their id, $3 their roles, $4 whether they may share views. */
export const READABLE = `(v.user_id = $2 or v.roles <> '[]' and v.roles ?| $3::text[] or $4 and ${LEFT})`

/**
 * Waits for the other saves of this user, so that limits and names are compared with what is kept. The user's row is
 * held, too: views of a deleted user do not come back.
 */
export async function inTurn(tx: Tx, { tenantId, userId }: Actor): Promise<void> {
  const [[user]] = await Promise.all([
    tx.query('select 1 as one from "user" where tenant_id = $1 and id = $2 and is_deleted = 0 for share', [
      tenantId,
      userId,
    ]),
    tx.query('select pg_advisory_xact_lock(727019, hashtext($1))', [`${tenantId}|${userId}`]),
  ])
  if (!user) throw forbidden()
}

/** Notice for the owner's windows and for those whose roles see the view, or saw it (http/listener.ts). */
export function emitViews(tx: Tx, actor: Pick<Actor, 'userId' | 'name'>, at: Date, roles: readonly string[]): void {
  tx.write(
    `insert into "outbox" (tenant_id, kind, resource, record_id, actor_id, actor_name, payload)
     values ($1, 'savedViews', '', $2, $2, $3, $4::jsonb)`,
    [tx.tenantId, actor.userId, actor.name.slice(0, 50), JSON.stringify({ at: wallClock(at), roles })],
  )
}
