import { isId } from '../../model/language/derived/validate.ts'
import type { Actor } from '../core/actor.ts'
import type { ServerContext } from '../core/context/context.ts'
import { maySee } from '../core/permissions.ts'
import { rowsQuery } from '../lists/sql/query.ts'
import { reachIn } from '../lists/sql/reach.ts'
import type { AnyResource } from '../writing/unitOfWork/rows.ts'

/** Rows of one read. */
const AT_ONCE = 500

/**
 * The records of these ids that a person may see now, by id, as the database has them: the right to the resource, and the
 * reach over its rows. Deleted ones are missing.
 */
export async function visibleRows(
  context: ServerContext,
  actor: Actor,
  r: AnyResource,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Record<string, unknown>>> {
  const found = new Map<string, Record<string, unknown>>()
  const wanted = [...new Set(ids)].filter(isId)
  if (!maySee(actor, r)) return found
  for (let at = 0; at < wanted.length; at += AT_ONCE) {
    const statement = rowsQuery(r, reachIn(context, actor), wanted.slice(at, at + AT_ONCE))
    for (const row of await context.db.scoped<Record<string, unknown>>({ tenantId: actor.tenantId }, statement))
      found.set(String(row.id), row)
  }
  return found
}
