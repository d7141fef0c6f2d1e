import { randomBytes } from 'node:crypto'
import encodeQR from 'qr'
import {
  beginSecondFactor,
  confirmSecondFactor,
  type NewSecondFactor,
  removeSecondFactor,
  type SecondFactor,
  secondFactorState,
} from '../../../../model/administration/access/secondFactorCalls.ts'
import type { AnyCall } from '../../../../model/language/domain/call.ts'
import { wallClock } from '../../../../model/values/dates.ts'
import { HEADER } from '../../../../model/wire/wire.ts'
import { provePassword } from '../../../auth/provePassword.ts'
import type { Actor } from '../../../core/actor.ts'
import type { Handler, RequestContext } from '../../../core/context/context.ts'
import type { Tx } from '../../../core/database.ts'
import { AppError } from '../../../core/errors.ts'
import { textParam } from '../../../core/params.ts'
import { base32, keyUri, SECRET_BYTES } from '../../../core/secrets/totp.ts'
import { sealTotp } from '../../../database/keys/totpSecrets.ts'
import { keyOf, once } from '../../../deciding/idempotency.ts'
import { handleWhole } from '../../../records/handle.ts'
import { CONFIRMED_WITHIN, removeFactors, standingSql, withOneTimeCode } from '../../../writing/oneTimeCodes.ts'
import { recordSecurityEventIn } from '../../../writing/unitOfWork/securityEvents.ts'

/** Issuer under which authenticator apps show a code. */
const ISSUER = 'Rounds'

const already = (): AppError =>
  new AppError(409, ['两步验证已开启，请先关闭', 'You have a second factor already: turn it off first'])
const none = (): AppError => new AppError(409, ['两步验证尚未开启', 'You have no second factor'])
const notBegun = (): AppError =>
  new AppError(409, ['设置已过期，请重新设置两步验证', 'The set-up has expired: begin it again'])

const state: Handler = async ({ context, actor: { tenantId, userId } }): Promise<SecondFactor> => {
  const [found] = await context.db.scoped<{ since: Date }>(
    { tenantId },
    {
      name: 'second-factor',
      text: `select confirmed_time as since from "user_totp" where tenant_id = $1 and user_id = $2 and ${standingSql.inForce}`,
      values: [tenantId, userId],
    },
  )
  return { on: found !== undefined, since: found ? wallClock(found.since) : '' }
}

/** A secret in its one telling. It leaves the server here and nowhere else. */
function secretAnswer({ account, tenantId }: Actor, secret: Buffer): NewSecondFactor {
  const uri = keyUri(ISSUER, `${account}@${tenantId}`, secret)
  return {
    secret: (base32(secret).match(/.{1,4}/g) ?? []).join(' '),
    uri,
    qr: encodeQR(uri, 'svg', { border: 4 }),
    minutes: CONFIRMED_WITHIN,
  }
}

/** Makes a secret, replacing an unconfirmed one. The answer is not stored: a repeated call makes another secret. */
const begin: Handler = (request) => {
  const { context, actor, params } = request
  const { tenantId, userId } = actor
  return provePassword(request, { field: 'password', given: textParam(params, 'password') }, async (proved) => {
    const secret = randomBytes(SECRET_BYTES)
    await context.db.transaction({ tenantId }, async (tx) => {
      await proved(tx)
      const made = await tx.query(
        `insert into "user_totp" as t (tenant_id, user_id, secret) values ($1, $2, $3)
         on conflict (tenant_id, user_id) do update set secret = excluded.secret, begun_time = now(), last_step = 0
         where t.confirmed_time is null returning 1 as one`,
        [tenantId, userId, sealTotp(tenantId, userId, secret)],
      )
      if (made.length === 0) throw already()
    })
    return secretAnswer(actor, secret)
  })
}

/** Has the user a secret that stands so? */
const stands = async (tx: Tx, userId: string, standing: keyof typeof standingSql): Promise<boolean> =>
  (
    await tx.query(
      `select 1 as one from "user_totp" where tenant_id = $1 and user_id = $2 and ${standingSql[standing]}`,
      [tx.tenantId, userId],
    )
  ).length > 0

/** Once for a key: an answer that the network lost is asked for again, and its code is used up. The code is not kept. */
const onceFor = ({ actor, http }: RequestContext, tx: Tx, call: AnyCall, effect: () => Promise<null>): Promise<null> =>
  once(tx, actor, keyOf(http.headers[HEADER.idempotency]), { call: call.id }, effect)

const confirm: Handler = (request) => {
  const { context, actor, params, http } = request
  return withOneTimeCode(context, actor, http.ip, (accept) =>
    context.db.transaction({ tenantId: actor.tenantId }, (tx) =>
      onceFor(request, tx, confirmSecondFactor, async () => {
        if (await stands(tx, actor.userId, 'inForce')) throw already()
        if (!(await stands(tx, actor.userId, 'begun'))) throw notBegun()
        await accept(tx, textParam(params, 'oneTimeCode'), 'begun')
        return null
      }),
    ),
  )
}

const remove: Handler = (request) => {
  const { context, actor, params, http } = request
  const { tenantId, userId, name, account } = actor
  return provePassword(request, { field: 'password', given: textParam(params, 'password') }, (proved) =>
    withOneTimeCode(context, actor, http.ip, (accept) =>
      context.db.transaction({ tenantId }, async (tx) => {
        await proved(tx)
        return onceFor(request, tx, removeSecondFactor, async () => {
          if (!(await stands(tx, userId, 'inForce'))) throw none()
          await accept(tx, textParam(params, 'oneTimeCode'))
          await removeFactors(tx, [userId])
          await recordSecurityEventIn(context, tx, {
            kind: 'secondFactorRemoved',
            subject: account,
            detail: [
              `${name}（${account}）关闭了自己的两步验证`,
              `${name} (${account}) turned their own second factor off`,
            ],
            actor,
            ip: http.ip,
          })
          return null
        })
      }),
    ),
  )
}

/** Operations of all users on their own second factor. */
export const secondFactorHandlers = [
  handleWhole(secondFactorState, state),
  handleWhole(beginSecondFactor, begin),
  handleWhole(confirmSecondFactor, confirm),
  handleWhole(removeSecondFactor, remove),
]
