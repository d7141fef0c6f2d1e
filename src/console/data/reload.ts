/** Set while the page is being loaded again because the server is of another version, so that it happens once. */
export const RELOADED = 'rounds.reloaded'

/**
 * Reloads the page at most once: after an upgrade of the server an open page requests chunks that no longer exist and
 * cannot read new answers. True when it reloads.
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
