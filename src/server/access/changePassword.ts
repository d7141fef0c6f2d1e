import { type Label, label } from '../../model/kernel/label.ts'
import type { Actor } from '../core/actor.ts'
import type { Handler, ServerContext } from '../core/context.ts'
import { AppError } from '../core/errors.ts'
import { recordSecurityEvent } from '../writes/securityEvents.ts'
import { type Attempt, claim, forgive, GUESSING, guessesAnew, inTurn } from './attempts.ts'
import { basicOf, OWN } from './clients.ts'
import { asSent, matches, secretOf } from './passwords.ts'
import { endSessionsOf } from './sessions.ts'
import { isInForce, setPassword } from './users.ts'

const IN_URL: Label = ['密码只能放在请求体中', 'Passwords belong in the body, never in the address']

const WRONG: Label = ['旧密码不正确', 'The old password is wrong']

const delayed = (seconds: number): Label => [
  `旧密码错误次数过多，请稍后再试（${seconds} 秒）`,
  `The old password was wrong too often, please try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`,
]

/** What is wrong with a new password as it is sent (md5, so that its length is for the client to check); null for nothing. */
function wrongWith(
  account: string,
  { oldPassword, newPassword, newPassword1 }: Record<'oldPassword' | 'newPassword' | 'newPassword1', string>,
): readonly [field: string, message: Label] | null {
  // Something else than a hash would be kept, and no client could ever sign in with it.
  if (!/^[0-9a-fA-F]{32}$/.test(newPassword))
    return ['newPassword', ['新密码格式不正确', 'The new password does not come as it should']]
  const sent = newPassword.toLowerCase()
  if (sent === asSent('') || sent === asSent(account))
    return ['newPassword', ['新密码不能为空或与账号相同', 'The new password may be neither empty nor the account name']]
  if (sent === oldPassword.toLowerCase())
    return ['newPassword', ['新密码不能与旧密码相同', 'The new password is the old one']]
  return sent === newPassword1.toLowerCase()
    ? null
    : ['newPassword1', ['两次密码输入不一致', 'The two passwords are not the same']]
}

/** Tells administrators, once a window, of a session that goes on giving wrong passwords. */
async function report(context: ServerContext, attempt: Attempt, actor: Pick<Actor, 'userId' | 'name'>): Promise<void> {
  if (!(await guessesAnew(context.db, attempt))) return
  const { account, address } = attempt
  await recordSecurityEvent(context, attempt.tenantId, {
    kind: 'oldPasswordGuessing',
    subject: account,
    detail: [
      `账号 ${account} 的一个会话在修改密码时连续 ${GUESSING.account} 次输错旧密码，使用者可能不是本人`,
      `A session of ${account} gave a wrong old password ${GUESSING.account} times in a row to change it; it may be in other hands`,
    ],
    actor,
    ip: address,
  })
}

/**
 * Whoever is signed in sets another password, proving that they know the one in force; every other session of theirs
 * ends. A session's wrong ones wait as those at the sign-in do and are reported like them, but are counted for it
 * alone: a stolen session gets no further, and keeps its owner neither from signing in nor from changing the password.
 */
export const changePassword: Handler = async (request) => {
  const { actor, params, query, http, context } = request
  const { db } = context
  if (basicOf(http.headers.authorization)?.id === OWN && Object.keys(query).some((name) => /password/i.test(name)))
    throw new AppError(400, IN_URL)
  const refuse = (field: string, message: Label) =>
    new AppError(400, message, { [field]: label(message, actor.language) })
  const text = (name: string) => String(params[name] ?? '')
  const given = {
    oldPassword: text('oldPassword'),
    newPassword: text('newPassword'),
    newPassword1: text('newPassword1'),
  }
  const wrong = wrongWith(actor.account, given)
  if (wrong) throw refuse(...wrong)
  const { tenantId, userId, account, sessionId } = actor
  const attempt: Attempt = { tenantId, account, address: http.ip, device: null, session: sessionId }
  return inTurn(attempt, async () => {
    const { wait } = await claim(db, attempt)
    if (wait > 0) {
      request.reply.header('retry-after', String(wait))
      throw new AppError(429, delayed(wait))
    }
    const [kept] = await db.scoped<{ hash: string }>(
      { tenantId },
      {
        name: 'own-secret',
        text: 'select hash from "user_secret" where tenant_id = $1 and user_id = $2',
        values: [tenantId, userId],
      },
    )
    if (!kept || !(await matches(kept.hash, given.oldPassword))) {
      await report(context, attempt, actor)
      throw refuse('oldPassword', WRONG)
    }
    await forgive(db, attempt)
    const secret = secretOf(given.newPassword)
    await db.transaction({ tenantId }, async (tx) => {
      // what was proved may have been changed meanwhile, by whom this one is to be shut out
      if (!(await isInForce(tx, { tenantId, userId, hash: kept.hash }))) throw refuse('oldPassword', WRONG)
      await setPassword(tx, { tenantId, userId, password: { secret } })
      await endSessionsOf(tx, userId, 'password changed', sessionId)
    })
    return null
  })
}
