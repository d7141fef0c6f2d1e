import { type Label, label } from '../../model/values/label.ts'
import type { RequestContext } from '../core/context/context.ts'
import type { Tx } from '../core/database.ts'
import { AppError } from '../core/errors.ts'
import { type Attempt, claim, forgive, GUESSING, guessesAnew, inTurn } from '../core/limits/attempts.ts'
import { recordSecurityEvent } from '../writing/unitOfWork/securityEvents.ts'
import { basicOf, OWN } from './clients.ts'
import { matches } from './passwords.ts'
import { isInForce } from './users.ts'

/** Password repeated by a signed-in person, and the parameter that carries it. */
interface Given {
  readonly field: 'password' | 'oldPassword'
  readonly given: string
}

const IN_URL: Label = ['密码只能放在请求体中', 'Passwords belong in the body, never in the address']

const WRONG: Readonly<Record<Given['field'], Label>> = {
  password: ['密码不正确', 'The password is wrong'],
  oldPassword: ['旧密码不正确', 'The old password is wrong'],
}

const delayed = (seconds: number): Label => [
  `密码错误次数过多，请稍后再试（${seconds} 秒）`,
  `The password was wrong too often, please try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`,
]

/** Tells administrators, once a window, of a session that goes on giving wrong passwords. */
async function report({ context, actor }: RequestContext, attempt: Attempt): Promise<void> {
  if (!(await guessesAnew(context.db, attempt))) return
  const { account, address } = attempt
  await recordSecurityEvent(context, attempt.tenantId, {
    kind: 'oldPasswordGuessing',
    subject: account,
    detail: [
      `账号 ${account} 的一个会话连续 ${GUESSING.account} 次输错当前密码，使用者可能不是本人`,
      `A session of ${account} gave a wrong password ${GUESSING.account} times in a row; it may be in other hands`,
    ],
    actor,
    ip: address,
  })
}

/**
 * Whoever is signed in proves that they know their password, and `then` goes on; to be called first in its transaction,
 * `proved` throws where the password was changed meanwhile. A session's wrong ones wait as those at the sign-in do and
 * are reported like them, but are counted for it alone: a stolen session gets no further, and keeps its owner neither
 * from signing in nor from proving the password elsewhere.
 * @throws AppError 400 naming the field where it is wrong or stands in the address of our own console, 429 where the session has to wait
 */
export async function provePassword<T>(
  request: RequestContext,
  { field, given }: Given,
  then: (proved: (tx: Tx) => Promise<void>) => Promise<T>,
): Promise<T> {
  const { actor, query, http, context } = request
  const { db } = context
  if (basicOf(http.headers.authorization)?.id === OWN && Object.keys(query).some((name) => /password/i.test(name)))
    throw new AppError(400, IN_URL)
  const { tenantId, userId, account, sessionId } = actor
  const wrong = () => new AppError(400, WRONG[field], { [field]: label(WRONG[field], actor.language) })
  const attempt: Attempt = { tenantId, account, address: http.ip, device: null, session: sessionId }
  return inTurn(context.limiter, attempt, async () => {
    const { wait } = await claim(db, attempt)
    if (wait > 0) throw new AppError(429, delayed(wait), null, wait)
    const [kept] = await db.scoped<{ hash: string }>(
      { tenantId },
      {
        name: 'own-secret',
        text: 'select hash from "user_secret" where tenant_id = $1 and user_id = $2',
        values: [tenantId, userId],
      },
    )
    if (!kept || !(await matches(kept.hash, given))) {
      await report(request, attempt)
      throw wrong()
    }
    await forgive(db, attempt)
    return then(async (tx) => {
      // another session may have changed the proved password meanwhile in order to shut this one out
      if (!(await isInForce(tx, { tenantId, userId, hash: kept.hash }))) throw wrong()
    })
  })
}
