/** Paths of the entries of this window's history, by their place, as far as this page has seen them. */
const paths = new Map<number, string>()

/** The place of an entry in the history of this console. */
const placeOf = (): number => Number(history.state?.idx ?? 0)

/** The address has changed: its path is what this entry of the history shows. */
export const noteEntry = (): void => void paths.set(placeOf(), location.pathname)

/** Whether the previous history entry belongs to this console: going back never leaves it. */
export const hasWayBack = (): boolean => placeOf() > 0

/** Whether the entry before this one shows a path, as far as this page knows. `to`: an address, its search apart. */
export const cameFrom = (to: string): boolean => hasWayBack() && paths.get(placeOf() - 1) === to.split('?')[0]
