import type { ServerContext } from '../core/context/context.ts'
import type { Granted } from './sessions.ts'

/** A user in token answers and profile calls. */
export interface Profile {
  readonly id: string
  readonly tenantId: string
  readonly account: string
  readonly name: string
  readonly realName: string
  readonly avatar: string
  readonly email: string
  readonly phone: string
  readonly birthday: string
  readonly sex: number | null
  readonly userType: number | null
  readonly status: number
  readonly deptId: string
  readonly deptName: string
  readonly entrustedId: string
  readonly fiscalTaxId: string
  readonly providerId: string
  readonly customerName: string
  readonly roleIds: readonly string[]
  readonly roles: readonly string[]
  readonly roleNames: readonly string[]
}

interface Row extends Record<string, unknown> {
  id: string
  status: number
  role_ids: string[] | null
  aliases: string[] | null
  titles: string[] | null
}

const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

/** A user's own facts, with roles and the name of their employer. Null when there is no such user. */
export async function profileOf(context: ServerContext, tenantId: string, userId: string): Promise<Profile | null> {
  const [row] = await context.db.scoped<Row>(
    { tenantId },
    {
      name: 'profile',
      text: `select u.id, u.account, u.name, u.real_name, u.avatar, u.email, u.phone, u.birthday, u.sex, u.user_type, u.status,
        u.dept_id, u.dept_name, u.entrusted_id, u.fiscal_tax_id, u.provider_id,
        coalesce(c.name, f.name, p.name) as customer,
        array_agg(r.id order by r.sort, r.id) filter (where r.id is not null) as role_ids,
        array_agg(r.role_alias order by r.sort, r.id) filter (where r.id is not null) as aliases,
        array_agg(r.role_name order by r.sort, r.id) filter (where r.id is not null) as titles
      from "user" u
      left join "user_role" ur on ur.tenant_id = u.tenant_id and ur.user_id = u.id
      left join "role" r on r.tenant_id = ur.tenant_id and r.id = ur.role_id and r.is_deleted = 0
      left join "entrusted_company" c on c.tenant_id = u.tenant_id and c.id = u.entrusted_id
      left join "third_platform" f on f.tenant_id = u.tenant_id and f.id = u.fiscal_tax_id
      left join "third_platform" p on p.tenant_id = u.tenant_id and p.id = u.provider_id
      where u.tenant_id = $1 and u.id = $2 and u.is_deleted = 0
      group by u.tenant_id, u.id, c.name, f.name, p.name`,
      values: [tenantId, userId],
    },
  )
  if (!row) return null
  return {
    id: row.id,
    tenantId,
    account: text(row.account),
    name: text(row.name),
    realName: text(row.real_name),
    avatar: text(row.avatar),
    email: text(row.email),
    phone: text(row.phone),
    birthday: text(row.birthday),
    sex: row.sex as number | null,
    userType: row.user_type as number | null,
    status: row.status,
    deptId: text(row.dept_id),
    deptName: text(row.dept_name),
    entrustedId: text(row.entrusted_id),
    fiscalTaxId: text(row.fiscal_tax_id),
    providerId: text(row.provider_id),
    customerName: text(row.customer),
    roleIds: row.role_ids ?? [],
    roles: row.aliases ?? [],
    roleNames: row.titles ?? [],
  }
}

/**
 * The raw snake_case answer of the token endpoint. All ids are texts; `role_name` holds aliases, as the family has it.
 */
export const tokenAnswer = (who: Profile, granted: Granted) => ({
  access_token: granted.access,
  refresh_token: granted.refresh,
  token_type: 'bearer',
  expires_in: granted.expiresIn,
  refresh_expires_in: granted.refreshExpiresIn,
  tenant_id: who.tenantId,
  user_id: who.id,
  dept_id: who.deptId,
  post_id: '',
  role_id: who.roleIds.join(','),
  oauth_id: '',
  account: who.account,
  user_name: who.account,
  nick_name: who.name || who.realName,
  real_name: who.realName,
  role_name: who.roles.join(','),
  avatar: who.avatar,
  entrustedId: who.entrustedId,
  fiscalTaxId: who.fiscalTaxId,
  providerId: who.providerId,
  customerName: who.customerName,
  detail: { type: 'web' },
})

/** A profile as `user-info` and `user/info` answer it (wire conventions §7, §15). */
export const userInfo = (who: Profile) => {
  const { roleIds, roleNames, roles, ...facts } = who
  return {
    ...facts,
    userId: who.id,
    userName: who.account,
    roleId: roleIds.join(','),
    roleName: roleNames.join(','),
    roles,
  }
}
