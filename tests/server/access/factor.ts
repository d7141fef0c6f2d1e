import type { NewSecondFactor } from '../../../src/model/administration/access/secondFactorCalls.ts'
import { asSent } from '../../../src/server/auth/passwords.ts'
import { codeOf, stepAt } from '../../../src/server/core/secrets/totp.ts'
import type { Client, TestApp } from '../app.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The bytes of a secret as it is shown. */
export function bytesOf(shown: string): Buffer {
  const bits = [...shown.replaceAll(' ', '')].map((c) => ALPHABET.indexOf(c).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** An authenticator app: what it shows now, or some steps from now. */
export const appOf =
  (shown: string) =>
  (steps = 0): string =>
    codeOf(bytesOf(shown), stepAt(Date.now() / 1000) + steps)

/** Somebody sets a second factor up and confirms it. Their app; no code is used up. */
export async function enrol(t: TestApp, who: Client, password: string): Promise<(steps?: number) => string> {
  const begun = await who.post<NewSecondFactor>('rounds/second-factor/begin', { password: asSent(password) })
  if (begun.status !== 200) throw new Error(`not begun: ${begun.raw}`)
  const app = appOf(begun.data.secret)
  const on = await who.post('rounds/second-factor/confirm', { oneTimeCode: app() })
  if (on.status !== 200) throw new Error(`not confirmed: ${on.raw}`)
  await forgetUse(t, who)
  return app
}

/** As if some time had passed: no code of theirs is used up, and none of their wrong ones counts. */
export const forgetUse = (t: TestApp, who: Pick<Client, 'tenantId' | 'userId'>): Promise<unknown> =>
  t.db.owner(async (tx) => {
    await tx.query('update "user_totp" set last_step = 0 where tenant_id = $1 and user_id = $2', [
      who.tenantId,
      who.userId,
    ])
    await tx.query('delete from "login_attempt" where tenant_id = $1', [who.tenantId])
  })
