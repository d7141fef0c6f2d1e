import { shownBy } from '../../model/business.ts'
import { fixedValues } from '../../model/language/resource.ts'
import type { Actor } from '../core/actor.ts'
import type { ServerContext } from '../core/context/context.ts'
import { type AnyResource, columnName, tableName } from '../writing/unitOfWork/rows.ts'
import type { Look } from '../writing/unitOfWork/trail.ts'

/** Records of one statement. */
const BITE = 5_000

/** How long one reading of personal data is not told again, of the same record to the same person. */
const ONCE_A = '1 hour'

/**
 * Notes in the audit trail that somebody took records along or read their personal data in full. Who cannot be noted is
 * shown nothing: it is awaited before the answer.
 */
export async function noteLooks(
  { db }: Pick<ServerContext, 'db'>,
  actor: Actor,
  r: AnyResource,
  look: Look,
  ids: readonly string[],
): Promise<void> {
  // computed rows of a view are no records, and the row of an overview is a record of its concrete resource
  if (r.view !== undefined) return
  for (const kind of r.overview ? shownBy(r) : [r]) {
    const fixed = Object.entries(fixedValues(kind))
    const where = fixed.map(([name], n) => ` and t.${columnName(name)} = $${n + 8}`).join('')
    for (let at = 0; at < ids.length; at += BITE)
      await db.scoped(
        { tenantId: actor.tenantId },
        {
          // by their keys: for thousands of rows the planner would read the whole table each time
          plan: 'once',
          text: `insert into "audit_trail" (tenant_id, resource, record_id, version, action, actor_id, actor_name, request_id)
            select $1::text, $2::text, t.id, t.version, $3::text, $4::bigint, $5::text, $6::text from ${tableName(kind)} t
            where ${kind.scope === undefined || kind.scope === 'tenant' ? 't.tenant_id = $1 and ' : ''}t.id = any($7::bigint[])${where}
            ${
              look === 'unmask'
                ? `and not exists (select 1 from "audit_trail" a where a.tenant_id = $1 and a.resource = $2 and a.record_id = t.id
                     and a.version >= 0 and a.action = $3 and a.actor_id = $4 and a.create_time > now() - interval '${ONCE_A}')`
                : ''
            }`,
          values: [
            actor.tenantId,
            kind.id,
            look,
            actor.userId,
            actor.name.slice(0, 50),
            actor.requestId.slice(0, 64),
            ids.slice(at, at + BITE),
            ...fixed.map(([, value]) => value),
          ],
        },
      )
  }
}
