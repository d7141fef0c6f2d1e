import { readViewDefaults, setViewDefaults } from '../../../model/desk/savedViewCalls.ts'
import { isId } from '../../../model/language/derived/validate.ts'
import type { Party } from '../../../model/language/owner.ts'
import { type Label, type Language, label } from '../../../model/values/label.ts'
import {
  type DefaultChange,
  EVERYBODY,
  mayOpenFor,
  ROLES_PER_VIEW_MAX,
  type ViewDefaults,
  type ViewRole,
} from '../../../model/wire/savedView.ts'
import type { Conflict } from '../../../model/wire/wire.ts'
import type { Actor } from '../../core/actor.ts'
import type { Tx } from '../../core/database.ts'
import { doerIn } from '../../core/doers.ts'
import { AppError, forbidden } from '../../core/errors.ts'
import { readerRoles } from '../../core/permissions.ts'
import { refuseOthers } from '../../core/side.ts'
import { handle, handleOwnTables } from '../../records/handle.ts'
import { listAt, mayShare, refused } from './savedViewChecks.ts'
import { emitViews, type Reads, readsOf } from './savedViewStore.ts'

const EVERYBODY_NAME: Label = ['平台所有人', 'Everybody of the platform']
/** Roles that one call changes. */
const CHANGES_MAX = 10 * ROLES_PER_VIEW_MAX

/** Everybody, among the roles that a view may be shared with. */
export const everybody = (language: Language): ViewRole => ({ alias: EVERYBODY, name: label(EVERYBODY_NAME, language) })

/** Default views of lists for the roles of a person, the most particular first: the order of roles decides, and everybody is last. */
export async function defaultsOf(
  reads: Reads,
  actor: Pick<Actor, 'tenantId' | 'language' | 'roles' | Party>,
): Promise<{ readonly list: string; readonly view: string; readonly role: string }[]> {
  const rows = await reads.query<{ list: string; view_id: string; name: string | null }>(
    `select d.list, d.view_id, r.role_name as name from "view_default" d
       left join "role" r on r.tenant_id = d.tenant_id and r.role_alias = d.role and r.role_alias <> '${EVERYBODY}' and r.is_deleted = 0
     where d.tenant_id = $1 and d.role = any($2::text[]) order by d.role = '${EVERYBODY}', r.sort, r.id`,
    [actor.tenantId, readerRoles(actor)],
  )
  return rows.map(({ list, view_id, name }) => ({
    list,
    view: String(view_id),
    role: name === null ? label(EVERYBODY_NAME, actor.language) : doerIn(name, actor.language),
  }))
}

/** Whoever administers roles, on a list that they see. @throws AppError 403, 404 */
function checkAsker(actor: Actor, list: string): void {
  refuseOthers(actor)
  if (!mayShare(actor)) throw forbidden()
  if (!listAt(actor, list)) throw new AppError(404, ['列表不存在', 'There is no such list'])
}

/** Defaults of a list by role, with the views that they could be. */
async function defaultsAt(reads: Reads, { tenantId, language }: Actor, list: string): Promise<ViewDefaults> {
  const [roles, views] = await Promise.all([
    reads.query<ViewRole & { readonly view: string | null }>(
      `select r.role_alias as alias, r.role_name as name, d.view_id as view from (
           select role_alias, role_name, sort, id from "role" where tenant_id = $1 and is_deleted = 0 and role_alias <> '${EVERYBODY}'
           union all select '${EVERYBODY}', '', null, 0) r
         left join "view_default" d on d.tenant_id = $1 and d.list = $2 and d.role = r.role_alias
       order by r.role_alias <> '${EVERYBODY}', r.sort, r.id`,
      [tenantId, list],
    ),
    reads.query<ViewDefaults['views'][number]>(
      `select v.id, v.name, v.roles, coalesce(u.real_name, '') as by from "saved_view" v
         left join "user" u on u.tenant_id = v.tenant_id and u.id = v.user_id
       where v.tenant_id = $1 and v.list = $2 and v.roles <> '[]' order by v.name, v.id`,
      [tenantId, list],
    ),
  ])
  return {
    roles: roles.map(({ alias, name, view }) => ({
      ...(alias === EVERYBODY ? everybody(language) : { alias, name: doerIn(name, language) }),
      view: view === null ? '' : String(view),
    })),
    views: views.map((v) => ({ ...v, id: String(v.id) })),
  }
}

/** Changes as they were sent, of each role one. @throws AppError 400 */
function changesIn(actor: Actor, sent: unknown): readonly DefaultChange[] {
  const isChange = (x: Partial<DefaultChange> | null): x is DefaultChange =>
    typeof x === 'object' &&
    x !== null &&
    typeof x.role === 'string' &&
    [x.view, x.before].every((id) => id === '' || (typeof id === 'string' && isId(id)))
  const wrong =
    !Array.isArray(sent) ||
    sent.length === 0 ||
    sent.length > CHANGES_MAX ||
    !sent.every(isChange) ||
    new Set(sent.map((c) => c.role)).size < sent.length
  if (wrong)
    throw refused(actor, 'changes', '更改无效，请重新打开后再设置', 'The changes are not valid: open them anew')
  return sent
}

const stale = (): AppError =>
  new AppError(409, ['默认视图已在别处更改，请重新打开', 'The default views were changed elsewhere; open them anew'], {
    ...{ id: '0', reason: 'stale', version: 0, by: '', at: '', action: '' },
    ...{ transition: '', fields: [], row: null },
  } satisfies Conflict)

async function change(tx: Tx, actor: Actor, list: string, { role, view }: DefaultChange): Promise<void> {
  if (view === '')
    await tx.query('delete from "view_default" where tenant_id = $1 and list = $2 and role = $3', [
      ...[actor.tenantId, list, role],
    ])
  else
    await tx.query(
      `insert into "view_default" (tenant_id, list, role, view_id) values ($1, $2, $3, $4)
       on conflict (tenant_id, list, role) do update set view_id = excluded.view_id, create_time = now()`,
      [actor.tenantId, list, role, view],
    )
}

/** Line of the audit trail: who decided what a role sees first. */
function record(tx: Tx, actor: Actor, { role, view, before }: DefaultChange): void {
  tx.write(
    `insert into "audit_trail" (tenant_id, resource, record_id, version, action, actor_id, actor_name, request_id, diff)
     values ($1, 'viewDefault', $2, 0, 'edit', $3, $4, $5, $6::jsonb)`,
    [
      ...[actor.tenantId, view || before, actor.userId, actor.name.slice(0, 50), actor.requestId.slice(0, 64)],
      JSON.stringify([{ field: role, from: before, to: view }]),
    ],
  )
}

/** Default views of roles, for who administers roles. */
export const viewDefaultHandlers = [
  handle(readViewDefaults, async ({ query, actor, context }) => {
    const list = query.list ?? ''
    checkAsker(actor, list)
    return defaultsAt(readsOf(context, actor.tenantId), actor, list)
  }),
  handleOwnTables(setViewDefaults, async ({ body, actor, tx, context }) => {
    const { list } = body
    checkAsker(actor, list)
    const changes = changesIn(actor, body.changes)
    await tx.query('select pg_advisory_xact_lock(727019, hashtext($1))', [`${actor.tenantId}|defaults|${list}`])
    // views are held: what is shared no longer, or deleted, meanwhile is no default
    await tx.query('select 1 as one from "saved_view" where tenant_id = $1 and list = $2 order by id for share', [
      ...[actor.tenantId, list],
    ])
    const now = await defaultsAt(tx, actor, list)
    for (const { role, view, before } of changes) {
      const kept = now.roles.find((r) => r.alias === role)
      if (!kept) throw refused(actor, 'changes', '角色已不存在，请重新打开', 'A role is no longer there: open it anew')
      if (kept.view !== before) throw stale()
      const of = now.views.find((v) => v.id === view)
      if (view !== '' && !(of && mayOpenFor(of, role)))
        throw refused(
          actor,
          'changes',
          `视图没有共享给“${kept.name}”，请先共享`,
          `The view is not shared with ${kept.name}: share it first`,
        )
    }
    for (const one of changes) {
      if (one.view === one.before) continue
      await change(tx, actor, list, one)
      record(tx, actor, one)
    }
    emitViews(
      tx,
      actor,
      context.now(),
      changes.map((c) => c.role),
    )
    return defaultsAt(tx, actor, list)
  }),
]
