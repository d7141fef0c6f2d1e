import { proxy } from 'valtio'
import { languageNow } from '../i18n/core.ts'
import { browserLocks } from './locks.ts'
import { createSession, type Tokens } from './session.ts'
import { axiosTransport, Unreached } from './transport.ts'
import { browserVault } from './vault.ts'

/** What the token endpoint answers when it says yes (no envelope around it). */
export interface Granted {
  readonly access_token: string
  readonly refresh_token: string
  readonly tenant_id: string
  readonly user_id: string
}

export const granted = (body: unknown): Granted | null => {
  const b = body as Partial<Granted> | null
  return b && typeof b === 'object' && b.access_token && b.refresh_token ? (b as Granted) : null
}

export const tokensOf = (g: Granted): Tokens => ({
  access: g.access_token,
  refresh: g.refresh_token,
  since: Date.now(),
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
      params: { tenantId: old.tenantId, refresh_token: old.refresh, grant_type: 'refresh_token', scope: 'all' },
      headers: { 'Accept-Language': languageNow() === 'en' ? 'en-US' : 'zh-CN', 'Tenant-Id': old.tenantId },
    })
    const grant = granted(answer.body)
    if (grant) return tokensOf(grant)
    // Overloaded or restarting is not "no".
    if (answer.status >= 500 || answer.status === 429) throw new Unreached('network')
    return 'refused'
  },
  ended: () => {
    endings.count++
  },
})
