import { api } from '../api/client.ts'
import { ApiError } from '../api/error.ts'
import { createProofs, type Named, type Proof, solve } from '../api/proof.ts'
import { granted, tokens, tokensOf } from '../api/tokens.ts'
import type { Answer } from '../api/transport.ts'
import { t } from '../i18n/index.ts'
import { adopt } from './session.ts'

/** Body of the sign-in form. */
export interface Credentials extends Named {
  readonly password: string
  /** The person's own password, in the place of a first one. */
  readonly newPassword?: string
}

/** The server said no to a sign-in. */
export class SignInError extends ApiError {
  /** Seconds until it is worth trying again; 0 = at once. */
  readonly retryAfter: number
  /** Sign-in needs a (further) proof of work first. */
  readonly captchaRequired: boolean
  /** The password is a first one: the person's own has to come with it. */
  readonly newPasswordRequired: boolean

  constructor(
    code: number,
    message: string,
    retryAfter: number,
    captchaRequired: boolean,
    newPasswordRequired: boolean,
  ) {
    super(code, message)
    this.newPasswordRequired = newPasswordRequired
    this.retryAfter = retryAfter
    this.captchaRequired = captchaRequired
    this.name = 'SignInError'
  }
}

/** Attempts with more proof of work when the server asks for more, before the user is informed. */
const ROUNDS = 3

const refusal = (answer: Answer): SignInError => {
  const b = (answer.body ?? {}) as {
    msg?: string
    error_description?: string
    captcha_required?: boolean
    new_password_required?: boolean
  }
  const text = b.error_description || b.msg || t('shell.unknownError')
  return new SignInError(
    answer.status,
    text,
    Number(answer.header('retry-after')) || 0,
    b.captcha_required === true,
    b.new_password_required === true,
  )
}

const proofs = createProofs({
  solve,
  now: Date.now,
  ask: async (who) => {
    const params = { type: 'pow', ...(who ? { tenantId: who.tenantId, account: who.account } : {}) }
    const answer = await api.raw({ method: 'GET', path: 'blade-auth/oauth/captcha', params })
    const b = (answer.body ?? {}) as { key?: string; challenge?: { salt: string; bits: number } }
    if (answer.status !== 200) throw refusal(answer)
    return b.key && b.challenge ? { key: b.key, ...b.challenge } : null
  },
})

/** Spelling of passwords on the wire: a chunk of its own, which the form is shown without. */
const loadMd5 = () =>
  import('../api/md5.ts').catch(() => {
    throw new ApiError(503, t('shell.partMissing'))
  })

/** Has the work of the next sign-in done ahead, in the background. */
export function prepareSignIn(): void {
  // a chunk that does not come is reported when a password is sent
  loadMd5().catch(() => {})
  proofs.prepare()
}

/** Throws away what was done ahead. */
export const forgetProofs = (): void => proofs.drop()

async function exchange(who: Credentials, proof: Proof | null): Promise<Answer> {
  const { md5 } = await loadMd5()
  return api.raw({
    method: 'POST',
    path: 'blade-auth/oauth/token',
    // the page counts down, and where a captcha would do instead it is solved at once
    patient: false,
    body: {
      tenantId: who.tenantId,
      username: who.account,
      password: md5(who.password),
      ...(who.newPassword ? { newPassword: md5(who.newPassword) } : {}),
      grant_type: proof ? 'captcha' : 'password',
      scope: 'all',
      type: 'account',
    },
    headers: { 'Tenant-Id': who.tenantId, ...(proof ? { 'Captcha-Key': proof.key, 'Captcha-Code': proof.code } : {}) },
  })
}

/**
 * Signs in. Proof of work demanded by the server is computed without a question; `working` reports that.
 * @throws SignInError with the server's message when it refuses; ApiError when it is not reached.
 */
export async function signIn(who: Credentials, working: (is: boolean) => void = () => {}): Promise<void> {
  let named: Named | null = null
  for (let round = 1; ; round++) {
    working(true)
    const proof = await proofs.take(named).finally(() => working(false))
    const answer = await exchange(who, proof)
    const grant = granted(answer.body)
    if (grant) {
      proofs.drop()
      tokens.start(tokensOf(grant))
      adopt()
      return
    }
    const error = refusal(answer)
    if (error.captchaRequired) {
      // The work done ahead was for no particular account: this account may require more, or any at all.
      named = { tenantId: who.tenantId, account: who.account }
      proofs.drop()
    }
    if (!error.captchaRequired || round === ROUNDS) {
      // The person will try again: its work is done meanwhile.
      proofs.prepare(named)
      throw error
    }
  }
}
