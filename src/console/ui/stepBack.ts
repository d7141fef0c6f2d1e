/** Things Escape takes back, newest first: each says whether it had something to take back. */
const steps: (() => boolean)[] = []

/**
 * Registers a step for as long as its screen is there (clear the selection, then the filter, then leave the row:
 * register in the opposite order, or one function that tries them in order). Returns how to stop.
 */
export function onStepBack(run: () => boolean): () => void {
  steps.push(run)
  return () => {
    const at = steps.lastIndexOf(run)
    if (at >= 0) steps.splice(at, 1)
  }
}

/** Goes back a step; false when there is none. */
export function stepBack(): boolean {
  for (let at = steps.length - 1; at >= 0; at--) if (steps[at]?.()) return true
  return false
}
