import {
  packageSetting,
  tenant,
  tenantFirstPassword,
  tenantSetting,
} from '../../../../model/administration/access/tenant.ts'
import { tenantPackage } from '../../../../model/administration/access/tenantPackage.ts'
import { user } from '../../../../model/administration/access/user.ts'
import { PLATFORM_TENANT, type RowOf, reachedFrom } from '../../../../model/language/resource.ts'
import type { Label } from '../../../../model/values/label.ts'
import { AppError, forbidden } from '../../../core/errors.ts'
import { hasPlatformRights } from '../../../core/permissions.ts'
import { recordOf, recordsOf } from '../../../core/records.ts'
import { handle, handleOwnTables } from '../../../records/handle.ts'
import type { Hooks, Prepare } from '../../../writing/hooks.ts'
import { unreached } from '../../../writing/save/references.ts'
import { refuseFields } from '../../../writing/save/sentFields.ts'
import { lockTenant } from '../../../writing/unitOfWork/lockTenant.ts'
import type { UnitOfWork } from '../../../writing/unitOfWork/unitOfWork.ts'
import { anotherFirstPassword } from './openTenant.ts'

/** 409 where the tenant has as many accounts as it may (3.25). The tenant is locked: accounts are added one after another. */
export async function refuseOverQuota(work: UnitOfWork): Promise<void> {
  const [own] = await work.rows(tenant, { code: work.actor.tenantId })
  if (!own || own.accountNumber === null) return
  const [now] = recordsOf(tenant, await work.lock(tenant, [own.id]))
  const most = now?.accountNumber ?? null
  if (most === null) return
  const [counted] = await work.groupBy(user, [], [], {})
  if ((counted?.count ?? 0) >= most)
    throw new AppError(409, [`账号额度已满（${most}）`, `All ${most} accounts of this tenant are taken`])
}

/** Tells every administrator of the platform what was done to tenants or to their packages. */
export const notifyTenantChanged = (work: UnitOfWork, subject: string, detail: Label): Promise<void> =>
  work.alert({
    kind: 'tenantChanged',
    subject: subject.slice(0, 100),
    detail: [detail[0].slice(0, 500), detail[1].slice(0, 500)],
    actor: work.actor,
  })

/** Before limits are set: by platform rights alone, and the platform's own tenant neither ends nor is closed. */
async function allowed(
  work: UnitOfWork,
  values: Readonly<Record<string, unknown>>,
  rows: readonly { readonly code?: unknown; readonly tenantName?: unknown }[],
): Promise<void> {
  if (!hasPlatformRights(work.actor)) throw forbidden()
  if (rows.some((row) => row.code === PLATFORM_TENANT)) {
    if (values.expireTime)
      throw new AppError(409, ['平台租户不能设置过期时间', 'The tenant of the platform does not expire'])
    if (values.enableStatus === 0)
      throw new AppError(409, ['平台租户不能停用', 'The tenant of the platform is not disabled'])
  }
  const of = rows.map((row) => String(row.tenantName ?? '')).join('、')
  await notifyTenantChanged(work, of, [
    `${work.actor.name} 修改了租户 ${of} 的设置`,
    `${work.actor.name} changed the settings of the tenant ${of}`,
  ])
}

/** Code of a tenant: what the sign-in takes (auth/signIn.ts), in letters of one case. */
const CODE = /^[0-9a-z]{2,12}$/

/** The number after the greatest one among six-digit codes. */
const nextCode = (codes: readonly (string | null)[]): string =>
  String(
    codes.reduce((most, code) => (/^\d{6}$/.test(code ?? '') ? Math.max(most, Number(code)) : most), 0) + 1,
  ).padStart(6, '0')

/**
 * Before a tenant is added: by the platform's own administrators alone. Its code is the one that was typed, or the next
 * number; those who add wait for one another.
 */
async function added(values: Readonly<Record<string, unknown>>, work: UnitOfWork): Promise<Record<string, unknown>> {
  if (!hasPlatformRights(work.actor) || !reachedFrom(tenant, work.actor.tenantId)) throw forbidden()
  await lockTenant(work)
  const code = String(values.code || nextCode((await work.rows(tenant, {})).map((row) => row.code)))
  if (!CODE.test(code))
    refuseFields(
      [
        {
          field: 'code',
          message: ['租户编号为 2 至 12 位小写字母或数字', 'A tenant id is 2 to 12 small letters or digits'],
        },
      ],
      work.actor,
    )
  return { code }
}

/** A tenant is added, or edited in the console. */
const written: Prepare = async (values, before, work) => {
  if (!before) return added(values, work)
  await allowed(work, values, [before])
  return {}
}

/** A new tenant is filled in the transaction that adds it; administrators of the platform are told. */
export const tenantHooks: Hooks = {
  prepare: written,
  added: async (row, work) => {
    const { code, tenantName, adminAccount, adminName } = recordOf(tenant, row)
    await work.openTenant({ code: code ?? '', account: adminAccount, realName: adminName })
    await notifyTenantChanged(work, tenantName, [
      `${work.actor.name} 新增了租户 ${tenantName}（${code}），首位管理员 ${adminAccount}`,
      `${work.actor.name} added the tenant ${tenantName} (${code}), first administrator ${adminAccount}`,
    ])
  },
}

export const tenantCalls = [
  handleOwnTables(tenantFirstPassword, async ({ rows: [row], work, actor, tx }) => {
    if (!hasPlatformRights(actor)) throw forbidden()
    const { code, tenantName, adminAccount: account } = row as RowOf<typeof tenant>
    const password = await anotherFirstPassword(tx, { code: code ?? '', account })
    if (password === null)
      throw new AppError(409, [
        `租户 ${tenantName} 的首位管理员已有自己的密码：之后由该租户的管理员重置`,
        `The first administrator of ${tenantName} has a password of their own: from now on administrators of that tenant reset it`,
      ])
    await notifyTenantChanged(work, tenantName, [
      `${actor.name} 取得了租户 ${tenantName} 首位管理员 ${account} 的初始密码`,
      `${actor.name} took the first password of ${account}, the first administrator of the tenant ${tenantName}`,
    ])
    return { tenantId: code ?? '', account, password }
  }),
  // limits of several tenants at once; what is not sent stays
  handle(tenantSetting, async ({ rows, body, work }) => {
    const sent = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))
    await allowed(work, sent, rows)
    for (const row of rows) await work.update(tenant, row.id, sent)
    return null
  }),
  handle(packageSetting, async ({ rows: [row], query, work, actor }) => {
    if (!row) return null
    if (!hasPlatformRights(actor)) throw forbidden()
    if (row.code === PLATFORM_TENANT && query.packageId)
      throw new AppError(409, [
        '平台租户不能设置产品包：否则可能无人能再管理平台',
        'The tenant of the platform takes no package: nobody might be left who administers the platform',
      ])
    // whoever deletes the package waits, and finds the tenant that has it
    const [given] = query.packageId ? await work.lock(tenantPackage, [query.packageId]) : []
    if (query.packageId && given?.isDeleted !== 0)
      refuseFields([unreached('packageId', tenant.fields.packageId)], actor)
    const packageName = given ? String(given.packageName) : null
    await work.update(tenant, row.id, { packageId: query.packageId, packageName })
    await notifyTenantChanged(work, row.tenantName, [
      `${actor.name} 将租户 ${row.tenantName} 的产品包设为 ${packageName ?? '不限'}`,
      `${actor.name} set the package of the tenant ${row.tenantName}: ${packageName ?? 'everything'}`,
    ])
    return null
  }),
]
