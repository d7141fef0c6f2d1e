import { proxy } from 'valtio'
import { languageNow } from '../i18n/index.ts'
import { browserLocks } from './locks.ts'
import { createSession, type Tokens } from './session.ts'
import { axiosTransport, Unreached } from './transport.ts'
import { browserVault } from './vault.ts'

/** Successful answer of the token endpoint (no envelope around it). The refresh token comes as a cookie. */
export interface Granted {
  readonly access_token: string
  /** Seconds. */
  readonly expires_in: number
  readonly tenant_id: string
  readonly user_id: string
}

export const granted = (body: unknown): Granted | null => {
  const b = body as Partial<Granted> | null
  return b && typeof b === 'object' && b.access_token && b.user_id ? (b as Granted) : null
}

export const tokensOf = (g: Granted): Tokens => ({
  access: g.access_token,
  since: Date.now(),
  life: Number(g.expires_in) || 0,
  tenantId: g.tenant_id,
  userId: String(g.user_id),
})

/** Counts the times the session ended by itself; the shell watches it. */
export const endings = proxy({ count: 0 })

/** The tokens of this browser, shared by all its tabs. */
export const tokens = createSession({
  vault: browserVault(),
  locks: browserLocks(),
  now: Date.now,
  renewal: async (old) => {
    const answer = await axiosTransport({
      method: 'POST',
      path: 'blade-auth/oauth/token',
      body: { tenantId: old.tenantId, grant_type: 'refresh_token', scope: 'all' },
      headers: { 'Accept-Language': languageNow() === 'en' ? 'en-US' : 'zh-CN', 'Tenant-Id': old.tenantId },
    })
    const grant = granted(answer.body)
    // The cookie belongs to the browser, not to this session: a token of another user is no renewal.
    if (grant)
      return String(grant.user_id) === old.userId && grant.tenant_id === old.tenantId ? tokensOf(grant) : 'refused'
    // Overloaded or restarting is not "no".
    if (answer.status >= 500 || answer.status === 429) throw new Unreached('network')
    return 'refused'
  },
  ended: () => {
    endings.count++
  },
})
