import type { Outcome } from '../../../commands/outcome.ts'
import { catalogueNow } from '../data/catalogue.ts'
import { onLeave, session, whileHere } from '../data/session.ts'
import { deadUntil } from '../host/deadUntil.ts'
import { setLock } from '../state/lock.ts'

/** How this window's session is unlocked, once its person chose. */
const KEY = 'rounds.lockWith'
type With = 'own' | 'signIn'

/** Choice made in this window for this sign-in; null before the first lock. */
function chosen(): With | null {
  try {
    const kept = sessionStorage.getItem(KEY)
    return kept === 'own' || kept === 'signIn' ? kept : null
  } catch {
    return null
  }
}
function choose(way: With | null): void {
  try {
    if (way) sessionStorage.setItem(KEY, way)
    else sessionStorage.removeItem(KEY)
  } catch {
    // Storage may be forbidden: the choice is made anew at the next lock.
  }
}
// a lock password belongs to one sign-in
onLeave(() => choose(null))

/** Covers the console in this browser, whatever the server knows. */
export function coverConsole(own: boolean): void {
  const { account = '', name = '' } = catalogueNow()?.user ?? {}
  const { tenantId, userId } = session
  setLock({ tenantId, userId, account, name, back: location.pathname + location.search, own })
}

/**
 * Locks the session: here at once, and on the server, which serves it nothing until it is unlocked. The first lock of a sign-in asks for
 * a lock password. Without a network the console is covered all the same.
 */
export async function lockSession(): Promise<Outcome> {
  const way = chosen()
  if (!way) {
    const here = await whileHere(deadUntil(import('./signIn/LockDialog.tsx')))
    const picked = (await here?.askLockPassword()) ?? null
    if (!picked) return { is: 'cancelled' }
    choose(picked)
    coverConsole(picked === 'own')
    return { is: 'done' }
  }
  // the lock screen locks on the server, and as often as it takes
  coverConsole(way === 'own')
  return { is: 'done' }
}
