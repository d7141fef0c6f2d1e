import type { Tokens, Vault } from './session.ts'

const ACCESS = 'rounds-access-token'
const REFRESH = 'rounds-refresh-token'
const SESSION = 'rounds.session'
/** The refresh token lives a week. */
const LIFE = 604_800

/**
 * The tokens of this browser: the two tokens in cookies of their own (the family's habit, so that they end with their
 * time), the rest in local storage. The cookies are storage only: the server never looks at them, calls carry a header.
 */
export function browserVault(): Vault {
  const cookie = (name: string): string => {
    for (const part of document.cookie.split('; ')) if (part.startsWith(`${name}=`)) return decodeURIComponent(part.slice(name.length + 1))
    return ''
  }
  const put = (name: string, value: string, life: number) => {
    const secure = location.protocol === 'https:' ? '; Secure' : ''
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API exists in secure contexts of some browsers only
    document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${life}; SameSite=Strict${secure}`
  }
  // Browsers write cookies behind the script's back: other tabs heard the storage event, or got the lock, and read the old ones
  // (Chromium: one time in ten). Reading waits for the writing.
  const arrived = () => void cookie(REFRESH)
  return {
    read() {
      const access = cookie(ACCESS)
      const refresh = cookie(REFRESH)
      if (!access || !refresh) return null
      try {
        const rest = JSON.parse(localStorage.getItem(SESSION) ?? 'null') as Partial<Tokens> | null
        if (!rest || typeof rest.tenantId !== 'string' || typeof rest.userId !== 'string') return null
        return { access, refresh, since: Number(rest.since) || 0, tenantId: rest.tenantId, userId: rest.userId }
      } catch {
        return null
      }
    },
    write(tokens) {
      if (!tokens) {
        put(ACCESS, '', 0)
        put(REFRESH, '', 0)
        arrived()
        localStorage.removeItem(SESSION)
        return
      }
      const { access, refresh, ...rest } = tokens
      // The rest last: its storage event tells other tabs, which then find the tokens in place.
      put(ACCESS, access, LIFE)
      put(REFRESH, refresh, LIFE)
      arrived()
      localStorage.setItem(SESSION, JSON.stringify(rest))
    },
  }
}

/** Calls `run` when another tab signed in, out, or renewed. Returns how to stop. */
export function watchVault(run: () => void): () => void {
  const stored = (event: StorageEvent) => {
    if (event.key === SESSION || event.key === null) run()
  }
  window.addEventListener('storage', stored)
  return () => window.removeEventListener('storage', stored)
}
