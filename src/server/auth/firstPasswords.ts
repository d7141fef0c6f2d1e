import type { Download } from '../../model/language/domain/answer.ts'
import type { ServerContext } from '../core/context/context.ts'
import type { Tx } from '../core/database.ts'
import { AppError } from '../core/errors.ts'
import { openFirst, sealFirst } from '../database/keys/firstSecrets.ts'
import { newPassword } from './passwords.ts'
import { setPassword } from './users.ts'

/** Gives an account a first password of its own, made at random, in the place of the one it had; returns it. */
export async function giveFirstPassword(tx: Tx, tenantId: string, userId: string): Promise<string> {
  const password = newPassword()
  await setPassword(tx, { tenantId, userId, password, firstSealed: sealFirst(tenantId, userId, password) })
  return password
}

/** The first password of an account as a file to hand over. @throws 409 where it has none, or it was exchanged already */
export async function firstPasswordFile(
  context: ServerContext,
  tenantId: string,
  user: { readonly userId: string | null; readonly account: string },
): Promise<Download> {
  const [kept] = await context.db.scoped<{ sealed: string }>(
    { tenantId },
    {
      text: 'select first_sealed as sealed from "user_secret" where tenant_id = $1 and user_id = $2 and first_sealed is not null',
      values: [tenantId, user.userId ?? '0'],
    },
  )
  if (!kept || !user.userId)
    throw new AppError(409, [
      '该账号没有待使用的初始密码：已被本人修改，或尚未重置',
      'This account has no first password: its owner has set one, or it was not reset yet',
    ])
  const password = openFirst(tenantId, user.userId, kept.sealed)
  const text = `租户编号 ${tenantId}\r\n账号 ${user.account}\r\n初始密码 ${password}\r\n（首次登录时须修改）\r\n`
  return { name: `${user.account}-初始密码.txt`, type: 'text/plain; charset=utf-8', bytes: Buffer.from(text) }
}
