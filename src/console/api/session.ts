import type { Locks } from './locks.ts'

/** Result of a sign-in; the refresh token is a cookie that no script sees. */
export interface Tokens {
  /** "" when it expired while no page was open: a renewal returns another one. */
  readonly access: string
  /** When the access token was given, an instant in ms: it is renewed 3000 s later. */
  readonly since: number
  /** Seconds until the access token expires, counted from then. */
  readonly life: number
  readonly tenantId: string
  readonly userId: string
}

/**
 * Where all tabs keep who is signed in, and the access token. Storage only: nothing is ever authenticated from it by
 * the server.
 */
export interface Vault {
  /** `sure`: with what other tabs wrote a moment ago, at the cost of a write. */
  read(sure?: boolean): Tokens | null
  /** `left`: without tokens, that the person signed out: every other end may be by itself. */
  write(tokens: Tokens | null, left?: boolean): void
  /** Whether the last one here signed out, in whichever tab. */
  left(): boolean
}

/**
 * Renewed by the refresh cookie; `refused` = the server will not, the session is over. Throws when it was not reached.
 */
export type Renewal = (old: Tokens) => Promise<Tokens | 'refused'>

export interface SessionParts {
  readonly vault: Vault
  readonly locks: Locks
  readonly renewal: Renewal
  readonly now: () => number
  /** The session ended by itself. Called once a tab. */
  readonly ended: () => void
}

/** Specification §9: the token is renewed after 3000 of its 3600 seconds; the clock is looked at every 10 s. */
export const RENEW_AFTER = 3000_000
export const LOOK_EVERY = 10_000

/**
 * Token state of one tab. Renewals of all tabs share one lock, and its first holder checks whether another tab has
 * renewed meanwhile: 20 calls refused at the same time in three tabs cost one refresh.
 */
export function createSession({ vault, locks, renewal, now, ended }: SessionParts) {
  /** Renewals under way in this tab, by the refused token. */
  const under = new Map<string, Promise<string | null>>()
  /** The end was reported already: refusals that arrive later are ignored. */
  let over = false

  const end = (tokens: Tokens | null): null => {
    const current = vault.read(true)
    // Another tab may have signed in anew meanwhile: that session is not ours to end.
    if (tokens && current && current.access !== tokens.access) return null
    vault.write(null)
    if (!over) {
      over = true
      ended()
    }
    return null
  }

  /**
   * A new access token instead of `stale`, which the server refused; null when the session is over.
   * @throws what `renewal` throws when the server cannot be reached: the session stays.
   */
  const renew = (stale: string): Promise<string | null> => {
    const pending = under.get(stale)
    if (pending) return pending
    const work = locks
      .request('rounds-refresh', undefined, async () => {
        const tokens = vault.read(true)
        if (!tokens) return end(null)
        over = false
        if (tokens.access !== stale) return tokens.access
        const next = await renewal(tokens)
        if (next === 'refused') return end(tokens)
        // Signed out during the renewal: the new token is dropped.
        if (vault.read(true)?.access !== tokens.access) return null
        vault.write(next)
        return next.access
      })
      .finally(() => under.delete(stale))
    under.set(stale, work)
    return work
  }

  return {
    /** The access token to send, "" when no user is signed in. */
    token: (): string => vault.read()?.access ?? '',
    tokens: (): Tokens | null => vault.read(),
    /** A user is signed in and the access token has expired. */
    lapsed: (): boolean => vault.read()?.access === '',
    renew,
    start(tokens: Tokens): void {
      over = false
      vault.write(tokens)
    },
    /** Forgets the tokens without telling: the person asked for it. */
    forget(): void {
      vault.write(null, true)
    },
    /** Whether the last one here signed out, in whichever tab; a session that ended by itself did not. */
    left: (): boolean => vault.left(),
    /** To be called every `LOOK_EVERY`: renews in good time. A network that is down waits for the next look. */
    async look(): Promise<void> {
      const tokens = vault.read()
      if (tokens && now() - tokens.since >= RENEW_AFTER) await renew(tokens.access).catch(() => null)
    },
  }
}
