import { type Label, label } from '../../model/values/label.ts'
import type { Handler } from '../core/context/context.ts'
import { AppError } from '../core/errors.ts'
import { textParam } from '../core/params.ts'
import { asSent, secretOf } from './passwords.ts'
import { provePassword } from './provePassword.ts'
import { endSessionsOf } from './sessions.ts'
import { setPassword } from './users.ts'

/** Problem of a new password that replaces an old one; null for nothing. Pure. */
export function newPasswordProblem(account: string, oldPassword: string, newPassword: string): Label | null {
  // Something else than a hash would be kept, and no client could ever sign in with it.
  if (!/^[0-9a-fA-F]{32}$/.test(newPassword)) return ['新密码格式不正确', 'The new password does not come as it should']
  const sent = newPassword.toLowerCase()
  if (sent === asSent('') || sent === asSent(account))
    return ['新密码不能为空或与账号相同', 'The new password may be neither empty nor the account name']
  return sent === oldPassword.toLowerCase() ? ['新密码不能与旧密码相同', 'The new password is the old one'] : null
}

/** Problem of a change of password in wire form (md5, so that the client checks the length); null for nothing. */
function wrongWith(
  account: string,
  { oldPassword, newPassword, newPassword1 }: Record<'oldPassword' | 'newPassword' | 'newPassword1', string>,
): readonly [field: string, message: Label] | null {
  const problem = newPasswordProblem(account, oldPassword, newPassword)
  if (problem) return ['newPassword', problem]
  return newPassword.toLowerCase() === newPassword1.toLowerCase()
    ? null
    : ['newPassword1', ['两次密码输入不一致', 'The two passwords are not the same']]
}

/**
 * Whoever is signed in sets another password, proving that they know the one in force; every other session of theirs
 * ends.
 */
export const changePassword: Handler = async (request) => {
  const { actor, params, context } = request
  const refuse = (field: string, message: Label) =>
    new AppError(400, message, { [field]: label(message, actor.language) })
  const text = (name: string) => textParam(params, name)
  const given = {
    oldPassword: text('oldPassword'),
    newPassword: text('newPassword'),
    newPassword1: text('newPassword1'),
  }
  const wrong = wrongWith(actor.account, given)
  if (wrong) throw refuse(...wrong)
  const { tenantId, userId, sessionId } = actor
  return provePassword(request, { field: 'oldPassword', given: given.oldPassword }, async (proved) => {
    const secret = secretOf(given.newPassword)
    await context.db.transaction({ tenantId }, async (tx) => {
      await proved(tx)
      await setPassword(tx, { tenantId, userId, password: { secret } })
      await endSessionsOf(tx, userId, 'password changed', sessionId)
    })
    return null
  })
}
