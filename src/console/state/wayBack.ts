/** There is an entry of this console before this one: going back never leaves it. */
export const hasWayBack = (): boolean => Number(history.state?.idx ?? 0) > 0
