import { packageSetting, tenant, tenantSetting } from '../../model/access/tenant.ts'
import { tenantPackage } from '../../model/access/tenantPackage.ts'
import { user } from '../../model/access/user.ts'
import type { Label } from '../../model/kernel/label.ts'
import { PLATFORM_TENANT, type RowOf } from '../../model/kernel/resource.ts'
import { AppError, forbidden } from '../core/errors.ts'
import { hasPlatformRights } from '../core/permissions.ts'
import { handle } from '../records/handle.ts'
import type { Prepare } from '../writes/hooks.ts'
import { unreached } from '../writes/references.ts'
import { refuseFields } from '../writes/sentFields.ts'
import type { UnitOfWork } from '../writes/unitOfWork.ts'

/** 409 where the tenant has as many accounts as it may (3.25). The tenant is locked: accounts are added one after another. */
export async function refuseOverQuota(work: UnitOfWork): Promise<void> {
  const [own] = await work.rows(tenant, { code: work.actor.tenantId })
  if (!own || own.accountNumber === null) return
  const [now] = (await work.lock(tenant, [own.id])) as unknown as RowOf<typeof tenant>[]
  const most = now?.accountNumber ?? null
  if (most === null) return
  const [counted] = await work.groupBy(user, [], [], {})
  if ((counted?.count ?? 0) >= most)
    throw new AppError(409, [`账号额度已满（${most}）`, `All ${most} accounts of this tenant are taken`])
}

/** Tells every administrator of the platform what was done to tenants or to their packages. */
export const tellTenantChanged = (work: UnitOfWork, subject: string, detail: Label): Promise<void> =>
  work.alert({
    kind: 'tenantChanged',
    subject: subject.slice(0, 100),
    detail: [detail[0].slice(0, 500), detail[1].slice(0, 500)],
    actor: work.actor,
  })

/** Before limits are set: by platform rights alone, and the platform's own tenant does not end. */
async function allowed(
  work: UnitOfWork,
  values: Readonly<Record<string, unknown>>,
  rows: readonly { readonly code?: unknown; readonly tenantName?: unknown }[],
): Promise<void> {
  if (!hasPlatformRights(work.actor)) throw forbidden()
  if (values.expireTime && rows.some((row) => row.code === PLATFORM_TENANT))
    throw new AppError(409, ['平台租户不能设置过期时间', 'The tenant of the platform does not expire'])
  const of = rows.map((row) => String(row.tenantName ?? '')).join('、')
  await tellTenantChanged(work, of, [
    `${work.actor.name} 修改了租户 ${of} 的设置`,
    `${work.actor.name} changed the settings of the tenant ${of}`,
  ])
}

/** An edit of a tenant in the console. */
export const tenantWritten: Prepare = async (values, before, work) => {
  await allowed(work, values, [before ?? values])
  return {}
}

export const tenantCalls = [
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
    await tellTenantChanged(work, row.tenantName, [
      `${actor.name} 将租户 ${row.tenantName} 的产品包设为 ${packageName ?? '不限'}`,
      `${actor.name} set the package of the tenant ${row.tenantName}: ${packageName ?? 'everything'}`,
    ])
    return null
  }),
]
