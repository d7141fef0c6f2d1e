import { lockSession, type SessionLock, unlockSession } from '../../../../model/administration/access/lockCalls.ts'
import { type Label, label } from '../../../../model/values/label.ts'
import { matches, secretOf } from '../../../auth/passwords.ts'
import type { RequestContext } from '../../../core/context/context.ts'
import { AppError, signInFirst } from '../../../core/errors.ts'
import { type Attempt, claim, forgive, guessesAnew, inTurn } from '../../../core/limits/attempts.ts'
import { handleWhole } from '../../../records/handle.ts'
import { recordSecurityEventIn } from '../../../writing/unitOfWork/securityEvents.ts'

const MISSING: Label = ['锁屏密码不能为空', 'Please enter a lock password']
const WRONG: Label = ['锁屏密码不正确', 'The lock password is wrong']
const NONE: Label = [
  '此会话没有锁屏密码，请用登录密码解锁',
  'This session has no lock password: use the sign-in password',
]
const ENDED: Label = ['锁屏密码错误次数过多，请重新登录', 'The lock password was wrong too often: please sign in again']
const delayed = (seconds: number): Label => [
  `密码错误次数过多，请稍后再试（${seconds} 秒）`,
  `The password was wrong too often, please try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`,
]

/** Columns of the lock, of the presented session. */
async function lockOf({ context, actor }: RequestContext): Promise<{ hash: string; locked: boolean }> {
  const [row] = await context.db.scoped<{ hash: string; locked: boolean }>(
    { tenantId: actor.tenantId },
    {
      name: 'session-lock',
      text: `select lock_hash as hash, locked_time is not null as locked from "session"
        where tenant_id = $1 and id = $2 and ended_time is null`,
      values: [actor.tenantId, actor.sessionId],
    },
  )
  if (!row) throw signInFirst()
  return row
}

const setLocked = (
  { context, actor }: Pick<RequestContext, 'context' | 'actor'>,
  locked: boolean,
  hash: string,
): Promise<unknown> =>
  context.db.scoped(
    { tenantId: actor.tenantId },
    {
      name: 'session-set-lock',
      text: `update "session" set lock_hash = $3, locked_time = case when $4 then coalesce(locked_time, now()) end
        where tenant_id = $1 and id = $2 and ended_time is null`,
      values: [actor.tenantId, actor.sessionId, hash, locked],
    },
  )

/** Ends a session whose lock password is guessed at, and informs the administrators. */
async function endGuessed({ context, actor, http }: RequestContext): Promise<void> {
  const { tenantId, sessionId, account } = actor
  await context.db.transaction({ tenantId }, async (tx) => {
    await tx.query(
      `update "session" set ended_time = now(), ended_why = 'lock guessed' where tenant_id = $1 and id = $2 and ended_time is null`,
      [tenantId, sessionId],
    )
    await recordSecurityEventIn(context, tx, {
      kind: 'oldPasswordGuessing',
      subject: account,
      detail: [
        `账号 ${account} 的锁屏密码连续输错，使用者可能不是本人；该会话已结束`,
        `The lock password of a session of ${account} was wrong too often; it may be in other hands and was ended`,
      ],
      actor,
      ip: http.ip,
    })
  })
}

/** Operations on the lock of the presented session. */
export const sessionLockHandlers = [
  handleWhole(lockSession, async (request): Promise<SessionLock> => {
    const { params, actor } = request
    const { hash, locked } = await lockOf(request)
    const given = typeof params.password === 'string' ? params.password : ''
    // locked already: by another window, or by this click sent twice; nobody sets a password from outside the lock
    if (!locked) {
      if (given === '' && hash === '' && String(params.signInPassword ?? '') !== '1')
        throw new AppError(400, MISSING, { password: label(MISSING, actor.language) })
      await setLocked(request, true, given === '' ? hash : await secretOf(given))
      return { own: given !== '' || hash !== '' }
    }
    return { own: hash !== '' }
  }),
  handleWhole(unlockSession, async (request) => {
    const { params, actor, context, http } = request
    const refuse = (why: Label) => new AppError(400, why, { password: label(why, actor.language) })
    const { tenantId, account, sessionId } = actor
    const given = typeof params.password === 'string' ? params.password : ''
    if (given === '') throw refuse(MISSING)
    // a place of its own: what is guessed here counts neither at the sign-in nor where the sign-in password is proved
    const attempt: Attempt = { tenantId, account, address: http.ip, device: null, session: `lock ${sessionId}` }
    return inTurn(context.limiter, attempt, async () => {
      // proved also where the server knows no lock: the console may have locked while it could not be reached
      const { hash } = await lockOf(request)
      if (hash === '') throw new AppError(409, NONE)
      const { wait } = await claim(context.db, attempt)
      if (wait > 0) throw new AppError(429, delayed(wait), null, wait)
      if (!(await matches(hash, given))) {
        if (!(await guessesAnew(context.db, attempt))) throw refuse(WRONG)
        await endGuessed(request)
        throw new AppError(401, ENDED)
      }
      await forgive(context.db, attempt)
      await setLocked(request, false, hash)
      return null
    })
  }),
]
