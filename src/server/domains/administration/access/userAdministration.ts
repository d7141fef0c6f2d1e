import { grantMenus } from '../../../../model/administration/access/grantCalls.ts'
import { role } from '../../../../model/administration/access/role.ts'
import { type user, user as users } from '../../../../model/administration/access/user.ts'
import {
  firstPassword,
  grantRoles,
  removeSecondFactors,
  resetPasswords,
  unlockUsers,
} from '../../../../model/administration/access/userCalls.ts'
import type { RowOf } from '../../../../model/language/resource.ts'
import { roles as builtIn } from '../../../../model/roles/roles.ts'
import type { Label } from '../../../../model/values/label.ts'
import { firstPasswordFile, giveFirstPassword } from '../../../auth/firstPasswords.ts'
import { grantsNamed } from '../../../auth/menuRows.ts'
import { endSessionsOf } from '../../../auth/sessions.ts'
import type { Actor } from '../../../core/actor.ts'
import type { Tx } from '../../../core/database.ts'
import { AppError, forbidden } from '../../../core/errors.ts'
import { forgetFailures } from '../../../core/limits/attempts.ts'
import { hasPlatformRights } from '../../../core/permissions.ts'
import { handle, handleOwnTables } from '../../../records/handle.ts'
import { GRANT, grantsMessage } from '../../../writing/grantChanges.ts'
import type { Prepare, RemovalProblem } from '../../../writing/hooks.ts'
import { removeFactors } from '../../../writing/oneTimeCodes.ts'
import { refuseNotAdmitted } from '../../../writing/save/admitted.ts'
import { keepHands } from '../../../writing/unitOfWork/accountHands.ts'
import { EDIT } from '../../../writing/unitOfWork/trail.ts'
import type { UnitOfWork } from '../../../writing/unitOfWork/unitOfWork.ts'
import { refuseOverQuota } from './tenantSettings.ts'

type User = RowOf<typeof user>

const NO_SCOPES: Label = [
  '数据权限与接口权限尚不生效，请不要勾选；可见范围由角色、所属企业与员工归属决定',
  'Scopes of data and of calls have no effect yet, so grant none: roles, companies and employees settle what people reach',
]

/** Refusal of a data scope that no rule applies: an administrator would rely on it. */
const refuseScopes = (names: readonly string[], { language }: Actor): AppError =>
  new AppError(400, NO_SCOPES, Object.fromEntries(names.map((name) => [name, NO_SCOPES[language === 'en' ? 1 : 0]])))

/** Nobody gives themselves rights or a password, and no administrator of a company those of the platform. */
function refuse(actor: Actor, rows: readonly User[], own: Label): void {
  if (!hasPlatformRights(actor)) throw forbidden()
  if (rows.some((row) => row.id === actor.userId)) throw new AppError(409, own)
}

const idsOf = (rows: readonly { readonly id: string }[]): string[] => rows.map((row) => row.id)
const names = (rows: readonly { readonly account?: string | null }[]): string => rows.map((r) => r.account).join('、')

/** 400 for roles of another kind of user: a company's user gets no role of the platform. */
function refuseKind(row: User, roles: readonly RowOf<typeof role>[]): void {
  const strange = roles.find((r) => {
    const kind = builtIn.find((one) => one.alias === r.roleAlias)?.userType
    return kind !== undefined && kind !== row.userType
  })
  if (strange)
    throw new AppError(400, [
      `“${strange.roleName}”不适用于用户“${row.realName}”的类型`,
      `“${strange.roleName}” does not fit the kind of user that “${row.realName}” is`,
    ])
}

/** 409 where nobody would be left who may administer the tenant. */
async function refuseLast(tx: Tx, tenantId: string): Promise<void> {
  const [left] = await tx.query<{ n: string }>(
    `select count(*)::text as n from "user_role" ur join "role" r on r.tenant_id = ur.tenant_id and r.id = ur.role_id and r.is_deleted = 0
       join "user" u on u.tenant_id = ur.tenant_id and u.id = ur.user_id and u.status = 1 and u.is_deleted = 0
     where ur.tenant_id = $1 and r.role_alias = 'administrator'`,
    [tenantId],
  )
  if (Number(left?.n ?? 0) === 0)
    throw new AppError(409, ['至少保留一名平台管理员', 'At least one platform administrator has to be left'])
}

async function setRoles(tx: Tx, work: UnitOfWork, row: User, roles: readonly RowOf<typeof role>[]): Promise<void> {
  const named = { roleId: roles.map((r) => r.id).join(','), roleName: roles.map((r) => r.roleName).join(',') }
  await work.update(users, row.id, named, { action: EDIT, as: 'grant' })
  const held = [work.actor.tenantId, row.id, roles.map((r) => r.id)]
  const taken = await tx.query(
    'delete from "user_role" where tenant_id = $1 and user_id = $2 and role_id <> all($3::bigint[]) returning 1 as one',
    held,
  )
  if (taken.length > 0) await endSessionsOf(tx, row.id, 'role taken')
  await tx.query(
    `insert into "user_role" (tenant_id, user_id, role_id) select $1::text, $2::bigint, unnest($3::bigint[])
     on conflict do nothing`,
    held,
  )
}

/** Party that a user of each kind works for. */
const PARTY_OF: Readonly<Record<number, 'entrustedId' | 'fiscalTaxId' | 'providerId'>> = {
  2: 'entrustedId',
  3: 'fiscalTaxId',
  4: 'providerId',
}

/** A name without what the eye does not see: width and blanks. */
const nameRead = (name: string): string => name.normalize('NFKC').replace(/\s/gu, '')

/**
 * Name of a new or renamed user: with the account appended where another active user has the same name, so that they
 * can be distinguished everywhere. Undefined where the name was not sent or is unchanged.
 */
export async function distinctName(
  work: UnitOfWork,
  name: unknown,
  account: string,
  id: string | null = null,
): Promise<string | undefined> {
  if (typeof name !== 'string' || name === '') return undefined
  const active = await work.rows(users, { status: 1 })
  const taken = active.some((row) => row.id !== id && nameRead(row.realName) === nameRead(name))
  const beside = `（${account}）`
  return taken && !name.endsWith(beside) ? `${[...name].slice(0, 50 - beside.length).join('')}${beside}` : name
}

/**
 * Before a user is added or edited: by platform rights alone; of a company, partner or provider with the one they work
 * for (INV-43), of the platform with none. A new user has neither roles nor a password: both are given by calls of
 * their own, which every administrator is told of. Nobody disables themselves; an administrator loses that role first,
 * where the last one is kept.
 */
export const userWritten: Prepare = async (values, before, work) => {
  if (!hasPlatformRights(work.actor)) throw forbidden()
  if (before) {
    const name =
      values.realName === before.realName
        ? undefined
        : await distinctName(work, values.realName, String(before.account), String(before.id))
    const renamed = name === undefined ? {} : { realName: name }
    if (values.status === 1 && before.status === 0) await keepHands(work, [String(before.id)], 'unlocked')
    if (values.status !== 0 || before.status === 0) return renamed
    if (before.id === work.actor.userId) throw new AppError(409, ['不能停用自己', 'Nobody disables themselves'])
    const held = String(before.roleId ?? '').split(',')
    const administrators = await work.rows(role, { roleAlias: 'administrator' })
    if (administrators.some((r) => held.includes(r.id)))
      throw new AppError(409, ['请先撤销其平台管理员角色', 'Take the administrator role from this user first'])
    return renamed
  }
  await refuseNotAdmitted(work, values.entrustedId, 'entrustedId', ['为其建立账号', 'it gets no account yet'])
  await refuseOverQuota(work)
  const party = PARTY_OF[Number(values.userType ?? 1)]
  for (const name of Object.values(PARTY_OF)) {
    const [zh, en] = users.fields[name].label
    if (name === party && !values[name])
      throw new AppError(400, [`请选择${zh}`, `Please choose the ${en.toLowerCase()}`], { [name]: `请选择${zh}` })
    if (name !== party && values[name])
      throw new AppError(400, [`该用户平台不能选择${zh}`, `This kind of user has no ${en.toLowerCase()}`], {
        [name]: `该用户平台不能选择${zh}`,
      })
  }
  const id = work.newId()
  await keepHands(work, [id], 'made')
  const realName = await distinctName(work, values.realName, String(values.account ?? ''))
  return { id, realName, name: values.name || realName }
}

/**
 * Why users may not be deleted: by platform rights alone, nobody deletes themselves, and an administrator loses that
 * role first, where the last one is kept. Whoever documents name is disabled instead (`refuseRemoval`). What is deleted
 * is signed out by its next request, and administrators are told.
 */
export const userRemoved: RemovalProblem = async (rows, work) => {
  if (!hasPlatformRights(work.actor)) throw forbidden()
  if (rows.some((row) => row.id === work.actor.userId)) return ['不能删除自己', 'Nobody deletes themselves']
  const administrators = (await work.rows(role, { roleAlias: 'administrator' })).map((r) => r.id)
  if (
    rows.some((row) =>
      administrators.some((id) =>
        String(row.roleId ?? '')
          .split(',')
          .includes(id),
      ),
    )
  )
    return ['请先撤销其平台管理员角色', 'Take the administrator role from this user first']
  const accounts = names(rows as readonly { readonly account?: string | null }[])
  await work.alert({
    kind: 'userDeleted',
    subject: accounts.slice(0, 100),
    detail: [
      `${work.actor.name} 删除了用户 ${accounts}`.slice(0, 500),
      `${work.actor.name} deleted the users ${accounts}`.slice(0, 500),
    ],
    actor: work.actor,
  })
  return null
}

/** Operations of administrators on users: each is told to all of them, where it gives somebody a password or rights. */
export const userHandlers = [
  handleOwnTables(unlockUsers, async ({ rows, work, actor, tx }) => {
    if (!hasPlatformRights(actor)) throw forbidden()
    for (const row of rows) {
      await forgetFailures(tx, actor.tenantId, row.account)
      await work.update(users, row.id, { loginErrorCount: 0, lockUntil: null })
    }
    await keepHands(work, idsOf(rows), 'unlocked')
    return null
  }),
  handleOwnTables(resetPasswords, async ({ rows, work, actor, tx }) => {
    refuse(actor, rows, ['请在“修改密码”中修改自己的密码', 'Change your own password by “Change password”'])
    for (const row of rows) {
      await giveFirstPassword(tx, actor.tenantId, row.id)
      await endSessionsOf(tx, row.id, 'password reset')
    }
    await keepHands(work, idsOf(rows), 'reset')
    await work.alert({
      kind: 'passwordReset',
      subject: names(rows).slice(0, 100),
      detail: [`${actor.name} 重置了 ${names(rows)} 的密码`, `${actor.name} reset the password of ${names(rows)}`],
      actor,
    })
    return null
  }),
  handle(firstPassword, ({ rows: [row], context, actor }) => {
    if (!hasPlatformRights(actor)) throw forbidden()
    return firstPasswordFile(context, actor.tenantId, { userId: row?.id ?? null, account: row?.account ?? '' })
  }),
  handleOwnTables(removeSecondFactors, async ({ rows, work, actor, tx }) => {
    refuse(actor, rows, ['请在个人信息中关闭自己的两步验证', 'Turn your own second factor off in your profile'])
    const taken = await removeFactors(
      tx,
      rows.map((row) => row.id),
    )
    const of = names(rows.filter((row) => taken.includes(row.id)))
    if (!of) throw new AppError(409, [`${names(rows)} 未开启两步验证`, `${names(rows)}: no second factor to take off`])
    await keepHands(work, taken, 'factorTaken')
    await work.alert({
      kind: 'secondFactorRemoved',
      subject: of.slice(0, 100),
      detail: [`${actor.name} 解除了 ${of} 的两步验证`, `${actor.name} took the second factor off ${of}`],
      actor,
    })
    return null
  }),
  handleOwnTables(grantRoles, async ({ rows, body, work, actor, tx }) => {
    refuse(actor, rows, ['不能修改自己的角色', 'Your own roles are for another administrator to set'])
    // two administrators who take each other's role wait for each other
    await tx.query(`select 1 from "role" where tenant_id = $1 and role_alias = 'administrator' for update`, [
      actor.tenantId,
    ])
    const roles = await work.rows(role, { id: body.roleIds })
    for (const row of rows) {
      refuseKind(row, roles)
      await setRoles(tx, work, row, roles)
    }
    await keepHands(work, idsOf(rows), 'granted')
    await refuseLast(tx, actor.tenantId)
    const given = roles.map((r) => r.roleName).join('、')
    await work.alert({
      kind: 'rolesChanged',
      subject: names(rows).slice(0, 100),
      detail: [
        `${actor.name} 将 ${names(rows)} 的角色设为 ${given}`,
        `${actor.name} set the roles of ${names(rows)}: ${given}`,
      ],
      actor,
    })
    return null
  }),
  handleOwnTables(grantMenus, async ({ rows, body, work, actor, tx }) => {
    if (!hasPlatformRights(actor)) throw forbidden()
    if (rows.some((row) => row.roleAlias === 'administrator'))
      throw new AppError(409, [
        '平台管理员拥有全部权限，无需授权',
        'The platform administrator holds everything already',
      ])
    const scopes = (['dataScopeIds', 'apiScopeIds'] as const).filter((name) => (body[name] ?? []).length > 0)
    if (scopes.length > 0) throw refuseScopes(scopes, actor)
    for (const row of rows) {
      // menus that the tenant's package hides are not the administrator's to take: they return when the package changes
      const taken = await tx.query<{ menu_id: string }>(
        `delete from "role_menu" where tenant_id = $1 and role_id = $2 and ($3::bigint[] is null or menu_id = any($3))
         returning menu_id`,
        [actor.tenantId, row.id, actor.menuIds ?? null],
      )
      await tx.query(
        'insert into "role_menu" (tenant_id, role_id, menu_id) select $1::text, $2::bigint, unnest($3::bigint[])',
        [actor.tenantId, row.id, body.menuIds],
      )
      const before = new Set(taken.map((t) => String(t.menu_id)))
      const after = new Set(body.menuIds.map(String))
      const changes = [
        ...grantsNamed([...after].filter((id) => !before.has(id))).map((to) => ({ field: GRANT, from: null, to })),
        ...grantsNamed([...before].filter((id) => !after.has(id))).map((from) => ({ field: GRANT, from, to: null })),
      ]
      if (changes.length === 0) continue
      await work.update(role, row.id, {}, { action: EDIT, as: 'grant', changes })
      const [zh, en] = grantsMessage(changes)
      await work.alert({
        kind: 'rolesChanged',
        subject: String(row.roleName ?? '').slice(0, 100),
        detail: [
          `${actor.name} 修改了 ${row.roleName} 的授权：${zh}`.slice(0, 500),
          `${actor.name} changed what ${row.roleName} is granted: ${en}`.slice(0, 500),
        ],
        actor,
      })
    }
    return null
  }),
]
