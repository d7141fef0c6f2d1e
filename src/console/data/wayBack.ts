import { publicAddressOf } from './pages.ts'
import { onLeave, personNow } from './session.ts'

const KEY = 'rounds.wayBack'

/** Person whose session ended by itself on this page; "" for none: the kept address then serves any person. */
let ended = ''

/** Keeps the address that the sign-in page takes the place of, for the person who was there. */
export function rememberWayBack(address: string): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ of: ended, address }))
  } catch {
    // Then home.
  }
}

/** Forgets the kept address: a person has signed in, or the one it was kept for has left. */
export function forgetWayBack(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Then nothing was kept.
  }
}

/**
 * Where to go after signing in: the page that was asked for, unless it was the sign-in page itself, or that of another
 * person.
 */
export function wayBack(): string {
  try {
    const { of, address } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as { of?: unknown; address?: unknown }
    const ours = of === '' || of === personNow()
    if (ours && typeof address === 'string' && /^\/(?!\/|login)/.test(address)) return address
  } catch {
    // Then home.
  }
  return '/'
}

onLeave((who, notice) => {
  ended = notice === 'expired' ? who : ''
  if (ended) return
  forgetWayBack()
  // nor does the address bar keep it for whoever signs in next
  if (!publicAddressOf(location.pathname)) history.replaceState(null, '', '/login')
})
