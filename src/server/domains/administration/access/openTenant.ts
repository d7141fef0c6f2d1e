import { giveFirstPassword } from '../../../auth/firstPasswords.ts'
import { newPassword } from '../../../auth/passwords.ts'
import { createUser } from '../../../auth/users.ts'
import type { Tx } from '../../../core/database.ts'
import { AppError } from '../../../core/errors.ts'
import type { NewTenant } from '../../../core/newTenant.ts'
import { fillTenant } from './install.ts'

/** Switches the tenant of a transaction from here on (database/driver.ts). */
const become = (tx: Tx, tenantId: string): Promise<unknown> =>
  tx.query(`select set_config('rounds.tenant', $1, true)`, [tenantId])

/**
 * Does something among the rows of another tenant, inside a transaction of the platform's. A failure leaves the transaction
 * with them: it ends.
 */
async function among<T>(tx: Tx, tenantId: string, run: () => Promise<T>): Promise<T> {
  const own = tx.tenantId
  if (own === null) throw new Error('whose transaction it is has to be said')
  await become(tx, tenantId)
  const done = await run()
  await become(tx, own)
  return done
}

/**
 * Fills a newly added tenant and makes its first administrator with a first password. Refused where records of an
 * earlier tenant with this code exist.
 */
export const openTenant = (tx: Tx, { code, account, realName }: NewTenant): Promise<void> =>
  among(tx, code, async () => {
    const left = await tx.query(
      `select 1 as one from "role" where tenant_id = $1 union all select 1 from "user" where tenant_id = $1 limit 1`,
      [code],
    )
    if (left.length > 0)
      throw new AppError(
        400,
        [`租户编号 ${code} 曾被使用，请换一个`, `The tenant id ${code} was used before: choose another one`],
        { code: `租户编号 ${code} 曾被使用，请换一个` },
      )
    await fillTenant(tx, code)
    const userId = await createUser(tx, {
      tenantId: code,
      account,
      realName,
      roles: ['administrator'],
      password: newPassword(),
    })
    await giveFirstPassword(tx, code, userId)
  })

/**
 * Gives the first administrator of a tenant another first password, in the place of one that nobody has used yet; null where
 * its owner has a password of their own, or is there no more.
 */
export const anotherFirstPassword = (
  tx: Tx,
  { code, account }: Pick<NewTenant, 'code' | 'account'>,
): Promise<string | null> =>
  among(tx, code, async () => {
    const [found] = await tx.query<{ id: string }>(
      `select u.id::text as id from "user" u join "user_secret" s on s.tenant_id = u.tenant_id and s.user_id = u.id
       where u.tenant_id = $1 and u.account = $2 and u.is_deleted = 0 and s.first_sealed is not null for update of s`,
      [code, account],
    )
    return found ? giveFirstPassword(tx, code, found.id) : null
  })
