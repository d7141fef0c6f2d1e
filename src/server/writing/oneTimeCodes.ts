import { parseCode } from '../../model/language/fields/oneTimeCode.ts'
import { type Label, label } from '../../model/values/label.ts'
import type { Actor } from '../core/actor.ts'
import type { ServerContext } from '../core/context/context.ts'
import type { Tx } from '../core/database.ts'
import { AppError } from '../core/errors.ts'
import { type Attempt, claim, forgive, GUESSING, guessesAnew, inTurn, takeBack } from '../core/limits/attempts.ts'
import { stepAt, stepOfCode } from '../core/secrets/totp.ts'
import { openTotp } from '../database/keys/totpSecrets.ts'
import { recordSecurityEvent } from './unitOfWork/securityEvents.ts'

/** Minutes within which a first code confirms a secret. */
export const CONFIRMED_WITHIN = 10

/** SQL: is the secret of a row of `user_totp` in force, or does it wait for its first code? */
export const standingSql = {
  inForce: 'confirmed_time is not null',
  begun: `confirmed_time is null and begun_time > now() - interval '${CONFIRMED_WITHIN} minutes'`,
} as const
type Standing = keyof typeof standingSql

/** SQL: does this user have a second factor? Parameters: where tenant and user stand. */
export const hasFactorSql = (tenantId: string, userId: string): string =>
  `exists (select 1 from "user_totp" where tenant_id = ${tenantId} and user_id = ${userId} and ${standingSql.inForce})`

/**
 * Accepts a code of a user in this transaction, once: the step that it is of, and all before it, are used up with the
 * commit. Two at once wait for each other at the row. False where it is wrong or used, or the user has no such secret.
 */
async function accept(tx: Tx, userId: string, code: string, standing: Standing): Promise<boolean> {
  const whose = [tx.tenantId, userId]
  // the real time: that of the business may be moved
  const [kept] = await tx.query<{ secret: string; last_step: string; now: string }>(
    `select secret, last_step, floor(extract(epoch from clock_timestamp()))::bigint as now
     from "user_totp" where tenant_id = $1 and user_id = $2 and ${standingSql[standing]} for update`,
    whose,
  )
  if (!kept) return false
  const secret = openTotp(String(tx.tenantId), userId, kept.secret)
  const step = stepOfCode(secret, code, { step: stepAt(Number(kept.now)), lastUsed: Number(kept.last_step) })
  if (step === null) return false
  await tx.query(
    `update "user_totp" set last_step = $3, confirmed_time = coalesce(confirmed_time, now()) where tenant_id = $1 and user_id = $2`,
    [...whose, step],
  )
  return true
}

/** Removes the second factor of users, and unconfirmed new ones. Returns the users who had one. */
export async function removeFactors(tx: Tx, userIds: readonly string[]): Promise<string[]> {
  const gone = await tx.query<{ user_id: string; was: boolean }>(
    `delete from "user_totp" where tenant_id = $1 and user_id = any($2::bigint[])
     returning user_id, ${standingSql.inForce} as was`,
    [tx.tenantId, userIds],
  )
  return gone.flatMap((row) => (row.was ? [String(row.user_id)] : []))
}

/** 400 that names the field of the code and says what to do about it. */
export function codeRefused(actor: Pick<Actor, 'language'>, text: Label): AppError {
  return new AppError(400, text, { oneTimeCode: label(text, actor.language) })
}

const MALFORMED: Label = [
  '请输入验证器应用显示的 6 位动态验证码',
  'Type the six digits that your authenticator app shows',
]
const WRONG: Label = [
  '动态验证码不正确或已使用过，请输入验证器应用新显示的验证码',
  'The one-time code is wrong or was used already: type the next one that your authenticator app shows',
]
const often = (seconds: number): Label => [
  `动态验证码错误次数过多，请稍后再试（${seconds} 秒）`,
  `The one-time code was wrong too often, please try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`,
]

/** Notifies administrators, once per window, about a signed-in person who repeatedly sends wrong codes. */
async function report(context: ServerContext, actor: Actor, attempt: Attempt): Promise<void> {
  if (!(await guessesAnew(context.db, attempt))) return
  const { account, address } = attempt
  await recordSecurityEvent(context, attempt.tenantId, {
    kind: 'oneTimeCodeGuessing',
    subject: account,
    detail: [
      `账号 ${account} 登录后连续 ${GUESSING.account} 次输错动态验证码，其密码可能已泄露`,
      `Somebody who is signed in as ${account} gave a wrong one-time code ${GUESSING.account} times in a row; the password may be in other hands`,
    ],
    actor,
    ip: address,
  })
}

/** Accepts a code in the transaction given, or throws. */
export type Accept = (tx: Tx, typed: string, standing?: Standing) => Promise<void>

/**
 * Runs what asks for a one-time code. A try is counted before its transaction begins, so that what is rolled back counts
 * as well, and taken back where no code was looked at: it was answered before, or needed none. Codes of one user wait
 * after failures wherever they are typed, as passwords do at the sign-in.
 * @throws what `run` throws; of `accept` AppError 400 naming `oneTimeCode`, 429 where the user has to wait
 */
export async function withOneTimeCode<T>(
  context: ServerContext,
  actor: Actor,
  address: string,
  run: (accept: Accept) => Promise<T>,
): Promise<T> {
  const { db } = context
  const { tenantId, account } = actor
  const attempt: Attempt = { tenantId, account, address, device: null, oneTimeCode: true }
  return inTurn(context.limiter, attempt, async () => {
    const { wait } = await claim(db, attempt)
    let became: 'unasked' | 'right' | 'wrong' = 'unasked'
    const accepted: Accept = async (tx, typed, standing = 'inForce') => {
      const code = parseCode(typed)
      if (code === null) throw codeRefused(actor, MALFORMED)
      if (wait > 0) throw new AppError(429, often(wait), null, wait)
      became = 'wrong'
      if (!(await accept(tx, actor.userId, code, standing))) throw codeRefused(actor, WRONG)
      became = 'right'
    }
    const settle = async (): Promise<void> => {
      if (wait > 0) return
      if (became === 'right') await forgive(db, attempt)
      else if (became === 'wrong') await report(context, actor, attempt)
      else await takeBack(db, attempt)
    }
    try {
      return await run(accepted)
    } finally {
      await settle()
    }
  })
}
