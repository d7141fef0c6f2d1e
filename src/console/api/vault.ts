import type { Tokens, Vault } from './session.ts'

const ACCESS = 'rounds-access-token'
const SESSION = 'rounds.session'
/** In the place of a session: nobody's, and the last one signed out. */
const LEFT = 'left'
/**
 * In the place of an access token: the session is over. Local storage reaches other tabs (other processes) a moment
 * later than the cookie: without this word a tab would take the missing cookie for one that expired, and ask the server
 * for another token. Kept for `SAID` seconds, until every tab has heard of it otherwise.
 */
const SESSION_ENDED = 'over'
const SAID = 10

/**
 * Storage of the signed-in session in this browser: the access token in a cookie of its own (the family's habit, so
 * that it ends with its time), the rest in local storage. The cookie is storage only: the server never looks at it,
 * calls carry a header. The refresh token is the server's: a cookie for its token endpoint alone.
 */
export function browserVault(): Vault {
  const cookie = (name: string): string => {
    for (const part of document.cookie.split('; '))
      if (part.startsWith(`${name}=`)) return decodeURIComponent(part.slice(name.length + 1))
    return ''
  }
  const put = (name: string, value: string, life: number) => {
    const secure = location.protocol === 'https:' ? '; Secure' : ''
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API exists in secure contexts of some browsers only
    document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${life}; SameSite=Strict${secure}`
  }
  // Browsers write cookies behind the script's back: other tabs heard the storage event, or got the lock, and read the
  // old ones (Chromium: one time in ten). Reading waits for the writing.
  const arrived = () => void cookie(ACCESS)
  return {
    read(sure) {
      // A browser answers from its memory until it hears of another tab's write; a write of its own, even of nothing,
      // makes it ask.
      if (sure) put('rounds-nothing', '', 0)
      try {
        const rest = JSON.parse(localStorage.getItem(SESSION) ?? 'null') as Partial<Tokens> | null
        const access = cookie(ACCESS)
        if (!rest || typeof rest.tenantId !== 'string' || typeof rest.userId !== 'string' || access === SESSION_ENDED)
          return null
        return {
          access,
          since: Number(rest.since) || 0,
          life: Number(rest.life) || 0,
          tenantId: rest.tenantId,
          userId: rest.userId,
        }
      } catch {
        return null
      }
    },
    left: () => localStorage.getItem(SESSION) === LEFT,
    write(tokens, left = false) {
      if (!tokens) {
        put(ACCESS, SESSION_ENDED, SAID)
        arrived()
        if (left) localStorage.setItem(SESSION, LEFT)
        else localStorage.removeItem(SESSION)
        return
      }
      const { access, ...rest } = tokens
      // The rest is written last: its storage event notifies other tabs, which then find the tokens.
      put(ACCESS, access, tokens.life)
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
