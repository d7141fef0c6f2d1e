import type { SetCookie } from 'cookie'
import { search } from '../../../src/console/api/work.ts'
import { type Challenge, PROOF } from '../../../src/model/values/proof.ts'
import { asSent } from '../../../src/server/auth/passwords.ts'
import { type Answer, BASIC, cookieOf, type TestApp } from '../app.ts'

/** What the token endpoint answers, with the device it remembers. */
export interface Signed extends Answer {
  readonly access_token?: string
  readonly captcha_required?: boolean
  readonly device: SetCookie | undefined
}

export interface Try {
  readonly tenant: string
  readonly account: string
  readonly password?: string
  /** The address it comes from. */
  readonly from?: string
  readonly device?: string | undefined
  readonly authorization?: string
  readonly grant?: string
  readonly captcha?: { readonly key: string; readonly code: string } | undefined
  readonly language?: string
}

/** One try to sign in. */
export async function attempt(app: TestApp, one: Try): Promise<Signed> {
  const answer = await app.call('POST', 'blade-auth/oauth/token', {
    remoteAddress: one.from ?? '10.0.0.1',
    payload: {
      tenantId: one.tenant,
      username: one.account,
      password: asSent(one.password ?? 'guess'),
      grant_type: one.grant ?? 'password',
    },
    headers: {
      authorization: one.authorization ?? BASIC,
      ...(one.device ? { cookie: `rounds-device=${one.device}` } : {}),
      ...(one.captcha ? { 'captcha-key': one.captcha.key, 'captcha-code': one.captcha.code } : {}),
      ...(one.language ? { 'accept-language': one.language } : {}),
    },
  })
  return { ...answer, device: cookieOf(answer, 'rounds-device') }
}

/** What the captcha call answers. */
export type Asked = Answer & {
  readonly key: string
  readonly image: string
  readonly required: boolean
  readonly challenge?: Omit<Challenge, 'key'>
}

/** Asks for a captcha. */
export const ask = (app: TestApp, query: Record<string, string> = {}, from = '10.0.0.1') =>
  app.call('GET', 'blade-auth/oauth/captcha', {
    query,
    remoteAddress: from,
    headers: { authorization: BASIC },
  }) as Promise<Asked>

/** Does the work, as the console does it. */
export function work(challenge: Challenge): string {
  return `${PROOF}${search(challenge, 0, Number.MAX_SAFE_INTEGER)}`
}

/** Asks for work, for an account where one is named, and does it. */
export async function solved(
  app: TestApp,
  query: Record<string, string> = {},
  from?: string,
): Promise<{ key: string; code: string; bits: number }> {
  const asked = await ask(app, { type: 'pow', ...query }, from)
  if (!asked.challenge) throw new Error('no work was asked for')
  return { key: asked.key, code: work({ key: asked.key, ...asked.challenge }), bits: asked.challenge.bits }
}
