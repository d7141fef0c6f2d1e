import { proxy, subscribe } from 'valtio'
import { api } from '../api/client.ts'
import { LOOK_EVERY } from '../api/session.ts'
import { endings, tokens } from '../api/tokens.ts'
import { watchVault } from '../api/vault.ts'

/** The signed-in user, as far as it is known before the catalogue arrives. */
export interface Session {
  tenantId: string
  /** "" when no user is signed in. */
  userId: string
  /** Why the sign-in page is shown: the session ended by itself, or nothing special. */
  notice: '' | 'expired'
  /** The session ended by itself; the page waits for the same person to sign in over it. */
  over: boolean
}

export const session = proxy<Session>({ tenantId: '', userId: '', notice: '', over: false })

/** A person who leaves, by `personNow`, and why: `expired` may come back, "" went. */
export type Leaving = (who: string, notice: Session['notice']) => void

/** Everything that must go when a person leaves, run before the sign-in page shows. */
const leaving = new Set<Leaving>()
export const onLeave = (run: Leaving): void => {
  leaving.add(run)
}

/** Work that is done before somebody signs out, while their session still stands. */
const before = new Set<() => Promise<unknown>>()
/** Longest that it is waited for, ms. */
const BEFORE_TIMEOUT_MS = 2_000
/** Runs before each sign-out. Returns how to take it back. */
export function beforeSignOut(run: () => Promise<unknown>): () => void {
  before.add(run)
  return () => before.delete(run)
}

/** Key of the signed-in person, unique over all tenants. */
export const personNow = (): string => `${session.tenantId}.${session.userId}`

/**
 * Awaits work that opens a question; null where the person who began it has signed out, so that the next person at this
 * desk does not get the question.
 */
export async function whileHere<T>(work: Promise<T>): Promise<T | null> {
  const who = personNow()
  const found = await work
  return who === personNow() ? found : null
}

const leave = (notice: Session['notice']) => {
  if (!session.userId) return
  const who = personNow()
  session.userId = ''
  session.notice = notice
  session.over = false
  for (const run of leaving) run(who, notice)
}

/** The session ended by itself. Nothing goes: the person signs in again where they are, or turns away (`turnAway`). */
const expire = () => {
  if (session.userId) session.over = true
}

/** Nobody signs in over the page: the sign-in page takes its place, and the next person finds nothing of the last one. */
export const turnAway = (): void => leave('expired')

/** Takes over what the vault says: at start, after signing in, and when another tab signed in or out. */
export function adopt(): void {
  const kept = tokens.tokens()
  if (kept?.userId === session.userId && kept.tenantId === session.tenantId) {
    session.over = false
    return
  }
  // ended by another tab: gone where somebody signed out or is there by now, else by itself
  if (session.userId && !kept && !tokens.left()) {
    expire()
    return
  }
  leave('')
  if (kept) Object.assign(session, { tenantId: kept.tenantId, userId: kept.userId, notice: '' })
}

/** Does what is to be done while the session still serves, as long as that takes at most two seconds. */
export async function settle(): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<void>((done) => {
    timer = setTimeout(done, BEFORE_TIMEOUT_MS)
  })
  await Promise.race([Promise.allSettled([...before].map((run) => run())), late])
  clearTimeout(timer)
}

/**
 * Signs out here and in every other tab of the browser. The server is informed and deletes the refresh cookie; if it
 * cannot be reached, the user is signed out here all the same, and the cookie expires.
 */
export async function signOut(): Promise<void> {
  await settle()
  await api.raw({ method: 'GET', path: 'blade-auth/oauth/logout', write: true }).catch(() => {})
  tokens.forget()
  leave('')
}

/** Tenant this host belongs to, null where the person names it. */
export async function tenantOfHost(): Promise<{ tenantId: string; name: string } | null> {
  const found = await api.get<{ tenantId?: string; tenantName?: string } | null>('blade-system/tenant/info', {
    domain: location.host,
  })
  return found?.tenantId ? { tenantId: found.tenantId, name: found.tenantName ?? '' } : null
}

/** Starts watching: other tabs, the end of the session, the clock. */
export function keepSession(): void {
  adopt()
  watchVault(adopt)
  subscribe(endings, expire)
  setInterval(() => void tokens.look(), LOOK_EVERY)
  // A laptop that slept: look at once, not in ten seconds.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') {
      adopt()
      void tokens.look()
    }
  })
}
