import {
  deptSelect,
  grantTopTree,
  grantTree,
  packageDetail,
  roleSelect,
  roleTreeKeys,
  topTreeKeys,
  updateInfo,
} from '../../../../model/administration/access/grantCalls.ts'
import { dept, menu, role } from '../../../../model/administration/access/role.ts'
import { apiScope, dataScope } from '../../../../model/administration/access/scopes.ts'
import { tenant } from '../../../../model/administration/access/tenant.ts'
import { tenantPackage } from '../../../../model/administration/access/tenantPackage.ts'
import { user } from '../../../../model/administration/access/user.ts'
import { is } from '../../../../model/language/conditions/condition.ts'
import { isId, problemsOf, tidy } from '../../../../model/language/derived/validate.ts'
import type { Field } from '../../../../model/language/fields/field.ts'
import { fieldOf } from '../../../../model/language/resource.ts'
import type { Label } from '../../../../model/values/label.ts'
import type { Actor } from '../../../core/actor.ts'
import { AppError, forbidden, notFound } from '../../../core/errors.ts'
import { may } from '../../../core/permissions.ts'
import { handle } from '../../../records/handle.ts'
import type { Reader } from '../../../records/reader.ts'
import { nest, type TreeNode } from '../../../records/tree.ts'
import { attachmentProblems, claimAttachments } from '../../../writing/save/attachments.ts'
import { refuseFields } from '../../../writing/save/sentFields.ts'
import { wireRow } from '../../../writing/unitOfWork/wire.ts'

interface Asking {
  readonly reader: Reader
  readonly actor: Actor
}

/** A node of a tree of grants: names and ids, no more. */
const bare = (nodes: readonly TreeNode[]): object[] =>
  nodes.map(({ id, parentId, title, key, value, hasChildren, children }) => ({
    id,
    parentId: parentId || '0',
    title,
    key,
    value,
    hasChildren,
    ...(children ? { children: bare(children) } : {}),
  }))

const menuTree = async ({ reader, actor }: Asking): Promise<object[]> =>
  bare(
    nest(
      (await reader.rows(menu)).map((row) => wireRow(actor, menu, row)),
      'name',
    ),
  )

/** Scopes as leaves below their menus. */
async function scopeTree({ reader }: Asking, of: typeof dataScope | typeof apiScope): Promise<object[]> {
  const scopes = await reader.rows(of as typeof dataScope)
  return scopes.map((s) => ({
    id: s.id,
    parentId: s.menuId ?? '0',
    title: s.scopeName,
    key: s.id,
    value: s.id,
    hasChildren: false,
  }))
}

const ids = (text: string | null): string[] =>
  (text ?? '')
    .split(',')
    .map((id) => id.trim())
    .filter(isId)

const NO_SCOPES = { dataScope: [], apiScope: [] } as const

/** The user whose roles and departments are asked for: oneself, or another for who may see users. */
async function requestedUser({ reader, actor }: Asking, userId: string | null) {
  const id = userId?.trim() || actor.userId
  if (id !== actor.userId && !may(actor, 'user_view')) throw forbidden()
  const found = isId(id) ? await reader.row(user, id) : null
  if (!found) throw notFound()
  return found
}

/** History tells of people by their names: nobody writes their own. */
const NAME: Label = [
  '姓名不能自行修改，请联系管理员，由两人复核后修改',
  'Your name is not yours to change: ask an administrator; two persons change it',
]

/** Reads of grants, and what everybody may ask about themselves. */
export const grantCalls = [
  handle(grantTree, async (a) => ({
    menu: await menuTree(a),
    dataScope: await scopeTree(a, dataScope),
    apiScope: await scopeTree(a, apiScope),
  })),
  handle(grantTopTree, async (a) => ({ menu: await menuTree(a), ...NO_SCOPES })),
  // top menus of a tenant hold nothing yet: those of the product are the model's
  handle(topTreeKeys, () => ({ menu: [], ...NO_SCOPES })),
  handle(roleTreeKeys, async ({ query, reader, actor }) => {
    const roleIds = ids((query as { roleIds?: string | null }).roleIds ?? null)
    if (roleIds.length === 0) return { menu: [], ...NO_SCOPES }
    const rows = await reader.query<{ menu_id: string }>({
      text: 'select distinct menu_id::text from "role_menu" where tenant_id = $1 and role_id = any($2::bigint[]) and ($3::bigint[] is null or menu_id = any($3))',
      values: [actor.tenantId, roleIds, actor.menuIds ?? null],
    })
    return { menu: rows.map((r) => r.menu_id), ...NO_SCOPES }
  }),
  handle(roleSelect, async (a) => {
    const found = await requestedUser(a, a.query.userId)
    const own = ids(found.roleId)
    const rows = own.length > 0 ? await a.reader.rowsById(role, own) : []
    return rows.map((row) => wireRow(a.actor, role, row))
  }),
  handle(deptSelect, async (a) => {
    const found = await requestedUser(a, a.query.userId)
    const rows = found.deptId ? await a.reader.rowsById(dept, [found.deptId]) : []
    return rows.map((row) => wireRow(a.actor, dept, row))
  }),
  handle(packageDetail, async ({ query, reader, actor }) => {
    const code = (query as { tenantId?: string | null }).tenantId ?? ''
    const [found] = await reader.rows(tenant, { where: [is('code', code)], limit: 1 })
    const [has] = found?.packageId ? await reader.rowsById(tenantPackage, [found.packageId]) : []
    return has ? wireRow(actor, tenantPackage, has) : {}
  }),
  handle(updateInfo, async ({ body, work, actor }) => {
    const sent = Object.fromEntries(
      Object.entries(body).filter(([, v]) => v !== null && v !== '' && !String(v).includes('**')),
    )
    if (Object.keys(sent).length === 0) throw new AppError(400, ['没有可修改的内容', 'There is nothing to change'])
    const [own] = await work.lock(user, [actor.userId])
    if (sent.realName !== undefined && sent.realName !== own?.realName)
      refuseFields([{ field: 'realName', message: NAME }], actor)
    delete sent.realName
    const removed = sent.noAvatar === 1 && sent.avatar === undefined
    delete sent.noAvatar
    if (Object.keys(sent).length === 0 && !removed) return null
    refuseFields(problemsOf(user.fields, sent, new Set(Object.keys(sent))), actor)
    // a picture is a file that the person has just uploaded; no id opens another record's
    refuseFields(await attachmentProblems(work, user, sent, own ?? null), actor)
    const kept = Object.entries(sent).map(([name, value]) => [name, tidy(fieldOf(user, name) as Field, value)])
    await work.update(user, actor.userId, { ...Object.fromEntries(kept), ...(removed ? { avatar: '' } : {}) })
    await claimAttachments(work, user, sent, own ?? null, actor.userId)
    return null
  }),
]
