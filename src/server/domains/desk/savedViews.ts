import { readSavedViews, readViewRoles, removeSavedView, saveSavedView } from '../../../model/desk/savedViewCalls.ts'
import { isId } from '../../../model/language/derived/validate.ts'
import {
  EVERYBODY,
  type SavedView,
  type SavedViewDraft,
  STANDING,
  type Standing,
  VIEWS_PER_USER_MAX,
  type ViewColumns,
  type ViewRole,
} from '../../../model/wire/savedView.ts'
import type { Conflict } from '../../../model/wire/wire.ts'
import type { Actor } from '../../core/actor.ts'
import type { ServerContext } from '../../core/context/context.ts'
import type { Tx } from '../../core/database.ts'
import { doerIn } from '../../core/doers.ts'
import { AppError, notFound } from '../../core/errors.ts'
import { readerRoles } from '../../core/permissions.ts'
import { refuseOthers } from '../../core/side.ts'
import { readings } from '../../core/text/pinyin.ts'
import { handle, handleOwnTables } from '../../records/handle.ts'
import { emitEnded } from './endedSchedules.ts'
import { checkedView, listAt, mayShare, refused } from './savedViewChecks.ts'
import { emitViews, inTurn, LEFT, READABLE, type Reads, readsOf } from './savedViewStore.ts'
import { defaultsOf, everybody } from './viewDefaults.ts'

interface Row {
  readonly id: string
  readonly user_id: string
  readonly list: string
  readonly name: string
  readonly search: string
  readonly columns: ViewColumns
  readonly icon: string
  readonly key: string
  readonly roles: readonly string[]
  readonly standing: Standing
  readonly version: number
  readonly owner: string
  /** Its owner's account was removed. */
  readonly removed: boolean
}

const COLUMNS = 'v.id, v.user_id, v.list, v.name, v.search, v.columns, v.icon, v.key, v.roles, v.standing, v.version'

/** A view for a person; null where its list is none of theirs, any more or yet. */
function shownTo(actor: Actor, row: Row): SavedView | null {
  const list = listAt(actor, row.list)
  if (!list) return null
  const mine = String(row.user_id) === actor.userId || (row.removed && mayShare(actor))
  return {
    id: String(row.id),
    version: row.version,
    list: row.list,
    name: row.name,
    search: row.search,
    columns: row.columns,
    icon: row.icon,
    key: row.key,
    // roles are the owner's matter
    roles: mine ? row.roles : [],
    standing: mine ? row.standing : STANDING.none,
    opens: false,
    opensFor: '',
    resource: list.of.id,
    always: list.always,
    pinyin: readings(row.name),
    mine,
    by: row.owner,
    ownerRemoved: row.removed,
  }
}

const stale = (row: Row): AppError =>
  new AppError(409, ['视图已在别处更改，请重新打开', 'The view was changed elsewhere; open it anew'], {
    ...{ id: String(row.id), reason: 'stale', version: row.version, by: row.owner, at: '', action: '' },
    ...{ transition: '', fields: [], row: null },
  } satisfies Conflict)

/** The caller's own view or one they may take over, locked, at the version they saw. @throws AppError 404, 409 */
async function ownRow(tx: Tx, actor: Actor, id: string, version: number): Promise<Row> {
  if (!isId(id)) throw notFound()
  const [row] = await tx.query<Row>(
    `select ${COLUMNS}, '' as owner, false as removed from "saved_view" v
     where v.tenant_id = $1 and v.id = $3 and (v.user_id = $2 or $4 and ${LEFT}) for update`,
    [actor.tenantId, actor.userId, id, mayShare(actor)],
  )
  if (!row) throw notFound()
  if (row.version !== version) throw stale({ ...row, owner: actor.name })
  return row
}

/** @throws AppError 400 by the field: too many views, a name or a key that another view has, a role that is none. */
async function checkBeside(tx: Tx, actor: Actor, view: SavedViewDraft): Promise<void> {
  const [others, roles] = await Promise.all([
    tx.query<Pick<Row, 'list' | 'name' | 'key'>>(
      'select list, name, key from "saved_view" where tenant_id = $1 and user_id = $2 and id <> $3',
      [actor.tenantId, actor.userId, view.id || '0'],
    ),
    tx.query<{ role_alias: string }>(
      'select role_alias from "role" where tenant_id = $1 and is_deleted = 0 and role_alias = any($2::text[])',
      [actor.tenantId, view.roles.filter((role) => role !== EVERYBODY)],
    ),
  ])
  if (others.length >= VIEWS_PER_USER_MAX)
    throw refused(
      actor,
      'name',
      `视图过多（最多 ${VIEWS_PER_USER_MAX} 个），请先删除不用的视图`,
      `There are too many views (${VIEWS_PER_USER_MAX} at most): delete some first`,
    )
  if (others.some((o) => o.list === view.list && o.name === view.name))
    throw refused(
      actor,
      'name',
      '此列表已有同名视图，请换一个名称',
      'This list has a view of that name: choose another one',
    )
  if (view.key !== '' && others.some((o) => o.key === view.key))
    throw refused(actor, 'key', `快捷键 ${view.key} 已用于另一视图`, `Another view has the key ${view.key}`)
  if (roles.length < view.roles.filter((role) => role !== EVERYBODY).length)
    throw refused(actor, 'roles', '所选角色已不存在，请重新选择', 'A chosen role is no longer there: choose again')
}

/** A list opens with one view: where this is the default of its owner, another one of theirs no longer is. */
function standAlone(tx: Tx, actor: Actor, view: SavedViewDraft, id: string): void {
  if (view.standing === STANDING.none) return
  tx.write(
    `update "saved_view" set standing = 0, version = version + 1, update_time = now()
     where tenant_id = $1 and user_id = $2 and list = $3 and id <> $4 and standing = ${STANDING.mine}`,
    [actor.tenantId, actor.userId, view.list, id],
  )
}

/** Line of the audit trail: who changed what others may see. Names and conditions are not repeated there. */
function record(tx: Tx, actor: Actor, id: string, version: number, action: 'add' | 'edit' | 'remove'): void {
  tx.write(
    `insert into "audit_trail" (tenant_id, resource, record_id, version, action, actor_id, actor_name, request_id)
     values ($1, 'savedView', $2, $3, $4, $5, $6, $7)`,
    [
      ...[actor.tenantId, id, version, action, actor.userId],
      ...[actor.name.slice(0, 50), actor.requestId.slice(0, 64)],
    ],
  )
}

async function insert(tx: Tx, actor: Actor, view: SavedViewDraft, context: ServerContext): Promise<Row> {
  const id = context.id()
  const [row] = await tx.query<Row>(
    `insert into "saved_view" as v (tenant_id, id, user_id, list, name, search, columns, icon, key, roles, standing)
     values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8, $9, $10::jsonb, $11) returning ${COLUMNS}, '' as owner, false as removed`,
    [actor.tenantId, id, actor.userId, ...valuesOf(view)],
  )
  return row as Row
}

const valuesOf = (v: SavedViewDraft): unknown[] => [
  ...[v.list, v.name, v.search, JSON.stringify(v.columns), v.icon, v.key, JSON.stringify(v.roles), v.standing],
]

/** Changes a view that `ownRow` locked; it is the caller's from then on. */
async function update(tx: Tx, actor: Actor, view: SavedViewDraft): Promise<Row> {
  const [row] = await tx.query<Row>(
    `update "saved_view" as v set user_id = $3, list = $4, name = $5, search = $6, columns = $7::jsonb, icon = $8, key = $9,
       roles = $10::jsonb, standing = $11, version = version + 1, update_time = now()
     where tenant_id = $1 and id = $2 returning ${COLUMNS}, '' as owner, false as removed`,
    [actor.tenantId, view.id, actor.userId, ...valuesOf(view)],
  )
  return row as Row
}

/**
 * Views of a person: their own, and those shared with them, of lists that they may see. Each list opens with one of them at most: the
 * person's own default, else that of the first of their roles that has one, in the order of the roles, else that of everybody.
 */
async function viewsOf(reads: Reads, actor: Actor): Promise<SavedView[]> {
  const rows = await reads.query<Row>(
    `select ${COLUMNS}, coalesce(u.real_name, '') as owner, u.is_deleted is distinct from 0 as removed
     from "saved_view" v left join "user" u on u.tenant_id = v.tenant_id and u.id = v.user_id
     where v.tenant_id = $1 and ${READABLE} order by v.user_id <> $2, v.id`,
    [actor.tenantId, actor.userId, readerRoles(actor), mayShare(actor)],
  )
  const views = rows.flatMap((row) => shownTo(actor, row) ?? [])
  const opening = new Map<string, string>()
  const decided = new Set<string>()
  for (const view of views)
    if (view.standing === STANDING.mine && !decided.has(view.list)) {
      decided.add(view.list)
      opening.set(view.id, '')
    }
  if (views.some((view) => !decided.has(view.list)))
    for (const { list, view, role } of await defaultsOf(reads, actor)) {
      if (decided.has(list) || !views.some((v) => v.id === view && v.list === list)) continue
      decided.add(list)
      opening.set(view, role)
    }
  return views.map((view) => ({ ...view, opens: opening.has(view.id), opensFor: opening.get(view.id) ?? '' }))
}

/** Saved views of whoever is signed in. */
export const savedViewHandlers = [
  handle(readSavedViews, async ({ actor, context }) => {
    refuseOthers(actor)
    return viewsOf(readsOf(context, actor.tenantId), actor)
  }),
  handleOwnTables(saveSavedView, async ({ body, actor, tx, context }) => {
    refuseOthers(actor)
    const view = checkedView(actor, body)
    await inTurn(tx, actor)
    const before = view.id === '' ? null : await ownRow(tx, actor, view.id, view.version)
    await checkBeside(tx, actor, view)
    const row = before ? await update(tx, actor, view) : await insert(tx, actor, view, context)
    standAlone(tx, actor, view, String(row.id))
    record(tx, actor, String(row.id), row.version, before ? 'edit' : 'add')
    emitViews(tx, actor, context.now(), [...new Set([...(before?.roles ?? []), ...view.roles])])
    return (await viewsOf(tx, actor)).find((v) => v.id === String(row.id)) as SavedView
  }),
  handleOwnTables(removeSavedView, async ({ body, actor, tx, context }) => {
    refuseOthers(actor)
    await inTurn(tx, actor)
    const row = await ownRow(tx, actor, body.id, body.version)
    await emitEnded(tx, actor, row.id, context.now())
    tx.write('delete from "saved_view" where tenant_id = $1 and id = $2', [actor.tenantId, row.id])
    record(tx, actor, String(row.id), row.version + 1, 'remove')
    emitViews(tx, actor, context.now(), row.roles)
    return null
  }),
  handle(readViewRoles, async ({ actor, context }) => {
    refuseOthers(actor)
    if (!mayShare(actor)) return []
    const rows = await context.db.scoped<ViewRole & Record<string, unknown>>(
      { tenantId: actor.tenantId },
      {
        name: 'view-roles',
        text: `select role_alias as alias, role_name as name from "role" where tenant_id = $1 and is_deleted = 0 and role_alias <> '${EVERYBODY}' order by sort, id`,
        values: [actor.tenantId],
      },
    )
    // built-in roles are named in the language of the reader
    return [
      everybody(actor.language),
      ...rows.map(({ alias, name }) => ({ alias, name: doerIn(name, actor.language) })),
    ]
  }),
]
