import { roles as builtIn } from '../../model/roles/roles.ts'
import type { Tx } from '../core/database.ts'
import { newId } from '../core/ids.ts'
import { asSent, secretOf } from './passwords.ts'

/** A user to be made. */
export interface NewUser {
  readonly tenantId: string
  readonly account: string
  readonly realName: string
  /** Aliases of roles the tenant has. */
  readonly roles: readonly string[]
  /** In clear, kept as argon2id of what clients send (md5 hex); or what is kept, where that is being made already. */
  readonly password: string | { readonly secret: Promise<string> }
  /** 1 platform, 2 company, 3 fiscal-tax partner, 4 provider; by default that of the first role. */
  readonly userType?: 1 | 2 | 3 | 4
  /** Ids of the company, fiscal-tax company or provider the user works for: the row scope. */
  readonly company?: string
  readonly fiscalTax?: string
  readonly provider?: string
  readonly deptId?: string
  readonly deptName?: string
  readonly id?: string
}

/** Makes a user with roles and password; returns the id. Runs as the owner or inside the tenant's own scope. */
export async function createUser(tx: Tx, user: NewUser): Promise<string> {
  const id = user.id ?? newId()
  const found = await tx.query<{ id: string; role_alias: string; role_name: string }>(
    'select id, role_alias, role_name from "role" where tenant_id = $1 and role_alias = any($2::text[]) and is_deleted = 0 order by sort, id',
    [user.tenantId, [...user.roles]],
  )
  const missing = user.roles.filter((alias) => !found.some((r) => r.role_alias === alias))
  if (missing.length > 0) throw new Error(`tenant ${user.tenantId} has no role ${missing.join(', ')}`)
  const userType = user.userType ?? builtIn.find((r) => r.alias === user.roles[0])?.userType ?? 1
  await tx.query(
    `insert into "user" (tenant_id, id, account, name, real_name, user_type, role_id, role_name, dept_id, dept_name, entrusted_id, fiscal_tax_id, provider_id, status)
     values ($1, $2, $3, $4, $4, $5, $6, $7, $8, $9, $10, $11, $12, 1)`,
    [
      user.tenantId,
      id,
      user.account,
      user.realName,
      userType,
      found.map((r) => r.id).join(','),
      found.map((r) => r.role_name).join(','),
      user.deptId ?? null,
      user.deptName ?? null,
      user.company ?? null,
      user.fiscalTax ?? null,
      user.provider ?? null,
    ],
  )
  await tx.query(
    'insert into "user_role" (tenant_id, user_id, role_id) select $1::text, $2::bigint, unnest($3::bigint[])',
    [user.tenantId, id, found.map((r) => r.id)],
  )
  await setPassword(tx, { tenantId: user.tenantId, userId: id, password: user.password })
  return id
}

/**
 * Sets a password. The caller ends the user's sessions where that is wanted. `firstSealed`: it is a first one, kept so
 * until its owner exchanges it (auth/firstPasswords.ts).
 */
export async function setPassword(
  tx: Tx,
  who: Pick<NewUser, 'tenantId' | 'password'> & { readonly userId: string; readonly firstSealed?: string },
): Promise<void> {
  const { password } = who
  const secret = typeof password === 'string' ? secretOf(asSent(password)) : password.secret
  await tx.query(
    `insert into "user_secret" (tenant_id, user_id, hash, first_sealed) values ($1, $2, $3, $4)
     on conflict (tenant_id, user_id) do update
     set hash = excluded.hash, first_sealed = excluded.first_sealed, update_time = now()`,
    [who.tenantId, who.userId, await secret, who.firstSealed ?? null],
  )
}

/**
 * Returns whether this secret is still the user's, and keeps it so until the transaction ends: what was proved by it is
 * good in this transaction. A change of the password waits, or has come first.
 */
export async function isInForce(
  tx: Tx,
  who: { readonly tenantId: string; readonly userId: string; readonly hash: string },
): Promise<boolean> {
  const found = await tx.query(
    'select 1 as one from "user_secret" where tenant_id = $1 and user_id = $2 and hash = $3 for update',
    [who.tenantId, who.userId, who.hash],
  )
  return found.length > 0
}

/**
 * Returns whether a user works for nobody or for a company that is not disabled, and keeps it so until the transaction ends:
 * who disables the company waits, or has come first.
 */
export async function worksFor(tx: Tx, tenantId: string, userId: string): Promise<boolean> {
  const found = await tx.query<{ enabled: number }>(
    `select c.enable_status as enabled from "user" u
     join "entrusted_company" c on c.tenant_id = u.tenant_id and c.id = u.entrusted_id
     where u.tenant_id = $1 and u.id = $2 for share of c`,
    [tenantId, userId],
  )
  return found.every((row) => row.enabled !== 0)
}
