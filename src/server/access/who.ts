import type { Language } from '../../model/kernel/label.ts'
import type { Actor } from '../core/actor.ts'
import type { ServerContext } from '../core/context.ts'
import { type Grants, grantsOf } from './permissions.ts'
import { hashOf, tenantOf } from './tokens.ts'

/** A live session's user, as one query finds it. */
interface Row {
  session_id: string
  user_id: string
  account: string
  real_name: string
  dept_id: string | null
  entrusted_id: string | null
  fiscal_tax_id: string | null
  provider_id: string | null
  user_type: number | null
  version: string
}

const LIVE = `select s.id as session_id, u.id as user_id, u.account, u.real_name, u.dept_id, u.entrusted_id, u.fiscal_tax_id, u.provider_id, u.user_type,
    coalesce(v.version, 0)::text as version
  from "session_token" t join "session" s on s.tenant_id = t.tenant_id and s.id = t.session_id and s.ended_time is null
  join "user" u on u.tenant_id = s.tenant_id and u.id = s.user_id and u.status = 1 and u.is_deleted = 0
  join "tenant" e on e.code = t.tenant_id and e.is_deleted = 0 and (e.expire_time is null or e.expire_time >= (now() at time zone 'Asia/Shanghai')::date)
  left join "access_version" v on v.tenant_id = t.tenant_id
  where t.tenant_id = $1 and t.hash = $2 and t.kind = 'a' and t.expires > now() and (t.grace_until is null or t.grace_until > now())`

/** A company's user whose company is missing is bound to none, not to all (INV-43). */
const bound = (row: Row, userType: number): string | null => (row.user_type === userType ? '0' : null)

const grants = new WeakMap<Actor, Grants>()

/**
 * Who presents an access token: one query, in which an ended session, a disabled user, an expired tenant and a changed
 * role all count at once. Null when the token opens nothing.
 */
export async function actorOf(
  context: ServerContext,
  token: string,
  language: Language,
  requestId: string,
): Promise<Actor | null> {
  const tenantId = tenantOf(token)
  if (tenantId === null) return null
  const [row] = await context.db.scoped<Row>(
    { tenantId },
    { name: 'who', text: LIVE, values: [tenantId, hashOf(token)] },
  )
  if (!row) return null
  const granted = await grantsOf(context, tenantId, row.user_id, row.version)
  const actor: Actor = {
    tenantId,
    userId: row.user_id,
    name: row.real_name,
    account: row.account,
    roles: granted.roles,
    roleTitles: granted.roleTitles,
    deptId: row.dept_id,
    company: row.entrusted_id ?? bound(row, 2),
    fiscalTax: row.fiscal_tax_id ?? bound(row, 3),
    provider: row.provider_id ?? bound(row, 4),
    permissions: granted.permissions,
    language,
    sessionId: row.session_id,
    requestId,
  }
  grants.set(actor, granted)
  return actor
}

/** Everything granted to an actor that `actorOf` made (menus besides permissions). */
export const grantsOfActor = (actor: Actor): Grants =>
  grants.get(actor) ?? {
    version: '0',
    roleIds: [],
    roles: actor.roles,
    roleTitles: actor.roleTitles,
    menus: new Set(),
    permissions: actor.permissions,
  }
