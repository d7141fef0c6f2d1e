import { proxy, subscribe } from 'valtio'
import { api } from '../api/client.ts'
import { ApiError } from '../api/error.ts'
import { md5 } from '../api/md5.ts'
import { LOOK_EVERY } from '../api/session.ts'
import { endings, granted, tokens, tokensOf } from '../api/tokens.ts'
import { watchVault } from '../api/vault.ts'
import { t } from '../i18n/core.ts'

/** Who is signed in, as far as the browser knows before the catalogue tells the rest. */
export interface Session {
  tenantId: string
  /** "" = nobody. */
  userId: string
  /** Why the sign-in page is shown: the session ended by itself, or nothing special. */
  notice: '' | 'expired'
}

export const session = proxy<Session>({ tenantId: '', userId: '', notice: '' })

/** What the sign-in form sends. */
export interface Credentials {
  readonly tenantId: string
  readonly account: string
  readonly password: string
  readonly captcha?: { readonly key: string; readonly code: string }
}

/** Everything that must go when a person leaves, run before the sign-in page shows. */
const leaving = new Set<() => void>()
export const onLeave = (run: () => void): void => {
  leaving.add(run)
}

const leave = (notice: Session['notice']) => {
  if (!session.userId) return
  session.userId = ''
  session.notice = notice
  for (const run of leaving) run()
}

/** Takes over what the vault says: at start, and when another tab signed in or out. */
function adopt(): void {
  const kept = tokens.tokens()
  if (kept?.userId === session.userId && kept.tenantId === session.tenantId) return
  if (session.userId) leave('')
  if (kept) Object.assign(session, { tenantId: kept.tenantId, userId: kept.userId, notice: '' })
}

/**
 * Signs in.
 * @throws ApiError with the server's own words when it says no.
 */
export async function signIn(who: Credentials): Promise<void> {
  const answer = await api.raw({
    method: 'POST',
    path: 'blade-auth/oauth/token',
    params: {
      tenantId: who.tenantId,
      username: who.account,
      password: md5(who.password),
      grant_type: who.captcha ? 'captcha' : 'password',
      scope: 'all',
      type: 'account',
      ...(who.captcha ? { key: who.captcha.key, code: who.captcha.code } : {}),
    },
    headers: {
      'Tenant-Id': who.tenantId,
      ...(who.captcha ? { 'Captcha-Key': who.captcha.key, 'Captcha-Code': who.captcha.code } : {}),
    },
  })
  const grant = granted(answer.body)
  if (!grant) {
    const b = (answer.body ?? {}) as { msg?: string; error_description?: string }
    throw new ApiError(answer.status, b.error_description || b.msg || t('shell.unknownError'))
  }
  tokens.start(tokensOf(grant))
  adopt()
}

/** Signs out here and in every other tab of the browser. The server is told; if it cannot be, the tokens are gone all the same. */
export async function signOut(): Promise<void> {
  await api.raw({ method: 'GET', path: 'blade-auth/oauth/logout', write: true }).catch(() => {})
  tokens.forget()
  leave('')
}

/** A captcha to read; `required: false` where the server wants none. */
export interface Captcha {
  readonly required: boolean
  readonly key: string
  /** A data URL. */
  readonly image: string
}

/** Asks for a captcha. @throws ApiError when the server is not reached. */
export async function askCaptcha(): Promise<Captcha> {
  const answer = await api.raw({ method: 'GET', path: 'blade-auth/oauth/captcha' })
  const b = (answer.body ?? {}) as { key?: string; image?: string; required?: boolean }
  return { required: b.required !== false && Boolean(b.key && b.image), key: b.key ?? '', image: b.image ?? '' }
}

/** Tenant this host belongs to, null where the person says it himself. */
export async function tenantOfHost(): Promise<{ tenantId: string; name: string } | null> {
  const found = await api.get<{ tenantId?: string; tenantName?: string } | null>('blade-system/tenant/info', { domain: location.host })
  return found?.tenantId ? { tenantId: found.tenantId, name: found.tenantName ?? '' } : null
}

/** Starts watching: other tabs, the end of the session, the clock. */
export function keepSession(): void {
  adopt()
  watchVault(adopt)
  subscribe(endings, () => leave('expired'))
  setInterval(() => void tokens.look(), LOOK_EVERY)
  // A laptop that slept: look at once, not in ten seconds.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') {
      adopt()
      void tokens.look()
    }
  })
}
