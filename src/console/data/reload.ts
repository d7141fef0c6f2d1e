/** Set while the page is being loaded again because the server is of another version, so that it happens once. */
export const RELOADED = 'rounds.reloaded'

/**
 * Loads the page anew, once: after an upgrade of the server an open page asks for chunks that are gone, and cannot read
 * what it is told. True when it does.
 */
export function reloadOnce(reload: () => void = () => location.reload()): boolean {
  try {
    if (sessionStorage.getItem(RELOADED)) return false
    sessionStorage.setItem(RELOADED, '1')
  } catch {
    return false // without storage we could not tell a second time from the first
  }
  reload()
  return true
}
