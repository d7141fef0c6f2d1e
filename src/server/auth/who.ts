import type { Party } from '../../model/language/owner.ts'
import type { RoleAlias } from '../../model/language/role.ts'
import type { Language } from '../../model/values/label.ts'
import type { Actor } from '../core/actor.ts'
import type { ServerContext } from '../core/context/context.ts'
import type { Database, Statement } from '../core/database.ts'
import { tenantStands } from '../core/tenantStands.ts'
import { PACKAGE, PACKAGE_VERSION } from './packages.ts'
import { carried, type Grants, grantsOf } from './permissions.ts'
import { hashOf, tenantOf } from './tokens.ts'

/** Columns that say whom a user is bound to. */
interface BoundRow {
  entrusted_id: string | null
  fiscal_tax_id: string | null
  provider_id: string | null
  employee_id: string | null
  user_type: number | null
}

/** The user of an active session, as one query reads it. */
interface Row extends BoundRow {
  session_id: string
  locked: boolean
  user_id: string
  account: string
  real_name: string
  dept_id: string | null
  version: string
}

/**
 * Employee to whom a user is restricted: the user has the employee role and not the role that reaches the whole
 * company. Users without an employee record reach none. Read in one query with the roles, because every request needs
 * it.
 */
const ALONE: RoleAlias = 'employee'
const WHOLE: RoleAlias = 'companyAdmin'
const EMPLOYEE = `(select case when bool_or(r.role_alias = '${ALONE}') and not bool_or(r.role_alias = '${WHOLE}') then coalesce(
      (select min(e.id) from (select id from "entrusted_employee" where tenant_id = u.tenant_id and user_id = u.id
       and is_deleted = 0 offset 0) e), 0) end
    from "user_role" ur join "role" r on r.tenant_id = ur.tenant_id and r.id = ur.role_id and r.is_deleted = 0
    where ur.tenant_id = u.tenant_id and ur.user_id = u.id)`
/** The columns of `BoundRow`, of the user `u`. */
const BOUND = `u.entrusted_id, u.fiscal_tax_id, u.provider_id, u.user_type, ${EMPLOYEE} as employee_id`
/** Version of who may do what in the tenant, as `TENANT` and the table of versions say. */
const VERSION = `coalesce(v.version, 0)::text || ${PACKAGE_VERSION} as version`
/** Its tenant stands. */
const TENANT = (of: string): string => `join "tenant" e on e.code = ${of}.tenant_id and ${tenantStands('e')} ${PACKAGE}`
/**
 * Each step by the key that the one before it gave. Planned once for all, it would else begin where a table looked small
 * that day and read every session on every request (1.1 ms with 200 of them): `offset 0` keeps the order.
 */
const LIVE = `select s.id as session_id, s.locked_time is not null as locked, u.id as user_id, u.account, u.real_name, u.dept_id, ${BOUND},
    ${VERSION}
  from (select tenant_id, session_id from "session_token" where tenant_id = $1 and hash = $2 and kind = 'a'
      and expires > now() and (grace_until is null or grace_until > now()) offset 0) t
  cross join lateral (select * from "session" where tenant_id = t.tenant_id and id = t.session_id and ended_time is null
      offset 0) s
  cross join lateral (select * from "user" where tenant_id = s.tenant_id and id = s.user_id and status = 1
      and is_deleted = 0 offset 0) u
  ${TENANT('t')}
  left join "access_version" v on v.tenant_id = t.tenant_id`

/** Owners that a user is bound to, by party. */
export type Bounds = Pick<Actor, Party>

/** A company's user whose company is missing is bound to none, not to all (INV-43). */
const unnamed = (row: BoundRow, userType: number): string | null => (row.user_type === userType ? '0' : null)

const boundsOf = (row: BoundRow): Bounds => ({
  company: row.entrusted_id ?? unnamed(row, 2),
  fiscalTax: row.fiscal_tax_id ?? unnamed(row, 3),
  provider: row.provider_id ?? unnamed(row, 4),
  employee: row.employee_id,
})

const grants = new WeakMap<Actor, Grants>()

/** The question who presents a token, for the tenant it names. */
export const live = (tenantId: string, token: string): Statement => ({
  name: 'who',
  plan: 'once',
  text: LIVE,
  values: [tenantId, hashOf(token)],
})

/** Returns the actor of a row of `LIVE`. */
async function actorFrom(
  context: ServerContext,
  tenantId: string,
  row: Row,
  language: Language,
  requestId: string,
): Promise<Actor> {
  const granted = await grantsOf(context, tenantId, row.user_id, row.version)
  const actor: Actor = {
    tenantId,
    userId: row.user_id,
    name: row.real_name,
    account: row.account,
    ...carried(granted),
    deptId: row.dept_id,
    ...boundsOf(row),
    language,
    sessionId: row.session_id,
    ...(row.locked ? { locked: true } : {}),
    requestId,
  }
  grants.set(actor, granted)
  return actor
}

/** How the owner of a token was found the last time it was presented. */
export interface Presumed {
  readonly actor: Actor
  readonly row: Row
}

/** Tokens remembered, most. */
const CACHED_TOKENS_MAX = 5_000
const remembered = new WeakMap<Database, Map<string, Presumed>>()

const keyOf = (token: string): string => hashOf(token).toString('base64url')

function remember(db: Database, token: string, found: Presumed | null): void {
  const all = remembered.get(db) ?? new Map<string, Presumed>()
  remembered.set(db, all)
  const key = keyOf(token)
  all.delete(key)
  if (found) all.set(key, found)
  if (all.size > CACHED_TOKENS_MAX) all.delete(all.keys().next().value ?? '')
}

/**
 * Actor of the last use of this token, as of then. Only good for preparing a statement (`actorWith`): the database
 * checks every time whether all of it still holds.
 */
export const presumed = (context: ServerContext, token: string): Presumed | null =>
  remembered.get(context.db)?.get(keyOf(token)) ?? null

/**
 * Actor of an access token: one query, in which an ended session, a disabled user, an expired tenant and a changed role
 * all count at once. Null where the token opens nothing.
 */
export async function actorOf(
  context: ServerContext,
  token: string,
  language: Language,
  requestId: string,
): Promise<Actor | null> {
  const tenantId = tenantOf(token)
  if (tenantId === null) return null
  const [row] = await context.db.scoped<Row>({ tenantId }, live(tenantId, token))
  const actor = row ? await actorFrom(context, tenantId, row, language, requestId) : null
  remember(context.db, token, row && actor ? { actor, row } : null)
  return actor
}

const same = (a: Row, b: Row): boolean => (Object.keys(a) as (keyof Row)[]).every((name) => a[name] === b[name])

/** Actor of a token, and the result of the statement prepared for them. */
export interface Met {
  readonly actor: Actor | null
  /** Returns the rows of the statement or throws its error; null when the presumed actor has changed since. */
  readonly read: (() => readonly Record<string, unknown>[]) | null
}

/**
 * `actorOf`, and in the same round trip a statement that was prepared for the presumed owner. Its rows are sent only
 * when the database finds exactly the row it found then: session, user, bounds, version of access.
 */
export async function actorWith(
  context: ServerContext,
  token: string,
  language: Language,
  requestId: string,
  who: Presumed,
  statement: Statement,
): Promise<Met> {
  const { tenantId } = who.actor
  const { found, failed } = await context.db.together({ tenantId }, [live(tenantId, token), statement])
  const [mine, theirs] = found as [Row[]?, Record<string, unknown>[]?]
  if (!mine) throw failed
  const [row] = mine
  const actor = row ? await actorFrom(context, tenantId, row, language, requestId) : null
  if (!row || !same(row, who.row)) {
    remember(context.db, token, row && actor ? { actor, row } : null)
    return { actor, read: null }
  }
  const read = () => {
    if (!theirs) throw failed
    return theirs
  }
  return { actor, read }
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

/** State of a session for a stream that stays open. */
export interface LiveSession {
  /** Version of the tenant's access. */
  readonly version: string
  readonly bounds: Bounds
}

/** Which of these sessions are still good, by id: not locked, of users who are not disabled, of a tenant that is not over. */
export async function liveSessions(
  context: ServerContext,
  tenantId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LiveSession>> {
  if (ids.length === 0) return new Map()
  const rows = await context.db.scoped<BoundRow & { id: string; version: string }>(
    { tenantId },
    {
      name: 'sessions-live',
      text: `select s.id, ${VERSION}, ${BOUND} from "session" s
      join "user" u on u.tenant_id = s.tenant_id and u.id = s.user_id and u.status = 1 and u.is_deleted = 0
      ${TENANT('s')}
      left join "access_version" v on v.tenant_id = s.tenant_id
      where s.tenant_id = $1 and s.id = any($2::bigint[]) and s.ended_time is null and s.locked_time is null and exists (select 1 from "session_token" t
        where t.tenant_id = s.tenant_id and t.session_id = s.id and t.kind = 'r' and t.grace_until is null and t.expires > now())`,
      values: [tenantId, [...ids]],
    },
  )
  return new Map(rows.map((row) => [row.id, { version: row.version, bounds: boundsOf(row) }]))
}

/**
 * Actor of a person as of now: bound and granted as of this moment; null when they, their company or their tenant are
 * disabled, gone or over. Their session may have ended meanwhile: work they asked for goes on.
 */
export async function actorNow(context: ServerContext, actor: Actor): Promise<Actor | null> {
  const { tenantId, userId } = actor
  const [row] = await context.db.scoped<BoundRow & { version: string }>(
    { tenantId },
    {
      name: 'actor-now',
      text: `select ${VERSION}, ${BOUND} from "user" u ${TENANT('u')}
             left join "access_version" v on v.tenant_id = u.tenant_id
             where u.tenant_id = $1 and u.id = $2 and u.status = 1 and u.is_deleted = 0 and not exists
               (select 1 from "entrusted_company" c where c.tenant_id = u.tenant_id and c.id = u.entrusted_id and c.enable_status = 0)`,
      values: [tenantId, userId],
    },
  )
  if (!row) return null
  return { ...actor, ...boundsOf(row), ...carried(await grantsOf(context, tenantId, userId, row.version)) }
}

/**
 * Actors of users as of now, whoever asks about them: bound and granted as of this moment, without a session. Users who are
 * disabled or gone, or whose company is, are missing.
 */
export async function actorsNow(
  context: ServerContext,
  tenantId: string,
  userIds: readonly string[],
): Promise<readonly Actor[]> {
  if (userIds.length === 0) return []
  const rows = await context.db.scoped<Omit<Row, 'session_id'>>(
    { tenantId },
    {
      name: 'actors-now',
      text: `select u.id as user_id, u.account, u.real_name, u.dept_id, ${VERSION}, ${BOUND} from "user" u ${TENANT('u')}
             left join "access_version" v on v.tenant_id = u.tenant_id
             where u.tenant_id = $1 and u.id = any($2::bigint[]) and u.status = 1 and u.is_deleted = 0 and not exists
               (select 1 from "entrusted_company" c where c.tenant_id = u.tenant_id and c.id = u.entrusted_id and c.enable_status = 0)`,
      values: [tenantId, [...userIds]],
    },
  )
  const actors: Actor[] = []
  for (const row of rows)
    actors.push({
      tenantId,
      userId: String(row.user_id),
      name: row.real_name,
      account: row.account,
      ...carried(await grantsOf(context, tenantId, String(row.user_id), row.version)),
      deptId: row.dept_id,
      ...boundsOf(row),
      language: 'zh',
      sessionId: '',
      requestId: '',
    })
  return actors
}
